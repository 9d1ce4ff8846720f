/* SPDX-License-Identifier: MIT
 *
 * catalogue.h - the textbook shuffles, right and wrong, each written plainly against an
 * abstract die.
 *
 * One source serves every purpose: with a fair die for counting, with a biased die to see
 * what that does, with an enumerating die for exact probabilities. None of it is fast,
 * and none of it shares code with the library it is used to judge.
 */
#ifndef AUDIT_CATALOGUE_H
#define AUDIT_CATALOGUE_H

#include <stddef.h>
#include <stdint.h>

/* choose(context, m) gives a number below m; what its law is, is the die's business. */
typedef struct audit_die {
    uint64_t (*choose)(void *context, uint64_t m);
    void *context;
} audit_die;

typedef struct audit_shuffle {
    const char *name;  /* short, for command lines */
    const char *title; /* for people */
    const char *story; /* where it comes from; what is wrong with it, if anything */
    int fair;          /* whether every order is equally likely, given a fair die */
    void (*run)(const audit_die *die, unsigned char *a, size_t n);
} audit_shuffle;

/* All of them; the list ends with a NULL name. */
extern const audit_shuffle audit_catalogue[];

/* By name; NULL if there is none. */
const audit_shuffle *audit_find(const char *name);

#endif

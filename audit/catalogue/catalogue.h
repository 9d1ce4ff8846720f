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

#include "fairaudit.h"
#include "audit/orders/parameter.h"

typedef struct audit_shuffle {
    const char *name;          /* short, for command lines */
    const char *title;         /* for people */
    const char *story;         /* one sentence on history and mistake, if there is one */
    const char *origin;        /* where it is found */
    audit_parameter parameter; /* such as the number of riffles: riffle:7 */
    int fair;      /* whether every order is equally likely, given a fair die */
    int keeps;     /* starts from the order it left, not from a sorted deck */
    int repeats;   /* with parameter k the same as k times with parameter 1 */
    int unbounded; /* any number of choices may be needed: enumeration must cut */

    /* Shuffles n cards, 1 to 256. The parameter must be within its bounds. Whatever the
     * die gives, it ends, and leaves the cards in some order. */
    void (*run)(const fairaudit_die *die, unsigned char *a, size_t n, uint64_t parameter);
} audit_shuffle;

/* All of them, the fair ones first; the list ends with a NULL name. */
extern const audit_shuffle audit_catalogue[];

/* By name, without parameter; NULL if there is none. */
const audit_shuffle *audit_find(const char *name);

#endif

/* SPDX-License-Identifier: MIT
 *
 * builtin.h - makes orders with a shuffle of the catalogue and one of the dice, or with a
 * C function. Order number t depends on the seed and t alone, so any number of threads
 * gives the same orders. The exceptions are shuffles that keep the deck.
 */
#ifndef AUDIT_BUILTIN_H
#define AUDIT_BUILTIN_H

#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"

typedef struct audit_builtin {
    size_t n;                     /* cards */
    const audit_shuffle *shuffle; /* of the catalogue; NULL: use `function` */
    uint64_t shuffle_parameter;   /* within the bounds of the shuffle */
    const audit_die_kind *die;    /* never NULL */
    uint64_t die_parameter;       /* within the bounds of the die */
    audit_seed seed;              /* of the die */
    unsigned threads;             /* 0: all cores */
    fairaudit_shuffle *function;  /* used if `shuffle` is NULL */
    void *context;                /* of the function */
    unsigned char deck[256];      /* the last order of a shuffle that keeps the deck */
} audit_builtin;

/* Makes orders first, first + 1, ...: [count][n]. Returns FAIRAUDIT_OK, or _EORDER if
 * `function` did not leave a permutation of the n cards. Orders of a shuffle that keeps
 * the deck must be asked for in sequence, from 0 on. */
int audit_builtin_fill(audit_builtin *builtin, uint64_t first, size_t count,
                       unsigned char *orders);

#endif

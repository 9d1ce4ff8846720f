/* SPDX-License-Identifier: MIT
 *
 * builtin.h - orders made here: by a shuffle of the catalogue with one of the dice, or by
 * a C function. Order number t is a function of seed and t alone (but for shuffles that
 * keep the deck), so that threads share the work and change nothing.
 */
#ifndef AUDIT_BUILTIN_H
#define AUDIT_BUILTIN_H

#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"

typedef struct audit_builtin {
    size_t n;
    const audit_shuffle *shuffle; /* NULL: `function` */
    uint64_t shuffle_parameter;
    const audit_die_kind *die;
    uint64_t die_parameter;
    audit_seed seed;
    unsigned threads; /* 0: all cores */
    fairaudit_shuffle *function;
    void *context;
    unsigned char deck[256]; /* of a shuffle that keeps it; all zero before the first */
} audit_builtin;

/* Makes orders first, first + 1, ...: [count][n]. FAIRAUDIT_OK, or _EORDER if some result
 * was no order of n cards (a function of the caller). A shuffle that keeps the deck must
 * be asked in order, without gaps. */
int audit_builtin_fill(audit_builtin *builtin, uint64_t first, size_t count,
                       unsigned char *orders);

#endif

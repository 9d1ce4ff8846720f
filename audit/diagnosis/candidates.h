/* SPDX-License-Identifier: MIT
 *
 * candidates.h - who may have done it: the wrong shuffles with all parameters worth a try,
 * and right ones with wrong dice.
 */
#ifndef AUDIT_CANDIDATES_H
#define AUDIT_CANDIDATES_H

#include <stddef.h>

#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"

enum { AUDIT_CANDIDATES_MOST = 400 };

typedef struct audit_candidate {
    const audit_shuffle *shuffle;
    uint64_t parameter;
    const audit_die_kind *die;
    uint64_t die_parameter;
    char name[48];   /* "riffle:7", "down with few-seeds:16" */
    double mismatch; /* the largest standardised difference of all views; about 0 to 4 if
                        it is the same shuffle */
    int fits;        /* no difference was found */
} audit_candidate;

/* The number of those for n cards; names are filled in. */
size_t audit_candidates(size_t n, audit_candidate suspects[AUDIT_CANDIDATES_MOST]);

/* The parameter half way between that of a suspect and the next larger (or smaller) one
 * that was tried, of the same shuffle and die. 0: there is none. */
int audit_candidates_between(const audit_candidate *suspect, const audit_candidate *tried,
                             size_t count, int larger, size_t n,
                             audit_candidate *between);

#endif

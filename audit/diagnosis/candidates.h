/* SPDX-License-Identifier: MIT
 *
 * candidates.h - the shuffles that an unknown shuffle is compared with: the unfair ones
 * with all parameters of their grids, and fair ones with unfair dice.
 */
#ifndef AUDIT_CANDIDATES_H
#define AUDIT_CANDIDATES_H

#include <stddef.h>

#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"

enum { AUDIT_CANDIDATES_MOST = 400 };

typedef struct audit_candidate {
    const audit_shuffle *shuffle; /* of the catalogue */
    uint64_t parameter;           /* of the shuffle */
    const audit_die_kind *die;    /* its die */
    uint64_t die_parameter;       /* of the die */
    char name[48];                /* "riffle:7", "down with few-seeds:16" */
    double mismatch; /* the largest difference of all views, in standard deviations; about
                      * 0 to 4 if it is the same shuffle */
    int fits;        /* no difference was found */
} audit_candidate;

/* Lists the candidates for n cards, with their names. Returns their number. */
size_t audit_candidates(size_t n, audit_candidate candidates[AUDIT_CANDIDATES_MOST]);

/* Halves the interval between the parameter of a candidate and the next larger (or
 * smaller) one that was tried with the same shuffle and die. 0: there is nothing between.
 */
int audit_candidates_between(const audit_candidate *candidate,
                             const audit_candidate *tried, size_t count, int larger,
                             size_t n, audit_candidate *between);

#endif

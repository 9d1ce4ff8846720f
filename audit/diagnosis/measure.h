/* SPDX-License-Identifier: MIT
 *
 * measure.h - what many orders look like, in all views at once; and how far two such
 * pictures are apart.
 */
#ifndef AUDIT_MEASURE_H
#define AUDIT_MEASURE_H

#include <stddef.h>
#include <stdint.h>

#include "audit/diagnosis/tally.h"

typedef struct audit_measure {
    uint64_t count;   /* orders */
    uint64_t *counts; /* [cells + 1]; the last is of no cell */
    uint64_t *hashes; /* of the orders, but not of one that came twice in a row */
    size_t hashes_kept, hashes_room;
    unsigned char last[256]; /* order */
} audit_measure;

/* With room for the hashes of so many orders. FAIRAUDIT_OK or _ENOMEM; to be freed in
 * either case. */
int audit_measure_make(audit_measure *measure, const audit_tally_plan *plan,
                       size_t orders);
void audit_measure_free(audit_measure *measure);

/* Adds orders [count][n] that follow those before. FAIRAUDIT_OK or _ENOMEM. */
int audit_measure_add(audit_measure *measure, const audit_tally_plan *plan,
                      const unsigned char *orders, size_t count);

/* How many standard deviations are about as rare as p, both tails together. */
double audit_rarity(double p);

/* How often orders came again: pairs and triples of equal ones among `kept`. An order
 * that is the same as the one just before does not count: serial views see it. */
typedef struct audit_again {
    double kept, pairs, triples;
} audit_again;
audit_again audit_measure_again(const audit_measure *measure);

/* How much what is seen of some orders hangs together, in each view: */
typedef struct audit_bonds {
    double rows[AUDIT_TALLY_VIEWS];   /* 1 if rows are independent, up to their number if
                                         one tells all others */
    double orders[AUDIT_TALLY_VIEWS]; /* 1 if orders are independent, more if each is
                                         like those before: so many are worth one */
} audit_bonds;
int audit_measure_bonds(const audit_measure *measure, const audit_tally_plan *plan,
                        const unsigned char *orders, size_t count, audit_bonds *bonds);

/* How far two are apart in each view, in standard deviations of what chance does if both
 * are the same shuffle: z[views]. If `second` is NULL, it is an exactly fair one; with
 * `states` > 0 one that can only begin from so many states. */
void audit_measure_compare(const audit_measure *first, const audit_measure *second,
                           double states, const audit_tally_plan *plan,
                           const audit_bonds *bonds, double *z);

/* The same for a view of which the law of `second` is known exactly. */
double audit_measure_against_law(const audit_measure *first, const audit_tally_plan *plan,
                                 size_t view, const double *law);

/* The same for orders that came again. */
double audit_measure_compare_again(audit_again first, audit_again second);

#endif

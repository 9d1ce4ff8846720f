/* SPDX-License-Identifier: MIT
 *
 * fingerprint.h - what many orders look like, in all views at once; and how far two such
 * pictures are apart.
 */
#ifndef AUDIT_FINGERPRINT_H
#define AUDIT_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#include "audit/diagnosis/features.h"

typedef struct audit_fingerprint {
    uint64_t count;   /* orders */
    uint64_t *counts; /* [cells + 1]; the last is of no cell */
    uint64_t *hashes; /* of the orders, but not of one that came twice in a row */
    size_t hashes_kept, hashes_room;
    unsigned char last[256]; /* order */
} audit_fingerprint;

/* With room for the hashes of so many orders. FAIRAUDIT_OK or _ENOMEM; to be freed in
 * either case. */
int audit_fingerprint_make(audit_fingerprint *measure, const audit_features *plan,
                           size_t orders);
void audit_fingerprint_free(audit_fingerprint *measure);

/* Adds orders [count][n] that follow those before. FAIRAUDIT_OK or _ENOMEM. */
int audit_fingerprint_add(audit_fingerprint *measure, const audit_features *plan,
                          const unsigned char *orders, size_t count);

/* How many standard deviations are about as rare as p, both tails together. */
double audit_rarity(double p);

/* How often orders came again: pairs and triples of equal ones among `kept`. An order
 * that is the same as the one just before does not count: serial views see it. */
typedef struct audit_repeated {
    double kept, pairs, triples;
} audit_repeated;
audit_repeated audit_fingerprint_repeats(const audit_fingerprint *measure);

/* How much what is seen of some orders hangs together, in each view: */
typedef struct audit_correlations {
    double rows[AUDIT_FEATURE_VIEWS]; /* 1 if rows are independent, up to their number if
                                       one tells all others */
    double orders[AUDIT_FEATURE_VIEWS]; /* 1 if orders are independent, more if each is
                                         like those before: so many are worth one */
} audit_correlations;
int audit_fingerprint_correlations(const audit_fingerprint *measure,
                                   const audit_features *plan,
                                   const unsigned char *orders, size_t count,
                                   audit_correlations *bonds);

/* How far two are apart in each view, in standard deviations of what chance does if both
 * are the same shuffle: z[views]. If `second` is NULL, it is an exactly fair one; with
 * `states` > 0 one that can only begin from so many states. */
void audit_fingerprint_compare(const audit_fingerprint *first,
                               const audit_fingerprint *second, double states,
                               const audit_features *plan,
                               const audit_correlations *bonds, double *z);

/* The same for a view of which the distribution of `second` is known exactly. */
double audit_fingerprint_against(const audit_fingerprint *first,
                                 const audit_features *plan, size_t view,
                                 const double *probability);

/* The same for orders that came again. */
double audit_repeats_compare(audit_repeated first, audit_repeated second);

#endif

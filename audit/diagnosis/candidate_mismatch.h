/* SPDX-License-Identifier: MIT
 *
 * candidate_mismatch.h - how much a candidate differs from the observed orders.
 */
#ifndef AUDIT_CANDIDATE_MISMATCH_H
#define AUDIT_CANDIDATE_MISMATCH_H

#include "audit/diagnosis/fingerprint.h"
#include "audit/diagnosis/candidates.h"
#include "audit/orders/source.h"

/* The true candidate differs more than this in its worst view in about two of a thousand
 * cases, measured with all shuffles of the catalogue, 5 to 52 cards and 50 to 3000
 * orders. */
#define AUDIT_FITS 4.5

/* Larger than the mismatch of any candidate that was compared. */
#define AUDIT_NO_MATCH 1000.0

/* The observed orders. */
typedef struct audit_observed {
    const audit_features *features;   /* what is counted; must stay */
    const audit_seed *seed;           /* of the candidates; must stay */
    audit_fingerprint seen;           /* the counts of the observed orders */
    audit_repeated repeats;           /* how often orders repeat */
    audit_correlations correlations;  /* of rows and of orders */
    double fair[AUDIT_FEATURE_VIEWS]; /* distance from fair in each view, in standard
                                         deviations */
    double fair_repeats; /* how far repeats are from fair, in standard deviations */
} audit_observed;

/* FAIRAUDIT_OK or _ENOMEM; free it in either case. */
int audit_observed_make(audit_observed *observed, const audit_features *features,
                        const audit_seed *seed, const unsigned char *orders,
                        size_t count);
void audit_observed_free(audit_observed *observed);

/* Whether there is anything to explain; whether repeated orders are all there is. */
int audit_observed_is_unfair(const audit_observed *observed);
int audit_observed_only_repeats(const audit_observed *observed);

/* The mismatch of a fair shuffle with this number of states. */
double audit_mismatch_of_states(const audit_observed *observed, double states);

/* The mismatch of a candidate, from `count` orders that it makes with seed `number`.
 * `last`: it will not make more than these. FAIRAUDIT_OK or _ENOMEM. */
int audit_mismatch(const audit_observed *observed, const audit_candidate *candidate,
                   uint64_t number, size_t count, int last, double *mismatch);

#endif

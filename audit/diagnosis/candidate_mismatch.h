/* SPDX-License-Identifier: MIT
 *
 * candidate_mismatch.h - one suspect: does what it does look like what was seen?
 */
#ifndef AUDIT_CANDIDATE_MISMATCH_H
#define AUDIT_CANDIDATE_MISMATCH_H

#include "audit/diagnosis/fingerprint.h"
#include "audit/diagnosis/candidates.h"
#include "audit/orders/source.h"

/* The true one differs more than this in its worst view about twice in a thousand times,
 * measured with all shuffles of the catalogue, 5 to 52 cards and 50 to 3000 orders. */
#define AUDIT_FITS 4.5

/* More than anyone differs of whom something is known. */
#define AUDIT_NO_MATCH 1000.0

/* What was seen. */
typedef struct audit_observed {
    const audit_features *plan;
    const audit_seed *seed;
    audit_fingerprint seen;
    audit_repeated again;
    audit_correlations bonds;
    double fair[AUDIT_FEATURE_VIEWS]; /* how far it is from fair, in each view, */
    double fair_again;                /* and by orders that came again */
} audit_observed;

/* FAIRAUDIT_OK or _ENOMEM; to be freed in either case. Plan and seed must stay. */
int audit_observed_make(audit_observed *scene, const audit_features *plan,
                        const audit_seed *seed, const unsigned char *orders,
                        size_t count);
void audit_observed_free(audit_observed *scene);

/* Is there anything to explain? Is there nothing but orders that came again? */
int audit_observed_is_unfair(const audit_observed *scene);
int audit_observed_only_repeats(const audit_observed *scene);

/* How much a right shuffle with so many states differs. */
double audit_mismatch_of_states(const audit_observed *scene, double states);

/* How much a suspect differs, by `count` orders that it makes with the seed of that
 * number; `last`: these are all that it will make. FAIRAUDIT_OK or _ENOMEM. */
int audit_mismatch(const audit_observed *scene, const audit_candidate *suspect,
                   uint64_t number, size_t count, int last, double *mismatch);

#endif

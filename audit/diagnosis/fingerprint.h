/* SPDX-License-Identifier: MIT
 *
 * fingerprint.h - the counts of many orders in all views at once, and the difference
 * between two such fingerprints.
 */
#ifndef AUDIT_FINGERPRINT_H
#define AUDIT_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#include "audit/diagnosis/features.h"

typedef struct audit_fingerprint {
    uint64_t count;     /* orders */
    uint64_t *counts;   /* [cells + 1]; the last is for serial rows of the first order */
    uint64_t *hashes;   /* of the orders, without immediate repetitions */
    size_t hashes_kept; /* number of hashes */
    size_t hashes_room; /* hashes that there is room for */
    unsigned char last[256]; /* the last order */
} audit_fingerprint;

/* Makes an empty fingerprint with room for the hashes of `orders` orders. FAIRAUDIT_OK or
 * _ENOMEM; free it in either case. */
int audit_fingerprint_make(audit_fingerprint *fingerprint, const audit_features *features,
                           size_t orders);
void audit_fingerprint_free(audit_fingerprint *fingerprint);

/* Adds orders [count][n] that follow those before. FAIRAUDIT_OK or _ENOMEM. */
int audit_fingerprint_add(audit_fingerprint *fingerprint, const audit_features *features,
                          const unsigned char *orders, size_t count);

/* The number of standard deviations that is about as rare as p, both tails together. */
double audit_rarity(double p);

/* How often orders repeat: pairs and triples of equal ones. An order that equals the one
 * just before does not count, because serial views see it. */
typedef struct audit_repeated {
    double kept;    /* orders that are compared */
    double pairs;   /* pairs of equal orders */
    double triples; /* triples of equal orders */
} audit_repeated;

audit_repeated audit_fingerprint_repeats(const audit_fingerprint *fingerprint);

/* How strongly the features of some orders are correlated, in each view. */
typedef struct audit_correlations {
    double rows[AUDIT_FEATURE_VIEWS]; /* 1 if rows are independent; up to their number if
                                       * one determines all others */
    double orders[AUDIT_FEATURE_VIEWS]; /* 1 if orders are independent; k if k orders are
                                         * worth as much as one independent order */
} audit_correlations;

/* Estimates them from `count` orders. FAIRAUDIT_OK or _ENOMEM. */
int audit_fingerprint_correlations(const audit_fingerprint *fingerprint,
                                   const audit_features *features,
                                   const unsigned char *orders, size_t count,
                                   audit_correlations *correlations);

/* The difference of two fingerprints in each view, z[views], in standard deviations of
 * what chance does if both are of the same shuffle. If `second` is NULL, it is a fair
 * shuffle; with `states` > 0, a fair one that has only this number of states. */
void audit_fingerprint_compare(const audit_fingerprint *first,
                               const audit_fingerprint *second, double states,
                               const audit_features *features,
                               const audit_correlations *correlations, double *z);

/* The same for one view, if the distribution of the second shuffle is known exactly. */
double audit_fingerprint_against(const audit_fingerprint *first,
                                 const audit_features *features, size_t view,
                                 const double *probability);

/* The same for repeated orders. */
double audit_repeats_compare(audit_repeated first, audit_repeated second);

#endif

/* SPDX-License-Identifier: MIT
 *
 * scalar_fit.h - compares a number of each order with the distribution that it has if
 * orders are fair: counts, bets and tests.
 */
#ifndef AUDIT_SCALAR_FIT_H
#define AUDIT_SCALAR_FIT_H

#include <stddef.h>
#include <stdint.h>

#include "audit/views/view.h"
#include "audit/views/wealth.h"

typedef struct audit_scalar_fit {
    size_t size;         /* values are 0 to size - 1 */
    double *probability; /* [size]: the distribution if orders are fair */
    uint64_t *counts;    /* [size]: how often each value came */
    uint64_t total;      /* sum of all counts */
    double mean;         /* of the distribution */
    double variance;     /* of the distribution */

    /* For betting, neighbouring values share a bin. */
    size_t bins;                  /* number of bins */
    uint16_t *bin;                /* [size]: the bin of each value */
    double *share;                /* [bins]: the probability of each bin */
    double *distance;             /* [bins]: the z-score of the mean of each bin */
    uint64_t *bin_counts;         /* [bins]: how often each bin came */
    double prior;                 /* imaginary orders, for a lane with prior 1 */
    double (*tilts)[AUDIT_LANES]; /* [bins]: what the tilting bettor pays */
    double sum;                   /* sum of the distances of all values so far */
    uint64_t next;                /* the total at which the tilt is computed again */
    audit_wealth learned;         /* of the bettor who learns the bins */
    audit_wealth tilted;          /* of the bettor who learns the tilt */
} audit_scalar_fit;

/* Starts with the distribution on 0 to size - 1, which is copied; 0 < size < 2^16. 0: no
 * memory. Free it in either case. */
int audit_scalar_fit_make(audit_scalar_fit *fit, const double *probability, size_t size);
void audit_scalar_fit_free(audit_scalar_fit *fit);

/* Counts the value; if `bets`, bets on it first. */
void audit_scalar_fit_take(audit_scalar_fit *fit, size_t value, int bets);

/* ln of the wealth. */
double audit_scalar_fit_evidence(const audit_scalar_fit *fit);

/* Fills in up to two tests: of all counts, and of the mean. If there are only two values,
 * there is one exact test; if there is only one, none. Returns the number of tests. */
size_t audit_scalar_fit_tests(const audit_scalar_fit *fit, const char *name,
                              const char *title, const char *mean_name,
                              const char *mean_title, audit_test *tests);

#endif

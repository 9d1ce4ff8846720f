/* SPDX-License-Identifier: MIT
 *
 * known.h - a number of each order whose distribution is known if the order is fair: what
 * it was, bets on what it will be, and tests.
 */
#ifndef AUDIT_SCALAR_FIT_H
#define AUDIT_SCALAR_FIT_H

#include <stddef.h>
#include <stdint.h>

#include "audit/views/view.h"
#include "audit/views/wealth.h"

typedef struct audit_scalar_fit {
    size_t size; /* values are below */
    double *probability;
    uint64_t *counts; /* of each value */
    uint64_t total;
    double mean, variance;

    /* for betting: neighbouring values are put into bins */
    size_t bins;
    uint16_t *bin;            /* of each value */
    double *share, *distance; /* of each bin: its probability; its mean, in deviations */
    uint64_t *bin_counts;
    double prior;                 /* imaginary orders, for a prior of 1 */
    double (*tilts)[AUDIT_LANES]; /* of each bin: what the tilting bettor pays */
    double sum;                   /* of all distances so far */
    uint64_t next;                /* when to tilt anew */
    audit_wealth learned, tilted;
} audit_scalar_fit;

/* Of the distribution on 0 to size - 1, which is copied. 0: no memory; to be freed
 * anyway. */
int audit_scalar_fit_make(audit_scalar_fit *known, const double *probability,
                          size_t size);
void audit_scalar_fit_free(audit_scalar_fit *known);

/* Bets on the value, if `bets`, and counts it. */
void audit_scalar_fit_take(audit_scalar_fit *known, size_t value, int bets);

/* ln of the wealth. */
double audit_scalar_fit_evidence(const audit_scalar_fit *known);

/* At most two tests: of all counts, and of the mean. If there are only two values, one
 * exact test; if there is only one, none. */
size_t audit_scalar_fit_tests(const audit_scalar_fit *known, const char *name,
                              const char *title, const char *mean_name,
                              const char *mean_title, audit_test *tests);

#endif

/* SPDX-License-Identifier: MIT
 *
 * tails.h - both tails of the chi-square, normal, Poisson and binomial distributions.
 * Both are computed directly, never as one minus the other, so small values keep their
 * digits: ten of them, down to 1e-300 (tests/audit/numbers/test_tails.c).
 */
#ifndef AUDIT_TAILS_H
#define AUDIT_TAILS_H

#include <stdint.h>

/* Both tails of a distribution at x. The value itself belongs to both. */
typedef struct audit_tails {
    double upper; /* P(X >= x) */
    double lower; /* P(X <= x) */
} audit_tails;

audit_tails audit_tails_chisq(double x, double df);
audit_tails audit_tails_normal(double z);
audit_tails audit_tails_poisson(uint64_t x, double mean);
audit_tails audit_tails_binomial(uint64_t x, uint64_t n, double p);

/* The two-sided p-value: twice the smaller tail, at most 1. */
double audit_two_sided(audit_tails tails);

/* The x with P(X >= x) = p, 0 < p <= 1; infinity for p = 0. */
double audit_chisq_quantile(double p, double df);

#endif

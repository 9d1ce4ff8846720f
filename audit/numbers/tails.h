/* SPDX-License-Identifier: MIT
 *
 * tails.h - both tails of the chi-square, normal, Poisson and binomial distributions. As
 * in chisq.h, both are computed directly, so that small values keep their digits: ten of
 * them, down to 1e-300 (tests/audit/numbers/test_tails.c).
 */
#ifndef AUDIT_TAILS_H
#define AUDIT_TAILS_H

#include <stdint.h>

/* The value itself belongs to both tails: P(X >= x) and P(X <= x). */
typedef struct audit_tails {
    double upper, lower;
} audit_tails;

audit_tails audit_tails_chisq(double x, double df);
audit_tails audit_tails_normal(double z);
audit_tails audit_tails_poisson(uint64_t x, double mean);
audit_tails audit_tails_binomial(uint64_t x, uint64_t n, double p);

/* Twice the smaller tail, at most 1. */
double audit_two_sided(audit_tails tails);

/* x with P(X >= x) = p, for 0 < p <= 1; infinity for p = 0. */
double audit_chisq_quantile(double p, double df);

#endif

/* SPDX-License-Identifier: MIT
 *
 * chisq.h - both tails of the chi-square distribution.
 *
 * Both are computed directly, never as one minus the other, so that small values keep
 * their digits: they agree with GSL to 10 digits up to 5000 degrees of freedom
 * (tests/audit/numbers/test_chisq.c).
 */
#ifndef AUDIT_CHISQ_H
#define AUDIT_CHISQ_H

/* P(X >= x) and P(X <= x) for X chi-square with df > 0 degrees of freedom. */
double audit_chisq_upper(double x, double df);
double audit_chisq_lower(double x, double df);

#endif

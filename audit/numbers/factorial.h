/* SPDX-License-Identifier: MIT
 *
 * factorial.h - logarithms of factorials.
 */
#ifndef AUDIT_FACTORIAL_H
#define AUDIT_FACTORIAL_H

#include <stddef.h>

/* ln n! */
double audit_log_factorial(size_t n);

/* ln x! minus Stirling's approximation (x + 1/2) ln x - x + ln(2 pi) / 2, to 1e-14. x is
 * a whole number, x >= 1. */
double audit_stirling_remainder(double x);

#endif

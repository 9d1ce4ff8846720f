/* SPDX-License-Identifier: MIT
 *
 * law.h - the exact laws of the scalars of a fair order.
 */
#ifndef AUDIT_LAW_H
#define AUDIT_LAW_H

#include <stddef.h>

#include "block.h"

/* Values are 0 to audit_law_size() - 1. */
size_t audit_law_size(enum audit_scalar scalar, size_t n);

/* law[v] = P(v), to 1e-13 relatively (values below 1e-300 may be 0); 2 <= n <= 256. No
 * value whose true probability is positive and above 1e-300 is 0. */
void audit_law(enum audit_scalar scalar, size_t n, double *law);

/* ln n! */
double audit_log_factorial(size_t n);

/* ln x! less its first approximation (x + 1/2) ln x - x + ln(2 pi) / 2, to 1e-14; x is a
 * whole number above 0. */
double audit_stirling(double x);

#endif

/* SPDX-License-Identifier: MIT
 *
 * position.h - the position matrix: how often each card was at each position, and its
 * chi-square.
 *
 * Even counts are necessary for fairness, but far from sufficient: a rotation by a random
 * amount passes.
 */
#ifndef AUDIT_POSITION_H
#define AUDIT_POSITION_H

#include <stddef.h>
#include <stdint.h>

/* Adds one order to count[position * n + card], n by n. */
void audit_position_add(uint64_t *count, const unsigned char *order, size_t n);

/* The chi-square of a matrix of `trials` orders, with (n - 1)^2 degrees of freedom. Rows
 * and columns have fixed sums, so it is (n - 1) / n times the sum of (O - E)^2 / E. */
double audit_position_chisq(const uint64_t *count, size_t n, uint64_t trials);

#endif

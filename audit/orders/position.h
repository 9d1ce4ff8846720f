/* SPDX-License-Identifier: MIT
 *
 * position.h - the position matrix: how often each card ended at each position, and its
 * chi-square.
 *
 * A necessary condition for fairness, far from a sufficient one: a rotation by a random
 * amount passes it.
 */
#ifndef AUDIT_POSITION_H
#define AUDIT_POSITION_H

#include <stddef.h>
#include <stdint.h>

/* Adds one order to count[position * n + card], n by n. */
void audit_position_add(uint64_t *count, const unsigned char *order, size_t n);

/* The statistic of a matrix of `trials` orders. Rows and columns both have fixed sums, so
 * it is (n - 1) / n times the sum of (O - E)^2 / E, with (n - 1)^2 degrees of freedom. */
double audit_position_chisq(const uint64_t *count, size_t n, uint64_t trials);

#endif

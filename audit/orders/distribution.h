/* SPDX-License-Identifier: MIT
 *
 * distribution.h - the exact distributions of the scalars of a fair order.
 */
#ifndef AUDIT_DISTRIBUTION_H
#define AUDIT_DISTRIBUTION_H

#include <stddef.h>

#include "audit/orders/block.h"

/* The number of values: 0 to audit_distribution_size() - 1. */
size_t audit_distribution_size(enum audit_scalar scalar, size_t n);

/* probability[v] = P(v), with a relative error of at most 1e-13; 2 <= n <= 256. A value
 * is 0 only if its true probability is 0 or below 1e-300. */
void audit_distribution(enum audit_scalar scalar, size_t n, double *probability);

/* probability[d] = P(d descents), d = 0 to n - 1, for a stable sort by random keys of
 * `bits` bits. For `bits` riffles, this is the distribution of the descents of the
 * inverse. */
void audit_distribution_of_keys(size_t n, unsigned bits, double *probability);

#endif

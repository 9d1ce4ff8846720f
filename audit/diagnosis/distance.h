/* SPDX-License-Identifier: MIT
 *
 * distance.h - a lower bound on the total variation distance from fair, by a rule that is
 * learned on one half of the orders and tried on the other.
 */
#ifndef AUDIT_DISTANCE_H
#define AUDIT_DISTANCE_H

#include <stddef.h>
#include <stdint.h>

#include "audit/orders/source.h"

/* The bound holds with probability at least 1 - 1e-6 if orders are independent of each
 * other (dependence.h tests that), and their number was not chosen by looking at them. */
typedef struct audit_distance {
    double bound;     /* the lower bound; 0 if nothing was found */
    double estimate;  /* what the bound would be without the allowance for chance */
    const char *view; /* the view that gave it: a name, "all" together, or "" */
} audit_distance;

/* From orders [count][n], of which at most 400,000 are used. FAIRAUDIT_OK or _ENOMEM. */
int audit_distance_find(const unsigned char *orders, size_t count, size_t n,
                        const audit_seed *seed, unsigned threads,
                        audit_distance *distance);

/* From samples [count][k] of n items. FAIRAUDIT_OK or _ENOMEM. */
int audit_distance_of_samples(const uint32_t *items, size_t count, size_t n, size_t k,
                              audit_distance *distance);

#endif

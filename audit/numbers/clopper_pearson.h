/* SPDX-License-Identifier: MIT
 *
 * clopper_pearson.h - exact confidence bounds (Clopper and Pearson) of a probability,
 * from an event that happened `count` times in `trials`.
 */
#ifndef AUDIT_CLOPPER_PEARSON_H
#define AUDIT_CLOPPER_PEARSON_H

#include <stdint.h>

/* The true probability is below the lower bound, or above the upper bound, each with
 * probability at most `level`. count <= trials, 0 < level < 1. */
double audit_clopper_pearson_lower(uint64_t count, uint64_t trials, double level);
double audit_clopper_pearson_upper(uint64_t count, uint64_t trials, double level);

#endif

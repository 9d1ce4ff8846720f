/* SPDX-License-Identifier: MIT
 *
 * clopper_pearson.h - how large is a share that was seen `count` times in `trials`? Exact
 * bounds (Clopper and Pearson), for any number of trials.
 */
#ifndef AUDIT_CLOPPER_PEARSON_H
#define AUDIT_CLOPPER_PEARSON_H

#include <stdint.h>

/* The true share is below the lower bound, or above the upper one, each with probability
 * at most `level`. */
double audit_clopper_pearson_lower(uint64_t count, uint64_t trials, double level);
double audit_clopper_pearson_upper(uint64_t count, uint64_t trials, double level);

#endif

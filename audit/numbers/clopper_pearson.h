/* SPDX-License-Identifier: MIT
 *
 * clopper_pearson.h - how large is a share that was seen `count` times in `trials`? Exact
 * bounds (Clopper and Pearson), for any number of trials.
 */
#ifndef AUDIT_SHARE_H
#define AUDIT_SHARE_H

#include <stdint.h>

/* The true share is below the lower bound, or above the upper one, each with probability
 * at most `level`. */
double audit_share_least(uint64_t count, uint64_t trials, double level);
double audit_share_most(uint64_t count, uint64_t trials, double level);

#endif

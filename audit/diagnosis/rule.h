/* SPDX-License-Identifier: MIT
 *
 * rule.h - rules that tell the orders of one shuffle from fair ones, learned from counts.
 */
#ifndef AUDIT_RULE_H
#define AUDIT_RULE_H

#include <stddef.h>
#include <stdint.h>

#include "audit/diagnosis/tally.h"

/* score[cell], for all cells and one more that is 0: ln of how much more often an order
 * in that cell comes than it should, as far as `count` orders tell. */
void audit_rule_learn(const audit_tally_plan *plan, const uint64_t *counts,
                      uint64_t count, double *score);

/* The scores of an order: sums[views], from its cells. */
void audit_rule_sums(const audit_tally_plan *plan, const double *score,
                     const uint32_t *cells, double *sums);

/* Where to cut one score, so that as many as possible of the first kind are above it and
 * as few as possible of the second. Sorts both. */
double audit_rule_cut(double *first, size_t first_count, double *second,
                      size_t second_count);

/* One rule of all scores together, by logistic regression: weight[views + 1]. An order is
 * of the first kind rather if audit_rule_joint() is positive. Rows of `views` scores. */
void audit_rule_join(const double *first, size_t first_count, const double *second,
                     size_t second_count, size_t views, double *weight);
double audit_rule_joint(const double *weight, const double *sums, size_t views);

#endif

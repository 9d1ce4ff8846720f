/* SPDX-License-Identifier: MIT
 *
 * classifier.h - rules that tell the orders of one shuffle from fair ones, learned from counts.
 */
#ifndef AUDIT_CLASSIFIER_H
#define AUDIT_CLASSIFIER_H

#include <stddef.h>
#include <stdint.h>

#include "audit/diagnosis/features.h"

/* score[cell], for all cells and one more that is 0: ln of how much more often an order
 * in that cell comes than it should, as far as `count` orders tell. */
void audit_classifier_learn(const audit_features *plan, const uint64_t *counts,
                            uint64_t count, double *score);

/* The scores of an order: sums[views], from its cells. */
void audit_classifier_scores(const audit_features *plan, const double *score,
                             const uint32_t *cells, double *sums);

/* Where to cut one score, so that as many as possible of the first kind are above it and
 * as few as possible of the second. Sorts both. */
double audit_classifier_threshold(double *first, size_t first_count, double *second,
                                  size_t second_count);

/* One rule of all scores together, by logistic regression: weight[views + 1]. An order is
 * of the first kind rather if audit_classifier_combined() is positive. Rows of `views`
 * scores. */
void audit_classifier_combine(const double *first, size_t first_count,
                              const double *second, size_t second_count, size_t views,
                              double *weight);
double audit_classifier_combined(const double *weight, const double *sums, size_t views);

#endif

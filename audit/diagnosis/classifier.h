/* SPDX-License-Identifier: MIT
 *
 * classifier.h - learns from counts to distinguish the orders of a shuffle from fair
 * ones.
 */
#ifndef AUDIT_CLASSIFIER_H
#define AUDIT_CLASSIFIER_H

#include <stddef.h>
#include <stdint.h>

#include "audit/diagnosis/features.h"

/* Learns score[cell], for all cells and one more that is 0: ln of how much more often an
 * order of that cell comes than a fair one, as estimated from `count` orders. */
void audit_classifier_learn(const audit_features *features, const uint64_t *counts,
                            uint64_t count, double *score);

/* The scores of an order in each view, from its cells: sums[views]. */
void audit_classifier_scores(const audit_features *features, const double *score,
                             const uint32_t *cells, double *sums);

/* The threshold of one score that separates the two kinds best: as many as possible of
 * the first kind are above it, and as few as possible of the second. Sorts both arrays.
 * Neither count may be 0. */
double audit_classifier_threshold(double *first, size_t first_count, double *second,
                                  size_t second_count);

/* Learns one rule from the scores of all views by logistic regression: weight[views + 1].
 * The kinds are rows of `views` scores. audit_classifier_combined() is positive if an
 * order is more likely of the first kind. */
void audit_classifier_combine(const double *first, size_t first_count,
                              const double *second, size_t second_count, size_t views,
                              double *weight);
double audit_classifier_combined(const double *weight, const double *sums, size_t views);

#endif

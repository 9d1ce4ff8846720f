/* SPDX-License-Identifier: MIT
 *
 * chi_square_fit.h - fills in tests: a chi-square of counts, or a statistic with other
 * tails; and whether the chi-square distribution can be trusted.
 */
#ifndef AUDIT_CHI_SQUARE_FIT_H
#define AUDIT_CHI_SQUARE_FIT_H

#include "audit/views/view.h"

/* Whether a chi-square with df degrees of freedom may be used at the level 1e-8.
 * `inverse` is the sum of 1 / E over all cells, where E is the expected count. */
int audit_chi_square_trusted(double df, double inverse);

/* Fills in everything but name and title of a chi-square test with the value x. */
void audit_fill_chi_square(audit_test *test, double x, double df, double inverse);

/* Fills in a test with a distribution other than chi-square: df is 0. */
void audit_fill_tails(audit_test *test, double value, double expected, audit_tails tails,
                      int usable);

/* Fills in a test of a number from `least` to `most` whose tails are at most those of a
 * Poisson distribution with this mean. The test is usable if the probability of `least`
 * or of `most` is at most AUDIT_REMARKABLE. */
#define AUDIT_REMARKABLE 5e-4
void audit_fill_poisson(audit_test *test, uint64_t value, double mean, uint64_t least,
                        uint64_t most);

#endif

/* SPDX-License-Identifier: MIT
 *
 * goodness.h - a chi-square of counts as a test, and whether its distribution can be
 * trusted.
 */
#ifndef AUDIT_CHI_SQUARE_FIT_H
#define AUDIT_CHI_SQUARE_FIT_H

#include "audit/views/view.h"

/* Whether a chi-square with df degrees of freedom may be used at the level 1e-8, where
 * `inverse` is the sum of 1 / E over all cells, E what is expected there. */
int audit_chi_square_trusted(double df, double inverse);

/* Fills in all but name and title of a test. */
void audit_fill_chi_square(audit_test *test, double x, double df, double inverse);

/* Fills in a test that has another distribution: df is 0. */
void audit_fill_tails(audit_test *test, double value, double expected, audit_tails tails,
                      int usable);

/* Fills in a test of a number from `least` to `most` that has the tails of a Poisson
 * number with this mean, or narrower ones. It is usable if `least` or `most` would be as
 * rare as AUDIT_REMARKABLE. */
#define AUDIT_REMARKABLE 5e-4
void audit_fill_poisson(audit_test *test, uint64_t value, double mean, uint64_t least,
                        uint64_t most);

#endif

/* SPDX-License-Identifier: MIT
 *
 * view.c - what the tests of all views have in common: when a chi-square is to be
 * trusted.
 *
 * At the end of an audit about thirty tests share a level of 5e-7, so that a single one
 * is judged at about 1e-8, in both tails. There the chi-square distribution is only true
 * of many orders. What is wrong with it was computed exactly, for N balls in m equal
 * cells, from the distribution of the sum of squares (all partial sums and sums of
 * squares, cell by cell):
 *
 *  - upper tail: counts are skew, so large values are more likely than the distribution
 *    says, the more so the fewer are expected in a cell. With the expected count E that
 *    audit_counts_suffice() asks for, the true probability of what the distribution calls
 *    1e-8 is larger by a factor of
 *
 *        m          3     6    10    24    60   120
 *        E        170   170   153    96    60    42
 *        factor  1.11  1.24  1.25  1.23  1.18  1.16
 *
 *    For larger m it was not computed there, only extrapolated from these and from 2.5
 *    at m = 720, E = 2.
 *
 *    The statistics of the matrices have the same mean and the same variance
 *    2 df (1 - 1/N); their third cumulant exceeds that of the distribution as if E were
 * the expected count of a cell, or, where reversing an order turns signs, not at all:
 * each is |V_1 + ... + V_N|^2 / N for vectors V_t that all have the length sqrt(df) and
 *    unit covariance, so the cumulants follow from the moments of the inner product of
 *    two of them; that is (n - 1) (fixed points - 1) for positions. That is an argument,
 *    no proof for 1e-8. It was checked by the exact distribution for positions of 3 cards
 * (factor 1.2 with 510 orders, tests/audit/views/test_matrices_fair.c), and elsewhere by
 *    simulation, which reaches 1e-4 only.
 *
 *  - lower tail: the values that can occur lie apart, and 0 itself may have a probability
 *    far above 1e-8 where the chi-square distribution says 0. P(value <= x) is P(value <
 *    x + step), so the distribution is asked at x + step. At m = 6, E = 100 the value 0
 *    has probability 2.5e-7, and is said to have 3e-6; with many degrees of freedom the
 *    step is nothing.
 */
#include "audit/views/view.h"

#include <math.h>
#include <stdlib.h>

int audit_counts_suffice(double each, double df)
{
    return each >= fmax(2, fmin(170, 460 / sqrt(df)));
}

audit_test audit_test_chisq(const char *name, const char *title, double value, double df,
                            double step, int usable)
{
    audit_test test = {
        .name = name,
        .title = title,
        .value = isfinite(value) ? value : 0,
        .df = df,
        .expected = df,
        .tails = {1, 1},
        .usable = usable,
    };
    if (usable) {
        test.tails.upper = audit_tails_chisq(value, df).upper;
        test.tails.lower = audit_tails_chisq(value + step, df).lower;
    }
    return test;
}

void audit_view_discard(audit_view *view)
{
    free(view);
}

double audit_no_evidence(const audit_view *view)
{
    (void)view;
    return 0;
}

/* SPDX-License-Identifier: MIT
 *
 * view.c - the common part of all views: when a chi-square test can be trusted.
 *
 * At the end of an audit about thirty tests share a level of 5e-7, so a single test is
 * judged at about 1e-8, in both tails. There the statistic is chi-square distributed only
 * if there are many orders. The error was computed exactly, for N balls in m equal cells,
 * from the distribution of the sum of squares (all partial sums and sums of squares, cell
 * by cell):
 *
 *  - Upper tail: counts are skewed, so large values are more likely than the chi-square
 *    distribution says, the more so the fewer are expected in a cell. With the expected
 *    count E that audit_counts_suffice() asks for, the true probability of what the
 *    chi-square distribution calls 1e-8 is larger by a factor of
 *
 *        m          3     6    10    24    60   120
 *        E        170   170   153    96    60    42
 *        factor  1.11  1.24  1.25  1.23  1.18  1.16
 *
 * For larger m it was not computed, only extrapolated from these and from 2.5 at m =
 * 720, E = 2.
 *
 * The statistics of the matrices have the same mean and the same variance 2 df (1 -
 * 1/N). Their third cumulant exceeds that of the chi-square distribution as if E were the
 * expected count of a cell; or not at all, where reversing an order changes signs. Each
 * is |V_1 + ... + V_N|^2 / N for vectors V_t that all have the length sqrt(df) and unit
 * covariance, so the cumulants follow from the moments of the inner product of two of
 * them; for positions that is (n - 1) (fixed points - 1). This is an argument, not a
 * proof for 1e-8. It was checked by the exact distribution for positions of 3 cards
 * (factor 1.2 with 510 orders, tests/audit/views/test_matrices_fair.c), and elsewhere by
 * simulation, which reaches only 1e-4.
 *
 *  - Lower tail: the possible values are a step apart, and 0 itself may have a
 *    probability far above 1e-8 where the chi-square distribution says 0. P(value <= x)
 *    is P(value < x + step), so the distribution is evaluated at x + step. At m = 6,
 *    E = 100 the value 0 has probability 2.5e-7, and the test says 3e-6. With many
 *    degrees of freedom the step does not matter.
 */
#include "audit/views/view.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

int audit_counts_suffice(double each, double df)
{
    return each >= fmax(2, fmin(170, 460 / sqrt(df)));
}

audit_test audit_test_chisq(const char *name, const char *title, double value, double df,
                            double step, int usable)
{
    assert(df > 0);
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

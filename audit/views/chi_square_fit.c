/* SPDX-License-Identifier: MIT
 *
 * chi_square_fit.c - a chi-square of counts as a test.
 *
 * Tests are judged at 1e-8 and below, where the statistic is not quite chi-square
 * distributed. Two errors matter there.
 *
 * Upper tail: counts are skewed, as Poisson counts are. Among all ways to reach a large
 * value x, the likely one spreads the excess over all directions: each cell then has
 * s^2 = x/df times its usual variance. Averaged over cells with that variance, the
 * Edgeworth series of a Poisson count with mean E changes the probability by the factor
 *
 *     1 + sum 1/E * ((s^2 - 1)^2 / 8 + 5 (s^2 - 1)^3 / 24),
 *
 * since the Hermite polynomials H4 and H6 have the means 3 (s^2 - 1)^2 and 15 (s^2 - 1)^3
 * there. A fixed total makes the factor smaller, and with few degrees of freedom the sum
 * overstates it. Exact probabilities (tests/audit/views/test_scalars.c) show: where the
 * chi-square distribution says 1e-8, the true probability is at most about 1.5e-8 if the
 * sum is at most 7 for two degrees of freedom, 3 for ten, and 2 for more. So few degrees
 * of freedom need hundreds of expected orders in each cell, a thousand degrees a handful.
 *
 * Lower tail: counts are whole numbers. They can be perfectly even, where the chi-square
 * distribution says 0. So each point of the lattice of counts has to stand for the cell
 * around it. In many dimensions the cell adds its mean square, sum 1/(12 E), and as much
 * to the expected value (Sheppard's correction). In few dimensions, where one cell may be
 * all there is, its whole radius is added, the square root of sum 1/(4 E), to be safe.
 */
#include "audit/views/chi_square_fit.h"

#include <math.h>

/* About the x that is exceeded with probability 1e-8 (Wilson and Hilferty). */
static double far_out(double df)
{
    const double v = 2 / (9 * df), root = 1 - v + 5.612 * sqrt(v);
    return df * root * root * root;
}

int audit_chi_square_trusted(double df, double inverse)
{
    if (!(df > 0) || !(inverse < 1e6))
        return 0;
    const double more = far_out(df) / df - 1;
    return inverse * more * more * (1 / 8.0 + more * 5 / 24) <= fmax(2, 8 - df / 2);
}

void audit_fill_chi_square(audit_test *test, double x, double df, double inverse)
{
    test->value = x;
    test->df = test->expected = df;
    test->tails = (audit_tails){1, 1};
    test->usable = audit_chi_square_trusted(df, inverse);
    if (!test->usable)
        return;
    const double radius = sqrt(x) + sqrt(inverse / 4), h = inverse / (12 * df);
    const double raised = df > 10 ? (x + df * h) / (1 + h) : radius * radius;
    test->tails.upper = audit_tails_chisq(x, df).upper;
    test->tails.lower = audit_tails_chisq(raised, df).lower;
}

void audit_fill_tails(audit_test *test, double value, double expected, audit_tails tails,
                      int usable)
{
    test->value = value;
    test->df = 0;
    test->expected = expected;
    test->tails = usable ? tails : (audit_tails){1, 1};
    test->usable = usable;
}

void audit_fill_poisson(audit_test *test, uint64_t value, double mean, uint64_t least,
                        uint64_t most)
{
    const double positive = fmax(mean, 1e-300);
    const double rarest = fmin(audit_tails_poisson(least, positive).lower,
                               audit_tails_poisson(most, positive).upper);
    audit_fill_tails(test, (double)value, mean, audit_tails_poisson(value, positive),
                     rarest <= AUDIT_REMARKABLE);
}

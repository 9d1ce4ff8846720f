/* SPDX-License-Identifier: MIT
 *
 * tails.c - both tails of some distributions, and a quantile.
 *
 * Poisson. At least x events happen by the time `mean` if and only if event x, whose time
 * is half a chi-square with 2 x degrees of freedom, comes before.
 *
 * Binomial. P(X >= a) is the incomplete beta function I_p(a, b), b = n - a + 1. It is
 * P(X = a) times a continued fraction: the even part of DLMF 8.17.22, which Didonato and
 * Morris use (ACM TOMS 18, 1992). For a above the mean all its terms are positive, so
 * nothing cancels. It ends after b steps, and has converged after about the square root
 * of n. For a below the mean, the other tail is subtracted from 1; that loses nothing,
 * because it is not near 1. P(X = a) is expanded around its maximum: logarithms of
 * factorials are large, and their differences would lose digits.
 */
#include "audit/numbers/tails.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "audit/numbers/chisq.h"
#include "audit/numbers/factorial.h"

audit_tails audit_tails_chisq(double x, double df)
{
    return (audit_tails){audit_chisq_upper(x, df), audit_chisq_lower(x, df)};
}

audit_tails audit_tails_normal(double z)
{
    const double t = z / sqrt(2);
    return (audit_tails){erfc(t) / 2, erfc(-t) / 2};
}

audit_tails audit_tails_poisson(uint64_t x, double mean)
{
    assert(mean >= 0);
    const double count = (double)x;
    return (audit_tails){x == 0 ? 1 : audit_chisq_lower(2 * mean, 2 * count),
                         audit_chisq_upper(2 * mean, 2 * count + 2)};
}

double audit_two_sided(audit_tails tails)
{
    return fmin(1, 2 * fmin(tails.upper, tails.lower));
}

/* ---- binomial ---------------------------------------------------------------------- */

/* x ln(x / mean) - more, for more = x - mean. Near the mean it is the series of the
 * logarithm in v = more / (x + mean), whose first term cancels all but more * v (Loader's
 * method). */
static double deviance(double x, double mean, double more)
{
    const double v = more / (x + mean);
    if (fabs(v) > 0.1)
        return x * log(x / mean) - more;
    double power = 2 * x * v, sum = more * v;
    for (int k = 3; k < 24; k += 2) {
        power *= v * v;
        sum += power / k;
    }
    return sum;
}

/* P(X = x) for more = x - n p; p + q = 1, neither is 0. */
static double binomial_point(double x, double n, double p, double q, double more)
{
    if (x == 0 || x == n) {
        const double all = x == 0 ? q : p, none = x == 0 ? p : q;
        return exp(n * (all < 0.5 ? log(all) : log1p(-none)));
    }
    const double small = audit_stirling_remainder(n) - audit_stirling_remainder(x) -
                         audit_stirling_remainder(n - x);
    const double away = deviance(x, n * p, more) + deviance(n - x, n * q, -more);
    return exp(small - away) * sqrt(n / (2 * acos(-1.0) * x * (n - x)));
}

/* P(X >= x) for more = x - n p >= p and 1 <= x <= n. The fraction is
 * beta(0) + alpha(1) / (beta(1) + alpha(2) / (beta(2) + ...)). Lentz's method evaluates
 * it from the front, as a product of ratios of its convergents. */
static double binomial_far(double x, double n, double p, double q, double more)
{
    assert(x >= 1 && x <= n && more >= p);
    const double a = x, b = n - x + 1, above = more - p + 1;
    double fraction = a * above / (a + 1), c = fraction, d = 0;
    for (uint64_t step = 1; (double)step < b; step++) {
        const double m = (double)step, odd = a + 2 * m - 1, next = m * (b - m) * p / odd;
        const double alpha = (a + m - 1) * (a + b + m - 1) * p / odd * next;
        const double beta = m + next + (a + m) * (above + m * (1 + q)) / (odd + 2);
        d = 1 / (beta + alpha * d);
        c = beta + alpha / c;
        fraction *= c * d;
        if (fabs(c * d - 1) < DBL_EPSILON)
            break;
    }
    return binomial_point(x, n, p, q, more) * q * a / fraction;
}

/* P(X >= x), 1 <= x <= n. X < x if and only if n - X >= n - x + 1. */
static double binomial_upper(double x, double n, double p, double q, double more)
{
    return more >= p ? binomial_far(x, n, p, q, more)
                     : 1 - binomial_far(n - x + 1, n, q, p, 1 - more);
}

audit_tails audit_tails_binomial(uint64_t x, uint64_t n, double p)
{
    const double count = (double)x, all = (double)n, q = 1 - p;
    /* The smaller of p and q is exact, and its product with n loses less. */
    const double more = p < 0.5 ? count - all * p : all * q - (all - count);
    audit_tails tails = {1, 1};
    if (x > n || (p <= 0 && x > 0))
        tails.upper = 0;
    else if (x > 0 && q > 0)
        tails.upper = binomial_upper(count, all, p, q, more);
    if (x < n && q <= 0)
        tails.lower = 0;
    else if (x < n && p > 0)
        tails.lower = binomial_upper(all - count, all, q, p, -more);
    return tails;
}

/* ---- quantiles --------------------------------------------------------------------- */

/* Bisects [low, high] down to the resolution of doubles. above(x) says whether x is too
 * large. */
static double bisect(int (*above)(double x, const double *given), const double *given)
{
    double low = 0, high = 1;
    while (!above(high, given) && high < DBL_MAX / 4) {
        low = high;
        high *= 2;
    }
    for (int i = 0; i < 1100; i++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (above(middle, given))
            high = middle;
        else
            low = middle;
    }
    return high;
}

static int above_quantile(double x, const double *given)
{
    const double p = given[0], df = given[1];
    if (p < 0.5)
        return audit_chisq_upper(x, df) < p;
    return audit_chisq_lower(x, df) > 1 - p;
}

double audit_chisq_quantile(double p, double df)
{
    if (p >= 1)
        return 0;
    if (p <= 0)
        return INFINITY;
    return bisect(above_quantile, (const double[]){p, df});
}

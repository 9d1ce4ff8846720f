/* SPDX-License-Identifier: MIT
 *
 * chisq.c - both tails of the chi-square distribution: the regularised incomplete gamma
 * functions at a = df/2 and x/2.
 *
 * The lower one is a series that converges well for x < a + 1. Elsewhere the upper one is
 * Legendre's continued fraction, evaluated by Lentz's method. The other tail is the
 * complement of a number that is not small.
 */
#include "audit/numbers/chisq.h"

#include <assert.h>
#include <float.h>
#include <math.h>

/* log(1 + t) - t, without cancellation for small t. */
static double log1p_minus(double t)
{
    if (fabs(t) > 0.05)
        return log1p(t) - t;
    double power = t, sum = 0;
    for (int k = 2; k < 20; k++) {
        power *= -t;
        sum += power / k;
    }
    return sum;
}

/* x^a e^-x / Gamma(a + 1). For large a the exponent is expanded around its maximum, with
 * Stirling's series: differences of large logarithms would lose digits. */
static double front(double a, double x)
{
    if (a < 100)
        return exp(a * log(x) - x - lgamma(a + 1));
    const double stirling = 1 / (12 * a) - 1 / (360 * a * a * a) + 1 / (1260 * pow(a, 5));
    return exp(a * log1p_minus((x - a) / a) - stirling) / sqrt(2 * acos(-1.0) * a);
}

static double lower_series(double a, double x)
{
    double term = 1, sum = 1;
    for (int k = 1; term > sum * DBL_EPSILON / 4; k++) {
        term *= x / (a + k);
        sum += term;
    }
    return front(a, x) * sum;
}

static double upper_fraction(double a, double x)
{
    const double tiny = DBL_MIN / DBL_EPSILON;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, f = d;
    for (int i = 1; i < 1000000; i++) {
        const double an = -i * (i - a);
        b += 2;
        d = an * d + b;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = b + an / c;
        c = fabs(c) < tiny ? tiny : c;
        f *= d * c;
        if (fabs(d * c - 1) < DBL_EPSILON)
            break;
    }
    return front(a, x) * a * f;
}

double audit_chisq_upper(double x, double df)
{
    assert(df > 0);
    const double a = df / 2, h = x / 2;
    if (h <= 0)
        return 1;
    if (isinf(h))
        return 0;
    return h < a + 1 ? 1 - lower_series(a, h) : upper_fraction(a, h);
}

double audit_chisq_lower(double x, double df)
{
    assert(df > 0);
    const double a = df / 2, h = x / 2;
    if (h <= 0)
        return 0;
    if (isinf(h))
        return 1;
    return h < a + 1 ? lower_series(a, h) : 1 - upper_fraction(a, h);
}

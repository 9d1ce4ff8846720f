/* SPDX-License-Identifier: MIT
 *
 * saddlepoint.c - tails of a sum of independent numbers whose distribution is known.
 *
 * The normal approximation is no good at 1e-8 for skewed numbers such as fixed points; it
 * would take ten thousand of them. But the distribution also gives K(s), the logarithm of
 * the mean of exp(s (v - mean)), and the saddlepoint approximation of Lugannani and Rice
 * is accurate in the far tails, too. For N numbers with the average a,
 *
 *     K'(s) = a - mean,   w = sign(s) sqrt(2 N (s K'(s) - K(s))),
 *     u = (1 - exp(-s d)) / d * sqrt(N K''(s)),
 *     P(S >= N a) = Q(w) + q(w) (1 / u - 1 / w),
 *
 * with the normal density q and its upper tail Q. u is in the form of Daniels (Tail
 * probability approximations, 1987) for numbers that are multiples of d. exp(-w^2 / 2) is
 * Chernoff's bound, which always holds. The result is never above it, which matters near
 * the end of the range. The lower tail is the upper tail of the negated numbers.
 */
#include "audit/numbers/saddlepoint.h"

#include <assert.h>
#include <math.h>

void audit_mean_and_variance(const double *probability, size_t size, double *mean,
                             double *variance)
{
    assert(size > 0);
    double all = 0, first = 0, second = 0;
    for (size_t v = 0; v < size; v++) {
        all += probability[v];
        first += probability[v] * (double)v;
    }
    *mean = first / all;
    for (size_t v = 0; v < size; v++) {
        const double off = (double)v - *mean;
        second += probability[v] * off * off;
    }
    *variance = second / all;
}

/* ---- the function K ---------------------------------------------------------------- */

/* A number with a known distribution; `way` is 1 for the upper tail and -1 for the lower.
 */
typedef struct summand {
    const double *probability; /* [size] */
    size_t size;               /* values are 0 to size - 1 */
    double mean;               /* of the values */
    double way;                /* a value v counts as (v - mean) * way */
} summand;

typedef struct cumulants {
    double k;      /* K(s) */
    double first;  /* K'(s) */
    double second; /* K''(s) */
} cumulants;

/* Near s = 0 all terms are small: expm1 and log1p keep the digits, and it does no harm
 * that the probabilities sum up to 1 with a small error. Terms that would overflow are
 * limited: they belong to an s that is far too large. */
static cumulants cumulants_at(const summand *of, double s)
{
    double more = 0, first = 0, second = 0;
    for (size_t v = 0; v < of->size; v++) {
        if (of->probability[v] == 0)
            continue;
        const double off = ((double)v - of->mean) * of->way;
        const double gain = expm1(fmin(s * off, 650));
        more += of->probability[v] * gain;
        first += of->probability[v] * off * (1 + gain);
        second += of->probability[v] * off * off * (1 + gain);
    }
    first /= 1 + more;
    return (cumulants){log1p(more), first, second / (1 + more) - first * first};
}

/* The largest number that divides all differences of values. */
static double step_of(const double *probability, size_t size)
{
    size_t step = 0, first = 0;
    while (first < size && probability[first] == 0)
        first++;
    for (size_t v = first + 1; v < size; v++)
        if (probability[v] > 0)
            for (size_t rest = v - first; rest > 0;) {
                const size_t next = step % rest;
                step = rest;
                rest = next;
            }
    return step > 0 ? (double)step : 1;
}

/* ---- tails ------------------------------------------------------------------------- */

static double upper(const summand *of, double step, double variance, double trials,
                    double off)
{
    double low = 0, high = 1 / sqrt(variance), extreme = 0, last = 0;
    for (size_t v = 0; v < of->size; v++) {
        const double here = ((double)v - of->mean) * of->way;
        if (of->probability[v] > 0 && here > extreme) {
            extreme = here;
            last = of->probability[v];
        }
    }
    const double most = 600 / extreme;
    if (off <= 0)
        return 1;
    /* At the end of the range all numbers are the extreme one. Then there is no s. */
    if ((extreme - off) * trials < step / 2)
        return exp(trials * log(last));
    while (high < most && !(cumulants_at(of, high).first > off))
        high *= 2;
    high = fmin(high, most);
    cumulants there = cumulants_at(of, high);
    if (!(there.first > off)) /* near the end of the range; s would be too large for a
                               * double */
        return exp(trials * (there.k - high * off));
    double s = off / variance;
    for (int i = 0; i < 100; i++) {
        if (!(s > low && s < high))
            s = (low + high) / 2;
        there = cumulants_at(of, s);
        if (there.first < off)
            low = s;
        else
            high = s;
        const double next = s + (off - there.first) / there.second;
        if (fabs(next - s) < 1e-13 * s)
            break;
        s = next;
    }
    const double w = sqrt(2 * trials * fmax(s * off - there.k, 0));
    const double u = -expm1(-s * step) / step * sqrt(trials * there.second);
    const double chernoff = exp(-w * w / 2);
    return fmin(chernoff, 0.5 * erfc(w / sqrt(2)) +
                              chernoff / sqrt(2 * acos(-1.0)) * (1 / u - 1 / w));
}

audit_tails audit_saddlepoint_tails(const double *probability, size_t size,
                                    uint64_t trials, double sum)
{
    double mean, variance;
    audit_mean_and_variance(probability, size, &mean, &variance);
    const double count = (double)trials, off = sum / count - mean;
    if (trials == 0 || !(variance > 0))
        return (audit_tails){1, 1};
    const double step = step_of(probability, size), deviation = sqrt(variance / count);
    const double half = step / count / 2;
    audit_tails tails;

    /* Close to the mean, 1/u - 1/w is a difference of large numbers. There the normal
     * approximation is good, with the value itself in both tails. */
    tails.upper = 0.5 * erfc((off - half) / deviation / sqrt(2));
    tails.lower = 0.5 * erfc((-off - half) / deviation / sqrt(2));
    const summand up = {probability, size, mean, 1}, down = {probability, size, mean, -1};
    if (off > 0.02 * deviation)
        tails.upper = fmin(upper(&up, step, variance, count, off), 1);
    if (-off > 0.02 * deviation)
        tails.lower = fmin(upper(&down, step, variance, count, -off), 1);
    return tails;
}

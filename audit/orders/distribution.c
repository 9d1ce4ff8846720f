/* SPDX-License-Identifier: MIT
 *
 * distribution.c - the exact distributions of the scalars of a fair order.
 *
 * All are recurrences for probabilities, from one deck to the next larger one. Only
 * positive terms are added, multiplied and divided, so each step adds at most three
 * rounding errors of 1.1e-16 to the relative error. It stays below 1e-13 for 256 cards;
 * compared with exact numbers it is 6e-15 (tests/audit/orders/test_distributions.c).
 * Intermediate values that underflow are below 1e-307, and reach the result with a factor
 * of at most 1: they do not matter to values above 1e-300.
 *
 * Cycles (Stirling). Card m is inserted into a deck of m - 1 cards: in one of m ways it
 * is a cycle of its own, otherwise it joins an existing one.
 *
 * Fixed points (rencontres). Let d(m) be the probability that no card of m is at its own
 * position: m d(m) = (m - 1) d(m - 1) + d(m - 2), because D(m) = (m - 1)
 * (D(m - 1) + D(m - 2)) counts them. Choose the k cards that are at their own positions;
 * none of the others is:
 *
 *     P(k) = C(n, k) D(n - k) / n! = d(n - k) / k!
 *
 * Successions. Choose the k of n - 1 pairs c, c + 1 that stand together, and glue each of
 * them. Then n - k pieces are left, in an order without successions. There are Q(m) of
 * these for m pieces. If j given pairs are glued, (m - j)! orders are left, so by
 * inclusion and exclusion, and since C(m - 1, j) = C(m, j) - C(m - 1, j - 1),
 *
 *     Q(m) = sum over j of (-1)^j C(m - 1, j) (m - j)! = D(m) + D(m - 1)
 *
 * because D(m) is the same sum with C(m, j). By the recurrence above D(m + 1) is m times
 * this, and with m = n - k
 *
 *     P(k) = C(n - 1, k) Q(m) / n! = (m + 1) d(m + 1) / (n k!)
 *
 * Descents (Euler). Card m, the largest, is inserted into a deck of m - 1 cards with k
 * descents. At k + 1 positions it makes no new descent: between the two cards of a
 * descent, and at the end. At all others it makes one. The inverse of a fair order is
 * fair, so its descents have the same distribution.
 *
 * Inversions (MacMahon). Card m has 0 to m - 1 cards after it, equally likely, so the new
 * distribution is the mean of m neighbours of the old one: a sum over a sliding window.
 * To subtract what leaves the window would lose digits. But up to the middle the sum only
 * grows, and it is kept in two doubles, with 100 bits, so the errors of all additions and
 * subtractions together are below 1e-25. The other half mirrors the first.
 */
#include "audit/orders/distribution.h"

#include <assert.h>
#include <math.h>

size_t audit_distribution_size(enum audit_scalar scalar, size_t n)
{
    switch (scalar) {
    case AUDIT_SIGN:
        return 2;
    case AUDIT_CYCLES:
    case AUDIT_FIXED:
        return n + 1;
    case AUDIT_INVERSIONS:
        return n * (n - 1) / 2 + 1;
    default:
        return n;
    }
}

static void cycles(size_t n, double *probability)
{
    for (size_t k = 0; k <= n; k++)
        probability[k] = k == 0;
    for (size_t m = 1; m <= n; m++) {
        for (size_t k = m; k > 0; k--)
            probability[k] =
                (probability[k - 1] + (double)(m - 1) * probability[k]) / (double)m;
        probability[0] = 0; /* 1 for the empty deck only */
    }
}

static void descents(size_t n, double *probability)
{
    for (size_t k = 0; k < n; k++)
        probability[k] = k == 0;
    for (size_t m = 2; m <= n; m++) {
        for (size_t k = m - 1; k > 0; k--)
            probability[k] = ((double)(k + 1) * probability[k] +
                              (double)(m - k) * probability[k - 1]) /
                             (double)m;
        probability[0] /= (double)m;
    }
}

/* none[m] = d(m), for m up to n. */
static void no_fixed(size_t n, double *none)
{
    none[0] = 1;
    none[1] = 0;
    for (size_t m = 2; m <= n; m++)
        none[m] = ((double)(m - 1) * none[m - 1] + none[m - 2]) / (double)m;
}

static void fixed(size_t n, double *probability)
{
    double none[258] = {0}, over_factorial = 1;
    no_fixed(n, none);
    for (size_t k = 0; k <= n; k++) {
        probability[k] = none[n - k] * over_factorial;
        over_factorial /= (double)(k + 1);
    }
}

static void successions(size_t n, double *probability)
{
    double none[258] = {0}, over_factorial = 1;
    no_fixed(n + 1, none);
    for (size_t k = 0; k < n; k++) {
        const size_t m = n - k;
        probability[k] = (double)(m + 1) * none[m + 1] / (double)n * over_factorial;
        over_factorial /= (double)(k + 1);
    }
}

/* A number as the sum of two doubles, the second far smaller than the first. */
typedef struct twofold {
    double high; /* the number, rounded */
    double low;  /* the number minus `high` */
} twofold;

/* Adds x. The sum of the high parts is exact (Knuth). */
static inline void twofold_add(twofold *t, double x)
{
    const double sum = t->high + x, part = sum - t->high;
    const double low = t->low + ((t->high - (sum - part)) + (x - part));
    t->high = sum + low;
    t->low = low - (t->high - sum);
}

static void inversions(size_t n, double *probability)
{
    probability[0] = 1;
    for (size_t m = 2; m <= n; m++) {
        const size_t most = m * (m - 1) / 2;
        double leaving[256] = {0}; /* the last m old values, cyclically */
        twofold window = {0, 0};
        for (size_t v = 0, turn = 0; v <= most / 2; v++) {
            const double entering = probability[v];
            twofold_add(&window, entering);
            twofold_add(&window, -leaving[turn]);
            leaving[turn] = entering;
            turn = turn + 1 == m ? 0 : turn + 1;
            probability[v] = window.high / (double)m;
        }
        for (size_t v = 0; v <= most / 2; v++)
            probability[most - v] = probability[v];
    }
}

void audit_distribution(enum audit_scalar scalar, size_t n, double *probability)
{
    assert(n >= 2 && n <= 256);
    switch (scalar) {
    case AUDIT_SIGN:
        probability[0] = probability[1] = 0.5;
        break;
    case AUDIT_CYCLES:
        cycles(n, probability);
        break;
    case AUDIT_FIXED:
        fixed(n, probability);
        break;
    case AUDIT_INVERSIONS:
        inversions(n, probability);
        break;
    case AUDIT_SUCCESSIONS:
        successions(n, probability);
        break;
    default:
        descents(n, probability);
    }
}

/* ---- keys -------------------------------------------------------------------------- */

/* The keys that lead to an order with d descents satisfy k1 <= k2 <= ... <= kn < 2^b,
 * with a strict increase at each descent: C(2^b + n - 1 - d, n) ways out of 2^(b n)
 * (Bayer and Diaconis, for riffles). That is the fair distribution times the product of
 * (2^b - d + j) / 2^b, for j from 0 to n - 1. */
void audit_distribution_of_keys(size_t n, unsigned bits, double *probability)
{
    assert(n >= 2 && n <= 256 && bits < 1000);
    const double keys = ldexp(1, (int)bits);
    audit_distribution(AUDIT_DESCENTS, n, probability);
    for (size_t d = 0; d < n; d++)
        for (size_t j = 0; j < n; j++)
            probability[d] *= fmax(0, (keys - (double)d + (double)j) / keys);
}

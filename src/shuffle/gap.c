/* SPDX-License-Identifier: MIT
 *
 * gap.c - the number of items before the next chosen one, drawn exactly.
 *
 * Everything is based on one event: a random set of k out of n items contains none of s
 * given items. By inclusion and exclusion, its probability is
 *
 *     P(n, k, s) = a0 - a1 + a2 - ...,   a0 = 1,
 *     a(j+1) / a(j) = (s - j) (k - j) / ((n - j) (j + 1)).
 *
 * If s k <= n, all these ratios are at most 1, so von Neumann's method applies: go on
 * from j to j + 1 with probability a(j+1) / a(j). The probability of reaching j is a(j),
 * so the probability of stopping at an even j is the alternating sum. Each ratio takes a
 * pair of dice, and the mean number of steps is less than e.
 *
 * The gap is then drawn as Bringmann and Friedrich draw geometric variates (2013). Does
 * the next stretch of s ~ n / k items contain a chosen one? If not, continue after it. If
 * so, draw the place i of the first: a uniform i < s, kept with a probability that is
 * proportional to P(first at i). Both steps succeed with probabilities bounded away from
 * 0, so O(1) dice suffice for any n and k.
 *
 * A stream has the same event: items t + 1 to t + s are all passed over if and only if a
 * random set of k of the first t + s items contains none of these s.
 */
#include "src/shuffle/gap.h"

#include <assert.h>

#include "src/dice/dice.h"

/* Whether a random k of n items contain none of s given items. s * k <= n, and s, k <= n.
 */
static int missed(fair_rng *rng, uint64_t n, uint64_t k, uint64_t s)
{
    assert(s <= n && k <= n && (k == 0 || s <= n / k));
    for (uint64_t j = 0;; j++) {
        const uint64_t ways = (s - j) * (k - j); /* <= n - j, and 0 at the last j */
        const int on = ways > 0 && fs_below(rng, n - j) < ways &&
                       (j == 0 || fs_below(rng, j + 1) == 0);
        if (!on)
            return j % 2 == 0;
    }
}

/* Tries to draw the place of the first chosen item, given that k of n are chosen and the
 * first of them is among the first s: P(first at i) = P(n, k, i) * k / (n - i), i < s.
 * Returns whether *i may be kept. */
static int try_fixed(fair_rng *rng, uint64_t n, uint64_t k, uint64_t s, uint64_t *i)
{
    *i = fs_below(rng, s);
    return (*i == s - 1 || fs_below(rng, n - *i) < n - (s - 1)) && missed(rng, n, k, *i);
}

/* The same for a stream after t items: P(first at i) = P(t + i, k, i) * k / (t + i + 1).
 */
static int try_stream(fair_rng *rng, uint64_t t, uint64_t k, uint64_t s, uint64_t *i)
{
    *i = fs_below(rng, s);
    return (*i == 0 || fs_below(rng, t + *i + 1) < t + 1) && missed(rng, t + *i, k, *i);
}

/* About n / (k + 1). Then the probabilities that the stretch is missed, and that a try is
 * kept, are bounded away from 0 for k = 1 as well as for k near n. */
static uint64_t stretch_fixed(uint64_t n, uint64_t k)
{
    return k < n / 2 ? n / (k + 1) : 1;
}

uint64_t fs_gap_fixed(fair_rng *rng, uint64_t n, uint64_t k)
{
    assert(1 <= k && k <= n);
    uint64_t passed = 0, s = stretch_fixed(n, k), i;
    while (missed(rng, n, k, s)) {
        passed += s;
        n -= s; /* still n >= k: all k are after the stretch */
        s = stretch_fixed(n, k);
    }
    while (!try_fixed(rng, n, k, s, &i))
        ;
    return passed + i;
}

/* The longest stretch with s k <= t + s that ends at item 2^64 - 2 or before. */
static uint64_t stretch_stream(uint64_t t, uint64_t k)
{
    const uint64_t s = k == 1 ? t : t / (k - 1);
    return s < UINT64_MAX - 1 - t ? s : UINT64_MAX - 1 - t;
}

uint64_t fs_gap_stream(fair_rng *rng, uint64_t seen, uint64_t k)
{
    assert(1 <= k && k <= seen);
    uint64_t t = seen, s = stretch_stream(t, k), i;
    while (s > 0 && missed(rng, t + s, k, s)) {
        t += s;
        s = stretch_stream(t, k);
    }
    if (s == 0)
        return UINT64_MAX;
    while (!try_stream(rng, t, k, s, &i))
        ;
    return t - seen + i;
}

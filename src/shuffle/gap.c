/* SPDX-License-Identifier: MIT
 *
 * gap.c - how far to the next chosen item, exactly.
 *
 * Everything rests on one event: a random set of k out of n items misses s given ones.
 * By inclusion and exclusion its probability is
 *
 *     P(n, k, s) = a0 - a1 + a2 - ...,   a0 = 1,
 *     a(j+1) / a(j) = (s - j) (k - j) / ((n - j) (j + 1)).
 *
 * While s k <= n all these ratios are at most 1, so von Neumann's trick applies: go on
 * from j to j + 1 with probability a(j+1) / a(j); the chance of getting as far as j is
 * a(j), so the chance of stopping at an even j is the alternating sum. Each ratio is a
 * pair of dice, and the mean number of steps is less than e.
 *
 * With this the gap is drawn in the manner of Bringmann and Friedrich's geometric
 * variates (2013): does the next stretch of s ~ n / k items hold any chosen one? If not,
 * go on behind it. If it does, draw the place i of the first: uniform i < s, kept with
 * probability proportional to what P(first at i) really is. Both steps succeed with
 * probabilities bounded away from 0, so O(1) dice are enough whatever the size.
 *
 * The stream is the same event: items t + 1 to t + s are all passed over exactly when a
 * random k of the first t + s misses those s.
 */
#include "src/shuffle/gap.h"

#include "src/dice/dice.h"

/* Whether k out of n miss s given items. s * k <= n, and s, k <= n. */
static int missed(fair_rng *rng, uint64_t n, uint64_t k, uint64_t s)
{
    for (uint64_t j = 0;; j++) {
        const uint64_t ways = (s - j) * (k - j); /* <= n - j, and 0 at the last j */
        const int on = ways > 0 && fs_below(rng, n - j) < ways &&
                       (j == 0 || fs_below(rng, j + 1) == 0);
        if (!on)
            return j % 2 == 0;
    }
}

/* One try at the place of the first chosen item, given that k of n are chosen and the
 * first of them is among the first s: P(first at i) = P(n, k, i) * k / (n - i), i < s.
 * Returns whether *i may be kept. */
static int try_fixed(fair_rng *rng, uint64_t n, uint64_t k, uint64_t s, uint64_t *i)
{
    *i = fs_below(rng, s);
    return (*i == s - 1 || fs_below(rng, n - *i) < n - (s - 1)) && missed(rng, n, k, *i);
}

/* The same in a stream of which t have come: P(first at i) = P(t + i, k, i) * k /
 * (t + i + 1). */
static int try_stream(fair_rng *rng, uint64_t t, uint64_t k, uint64_t s, uint64_t *i)
{
    *i = fs_below(rng, s);
    return (*i == 0 || fs_below(rng, t + *i + 1) < t + 1) && missed(rng, t + *i, k, *i);
}

/* About n / (k + 1): then the stretch is missed, and a try kept, with probabilities that
 * neither vanish for k = 1 nor for k near n. */
static uint64_t stretch_fixed(uint64_t n, uint64_t k)
{
    return k < n / 2 ? n / (k + 1) : 1;
}

uint64_t fs_gap_fixed(fair_rng *rng, uint64_t n, uint64_t k)
{
    uint64_t passed = 0, s = stretch_fixed(n, k), i;
    while (missed(rng, n, k, s)) {
        passed += s;
        n -= s; /* still n >= k, for the stretch held none of them */
        s = stretch_fixed(n, k);
    }
    while (!try_fixed(rng, n, k, s, &i))
        ;
    return passed + i;
}

/* The longest stretch with s k <= t + s, but none beyond 2^64 - 2 items in all. */
static uint64_t stretch_stream(uint64_t t, uint64_t k)
{
    const uint64_t s = k == 1 ? t : t / (k - 1);
    return s < UINT64_MAX - 1 - t ? s : UINT64_MAX - 1 - t;
}

uint64_t fs_gap_stream(fair_rng *rng, uint64_t seen, uint64_t k)
{
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

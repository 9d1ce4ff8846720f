/* SPDX-License-Identifier: MIT
 *
 * reservoir.c - a sample of k from a stream of unknown length.
 *
 * Waterman's rule (Knuth, volume 2, algorithm R): after t items, the next one is taken
 * with probability k / (t + 1), and replaces a random slot. If each set of k of the first
 * t items had the probability 1 / C(t, k), then each set of k of the first t + 1 has
 *
 *     without the new item    1 / C(t, k) * (t + 1 - k) / (t + 1)
 *     with the new item       (t - k + 1) / C(t, k) * k / (t + 1) * 1 / k
 *                             (it came from one of t - k + 1 sets)
 *
 * and both are 1 / C(t + 1, k). Items that are passed over need no dice: gap.c draws how
 * many there are.
 */
#include "fairshuf.h"

#include "src/dice/dice.h"
#include "src/shuffle/gap.h"

void fair_reservoir_init(fair_reservoir *r, size_t k)
{
    *r = (fair_reservoir){.k = k, .seen = 0, .next = 0};
}

uint64_t fair_reservoir_gap(fair_reservoir *r, fair_rng *rng)
{
    if (r->seen < r->k)
        return 0;
    if (r->k == 0)
        return UINT64_MAX;
    if (r->next < r->seen) {
        const uint64_t gap = fs_gap_stream(rng, r->seen, r->k);
        r->next = gap < UINT64_MAX - r->seen ? r->seen + gap : UINT64_MAX;
    }
    return r->next == UINT64_MAX ? UINT64_MAX : r->next - r->seen;
}

size_t fair_reservoir_offer(fair_reservoir *r, fair_rng *rng)
{
    if (r->seen < r->k)
        return (size_t)r->seen++;
    const uint64_t gap = fair_reservoir_gap(r, rng);
    if (r->seen < UINT64_MAX) /* at the limit, the gap is never 0 */
        r->seen++;
    return (size_t)(gap > 0 ? r->k : fs_below(rng, r->k));
}

uint64_t fair_reservoir_pass(fair_reservoir *r, fair_rng *rng, uint64_t count)
{
    if (count == 0) /* the gap is not needed yet, so do not draw it */
        return 0;
    const uint64_t gap = fair_reservoir_gap(r, rng);
    if (count > gap)
        count = gap;
    if (count > UINT64_MAX - r->seen)
        count = UINT64_MAX - r->seen;
    r->seen += count;
    return count;
}

uint64_t fair_reservoir_seen(const fair_reservoir *r)
{
    return r->seen;
}

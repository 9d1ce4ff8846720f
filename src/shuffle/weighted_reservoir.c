/* SPDX-License-Identifier: MIT
 *
 * weighted_reservoir.c - a weighted sample of k from a stream of unknown length, exact.
 *
 * The sample is kept in the order of the draws. A new item goes from place to place,
 * starting with the first. Let T be the weight of all items offered so far, including the
 * new one, without those in the places before this one. The item that arrives at a place
 * takes it with a probability of its weight divided by T, and the item that was there
 * goes on instead. The item that goes on from the last place is dropped.
 *
 * Why this is right. Let c be the item that arrives at place j. Given c and what is now
 * in the places before j, the old places from j on are successive draws from the items
 * that are neither there nor c; these weigh T - c. So item z was drawn for place j with
 * probability z / (T - c), and is there afterwards with probability
 *
 *     (1 - c / T) * z / (T - c) = z / T        and c with probability c / T,
 *
 * for any c: place j is a draw from all items that are not in the places before it. And
 * whether c stays or not, the condition holds for the next place: the old places after j
 * are successive draws from the items that are neither in the places up to j nor the item
 * that goes on. (In formulas, c and z are the weights of c and z.)
 *
 * Passing over many places with one die. Consider s places at which the sums are T(0) >=
 * T(1) >= ... >= T(s-1) = L, and an item of weight v with s v <= L. The first place that
 * it takes is i with probability
 *
 *     F(i) = v / T(i) * (1 - v / T(0)) * ... * (1 - v / T(i-1)) <= v / L.
 *
 * Roll x below L. If x >= s v, the item passes all s places. Otherwise i = x / v is a
 * candidate: each i < s is one with probability v / L. Keep it with probability L / T(i).
 * It stands if the item also passes the i places before it. The probability of this is
 * the product in F(i), and it is decided in the same way, with i in place of s. So there
 * is a chain of kept candidates, each of which refutes the one before it. The first
 * stands if and only if their number is odd.
 *
 * A Fenwick tree holds the sums of the weights of the first places.
 */
#include "fairshuf.h"

#include <assert.h>

#include "src/dice/dice.h"

void fair_weighted_reservoir_init(fair_weighted_reservoir *r, fair_weighted_slot *slots,
                                  size_t k)
{
    *r = (fair_weighted_reservoir){.slots = slots, .k = k};
}

/* ---- the weights of the places ---------------------------------------------------- *
 *
 * slots[i - 1].sum is the weight of the lowbit(i) places up to place i, counted from 1.
 */

static size_t lowbit(size_t i)
{
    return i & (0 - i);
}

/* The weight of the places before `place`. */
static uint64_t weight_before(const fair_weighted_reservoir *r, size_t place)
{
    uint64_t sum = 0;
    for (size_t i = place; i > 0; i -= lowbit(i))
        sum += r->slots[i - 1].sum;
    return sum;
}

/* The weight of all items offered that are not in the places before `place`. */
static uint64_t weight_from(const fair_weighted_reservoir *r, size_t place)
{
    return r->total - (place + 1 == r->count ? r->ahead : weight_before(r, place));
}

/* Adds an item to the sample, in a new last place. */
static void append(fair_weighted_reservoir *r, uint64_t weight, size_t slot)
{
    const size_t i = r->count + 1;
    assert(i <= r->k);
    r->ahead = weight_before(r, r->count);
    r->slots[i - 1].sum = r->ahead - weight_before(r, i - lowbit(i)) + weight;
    r->slots[i - 1].slot = slot;
    r->count = i;
}

/* Puts an item in a place. *weight and *slot become those of the item that was there. */
static void exchange_items(fair_weighted_reservoir *r, size_t place, uint64_t *weight,
                           size_t *slot)
{
    const uint64_t old_weight = weight_before(r, place + 1) - weight_before(r, place);
    const size_t old_slot = r->slots[place].slot;
    const uint64_t more = *weight - old_weight; /* modulo 2^64, like all sums here */
    for (size_t i = place + 1; i <= r->count; i += lowbit(i))
        r->slots[i - 1].sum += more;
    if (place + 1 < r->count)
        r->ahead += more;
    r->slots[place].slot = *slot;
    *weight = old_weight;
    *slot = old_slot;
}

/* ---- the dice --------------------------------------------------------------------- */

/* The first of the s places from `start` on that an item of this weight takes, or s if it
 * passes all of them. `least` is the weight from the last of them on, and at least s *
 * weight. */
static size_t first_taken(const fair_weighted_reservoir *r, fair_rng *rng,
                          uint64_t weight, size_t start, size_t s, uint64_t least)
{
    size_t candidate = s, before = s;
    int stands = 0;
    while (before > 0) {
        const uint64_t x = fs_below(rng, least);
        if (x >= before * weight)
            break;
        before = (size_t)(x / weight);
        if (before < s - 1 && fs_below(rng, weight_from(r, start + before)) >= least)
            break;
        candidate = candidate == s ? before : candidate;
        stands = !stands;
    }
    return stands ? candidate : s;
}

/* The first place from `start` on that an item of this weight takes; count if none. */
static size_t find_place(const fair_weighted_reservoir *r, fair_rng *rng, uint64_t weight,
                         size_t start)
{
    while (start < r->count) {
        size_t s = r->count - start;
        uint64_t least = weight_from(r, start + s - 1), product;
        while (fs_mul64(s, weight, &product) > 0 || product > least) {
            s /= 2;
            assert(s > 0); /* because weight <= weight_from(r, start) */
            least = weight_from(r, start + s - 1);
        }
        const size_t taken = first_taken(r, rng, weight, start, s, least);
        start += taken;
        if (taken < s)
            break;
    }
    return start;
}

int fair_weighted_reservoir_offer(fair_weighted_reservoir *r, fair_rng *rng,
                                  uint64_t weight, size_t *slot)
{
    if (weight > UINT64_MAX - r->total)
        return FAIR_ERANGE;
    *slot = r->k;
    if (weight == 0 || r->k == 0) {
        r->total += weight;
        return FAIR_OK;
    }
    const int draws = r->count > 0;
    r->total += weight;
    const size_t entered = find_place(r, rng, weight, 0);
    size_t place = entered, moving = r->k; /* the slot of the item on its way */
    while (place < r->count) {
        exchange_items(r, place, &weight, &moving);
        place = find_place(r, rng, weight, place + 1);
    }
    if (place < r->k) {
        append(r, weight, moving);
        moving = place; /* the next unused slot */
    }
    if (entered < r->k)
        r->slots[entered].slot = *slot = moving;
    return draws ? fair_rng_error(rng) : FAIR_OK;
}

size_t fair_weighted_reservoir_count(const fair_weighted_reservoir *r)
{
    return r->count;
}

size_t fair_weighted_reservoir_slot(const fair_weighted_reservoir *r, size_t draw)
{
    assert(draw < r->count);
    return r->slots[draw].slot;
}

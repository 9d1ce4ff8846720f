/* SPDX-License-Identifier: MIT
 *
 * weighted_dice.c - weighted sampling with replacement, exact.
 *
 * A draw rolls x below the sum of the weights, and finds the first item up to which the
 * weights add up to more than x. So the probability of an item is exactly its weight
 * divided by the sum.
 *
 * A guide table makes the search short (Chen and Asau, "On Generating Random Variates
 * from an Empirical Distribution", 1974). It divides the numbers below the sum into at
 * most n + 1 intervals of 2^shift numbers, and has the item of the first number of each.
 * The item of x is between the entry of its interval and the next entry, and a binary
 * search finds it there. The search takes O(log n) steps at most, and O(1) on average for
 * any weights: there are more than n / 2 intervals (or one for each number), all but the
 * last are equally likely, and all together contain at most n ends of items.
 */
#include "fairshuf.h"

#include <assert.h>

#include "src/base/memory.h"
#include "src/dice/dice.h"
#include "src/shuffle/workspace.h"

struct guided {
    uint64_t *end;  /* [n]: the sum of the weights up to and including each item */
    void *guide;    /* [intervals + 1]: indices, 4 or 8 bytes wide */
    uint64_t total; /* the sum of all weights, more than 0 */
    unsigned shift; /* an interval has 2^shift numbers */
};

size_t fs_dice_weighted_bytes(size_t n)
{
    const size_t width = fs_index_width(n), each = sizeof(uint64_t) + width;
    if (n == 0)
        return 0;
    return n <= ((size_t)PTRDIFF_MAX - 2 * width) / each ? n * each + 2 * width
                                                         : FS_TOO_LARGE;
}

/* Fills in the tables; end[] has the sums. */
FS_INLINE void build_guide(struct guided *g, size_t n, size_t width)
{
    const uint64_t last = g->total - 1;
    size_t item = 0, interval = 0;
    g->shift = 0;
    while (last >> g->shift > n)
        g->shift++; /* at most 63, because n >= 1 */
    for (; interval <= last >> g->shift; interval++) {
        while (g->end[item] <= (uint64_t)interval << g->shift)
            item++;
        fs_index_put(g->guide, interval, width, item);
    }
    while (g->end[item] <= last)
        item++;
    fs_index_put(g->guide, interval, width, item);
}

/* The first item up to which the weights add up to more than x < total; `low` is the
 * entry of the interval of x. */
FS_INLINE uint64_t locate(const struct guided *g, uint64_t x, uint64_t low, size_t width)
{
    assert(x < g->total);
    low += g->end[low] <= x; /* without branches, which would often be mispredicted */
    low += g->end[low] <= x;
    if (FS_LIKELY(g->end[low] > x))
        return low;
    uint64_t high = fs_index_get(g->guide, (size_t)(x >> g->shift) + 1, width);
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (g->end[middle] > x)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Draws in blocks, so that the memory accesses of a block overlap. */
FS_INLINE void draw(fair_rng *rng, struct guided *g, size_t n, uint64_t *out,
                    size_t count, size_t width)
{
    enum { BLOCK = 32 };
    uint64_t x[BLOCK], low[BLOCK];
    build_guide(g, n, width);
    fs_cursor cursor = fs_cursor_open(rng);
    while (count > 0) {
        const size_t draws = count < BLOCK ? count : BLOCK;
        for (size_t i = 0; i < draws; i++) {
            fs_roll(&cursor, g->total, 0, 1, &x[i]); /* as fair_below() */
            FS_PREFETCH((const char *)g->guide + (size_t)(x[i] >> g->shift) * width);
        }
        for (size_t i = 0; i < draws; i++) {
            low[i] = fs_index_get(g->guide, (size_t)(x[i] >> g->shift), width);
            FS_PREFETCH(&g->end[low[i]]);
        }
        for (size_t i = 0; i < draws; i++)
            out[i] = locate(g, x[i], low[i], width);
        out += draws;
        count -= draws;
    }
    fs_cursor_close(&cursor);
}

/* Adds up the weights. Returns whether the sum is less than 2^64. */
static int add_up(const uint64_t *weights, size_t n, uint64_t *total)
{
    *total = 0;
    for (size_t i = 0; i < n; i++) {
        if (weights[i] > UINT64_MAX - *total)
            return 0;
        *total += weights[i];
    }
    return 1;
}

int fair_dice_weighted(fair_rng *rng, const uint64_t *weights, size_t n, uint64_t *out,
                       size_t count, const fair_options *options)
{
    struct guided g = {0};
    const size_t bytes = fs_dice_weighted_bytes(n);
    if (!fs_options_valid(options))
        return FAIR_EINVAL;
    if (bytes == FS_TOO_LARGE || !fs_fits(count, sizeof *out) ||
        !add_up(weights, n, &g.total))
        return FAIR_ERANGE;
    if (count == 0)
        return FAIR_OK;
    if (g.total == 0)
        return FAIR_EINVAL;
    fs_memory memory = fs_memory_start(options);
    g.end = fs_memory_get(&memory, bytes);
    if (g.end == NULL)
        return FAIR_ENOMEM;
    g.guide = g.end + n;
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        g.end[i] = sum += weights[i];
    if (fs_index_width(n) == 4)
        draw(rng, &g, n, out, count, 4);
    else
        draw(rng, &g, n, out, count, 8);
    fs_memory_free(&memory, g.end, bytes);
    return fair_rng_error(rng);
}

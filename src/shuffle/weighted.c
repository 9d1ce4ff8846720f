/* SPDX-License-Identifier: MIT
 *
 * weighted.c - weighted sampling without replacement, exact.
 *
 * Each draw rolls one die with as many sides as the weight that is left, finds the item
 * in a Fenwick tree of partial sums, and removes its weight. Weights are whole numbers,
 * so each draw is exactly proportional. The distribution is the same as with the keys
 * u^(1/w) of Efraimidis and Spirakis, without their logarithms.
 */
#include "fairshuf.h"

#include <assert.h>

#include "src/base/memory.h"
#include "src/dice/dice.h"
#include "src/shuffle/workspace.h"

/* sum[i - 1] is the weight of the lowbit(i) items up to item i, counted from 1. */
struct tree {
    uint64_t *sum; /* [n]: partial sums of a Fenwick tree; owned */
    size_t n;      /* items */
    size_t top;    /* the largest power of two <= n */
};

static void build(struct tree *t, const uint64_t *weights, size_t n)
{
    memcpy(t->sum, weights, n * sizeof *weights);
    t->n = n;
    t->top = 1;
    while (t->top <= n / 2)
        t->top *= 2;
    for (size_t i = 1; i <= n; i++) {
        const size_t parent = i + (i & (0 - i));
        if (parent > i && parent <= n)
            t->sum[parent - 1] += t->sum[i - 1];
    }
}

/* The first item up to which the weights add up to more than `at` < total. */
static size_t locate_item(const struct tree *t, uint64_t at)
{
    size_t before = 0;
    for (size_t step = t->top; step > 0; step /= 2)
        if (step <= t->n - before && t->sum[before + step - 1] <= at) {
            before += step;
            at -= t->sum[before - 1];
        }
    assert(before < t->n);
    return before;
}

static void remove_weight(struct tree *t, size_t item, uint64_t weight)
{
    for (size_t i = item + 1; i > item && i <= t->n; i += i & (0 - i))
        t->sum[i - 1] -= weight;
}

int fair_sample_weighted(fair_rng *rng, const uint64_t *weights, size_t n, uint64_t *out,
                         size_t k, const fair_options *options)
{
    uint64_t total = 0;
    size_t usable = 0;
    const size_t bytes = fs_array_bytes(n, sizeof *weights);
    if (!fs_options_valid(options))
        return FAIR_EINVAL;
    if (bytes == FS_TOO_LARGE || !fs_fits(k, sizeof *out))
        return FAIR_ERANGE;
    for (size_t i = 0; i < n; i++) {
        if (weights[i] > UINT64_MAX - total)
            return FAIR_ERANGE;
        total += weights[i];
        usable += weights[i] > 0;
    }
    if (k > usable)
        return FAIR_EINVAL;
    if (k == 0)
        return FAIR_OK;
    fs_memory memory = fs_memory_start(options);
    struct tree t = {fs_memory_get(&memory, bytes), 0, 0};
    if (t.sum == NULL)
        return FAIR_ENOMEM;
    build(&t, weights, n);
    for (size_t i = 0; i < k; i++) {
        const size_t item = locate_item(&t, fs_below(rng, total));
        remove_weight(&t, item, weights[item]);
        total -= weights[item];
        out[i] = item;
    }
    fs_memory_free(&memory, t.sum, bytes);
    return fair_rng_error(rng);
}

/* SPDX-License-Identifier: MIT
 *
 * weighted.c - weighted sampling without replacement, exact.
 *
 * One die over the weight that is left, found in a Fenwick tree of partial sums, then
 * that weight is taken out. Whole-number weights make each draw exactly proportional.
 * The law is that of Efraimidis and Spirakis' keys u^(1/w), without their logarithms.
 */
#include "fairshuf.h"

#include <stdlib.h>

#include "src/dice/dice.h"

/* sum[i - 1] holds the weights of the lowbit(i) items that end with item i (from 1). */
struct tree {
    uint64_t *sum;
    size_t n;
    size_t top; /* the largest power of two <= n */
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

/* The item in which position `at` < total falls, the items laid end to end. */
static size_t locate(const struct tree *t, uint64_t at)
{
    size_t before = 0;
    for (size_t step = t->top; step > 0; step /= 2)
        if (step <= t->n - before && t->sum[before + step - 1] <= at) {
            before += step;
            at -= t->sum[before - 1];
        }
    return before;
}

static void take_out(struct tree *t, size_t item, uint64_t weight)
{
    for (size_t i = item + 1; i > item && i <= t->n; i += i & (0 - i))
        t->sum[i - 1] -= weight;
}

int fair_sample_weighted(fair_rng *rng, const uint64_t *weights, size_t n, uint64_t *out,
                         size_t k)
{
    uint64_t total = 0;
    size_t usable = 0;
    if (!fs_fits(n, sizeof *weights) || !fs_fits(k, sizeof *out))
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
    struct tree t = {malloc(n * sizeof *t.sum), 0, 0};
    if (t.sum == NULL)
        return FAIR_ENOMEM;
    build(&t, weights, n);
    for (size_t i = 0; i < k; i++) {
        const size_t item = locate(&t, fs_below(rng, total));
        take_out(&t, item, weights[item]);
        total -= weights[item];
        out[i] = item;
    }
    free(t.sum);
    return fair_rng_error(rng);
}

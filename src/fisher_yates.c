/* SPDX-License-Identifier: MIT
 *
 * fisher_yates.c - the shuffles that work in place, and their relatives.
 *
 * Durstenfeld's form of Fisher-Yates, from the front: place i gets one of the n - i
 * elements not placed yet, each with the same probability. So each order is chosen with
 * probability 1/n * 1/(n-1) * ... * 1/2 = 1/n!. Going from the front makes the first k
 * places final after k steps, which is what fair_shuffle_head() lives on.
 *
 * Sattolo's cycle differs in one thing: place i may not keep its element, so the die has
 * one side less. Inside-out (Durstenfeld's idea, read backwards) builds the shuffled copy
 * by inserting element i at a random place among the first i + 1.
 */
#include "fairshuf.h"

#include "swap.h"
#include "walk.h"

struct array {
    unsigned char *base;
    const unsigned char *from;
    size_t size;
};

FS_INLINE int swap_ahead(void *context, size_t place, uint64_t die)
{
    const struct array *a = context;
    unsigned char *here = a->base + place * a->size;
    fs_swap(here, here + (size_t)die * a->size, a->size);
    return 1;
}

/* The element that will be swapped in; the place itself comes in order. */
FS_INLINE const void *look_ahead(void *context, size_t place, uint64_t die)
{
    const struct array *a = context;
    return a->base + (place + (size_t)die) * a->size;
}

/* Elements further away than this many bytes are fetched ahead: about a second-level
 * cache. Below, fetching costs more than it saves (bench/bench, 2^18 to 2^20). */
#ifndef FS_NEAR
#define FS_NEAR (1 << 20)
#endif

FS_INLINE int swap_beyond(void *context, size_t place, uint64_t die)
{
    return swap_ahead(context, place, die + 1);
}

FS_INLINE int insert(void *context, size_t place, uint64_t die)
{
    const struct array *a = context;
    unsigned char *to = a->base + (size_t)die * a->size;
    if (die != place)
        memcpy(a->base + place * a->size, to, a->size);
    memcpy(to, a->from + place * a->size, a->size);
    return 1;
}

FS_INLINE uint64_t near_bound(size_t size)
{
    return size > 0 ? FS_NEAR / size : UINT64_MAX;
}

FS_INLINE void head(fair_rng *rng, void *base, size_t n, size_t size, size_t steps)
{
    struct array a = {base, NULL, size};
    fs_walk_falling(rng, n, steps, swap_ahead, look_ahead, near_bound(size), &a);
}

void fair_shuffle_head(fair_rng *rng, void *base, size_t n, size_t size, size_t k)
{
    if (n < 2 || !fs_fits(n, size))
        return;
    const size_t steps = k < n ? k : n - 1;
    FS_BY_SIZE(size, head(rng, base, n, SIZE, steps));
}

void fair_shuffle(fair_rng *rng, void *base, size_t n, size_t size)
{
    fair_shuffle_head(rng, base, n, size, n);
}

FS_INLINE void copy(fair_rng *rng, void *to, const void *from, size_t n, size_t size)
{
    struct array a = {to, from, size};
    memcpy(to, from, size);
    fs_walk_rising(rng, n, insert, &a);
}

void fair_shuffle_copy(fair_rng *rng, void *to, const void *from, size_t n, size_t size)
{
    if (n == 0 || !fs_fits(n, size))
        return;
    FS_BY_SIZE(size, copy(rng, to, from, n, SIZE));
}

struct exchange {
    void (*swap)(void *context, size_t i, size_t j);
    void *context;
};

FS_INLINE int exchange_ahead(void *context, size_t place, uint64_t die)
{
    const struct exchange *x = context;
    if (die != 0)
        x->swap(x->context, place, place + (size_t)die);
    return 1;
}

void fair_shuffle_with(fair_rng *rng, size_t n, void (*swap)(void *, size_t, size_t),
                       void *context)
{
    struct exchange x = {swap, context};
    if (n >= 2)
        fs_walk_falling(rng, n, n - 1, exchange_ahead, NULL, 0, &x);
}

FS_INLINE void cycle(fair_rng *rng, void *base, size_t n, size_t size)
{
    struct array a = {base, NULL, size};
    fs_walk_falling(rng, n - 1, n - 2, swap_beyond, look_ahead, near_bound(size), &a);
    swap_beyond(&a, n - 2, 0); /* the last die has one side */
}

void fair_cycle(fair_rng *rng, void *base, size_t n, size_t size)
{
    if (n < 2 || !fs_fits(n, size))
        return;
    FS_BY_SIZE(size, cycle(rng, base, n, SIZE));
}

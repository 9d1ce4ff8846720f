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

#include "src/shuffle/swap.h"
#include "src/shuffle/walk.h"
#include "src/shuffle/walk_far.h"

struct array {
    unsigned char *base;
    unsigned char *others; /* where element 0 of those to swap with is: base, or one on */
    size_t size;
};

FS_INLINE int swap_ahead(void *context, size_t place, uint64_t die)
{
    const struct array *a = context;
    fs_swap(a->base + place * a->size, a->others + (place + (size_t)die) * a->size,
            a->size);
    return 1;
}

/* The place itself comes in order, and needs no fetching. */
FS_INLINE const void *look_ahead(void *context, size_t place, uint64_t die)
{
    const struct array *a = context;
    return a->others + (place + (size_t)die) * a->size;
}

/* Elements further away than this many bytes are fetched ahead: about a second-level
 * cache. `CFLAGS=-DFS_NEAR=65536 make bench`, speed at 2^16 elements of 4 bytes against
 * std::shuffle: 2.7 with 64 KiB, 3.1 to 3.4 with 1 MiB; beyond 2^20 they are alike. */
#ifndef FS_NEAR
#define FS_NEAR (1 << 20)
#endif

FS_INLINE size_t swap_far(fair_rng *rng, unsigned char *base, unsigned char *others,
                          size_t n, size_t size, size_t steps)
{
    struct array a = {base, others, size};
    return fs_walk_far(rng, n, steps, FS_NEAR / size, swap_ahead, look_ahead, &a);
}

FS_INLINE void swap_near(fair_rng *rng, unsigned char *base, unsigned char *others,
                         size_t n, size_t size, size_t steps)
{
    struct array a = {base, others, size};
    fs_walk_falling(rng, n, steps, swap_ahead, &a);
}

/* One copy of each for each size, be it a shuffle or a cycle. Two functions, so that the
 * compiler has the registers of one walk at a time to give. */
static FS_NOINLINE size_t swap_all_far(fair_rng *rng, unsigned char *base,
                                       unsigned char *others, size_t n, size_t size,
                                       size_t steps)
{
    size_t done = 0;
    FS_BY_SIZE(size, done = swap_far(rng, base, others, n, SIZE, steps));
    return done;
}

static FS_NOINLINE void swap_all_near(fair_rng *rng, unsigned char *base,
                                      unsigned char *others, size_t n, size_t size,
                                      size_t steps)
{
    FS_BY_SIZE(size, swap_near(rng, base, others, n, SIZE, steps));
}

/* Swaps element i with one of the n - i from others[i] on, for the first `steps` i. */
static void swap_all_along(fair_rng *rng, unsigned char *base, unsigned char *others,
                           size_t n, size_t size, size_t steps)
{
    if (n > FS_NEAR / size) {
        const size_t done = swap_all_far(rng, base, others, n, size, steps);
        base += done * size;
        others += done * size;
        n -= done;
        steps -= done;
    }
    swap_all_near(rng, base, others, n, size, steps);
}

void fair_shuffle_head(fair_rng *rng, void *base, size_t n, size_t size, size_t k)
{
    if (n < 2 || size == 0 || !fs_fits(n, size))
        return;
    swap_all_along(rng, base, base, n, size, k < n ? k : n - 1);
}

void fair_shuffle(fair_rng *rng, void *base, size_t n, size_t size)
{
    fair_shuffle_head(rng, base, n, size, n);
}

void fair_cycle(fair_rng *rng, void *base, size_t n, size_t size)
{
    if (n < 2 || size == 0 || !fs_fits(n, size))
        return;
    unsigned char *first = base;
    swap_all_along(rng, first, first + size, n - 1, size, n - 2);
    fs_swap(first + (n - 2) * size, first + (n - 1) * size, size); /* a die of one side */
}

struct insertion {
    unsigned char *to;
    const unsigned char *from;
    size_t size;
};

FS_INLINE int insert(void *context, size_t place, uint64_t die)
{
    const struct insertion *x = context;
    unsigned char *there = x->to + (size_t)die * x->size;
    if (die != place)
        memcpy(x->to + place * x->size, there, x->size);
    memcpy(there, x->from + place * x->size, x->size);
    return 1;
}

FS_INLINE void copy(fair_rng *rng, void *to, const void *from, size_t n, size_t size)
{
    struct insertion x = {to, from, size};
    memcpy(to, from, size);
    fs_walk_rising(rng, n, insert, &x);
}

void fair_shuffle_copy(fair_rng *rng, void *to, const void *from, size_t n, size_t size)
{
    if (n == 0 || size == 0 || !fs_fits(n, size))
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
        fs_walk_falling(rng, n, n - 1, exchange_ahead, &x);
}

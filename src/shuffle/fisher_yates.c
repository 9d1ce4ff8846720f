/* SPDX-License-Identifier: MIT
 *
 * fisher_yates.c - shuffles in place, cycles, and shuffled copies.
 *
 * Durstenfeld's form of Fisher-Yates, from the front: place i gets one of the n - i
 * elements not placed yet, each with the same probability. So each order has the
 * probability 1/n * 1/(n-1) * ... * 1/2 = 1/n!. After k steps from the front, the first k
 * places are final; fair_shuffle_head() stops there.
 *
 * In Sattolo's cycle, place i may not keep its element, so the die has one side less.
 * Inside-out (the same steps in reverse) builds a shuffled copy: it inserts element i at
 * a random place among the first i + 1.
 */
#include "fairshuf.h"

#include "src/shuffle/swap.h"
#include "src/shuffle/walk.h"
#include "src/shuffle/walk_far.h"

struct array {
    unsigned char *base;   /* element 0 */
    unsigned char *others; /* base, or base + size for a cycle, in which place i may not
                              keep its element */
    size_t size;           /* of an element, in bytes */
};

/* An fs_action that swaps the element of a place with that of the die. */
FS_INLINE int swap_ahead(void *context, size_t place, uint64_t die)
{
    const struct array *a = context;
    fs_swap(a->base + place * a->size, a->others + (place + (size_t)die) * a->size,
            a->size);
    return 1;
}

/* Only the element of the die is prefetched: the CPU foresees the places themselves. */
FS_INLINE const void *look_ahead(void *context, size_t place, uint64_t die)
{
    const struct array *a = context;
    return a->others + (place + (size_t)die) * a->size;
}

/* Elements are prefetched while more than this many bytes are left: about the size of a
 * second-level cache (docs/speed.md, Constants). */
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

/* Shuffles and cycles share one copy of this code for each size of elements. Each walk
 * has a function of its own, so that it has all registers. */
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

/* Swaps element i with one of the n - i elements from others[i] on, for i < steps. */
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
    fs_swap(first + (n - 2) * size, first + (n - 1) * size,
            size); /* the last die has one side */
}

struct insertion {
    unsigned char *to;         /* where the shuffled copy goes */
    const unsigned char *from; /* the elements; they do not overlap `to` */
    size_t size;               /* of an element, in bytes */
};

/* An fs_action that inserts an element at the place of the die. */
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
    void (*swap)(void *context, size_t i, size_t j); /* the caller's function */
    void *context;                                   /* the first argument of swap() */
};

/* An fs_action that calls the caller's swap. */
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

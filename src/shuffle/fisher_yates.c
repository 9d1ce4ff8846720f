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

/* An fs_visit that does the same for a batch. It advances the pointers with the places;
 * otherwise gcc would compute all addresses anew for each die. Swapping while taking the
 * dice needs the fewest registers. For larger elements, all dice are taken first. */
FS_INLINE int swap_batch(void *context, fs_batch *batch, uint64_t bound, size_t place,
                         unsigned count)
{
    struct array *a = context;
    const size_t size = a->size;
    uint64_t dice[FS_MOST_BATCH_DICE];
    assert(count <= FS_MOST_BATCH_DICE);
    (void)place;
    if (size > 8)
        for (unsigned i = 0; i < count; i++)
            dice[i] = fs_die(batch, bound - i);
    for (unsigned i = 0; i < count; i++) {
        const uint64_t die = size > 8 ? dice[i] : fs_die(batch, bound - i);
        fs_swap_at(a->base, a->others, i, (size_t)die, size);
    }
    a->base += count * size;
    a->others += count * size;
    FS_OPAQUE(a->base);
    FS_OPAQUE(a->others);
    return 1;
}

/* Only the element of the die is prefetched: the CPU foresees the places themselves. */
FS_INLINE const void *look_ahead(void *context, size_t place, uint64_t die)
{
    const struct array *a = context;
    return a->others + (place + (size_t)die) * a->size;
}

/* Elements are prefetched while more than this many bytes are left: less than the size of
 * most last-level caches (docs/speed.md, Constants). */
#ifndef FS_NEAR
#define FS_NEAR (4 << 20)
#endif

FS_INLINE size_t swap_far(fair_rng *rng, unsigned char *base, unsigned char *others,
                          size_t n, size_t size, size_t steps)
{
    struct array a = {base, others, size};
    return fs_walk_far(rng, n, steps, FS_NEAR / size, swap_ahead, look_ahead, &a);
}

FS_INLINE size_t swap_near(fair_rng *rng, unsigned char *base, unsigned char *others,
                           size_t n, size_t size, size_t steps)
{
    struct array a = {base, others, size};
    return fs_walk_batches(rng, n, steps, swap_batch, NULL, &a);
}

/* The last steps: all dice are in one batch. */
FS_INLINE void swap_rest(fs_batch batch, unsigned char *base, unsigned char *others,
                         size_t n, size_t size, size_t steps)
{
    uint64_t bound = n;
    const uint64_t end = n - steps;
    do {
        fs_swap_at(base, others, 0, (size_t)fs_die(&batch, bound), size);
        base += size;
        others += size;
    } while (--bound > end);
}

/* Shuffles and cycles share one copy of this code for each size of elements. Each of the
 * two walks has a function of its own, so that it can use all registers. */
static FS_NOINLINE size_t swap_all_far(fair_rng *rng, unsigned char *base,
                                       unsigned char *others, size_t n, size_t size,
                                       size_t steps)
{
    size_t done = 0;
    FS_BY_SIZE(size, done = swap_far(rng, base, others, n, SIZE, steps));
    return done;
}

static FS_NOINLINE size_t swap_all_near(fair_rng *rng, unsigned char *base,
                                        unsigned char *others, size_t n, size_t size,
                                        size_t steps)
{
    size_t done = 0;
    FS_BY_SIZE(size, done = swap_near(rng, base, others, n, SIZE, steps));
    return done;
}

/* The slow path of swap_few(). */
static FS_COLD void swap_few_slowly(fair_rng *rng, unsigned char *base,
                                    unsigned char *others, size_t n, size_t size,
                                    size_t steps)
{
    swap_rest(fs_batch_rest(rng, n), base, others, n, size, steps);
}

/* Does the same as swap_all() for at most FS_LIMIT_REST elements and steps > 0. With a
 * few elements, each call and each saved register matters. So this function calls another
 * one only on its slow path. */
FS_INLINE void swap_few(fair_rng *rng, unsigned char *base, unsigned char *others,
                        size_t n, size_t size, size_t steps)
{
    fs_batch batch;
    if (FS_LIKELY(fs_batch_rest_quickly(rng, n, &batch)))
        FS_BY_SIZE(size, swap_rest(batch, base, others, n, SIZE, steps));
    else
        swap_few_slowly(rng, base, others, n, size, steps);
}

/* Swaps element i with one of the n - i elements from others[i] on, for i < steps. */
static FS_NOINLINE void swap_all(fair_rng *rng, unsigned char *base,
                                 unsigned char *others, size_t n, size_t size,
                                 size_t steps)
{
    size_t done = 0;
    if (n * size > FS_NEAR && steps > 0)
        done = swap_all_far(rng, base, others, n, size, steps);
    if (n - done > FS_LIMIT_REST && steps > done)
        done += swap_all_near(rng, base + done * size, others + done * size, n - done,
                              size, steps - done);
    if (steps > done)
        swap_few(rng, base + done * size, others + done * size, n - done, size,
                 steps - done);
}

void fair_shuffle_head(fair_rng *rng, void *base, size_t n, size_t size, size_t k)
{
    if (n < 2 || size == 0 || !fs_fits(n, size))
        return;
    swap_all(rng, base, base, n, size, k < n ? k : n - 1);
}

void fair_shuffle(fair_rng *rng, void *base, size_t n, size_t size)
{
    if (n < 2 || size == 0 || !fs_fits(n, size))
        return;
    if (n <= FS_LIMIT_REST)
        swap_few(rng, base, base, n, size, n - 1);
    else
        swap_all(rng, base, base, n, size, n - 1);
}

void fair_cycle(fair_rng *rng, void *base, size_t n, size_t size)
{
    if (n < 2 || size == 0 || !fs_fits(n, size))
        return;
    unsigned char *first = base;
    swap_all(rng, first, first + size, n - 1, size, n - 2);
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

FS_INLINE void copy_size(fair_rng *rng, void *to, const void *from, size_t n, size_t size)
{
    struct insertion x = {to, from, size};
    memcpy(to, from, size);
    fs_walk_rising(rng, n, insert, &x);
}

void fair_shuffle_copy(fair_rng *rng, void *to, const void *from, size_t n, size_t size)
{
    if (n == 0 || size == 0 || !fs_fits(n, size))
        return;
    FS_BY_SIZE(size, copy_size(rng, to, from, n, SIZE));
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

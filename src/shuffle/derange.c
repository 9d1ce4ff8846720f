/* SPDX-License-Identifier: MIT
 *
 * derange.c - derangements, and undoing a shuffle: both need indices of the elements.
 *
 * A derangement is drawn by rejection: shuffle the indices, and start again as soon as
 * one of them is final in its own place. The orders that are kept are equally likely,
 * because all orders are. A new attempt starts from the order that the last one left: a
 * shuffle is uniform from any starting order. The elements are moved only when the
 * indices are final, so they are unchanged after a failure.
 */
#include "fairshuf.h"

#include <stdlib.h>

#include "src/shuffle/index.h"
#include "src/shuffle/swap.h"
#include "src/shuffle/walk.h"

struct indices {
    void *index;  /* [n]: of the elements, or of the places to swap */
    size_t width; /* bytes of an index: 4 or 8 */
};

/* An fs_action that swaps indices. Stops if an index is final in its own place. */
FS_INLINE int settle(void *context, size_t place, uint64_t die)
{
    const struct indices *x = context;
    const size_t other = place + (size_t)die;
    const uint64_t arriving = fs_index_get(x->index, other, x->width);
    fs_index_put(x->index, other, x->width, fs_index_get(x->index, place, x->width));
    fs_index_put(x->index, place, x->width, arriving);
    return arriving != place;
}

/* Moves element index[i] to place i, for every i, cycle by cycle. Overwrites the index.
 */
FS_INLINE void move(void *index, size_t width, unsigned char *base, size_t n, size_t size)
{
    for (size_t start = 0; start < n; start++) {
        size_t to = start;
        for (;;) {
            const size_t from = (size_t)fs_index_get(index, to, width);
            fs_index_put(index, to, width, to);
            if (from == start)
                break;
            fs_swap(base + to * size, base + from * size, size);
            to = from;
        }
    }
}

FS_INLINE int derange(fair_rng *rng, void *base, size_t n, size_t size, size_t width)
{
    if (!fs_fits(n, width))
        return FAIR_ERANGE;
    struct indices x = {malloc(n * width), width};
    if (x.index == NULL)
        return FAIR_ENOMEM;
    fs_index_identity(x.index, n, width);
    while (!fs_walk_falling(rng, n, n - 1, settle, &x) ||
           fs_index_get(x.index, n - 1, width) == n - 1)
        ;
    const int error = fair_rng_error(rng);
    if (error == FAIR_OK)
        move(x.index, width, base, n, size);
    free(x.index);
    return error;
}

int fair_derange(fair_rng *rng, void *base, size_t n, size_t size,
                 const fair_options *options)
{
    (void)options;
    if (n == 1)
        return FAIR_EINVAL;
    if (n == 0 || size == 0)
        return FAIR_OK;
    if (!fs_fits(n, size))
        return FAIR_ERANGE;
    return fs_index_fits32(n) ? derange(rng, base, n, size, 4)
                              : derange(rng, base, n, size, 8);
}

/* An fs_action that stores which places a shuffle would swap. */
FS_INLINE int record_swap(void *context, size_t place, uint64_t die)
{
    const struct indices *x = context;
    fs_index_put(x->index, place, x->width, place + die);
    return 1;
}

FS_INLINE int unshuffle(fair_rng *rng, unsigned char *base, size_t n, size_t size,
                        size_t width)
{
    if (!fs_fits(n, width))
        return FAIR_ERANGE;
    struct indices x = {malloc(n * width), width};
    if (x.index == NULL)
        return FAIR_ENOMEM;
    fs_walk_falling(rng, n, n - 1, record_swap, &x);
    const int error = fair_rng_error(rng);
    if (error == FAIR_OK)
        for (size_t i = n - 1; i-- > 0;) { /* swaps in reverse order */
            const size_t other = (size_t)fs_index_get(x.index, i, width);
            fs_swap(base + i * size, base + other * size, size);
        }
    free(x.index);
    return error;
}

int fair_unshuffle(fair_rng *rng, void *base, size_t n, size_t size,
                   const fair_options *options)
{
    (void)options;
    if (n < 2 || size == 0)
        return FAIR_OK;
    if (!fs_fits(n, size))
        return FAIR_ERANGE;
    return fs_index_fits32(n) ? unshuffle(rng, base, n, size, 4)
                              : unshuffle(rng, base, n, size, 8);
}

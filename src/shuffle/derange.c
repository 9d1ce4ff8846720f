/* SPDX-License-Identifier: MIT
 *
 * derange.c - derangements, and undoing a shuffle. Both need an array of indices.
 *
 * A derangement is drawn by rejection: shuffle the indices, and start again as soon as
 * one of them is final in its own place. The orders that are kept are equally likely,
 * because all orders are. A new attempt starts from the order that the last one left: a
 * shuffle is uniform from any starting order. The elements are moved only when the
 * indices are final, so they are unchanged after a failure.
 */
#include "fairshuf.h"

#include "src/base/memory.h"
#include "src/shuffle/permutation.h"
#include "src/shuffle/swap.h"
#include "src/shuffle/walk.h"
#include "src/shuffle/workspace.h"

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

/* Draws orders of indices until one is a derangement. */
FS_INLINE void draw_derangement(fair_rng *rng, void *index, size_t n, size_t width)
{
    struct indices x = {index, width};
    fs_index_identity(index, n, width);
    while (!fs_walk_falling(rng, n, n - 1, settle, &x) ||
           fs_index_get(index, n - 1, width) == n - 1)
        ;
}

int fair_derange(fair_rng *rng, void *base, size_t n, size_t size,
                 const fair_options *options)
{
    if (!fs_options_valid(options) || n == 1)
        return FAIR_EINVAL;
    if (n == 0 || size == 0)
        return FAIR_OK;
    const size_t bytes = fs_marked_indices_bytes(n), width = fs_index_width(n);
    if (!fs_fits(n, size) || bytes == FS_TOO_LARGE)
        return FAIR_ERANGE;
    fs_memory memory = fs_memory_start(options);
    uint64_t *bits = fs_memory_get(&memory, bytes);
    if (bits == NULL)
        return FAIR_ENOMEM;
    void *index = (unsigned char *)bits + fs_bits_bytes(n);
    if (width == 4)
        draw_derangement(rng, index, n, 4);
    else
        draw_derangement(rng, index, n, 8);
    const int error = fair_rng_error(rng);
    if (error == FAIR_OK) {
        fs_bits_set_all(bits, n);
        fs_permutation_apply(index, n, width, base, size, 0, bits);
    }
    fs_memory_free(&memory, bits, bytes);
    return error;
}

/* An fs_action that stores which places a shuffle would swap. */
FS_INLINE int record_swap(void *context, size_t place, uint64_t die)
{
    const struct indices *x = context;
    fs_index_put(x->index, place, x->width, place + die);
    return 1;
}

FS_INLINE int unshuffle(fair_rng *rng, unsigned char *base, size_t n, size_t size,
                        void *index, size_t width)
{
    struct indices x = {index, width};
    fs_walk_falling(rng, n, n - 1, record_swap, &x);
    const int error = fair_rng_error(rng);
    if (error == FAIR_OK)
        for (size_t i = n - 1; i-- > 0;) { /* swaps in reverse order */
            const size_t other = (size_t)fs_index_get(index, i, width);
            fs_swap(base + i * size, base + other * size, size);
        }
    return error;
}

int fair_unshuffle(fair_rng *rng, void *base, size_t n, size_t size,
                   const fair_options *options)
{
    if (!fs_options_valid(options))
        return FAIR_EINVAL;
    if (n < 2 || size == 0)
        return FAIR_OK;
    const size_t bytes = fs_indices_bytes(n);
    if (!fs_fits(n, size) || bytes == FS_TOO_LARGE)
        return FAIR_ERANGE;
    fs_memory memory = fs_memory_start(options);
    void *index = fs_memory_get(&memory, bytes);
    if (index == NULL)
        return FAIR_ENOMEM;
    const int error = fs_index_width(n) == 4 ? unshuffle(rng, base, n, size, index, 4)
                                             : unshuffle(rng, base, n, size, index, 8);
    fs_memory_free(&memory, index, bytes);
    return error;
}

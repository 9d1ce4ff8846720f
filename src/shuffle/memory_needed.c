/* SPDX-License-Identifier: MIT
 *
 * memory_needed.c - how much memory a call needs.
 */
#include "fairshuf.h"

#include "src/base/memory.h"
#include "src/shuffle/order.h"
#include "src/shuffle/workspace.h"

/* The bytes, FS_TOO_LARGE, or 0 if there is no such function. */
static size_t bytes_needed(int function, size_t n, size_t size,
                           const fair_options *options)
{
    switch (function) {
    case FAIR_PARALLEL:
        return size == 0 || fs_order_fits(n, size)
                   ? fs_order_memory_needed(n, size, options)
                   : FS_TOO_LARGE;
    case FAIR_UNSHUFFLE:
        return fs_indices_bytes(n);
    case FAIR_DERANGE:
        return fs_marked_indices_bytes(n);
    case FAIR_CHECK_PERMUTATION:
    case FAIR_INVERSE:
    case FAIR_PERMUTE:
        return fs_fits(n, 4) ? fs_bits_bytes(n) : FS_TOO_LARGE;
    case FAIR_SAMPLE:
        return fs_sample_table_bytes(n);
    case FAIR_SAMPLE_WEIGHTED:
        return fs_array_bytes(n, sizeof(uint64_t));
    case FAIR_DICE_WEIGHTED:
        return fs_dice_weighted_bytes(n);
    default:
        return 0;
    }
}

int fair_memory_needed(int function, size_t n, size_t size, const fair_options *options,
                       size_t *bytes)
{
    if (!fs_options_valid(options) || function < FAIR_PARALLEL ||
        function > FAIR_DICE_WEIGHTED)
        return FAIR_EINVAL;
    const size_t needed = bytes_needed(function, n, size, options);
    if (needed == FS_TOO_LARGE)
        return FAIR_ERANGE;
    *bytes = needed;
    return FAIR_OK;
}

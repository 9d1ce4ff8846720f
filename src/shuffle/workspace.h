/* SPDX-License-Identifier: MIT
 *
 * workspace.h - how many bytes functions allocate. The functions themselves use these
 * sizes, and so does fair_memory_needed().
 *
 * All of them are 0 for n = 0, and FS_TOO_LARGE if no array can have that many bytes.
 * (For fs_bits_bytes(), the caller makes sure that n is not too large.)
 */
#ifndef FS_WORKSPACE_H
#define FS_WORKSPACE_H

#include "src/shuffle/index.h"

#define FS_TOO_LARGE SIZE_MAX

/* An array of n elements of `size` > 0 bytes. */
FS_INLINE size_t fs_array_bytes(size_t n, size_t size)
{
    return fs_fits(n, size) ? n * size : FS_TOO_LARGE;
}

/* A bit for each of n elements, in whole words (bits.h). */
FS_INLINE size_t fs_bits_bytes(size_t n)
{
    return (n / 64 + (n % 64 > 0)) * sizeof(uint64_t);
}

/* An index for each of n elements, as wide as necessary. */
FS_INLINE size_t fs_indices_bytes(size_t n)
{
    return fs_array_bytes(n, fs_index_width(n));
}

/* An index and a bit for each of n elements. */
FS_INLINE size_t fs_marked_indices_bytes(size_t n)
{
    const size_t bits = fs_bits_bytes(n), indices = fs_indices_bytes(n);
    return indices <= (size_t)PTRDIFF_MAX - bits ? bits + indices : FS_TOO_LARGE;
}

/* The hash table of fair_sample(), for k numbers. */
size_t fs_sample_table_bytes(size_t k);

/* The tables of fair_dice_weighted(), for n weights. */
size_t fs_dice_weighted_bytes(size_t n);

#endif

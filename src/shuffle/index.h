/* SPDX-License-Identifier: MIT
 *
 * index.h - arrays of indices, 4 or 8 bytes wide.
 *
 * Where speed matters, `width` is a constant, so that the compiler makes plain array
 * accesses of these functions.
 */
#ifndef FS_INDEX_H
#define FS_INDEX_H

#include "src/base/base.h"

FS_INLINE uint64_t fs_index_get(const void *array, size_t i, size_t width)
{
    assert(width == 4 || width == 8);
    return width == 4 ? ((const uint32_t *)array)[i] : ((const uint64_t *)array)[i];
}

FS_INLINE void fs_index_put(void *array, size_t i, size_t width, uint64_t value)
{
    if (width == 4)
        ((uint32_t *)array)[i] = (uint32_t)value;
    else
        ((uint64_t *)array)[i] = value;
}

/* Stores the indices 0 to n - 1. */
FS_INLINE void fs_index_identity(void *array, size_t n, size_t width)
{
    for (size_t i = 0; i < n; i++)
        fs_index_put(array, i, width, i);
}

/* Whether 4 bytes can hold every index below n. */
FS_INLINE int fs_index_fits32(size_t n)
{
    return n == 0 || n - 1 <= UINT32_MAX;
}

/* The bytes of an index below n: 4 if they can hold every one, or 8. */
FS_INLINE size_t fs_index_width(size_t n)
{
    return fs_index_fits32(n) ? 4 : 8;
}

#endif

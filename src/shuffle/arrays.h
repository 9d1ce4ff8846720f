/* SPDX-License-Identifier: MIT
 *
 * arrays.h - arrays that must not overlap.
 */
#ifndef FS_ARRAYS_H
#define FS_ARRAYS_H

#include "fairshuf.h"
#include "src/base/base.h"

/* Whether two regions of memory have a byte in common. */
FS_INLINE int fs_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return a_bytes > 0 && b_bytes > 0 && (x < y ? y - x < a_bytes : x - y < b_bytes);
}

/* Checks `count` arrays of n elements: FAIR_ERANGE if one of them cannot exist,
 * FAIR_EINVAL if `reserved` is not 0 or two of them overlap. */
int fs_arrays_check(const fair_array *arrays, size_t count, size_t n);

#endif

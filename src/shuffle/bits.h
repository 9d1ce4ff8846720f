/* SPDX-License-Identifier: MIT
 *
 * bits.h - a bit for each element, in words. Bits of elements that do not exist are 0.
 */
#ifndef FS_BITS_H
#define FS_BITS_H

#include "src/base/base.h"

FS_INLINE int fs_bit(const uint64_t *bits, size_t i)
{
    return (int)(bits[i / 64] >> (i % 64) & 1);
}

FS_INLINE void fs_bit_set(uint64_t *bits, size_t i)
{
    bits[i / 64] |= (uint64_t)1 << (i % 64);
}

FS_INLINE void fs_bit_clear(uint64_t *bits, size_t i)
{
    bits[i / 64] &= ~((uint64_t)1 << (i % 64));
}

/* Word number `word` if the bits of all n elements are set. */
FS_INLINE uint64_t fs_bits_full(size_t word, size_t n)
{
    return n - word * 64 >= 64 ? UINT64_MAX : ((uint64_t)1 << (n % 64)) - 1;
}

/* Sets the bits of all n elements. */
FS_INLINE void fs_bits_set_all(uint64_t *bits, size_t n)
{
    for (size_t word = 0; word * 64 < n; word++)
        bits[word] = fs_bits_full(word, n);
}

FS_INLINE int fs_bits_are_all_set(const uint64_t *bits, size_t n)
{
    for (size_t word = 0; word * 64 < n; word++)
        if (bits[word] != fs_bits_full(word, n))
            return 0;
    return 1;
}

/* The first element from i on whose bit is set, or n. */
FS_INLINE size_t fs_bits_next(const uint64_t *bits, size_t i, size_t n)
{
    while (i < n && !fs_bit(bits, i)) {
        const uint64_t rest = bits[i / 64] >> (i % 64);
        i = rest == 0 ? (i / 64 + 1) * 64 : i + 1;
    }
    return i < n ? i : n;
}

#endif

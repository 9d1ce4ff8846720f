/* SPDX-License-Identifier: MIT
 *
 * split_plain.c - the search functions of the splitters in plain C: eight bytes in one
 * comparison.
 */
#include "src/base/base.h"

/* Compares eight bytes at once. A byte of x is 0 where the bytes are equal. Adding 0x7f
 * to its lower seven bits carries into the eighth bit if one of them is set, and never
 * out of the byte. The product gathers the eight result bits: bit 8 k times bit 56 - 7 j
 * lands in the upper byte, at bit k, only for j = k, and no two of the 64 products
 * overlap. */
FS_INLINE uint64_t equal8(const unsigned char *p, uint64_t bytes)
{
    const uint64_t ones = UINT64_MAX / 255, sevens = ones * 0x7f;
    const uint64_t x = fs_load64(p) ^ bytes;
    const uint64_t equal = ~(((x & sevens) + sevens) | x) >> 7 & ones;
    return equal * 0x0102040810204080 >> 56;
}

FS_INLINE uint64_t equal64(const unsigned char *p, unsigned char byte)
{
    const uint64_t bytes = UINT64_MAX / 255 * byte;
    return equal8(p, bytes) | equal8(p + 8, bytes) << 8 | equal8(p + 16, bytes) << 16 |
           equal8(p + 24, bytes) << 24 | equal8(p + 32, bytes) << 32 |
           equal8(p + 40, bytes) << 40 | equal8(p + 48, bytes) << 48 |
           equal8(p + 56, bytes) << 56;
}

#define SPLIT_BYTE fs_split_byte_plain
#define SPLIT_CSV fs_split_csv_plain
#include "src/records/split_wide.h"

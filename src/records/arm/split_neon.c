/* SPDX-License-Identifier: MIT
 *
 * split_neon.c - the search functions of the splitters with NEON, for 64-bit ARM: 16
 * bytes in one comparison.
 *
 * NEON has no instruction that collects one bit of each byte. Each byte that is equal
 * keeps its bit of 1, 2, 4, ..., 128. Three rounds of pairwise additions then make one
 * byte out of eight.
 */
#include "src/base/target.h"

#if FS_HAVE_NEON_KERNELS
#include <arm_neon.h>

FS_INLINE uint8x16_t equal16(const unsigned char *p, uint8x16_t bytes)
{
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    return vandq_u8(vceqq_u8(vld1q_u8(p), bytes), bits);
}

FS_INLINE uint64_t equal64(const unsigned char *p, unsigned char byte)
{
    const uint8x16_t bytes = vdupq_n_u8(byte);
    const uint8x16_t low = vpaddq_u8(equal16(p, bytes), equal16(p + 16, bytes));
    const uint8x16_t high = vpaddq_u8(equal16(p + 32, bytes), equal16(p + 48, bytes));
    const uint8x16_t all = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

#define SPLIT_BYTE fs_split_byte_neon
#define SPLIT_CSV fs_split_csv_neon
#include "src/records/split_wide.h"
#endif

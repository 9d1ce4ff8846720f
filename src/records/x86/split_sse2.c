/* SPDX-License-Identifier: MIT
 *
 * split_sse2.c - the search functions of the splitters with SSE2: 16 bytes in one
 * comparison.
 */
#include "src/base/target.h"

#if FS_HAVE_X86_KERNELS
#include <emmintrin.h>

FS_INLINE uint64_t equal16(const unsigned char *p, __m128i bytes)
{
    const __m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, bytes));
}

FS_INLINE uint64_t equal64(const unsigned char *p, unsigned char byte)
{
    const __m128i bytes = _mm_set1_epi8((char)byte);
    return equal16(p, bytes) | equal16(p + 16, bytes) << 16 |
           equal16(p + 32, bytes) << 32 | equal16(p + 48, bytes) << 48;
}

#define SPLIT_BYTE fs_split_byte_sse2
#define SPLIT_CSV fs_split_csv_sse2
#include "src/records/split_wide.h"
#endif

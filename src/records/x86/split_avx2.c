/* SPDX-License-Identifier: MIT
 *
 * split_avx2.c - the search functions of the splitters with AVX2: 32 bytes in one
 * comparison.
 */
#include "src/base/target.h"

#if FS_HAVE_AVX_KERNELS
#include <immintrin.h>

FS_TARGET_AVX2 FS_INLINE uint64_t equal32(const unsigned char *p, __m256i bytes)
{
    const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)p);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, bytes));
}

FS_TARGET_AVX2 FS_INLINE uint64_t equal64(const unsigned char *p, unsigned char byte)
{
    const __m256i bytes = _mm256_set1_epi8((char)byte);
    return equal32(p, bytes) | equal32(p + 32, bytes) << 32;
}

#define TARGET FS_TARGET_AVX2
#define HAVE_POPCNT
#define SPLIT_BYTE fs_split_byte_avx2
#define SPLIT_CSV fs_split_csv_avx2
#include "src/records/split_wide.h"
#endif

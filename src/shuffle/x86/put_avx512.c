/* SPDX-License-Identifier: MIT
 *
 * put_avx512.c - puts records of 4 bytes into buffers with AVX-512. A vector of 16
 * records is compressed once for each bucket. Then the records of that bucket are side by
 * side, in order.
 */
#include "src/base/target.h"
#include "src/shuffle/put.h"

#if FS_HAVE_AVX_KERNELS
#include <immintrin.h>

enum { RECORD = 4 }; /* bytes of a record */

FS_TARGET_AVX512
FS_INLINE void put_vectors(const unsigned char *from, const uint8_t *numbers,
                           size_t count, unsigned char *buffers, uint32_t *fill,
                           unsigned buckets)
{
    for (size_t i = 0; i < count; i += FS_PUT_GROUP) {
        const size_t left = count - i;
        const __mmask16 lanes = (__mmask16)(left < 16 ? (1u << left) - 1 : 0xffff);
        const __m128i bucket = _mm_maskz_loadu_epi8(lanes, numbers + i);
        const __m512i records = _mm512_maskz_loadu_epi32(lanes, from + i * RECORD);
        for (unsigned b = 0; b < buckets; b++) {
            const __mmask16 here =
                _mm_mask_cmpeq_epi8_mask(lanes, bucket, _mm_set1_epi8((char)b));
            _mm512_storeu_si512(buffers + (size_t)fill[b] * RECORD,
                                _mm512_maskz_compress_epi32(here, records));
            fill[b] += (uint32_t)__builtin_popcount(here);
        }
    }
}

FS_TARGET_AVX512
void fs_put4_avx512(const unsigned char *from, const uint8_t *numbers, size_t count,
                    unsigned char *buffers, uint32_t *fill, unsigned buckets)
{
    if (buckets == 2) /* the compiler unrolls the loop over a constant */
        put_vectors(from, numbers, count, buffers, fill, 2);
    else
        put_vectors(from, numbers, count, buffers, fill, 4);
}
#endif

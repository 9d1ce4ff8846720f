/* SPDX-License-Identifier: MIT
 *
 * chacha8.h - the ChaCha8 core: one block, and the sixteen blocks of a ChaCha8Rand
 * iteration. There is a kernel for each instruction set.
 *
 * All kernels give the same bytes; tests/bits/test_kernels.c compares them.
 */
#ifndef FS_CHACHA8_H
#define FS_CHACHA8_H

#include "src/base/target.h"

#define FS_CHACHA8_BLOCKS 1024 /* bytes of one iteration */

/* The four constant words of ChaCha: "expand 32-byte k". */
#define FS_CHACHA_C0 0x61707865u
#define FS_CHACHA_C1 0x3320646eu
#define FS_CHACHA_C2 0x79622d32u
#define FS_CHACHA_C3 0x6b206574u

/* One iteration of ChaCha8Rand: makes 1024 bytes from a key. The last 32 bytes are the
 * next key. `key` may be inside `out`. */
typedef void fs_chacha8_kernel(unsigned char *out, const unsigned char *key);

fs_chacha8_kernel fs_chacha8_plain;
#if FS_HAVE_X86_KERNELS
fs_chacha8_kernel fs_chacha8_sse2;
#endif
#if FS_HAVE_AVX_KERNELS
fs_chacha8_kernel fs_chacha8_avx2;
fs_chacha8_kernel fs_chacha8_avx512;
#endif
#if FS_HAVE_NEON_KERNELS
fs_chacha8_kernel fs_chacha8_neon;
#endif
#if FS_HAVE_SIMD128_KERNELS
fs_chacha8_kernel fs_chacha8_simd128;
#endif

/* Calls the kernel in use. The first call chooses it; fair_kernel_use() changes it. */
void fs_chacha8(unsigned char *out, const unsigned char *key);

/* One standard ChaCha8 block, to which the whole input is added at the end. Words 12 to
 * 15 of the input are `tail`. */
void fs_chacha8_block(unsigned char out[64], const unsigned char key[32],
                      const uint32_t tail[4]);

#endif

/* SPDX-License-Identifier: MIT
 *
 * chacha8_avx512.c - the AVX-512 kernel: 16 blocks at a time.
 */
#include "src/base/target.h"

#if FS_HAVE_AVX_KERNELS
#define LANES 16
#define KERNEL fs_chacha8_avx512
#define TARGET FS_TARGET_AVX512
#include "src/bits/chacha8_wide.h"
#endif

/* SPDX-License-Identifier: MIT
 *
 * chacha8_avx2.c - the AVX2 kernel: 8 blocks at a time.
 */
#include "src/base/target.h"

#if FS_HAVE_AVX_KERNELS
#define LANES 8
#define KERNEL fs_chacha8_avx2
#define TARGET FS_TARGET_AVX2
#include "src/bits/chacha8_wide.h"
#endif

/* SPDX-License-Identifier: MIT
 *
 * chacha8_simd128.c - the kernel for the vectors of WebAssembly: 4 blocks at a time.
 */
#include "src/base/target.h"

#if FS_HAVE_SIMD128_KERNELS
#define LANES 4
#define KERNEL fs_chacha8_simd128
#include "src/bits/chacha8_wide.h"
#endif

/* SPDX-License-Identifier: MIT
 *
 * chacha8_simd128.c - the kernel for the vectors of WebAssembly: 4 blocks at a time.
 */
#define LANES 4
#define KERNEL fs_chacha8_simd128
#include "src/bits/chacha8_wide.h"

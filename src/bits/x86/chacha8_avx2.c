/* SPDX-License-Identifier: MIT
 *
 * chacha8_avx2.c - the AVX2 kernel: 8 blocks at a time.
 */
#define LANES 8
#define KERNEL fs_chacha8_avx2
#include "src/bits/chacha8_wide.h"

/* SPDX-License-Identifier: MIT
 *
 * chacha8_avx512.c - the AVX-512 kernel: 16 blocks at a time.
 */
#define LANES 16
#define KERNEL fs_chacha8_avx512
#include "src/bits/chacha8_wide.h"

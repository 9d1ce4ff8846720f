/* SPDX-License-Identifier: MIT
 *
 * lanes8.c - the vector kernel with 8 lanes, compiled for any CPU.
 */
#define LANES 8
#define KERNEL test_lanes8
#include "src/bits/chacha8.h"
fs_chacha8_kernel test_lanes8;
#include "src/bits/chacha8_wide.h"

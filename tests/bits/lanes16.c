/* SPDX-License-Identifier: MIT
 *
 * lanes16.c - the vector kernel with 16 lanes, compiled for any CPU.
 */
#define LANES 16
#define KERNEL test_lanes16
#include "src/bits/chacha8.h"
fs_chacha8_kernel test_lanes16;
#include "src/bits/chacha8_wide.h"

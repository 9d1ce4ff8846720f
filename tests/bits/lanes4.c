/* SPDX-License-Identifier: MIT
 *
 * lanes4.c - the vector kernel with 4 lanes, compiled for any CPU.
 */
#define LANES 4
#define KERNEL test_lanes4
#include "src/bits/chacha8.h"
fs_chacha8_kernel test_lanes4;
#include "src/bits/chacha8_wide.h"

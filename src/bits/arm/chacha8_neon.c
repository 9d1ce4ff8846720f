/* SPDX-License-Identifier: MIT
 *
 * chacha8_neon.c - the NEON kernel for 64-bit ARM: 4 blocks at a time.
 *
 * Eight blocks at a time would fill all 32 vector registers with their words, and leave
 * none for the results of instructions.
 */
#include "src/base/target.h"

#if FS_HAVE_NEON_KERNELS
#define LANES 4
#define KERNEL fs_chacha8_neon
#include "src/bits/chacha8_wide.h"
#endif

/* SPDX-License-Identifier: MIT
 *
 * chacha8_sse2.c - the SSE2 kernel: 4 blocks at a time.
 */
#include "src/base/target.h"

#if FS_HAVE_X86_KERNELS
#define LANES 4
#define KERNEL fs_chacha8_sse2
#include "src/bits/chacha8_wide.h"
#endif

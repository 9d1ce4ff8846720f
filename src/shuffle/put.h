/* SPDX-License-Identifier: MIT
 *
 * put.h - kernels for distribute.c: functions for newer CPUs that put many records into
 * the buffers of their buckets at once.
 */
#ifndef FS_PUT_H
#define FS_PUT_H

#include "src/base/target.h"

enum {
    FS_PUT_GROUP = 16,     /* the most records that are put at once */
    FS_PUT_OVERSHOOT = 64, /* bytes that may be written after the end of a buffer */
};

/* Appends `count` records to the buffers of their buckets, which numbers[] gives. The
 * next record of bucket b goes to place fill[b] of `buffers`, counted in records. Up to
 * FS_PUT_OVERSHOOT bytes from there on may be overwritten, even if fewer are used. */
typedef void fs_put_kernel(const unsigned char *from, const uint8_t *numbers,
                           size_t count, unsigned char *buffers, uint32_t *fill,
                           unsigned buckets);

#if FS_HAVE_AVX_KERNELS
fs_put_kernel fs_put4_avx512; /* 2 or 4 buckets, records of 4 bytes */
#endif

/* The kernel for this CPU, or NULL if none is faster than plain C. It follows the choice
 * of the ChaCha8 kernel (fair_kernel_use()). */
fs_put_kernel *fs_put_kernel_for(size_t size, unsigned buckets);

#endif

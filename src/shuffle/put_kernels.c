/* SPDX-License-Identifier: MIT
 *
 * put_kernels.c - chooses the kernel that puts records into buffers. See put.h.
 *
 * The AVX-512 kernel compresses each vector once for each bucket. So it is faster than
 * plain C only if there are few buckets (docs/speed.md, Constants).
 */
#include "src/shuffle/put.h"

#include <string.h>

#include "fairshuf.h"
#include "src/base/target.h"

fs_put_kernel *fs_put_kernel_for(size_t size, unsigned buckets)
{
#if FS_HAVE_AVX_KERNELS
    if (size == 4 && buckets <= 4 && strcmp(fair_kernel(), "avx512") == 0)
        return fs_put4_avx512;
#endif
    (void)size, (void)buckets;
    return NULL;
}

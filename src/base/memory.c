/* SPDX-License-Identifier: MIT
 *
 * memory.c - large temporary buffers. See memory.h.
 *
 * With pages of 4 KiB, an array of a gigabyte causes 262,144 page faults when it is first
 * written, and a TLB miss for nearly every run that is read back.
 */
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* madvise, posix_memalign */
#endif

#include "src/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

void *fs_allocate(size_t bytes)
{
    assert(bytes > 0);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t huge = (size_t)2 << 20;
    if (bytes >= 4 * huge) {
        void *memory;
        if (posix_memalign(&memory, huge, bytes) != 0)
            return NULL;
        madvise(memory, bytes, MADV_HUGEPAGE); /* only a hint: it may fail */
        return memory;
    }
#endif
    return malloc(bytes);
}

/* SPDX-License-Identifier: MIT
 *
 * memory.c - large temporary room. See memory.h.
 *
 * Pages of 4 KiB cost an array of a gigabyte 262,144 faults when it is first written, and
 * a miss of the translation cache for nearly every run that is read back.
 */
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* madvise, posix_memalign */
#endif

#include "src/base/memory.h"

#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

void *fs_allocate(size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t huge = (size_t)2 << 20;
    if (bytes >= 4 * huge) {
        void *room;
        if (posix_memalign(&room, huge, bytes) != 0)
            return NULL;
        madvise(room, bytes, MADV_HUGEPAGE); /* a wish: it may be refused */
        return room;
    }
#endif
    return malloc(bytes);
}

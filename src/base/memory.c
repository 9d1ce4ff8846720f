/* SPDX-License-Identifier: MIT
 *
 * memory.c - memory for one call, and large temporary buffers. See memory.h.
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

#include "src/base/base.h"

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

int fs_options_valid(const fair_options *options)
{
    return options == NULL || (FS_RESERVED_UNUSED(options) &&
                               (options->allocate == NULL) == (options->release == NULL));
}

fs_memory fs_memory_start(const fair_options *options)
{
    assert(fs_options_valid(options));
    return (fs_memory){options, options != NULL && options->memory > 0 ? options->memory
                                                                       : SIZE_MAX};
}

static int has_allocator(const fs_memory *memory)
{
    return memory->options != NULL && memory->options->allocate != NULL;
}

void *fs_memory_get(fs_memory *memory, size_t bytes)
{
    assert(bytes > 0);
    if (bytes > memory->left)
        return NULL;
    void *block = has_allocator(memory)
                      ? memory->options->allocate(memory->options->allocator, bytes)
                      : fs_allocate(bytes);
    if (block != NULL)
        memory->left -= bytes;
    return block;
}

void fs_memory_free(fs_memory *memory, void *block, size_t bytes)
{
    if (block == NULL)
        return;
    memory->left += bytes;
    if (has_allocator(memory))
        memory->options->release(memory->options->allocator, block, bytes);
    else
        free(block);
}

/* SPDX-License-Identifier: MIT
 *
 * memory.h - memory for one call: from the caller's allocator, within the caller's limit;
 * and large temporary buffers for the layers above.
 */
#ifndef FS_MEMORY_H
#define FS_MEMORY_H

#include "fairshuf.h"

/* Whether options are valid: `reserved` is 0, and `allocate` and `release` are both set
 * or both NULL. NULL is valid. Public functions check this first. */
int fs_options_valid(const fair_options *options);

/* The memory of one call. */
typedef struct {
    const fair_options *options; /* has the allocator; NULL: malloc() and free() */
    size_t left;                 /* bytes that may still be allocated */
} fs_memory;

/* Starts with nothing allocated. The options must be valid; they may be NULL. */
fs_memory fs_memory_start(const fair_options *options);

/* Allocates `bytes` > 0 bytes. Returns NULL if it cannot, or if this would exceed the
 * limit. */
void *fs_memory_get(fs_memory *memory, size_t bytes);

/* Frees a block of `bytes` bytes, or NULL. */
void fs_memory_free(fs_memory *memory, void *block, size_t bytes);

/* Allocates `bytes` > 0 bytes; from 8 MiB on, in huge pages if the system has them.
 * Returns NULL if it cannot. Free the memory with free(). */
void *fs_allocate(size_t bytes);

#endif

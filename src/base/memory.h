/* SPDX-License-Identifier: MIT
 *
 * memory.h - large temporary buffers.
 */
#ifndef FS_MEMORY_H
#define FS_MEMORY_H

#include <stddef.h>

/* Allocates `bytes` > 0 bytes, in huge pages if there are many and the system has such
 * pages. Returns NULL if it cannot. Free the memory with free(). */
void *fs_allocate(size_t bytes);

#endif

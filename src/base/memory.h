/* SPDX-License-Identifier: MIT
 *
 * memory.h - large temporary room.
 *
 * L0.
 */
#ifndef FS_MEMORY_H
#define FS_MEMORY_H

#include <stddef.h>

/* Room for `bytes` > 0, in huge pages where that pays and the system has them; NULL if
 * there is none. To be freed with free(). */
void *fs_allocate(size_t bytes);

#endif

/* SPDX-License-Identifier: MIT
 *
 * flush.h - flushes an output to disk, while heartbeats are sent.
 */
#ifndef FS_FLUSH_H
#define FS_FLUSH_H

#include "src/mpi/ranks.h"

/* If *unstarted, the bytes written before the offset `end`, is large, makes the kernel
 * start writing them to disk, and sets it to 0. So fs_flush() waits less. */
void fs_flush_start(int fd, uint64_t end, uint64_t *unstarted);

/* fsync(). Returns 0, also where the file system has no such thing, or an errno. */
int fs_flush(fs_ranks *ranks, int fd);

#endif

/* SPDX-License-Identifier: MIT
 *
 * raw.h - bytes of a file that were read to find where records start, kept so that they
 * need not be read again.
 */
#ifndef FS_RAW_H
#define FS_RAW_H

#include <stdint.h>

#include "src/mpi/pool.h"

/* All zeros, except for the pool, is empty. */
typedef struct {
    fs_pool *pool;               /* the memory; not owned; NULL: nothing is kept */
    uint64_t file;               /* the number of the file */
    uint64_t from;               /* the offset of the first byte that is kept */
    uint64_t to;                 /* the offset after the last one */
    struct fs_raw_chunk *chunks; /* the bytes, in their order */
    struct fs_raw_chunk *last;   /* the last chunk */
} fs_raw;

/* Keeps bytes of a file, if they follow those that are kept, or if nothing is kept. If
 * there is no memory, they are not kept. */
void fs_raw_add(fs_raw *raw, uint64_t file, uint64_t offset, const unsigned char *data,
                size_t length);

/* Copies up to `length` bytes at an offset of a file, and returns how many; 0 if they are
 * not kept. Forgets all bytes before them. */
size_t fs_raw_get(fs_raw *raw, uint64_t file, uint64_t offset, unsigned char *to,
                  size_t length);

/* Forgets everything. */
void fs_raw_free(fs_raw *raw);

#endif

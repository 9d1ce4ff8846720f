/* SPDX-License-Identifier: MIT
 *
 * region.h - the memory of a batch, and reading into it. Used by reader.c and batch.c.
 */
#ifndef FS_REGION_H
#define FS_REGION_H

#include "src/records/reader.h"

/* Reads `length` bytes, or fewer at the end of the file or after an error. For a pipe,
 * `position` is the number of bytes read before. Returns the number of bytes, and sets
 * *error to an errno or 0. */
size_t fs_region_read_some(const fair_reader *reader, unsigned char *to, size_t length,
                           uint64_t position, int *error);

/* Reads the bytes after those in the region, and updates `filled`, `position`, `failed`
 * and `drained` of the reader. *tasks is the number of pieces that were read; plain
 * pieces are also split. FAIR_ENOMEM. */
int fs_region_read(fair_reader *reader, unsigned *tasks);

/* Makes the buffer large enough for `bytes` more bytes. FAIR_ENOMEM. */
int fs_region_grow(fair_reader *reader, size_t bytes);

/* Discards the records of the last batch. */
void fs_region_discard(fair_reader *reader);

#endif

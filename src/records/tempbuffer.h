/* SPDX-License-Identifier: MIT
 *
 * tempbuffer.h - writes consecutive bytes of the temporary file through a buffer.
 *
 * Writing large pieces of whole pages is three to six times as fast as writing the same
 * bytes from many places (docs/speed.md).
 */
#ifndef FS_TEMPBUFFER_H
#define FS_TEMPBUFFER_H

#include "src/records/tempfile.h"

typedef struct {
    const fs_tempfile *file; /* open; not owned */
    unsigned char *data;     /* bytes that are not written yet; owned */
    size_t size;             /* bytes allocated for `data` */
    size_t used;             /* bytes in `data` */
    size_t room; /* bytes to fill before a write; fewer at first, so that writes end at
                    the end of a page */
    uint64_t offset; /* the file offset of data[0] */
    int number;      /* the first errno; after it, nothing is written */
} fs_tempbuffer;

/* Starts at an offset of the file, with a buffer of `size` bytes, a multiple of FS_PAGE.
 * Returns 0 if there is no memory. Free it in any case. */
int fs_tempbuffer_start(fs_tempbuffer *buffer, const fs_tempfile *file, size_t size,
                        uint64_t offset);
void fs_tempbuffer_free(fs_tempbuffer *buffer);

/* Adds bytes. Errors are in `number`. */
void fs_tempbuffer_put(fs_tempbuffer *buffer, const unsigned char *data, size_t length);

/* Writes what is left in the buffer. */
void fs_tempbuffer_flush(fs_tempbuffer *buffer);

#endif

/* SPDX-License-Identifier: MIT
 *
 * tempbuffer.c - writes to the temporary file through a buffer. See tempbuffer.h.
 */
#include "src/records/tempbuffer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int fs_tempbuffer_start(fs_tempbuffer *buffer, const fs_tempfile *file, size_t size,
                        uint64_t offset)
{
    assert(size >= FS_PAGE && size % FS_PAGE == 0);
    *buffer = (fs_tempbuffer){.file = file,
                              .data = malloc(size),
                              .size = size,
                              .room = size - (size_t)(offset % FS_PAGE),
                              .offset = offset};
    return buffer->data != NULL;
}

void fs_tempbuffer_free(fs_tempbuffer *buffer)
{
    free(buffer->data);
    buffer->data = NULL;
}

void fs_tempbuffer_flush(fs_tempbuffer *buffer)
{
    if (buffer->number == 0 && buffer->used > 0)
        buffer->number =
            fs_tempfile_write(buffer->file, buffer->data, buffer->used, buffer->offset);
    buffer->offset += buffer->used;
    buffer->used = 0;
    buffer->room = buffer->size;
}

void fs_tempbuffer_put(fs_tempbuffer *buffer, const unsigned char *data, size_t length)
{
    while (length > 0 && buffer->number == 0) {
        const size_t left = buffer->room - buffer->used;
        const size_t now = length < left ? length : left;
        memcpy(buffer->data + buffer->used, data, now);
        buffer->used += now;
        data += now;
        length -= now;
        if (buffer->used == buffer->room)
            fs_tempbuffer_flush(buffer);
    }
}

/* SPDX-License-Identifier: MIT
 *
 * raw.c - bytes of a file that are kept. See raw.h.
 */
#include "src/mpi/raw.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct fs_raw_chunk {
    struct fs_raw_chunk *next; /* the bytes after it */
    fs_arena arena;            /* its memory: one slab */
    unsigned char *data;       /* its bytes */
    size_t length;             /* how many */
    size_t room;               /* bytes of `data` */
};

/* Adds an empty chunk. Returns 0 if there is no memory. */
static int add_chunk(fs_raw *raw)
{
    int full;
    struct fs_raw_chunk *chunk = calloc(1, sizeof *chunk);
    if (chunk == NULL)
        return 0;
    chunk->room = raw->pool->slab;
    chunk->data = fs_arena_take(&chunk->arena, raw->pool, chunk->room, 0, &full);
    if (chunk->data == NULL) {
        free(chunk);
        return 0;
    }
    if (raw->chunks == NULL)
        raw->chunks = chunk;
    else
        raw->last->next = chunk;
    raw->last = chunk;
    return 1;
}

void fs_raw_add(fs_raw *raw, uint64_t file, uint64_t offset, const unsigned char *data,
                size_t length)
{
    if (raw->pool == NULL)
        return;
    if (raw->chunks == NULL) {
        raw->file = file;
        raw->from = raw->to = offset;
    }
    if (file != raw->file || offset != raw->to)
        return;
    while (length > 0) {
        if ((raw->chunks == NULL || raw->last->length == raw->last->room) &&
            !add_chunk(raw))
            return;
        struct fs_raw_chunk *last = raw->last;
        const size_t left = last->room - last->length;
        const size_t now = length < left ? length : left;
        memcpy(last->data + last->length, data, now);
        last->length += now;
        raw->to += now;
        data += now;
        length -= now;
    }
}

static void drop_first(fs_raw *raw)
{
    struct fs_raw_chunk *first = raw->chunks;
    raw->from += first->length;
    raw->chunks = first->next;
    fs_arena_release(&first->arena, raw->pool);
    free(first);
}

size_t fs_raw_get(fs_raw *raw, uint64_t file, uint64_t offset, unsigned char *to,
                  size_t length)
{
    if (raw->chunks == NULL || file != raw->file || offset < raw->from)
        return 0;
    while (raw->chunks != NULL && offset >= raw->from + raw->chunks->length)
        drop_first(raw);
    if (raw->chunks == NULL)
        return 0;
    const struct fs_raw_chunk *first = raw->chunks;
    const size_t skipped = (size_t)(offset - raw->from);
    const size_t left = first->length - skipped;
    const size_t now = length < left ? length : left;
    memcpy(to, first->data + skipped, now);
    return now;
}

void fs_raw_free(fs_raw *raw)
{
    while (raw->chunks != NULL)
        drop_first(raw);
}

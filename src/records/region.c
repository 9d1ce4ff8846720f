/* SPDX-License-Identifier: MIT
 *
 * region.c - the memory of a batch: a buffer or a mapped file, and reading into it. See
 * region.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "src/records/region.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TAIL = 8,   /* bytes that a splitter may add to the last record, rounded up */
    ALIGN = 64, /* bytes are read to multiples of this; see padding() */
};

/* ---- reading ----------------------------------------------------------------------- */

static ssize_t read_once(const fair_reader *reader, unsigned char *to, size_t length,
                         uint64_t position)
{
    if (reader->feed != NULL)
        return reader->feed(reader->feed_context, to, length);
    return reader->regular ? pread(reader->fd, to, length, (off_t)position)
                           : read(reader->fd, to, length);
}

size_t fs_region_read_some(const fair_reader *reader, unsigned char *to, size_t length,
                           uint64_t position, int *error)
{
    size_t got = 0;
    *error = 0;
    while (got < length) {
        const ssize_t now = read_once(reader, to + got, length - got, position + got);
        if (now > 0)
            got += (size_t)now;
        else if (now == 0)
            break;
        else if (errno != EINTR) {
            *error = errno;
            break;
        }
        if (!reader->regular && reader->tick != NULL &&
            reader->tick(reader->context, position + got) != 0) {
            *error = ECANCELED;
            break;
        }
    }
    return got;
}

/* How many of `bytes` bytes at a file offset are before the place where to stop. */
static size_t before_stop(const fair_reader *reader, uint64_t at, size_t bytes)
{
    const uint64_t left = at < reader->stop ? reader->stop - at : 0;
    return left < bytes ? (size_t)left : bytes;
}

static unsigned char *piece_start(const fair_reader *reader, size_t task)
{
    return reader->data + reader->filled + task * reader->piece_bytes;
}

/* The number of bytes of a mapped file that belong to a piece. Touches their pages, so
 * that all threads share the page faults even if only one thread splits. */
static size_t mapped_bytes(const fair_reader *reader, size_t task)
{
    const uint64_t at = reader->position + task * reader->piece_bytes;
    if (at >= reader->state.size)
        return 0;
    const uint64_t left = reader->state.size - at;
    const size_t bytes = left < reader->piece_bytes ? (size_t)left : reader->piece_bytes;
    const volatile unsigned char *data = piece_start(reader, task);
    for (size_t i = 0; i < bytes && !fs_format_is_plain(&reader->format); i += FS_PAGE)
        (void)data[i];
    return bytes;
}

static void read_piece(void *context, unsigned member, size_t task)
{
    (void)member;
    fair_reader *reader = context;
    if (reader->mapped) {
        reader->got[task] = mapped_bytes(reader, task);
        reader->errors[task] = 0;
    } else if (reader->regular) {
        const uint64_t at = reader->position + task * reader->piece_bytes;
        reader->got[task] = fs_region_read_some(
            reader, piece_start(reader, task),
            before_stop(reader, at, reader->piece_bytes), at, &reader->errors[task]);
    }
    if (fs_format_is_plain(&reader->format)) {
        fs_piece *piece = &reader->piece[task];
        piece->base = piece_start(reader, task);
        piece->ends = reader->ends[task];
        piece->count = fs_split_byte(piece->base, reader->got[task],
                                     reader->format.delimiter, reader->ends[task]);
        piece->mapped = reader->mapped;
    }
}

/* Reads a pipe with one thread, and divides the bytes into pieces. */
static void read_pipe(fair_reader *reader, unsigned tasks)
{
    const size_t each = reader->piece_bytes;
    int error;
    size_t left = fs_region_read_some(reader, piece_start(reader, 0), tasks * each,
                                      reader->position, &error);
    for (unsigned i = 0; i < tasks; i++) {
        reader->got[i] = left < each ? left : each;
        reader->errors[i] = left <= each ? error : 0;
        left -= reader->got[i];
    }
}

/* The number of bytes from `place` to the next aligned address. The kernel copies four
 * times as fast to an aligned address (docs/speed.md). */
static size_t padding(const unsigned char *place)
{
    return (ALIGN - (uintptr_t)place % ALIGN) % ALIGN;
}

/* The size of a buffer for `kept` bytes and `bytes` more. If the buffer grows for a long
 * record, it grows by an additional half, so that the record is not copied many times. */
static size_t buffer_for(const fair_reader *reader, size_t kept, size_t bytes)
{
    const size_t need = kept + bytes + TAIL + 2 * (size_t)ALIGN;
    if (need <= reader->buffer_size)
        return reader->buffer_size;
    return kept > 0 && need < SIZE_MAX / 2 ? need + need / 2 : need;
}

static unsigned next_tasks(const fair_reader *reader)
{
    return reader->position == reader->start ? 1 : reader->pieces;
}

size_t fs_reader_next_buffer(const fair_reader *reader)
{
    const size_t kept = reader->filled - reader->used;
    if (!reader->mapped && reader->drained)
        return reader->buffer_size;
    if (!reader->mapped)
        return buffer_for(reader, kept, next_tasks(reader) * reader->piece_bytes);
    return reader->drained ? buffer_for(reader, 0, kept) : 0; /* see add_tail() */
}

int fs_region_grow(fair_reader *reader, size_t bytes)
{
    const size_t front = reader->filled > 0 ? (size_t)(reader->data - reader->buffer) : 0;
    size_t size = buffer_for(reader, reader->filled, bytes);
    if (size < bytes)
        return FAIR_ENOMEM;
    if (size > reader->buffer_size) {
        unsigned char *buffer = realloc(reader->buffer, size);
        if (buffer == NULL && reader->filled > 0)
            buffer = realloc(reader->buffer,
                             size = reader->filled + bytes + TAIL + 2 * (size_t)ALIGN);
        if (buffer == NULL)
            return FAIR_ENOMEM;
        reader->buffer = buffer;
        reader->data = buffer + front;
        reader->buffer_size = size;
    }
    if (reader->filled == 0)
        reader->data = reader->buffer + padding(reader->buffer);
    return FAIR_OK;
}

static int make_room(fair_reader *reader, unsigned tasks)
{
    const size_t fresh = tasks * reader->piece_bytes;
    const int error = reader->mapped ? FAIR_OK : fs_region_grow(reader, fresh);
    if (error != FAIR_OK)
        return error;
    const unsigned arrays = fs_format_is_plain(&reader->format) ? tasks : 1;
    const size_t ends =
        (fs_format_is_plain(&reader->format) ? reader->piece_bytes : fresh + 1) +
        FS_SPLIT_SLACK;
    for (unsigned i = 0; i < arrays; i++)
        if (ends > reader->ends_room[i]) {
            free(reader->ends[i]);
            reader->ends_room[i] = 0;
            reader->ends[i] = malloc(ends * sizeof *reader->ends[i]);
            if (reader->ends[i] == NULL)
                return FAIR_ENOMEM;
            reader->ends_room[i] = ends;
        }
    return FAIR_OK;
}

/* Asks the system to read the next bytes ahead while this batch is in use. */
static void read_ahead(const fair_reader *reader, size_t length)
{
#ifdef POSIX_FADV_WILLNEED
    if (length > 0) /* 0 would mean up to the end of the file */
        posix_fadvise(reader->fd, (off_t)reader->position, (off_t)length,
                      POSIX_FADV_WILLNEED);
#else
    (void)reader, (void)length;
#endif
}

int fs_region_read(fair_reader *reader, unsigned *tasks)
{
    assert(reader->pieces > 0 && reader->pieces <= FS_MOST_PIECES);
    assert(reader->piece_bytes > 0);
    const unsigned most = next_tasks(reader);
    const int error = make_room(reader, most);
    if (error != FAIR_OK)
        return error;
    if (!reader->regular)
        read_pipe(reader, most);
    if (reader->regular || fs_format_is_plain(&reader->format))
        fs_team_run(reader->team, fs_team_size(reader->team), most, read_piece, reader);
    unsigned whole = 0; /* the number of full pieces before the first that is not */
    while (whole + 1 < most && reader->got[whole] == reader->piece_bytes &&
           reader->errors[whole] == 0)
        whole++;
    const size_t fresh = whole * reader->piece_bytes + reader->got[whole];
    reader->failed = reader->errors[whole];
    reader->drained = fresh < most * reader->piece_bytes;
    reader->filled += fresh;
    reader->position += fresh;
    reader->piece_bytes = reader->piece_size;
    if (reader->mapped)
        reader->drained = reader->position == reader->state.size;
    if (reader->regular && !reader->drained)
        read_ahead(reader, before_stop(reader, reader->position,
                                       reader->pieces * reader->piece_size));
    *tasks = whole + 1;
    return FAIR_OK;
}

/* ---- between batches ------------------------------------------------------------- */

void fs_region_discard(fair_reader *reader)
{
    reader->mark.record += reader->in_batch;
    reader->mark.offset += reader->used;
    reader->filled -= reader->used;
    if (reader->mapped) {
        reader->data += reader->used;
    } else if (reader->used > 0 && reader->filled > 0) {
        /* such that the next bytes are read to an aligned address */
        const unsigned char *rest = reader->data + reader->used;
        reader->data = reader->buffer + padding(reader->buffer + reader->filled);
        memmove(reader->data, rest, reader->filled);
    }
    reader->used = 0;
    reader->in_batch = 0;
    reader->piece_count = 0;
}

uint64_t fs_reader_rest(const fair_reader *reader)
{
    return reader->position - (reader->filled - reader->used);
}

void fs_reader_map(fair_reader *reader, const fs_mapping *mapping)
{
    assert(reader->regular && !reader->mapped);
    fs_region_discard(reader);
    reader->mapped = 1;
    reader->data = mapping->pages + (fs_reader_rest(reader) - mapping->offset);
    free(reader->buffer);
    reader->buffer = NULL;
    reader->buffer_size = 0;
}

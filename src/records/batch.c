/* SPDX-License-Identifier: MIT
 *
 * batch.c - reads one batch of a file, and splits it into records. See reader.h.
 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/records/memory_limits.h"
#include "src/records/reader.h"

enum { TAIL = 8, ALIGN = 64 };

/* ---- reading ----------------------------------------------------------------------- */

static ssize_t read_once(const fair_reader *reader, unsigned char *to, size_t length,
                         uint64_t position)
{
    if (reader->feed != NULL)
        return reader->feed(reader->feed_context, to, length);
    return reader->regular ? pread(reader->fd, to, length, (off_t)position)
                           : read(reader->fd, to, length);
}

/* Reads `length` bytes, or fewer at the end of the file or after an error. For a pipe,
 * `position` is the number of bytes read before. */
static size_t read_some(const fair_reader *reader, unsigned char *to, size_t length,
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

static int is_plain(const fair_reader *reader)
{
    return reader->format.kind == FAIR_DELIMITED && reader->format.count <= 1;
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
    for (size_t i = 0; i < bytes && !is_plain(reader); i += FS_PAGE)
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
        reader->got[task] = read_some(
            reader, piece_start(reader, task), reader->piece_bytes,
            reader->position + task * reader->piece_bytes, &reader->errors[task]);
    }
    if (is_plain(reader)) {
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
    size_t left =
        read_some(reader, piece_start(reader, 0), tasks * each, reader->position, &error);
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
    const size_t need = kept + bytes + TAIL + 2 * ALIGN;
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

/* Makes the buffer large enough for `bytes` more bytes. */
static int grow_buffer(fair_reader *reader, size_t bytes)
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
    const int error = reader->mapped ? FAIR_OK : grow_buffer(reader, fresh);
    if (error != FAIR_OK)
        return error;
    const unsigned arrays = is_plain(reader) ? tasks : 1;
    const size_t ends =
        (is_plain(reader) ? reader->piece_bytes : fresh + 1) + FS_SPLIT_SLACK;
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

/* ---- what was read becomes pieces ------------------------------------------------ */

static void plain_pieces(fair_reader *reader, unsigned tasks)
{
    const unsigned char *first = reader->data;
    for (unsigned i = 0; i < tasks; i++) {
        fs_piece *piece = &reader->piece[i];
        if (reader->got[i] == 0)
            piece->count = 0;
        piece->first = first;
        if (piece->count > 0)
            first = piece->base + piece->ends[piece->count - 1];
        reader->in_batch += piece->count;
    }
    reader->piece_count = tasks;
    reader->used = (size_t)(first - reader->data);
}

/* Splits the batch with the splitter of the whole file, and divides the records into
 * pieces. */
static int split_pieces(fair_reader *reader, size_t seen)
{
    if (reader->filled > UINT32_MAX)
        return FAIR_ERANGE;
    uint32_t *ends = reader->ends[0];
    const size_t count =
        fs_splitter_run(&reader->splitter, reader->data, seen, reader->filled, ends);
    const size_t each = count / reader->pieces + 1;
    const unsigned char *first = reader->data;
    reader->piece_count = 0;
    for (size_t at = 0; at < count; at += each) {
        const size_t here = count - at < each ? count - at : each;
        reader->piece[reader->piece_count++] =
            (fs_piece){first, reader->data, ends + at, here, reader->mapped};
        first = reader->data + ends[at + here - 1];
    }
    reader->in_batch = count;
    reader->used = (size_t)(first - reader->data);
    return FAIR_OK;
}

/* Completes the last record with `tail`. A mapped record is copied to the buffer first.
 */
static int add_tail(fair_reader *reader, const unsigned char *tail, size_t length)
{
    if (reader->mapped) {
        const unsigned char *record = reader->data;
        const size_t bytes = reader->filled;
        if (bytes > reader->most) {
            reader->mark.needed = fs_limits_for_record(bytes + length);
            return FAIR_ELIMIT;
        }
        reader->filled = 0;
        const int error = grow_buffer(reader, bytes);
        if (error != FAIR_OK)
            return error;
        memcpy(reader->data, record, bytes);
        reader->filled = bytes;
    }
    memcpy(reader->data + reader->filled, tail, length);
    reader->filled += length;
    return FAIR_OK;
}

/* At the end of the file: makes a record of the bytes after the last delimiter. */
static int last_record(fair_reader *reader)
{
    static const uint32_t nothing;
    unsigned char tail[4];
    size_t length = 0;
    int error =
        fs_splitter_end(&reader->splitter, reader->data, reader->filled, tail, &length);
    const int mapped = reader->mapped && length == 0;
    if (error == FAIR_OK && length > 0)
        error = add_tail(reader, tail, length);
    if (error != FAIR_OK)
        return error;
    const unsigned char *end = reader->data + reader->filled;
    reader->used = reader->filled;
    reader->piece[0] = (fs_piece){reader->data, end, &nothing, 1, mapped};
    reader->piece_count = 1;
    reader->in_batch = 1;
    return 1;
}

/* Whether the file changed while it was read. Virtual files of the kernel can have a
 * meaningless size: 0, or more than their content. */
static int has_changed(const fair_reader *reader)
{
    fs_file_state now;
    unsigned char byte; /* if it can be read, the file was truncated for a moment */
    if (!reader->regular || reader->state.size == 0)
        return 0;
    return !fs_file_state_get(reader->fd, &now) ||
           fs_file_state_differs(&reader->state, &now) ||
           (reader->position < reader->state.size &&
            pread(reader->fd, &byte, 1, (off_t)reader->position) > 0);
}

static int fail(fair_reader *reader, int error, int number)
{
    reader->mark.error = number;
    reader->at_end = 1;
    reader->filled = reader->used = 0;
    reader->piece_count = 0;
    return reader->error = error;
}

static int file_end(fair_reader *reader)
{
    reader->at_end = 1;
    if (reader->regular)
        lseek(reader->fd, (off_t)reader->position, SEEK_SET);
    if (has_changed(reader))
        return fail(reader, FAIR_ECHANGED, 0);
    if (reader->filled == 0)
        return 0;
    const int result = last_record(reader);
    return result < 0 ? fail(reader, result, 0) : result;
}

/* Asks the system to read the next bytes ahead while this batch is in use. */
static void read_ahead(const fair_reader *reader, size_t length)
{
#ifdef POSIX_FADV_WILLNEED
    posix_fadvise(reader->fd, (off_t)reader->position, (off_t)length,
                  POSIX_FADV_WILLNEED);
#else
    (void)reader, (void)length;
#endif
}

/* Reads and splits the bytes after those in the region. */
static int read_on(fair_reader *reader)
{
    const unsigned tasks = next_tasks(reader);
    const size_t seen = reader->filled;
    if (reader->failed != 0) /* all records before the failure were returned */
        return FAIR_EREAD;
    if (reader->drained)
        return 0;
    const int error = make_room(reader, tasks);
    if (error != FAIR_OK)
        return error;
    if (!reader->regular)
        read_pipe(reader, tasks);
    if (reader->regular || is_plain(reader))
        fs_team_run(reader->team, fs_team_size(reader->team), tasks, read_piece, reader);
    unsigned whole = 0; /* the number of full pieces before the first that is not */
    while (whole + 1 < tasks && reader->got[whole] == reader->piece_bytes &&
           reader->errors[whole] == 0)
        whole++;
    const size_t fresh = whole * reader->piece_bytes + reader->got[whole];
    reader->failed = reader->errors[whole];
    reader->drained = fresh < tasks * reader->piece_bytes;
    reader->filled += fresh;
    reader->position += fresh;
    reader->piece_bytes = reader->piece_size;
    if (reader->mapped)
        reader->drained = reader->position == reader->state.size;
    if (reader->regular && !reader->drained)
        read_ahead(reader, reader->pieces * reader->piece_size);
    if (fresh == 0)
        return reader->failed != 0 ? FAIR_EREAD : 0;
    if (is_plain(reader))
        plain_pieces(reader, whole + 1);
    else if (split_pieces(reader, seen) != FAIR_OK)
        return FAIR_ERANGE;
    return 1;
}

/* The length of a record that has become too long. Reads on to its end without keeping
 * it. After FS_FAR bytes it gives up and returns an upper bound of the length, or 0 if
 * there is none. */
static uint64_t whole_length(fair_reader *reader)
{
    if (reader->format.kind == FAIR_FIXED)
        return reader->format.count;
    fs_splitter splitter = reader->splitter;
    unsigned char *window = reader->data; /* its first byte counts as seen */
    uint64_t length = reader->filled;
    window[0] = 'x'; /* any byte within a line */
    while (length - reader->filled < FS_FAR) {
        int error;
        const size_t got = read_some(reader, window + 1, reader->piece_bytes - 1,
                                     reader->position, &error);
        reader->position += got;
        splitter.mark = 0;
        if (got > 0 &&
            fs_splitter_run(&splitter, window, 1, got + 1, reader->ends[0]) > 0)
            return length + reader->ends[0][0] - 1;
        length += got;
        if (got < reader->piece_bytes - 1)
            return length;
    }
    if (reader->position >= reader->state.size)
        return 0;
    return length + reader->state.size - reader->position; /* an upper bound */
}

/* Discards the records of the last batch. */
static void discard(fair_reader *reader)
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
    discard(reader);
    reader->mapped = 1;
    reader->data = mapping->pages + (fs_reader_rest(reader) - mapping->offset);
    free(reader->buffer);
    reader->buffer = NULL;
    reader->buffer_size = 0;
}

int fs_reader_batch(fair_reader *reader)
{
    discard(reader);
    if (reader->at_end)
        return reader->error; /* FAIR_OK at the end of the file */
    if (reader->filled > reader->most && !reader->mapped) {
        const uint64_t length = whole_length(reader);
        reader->mark.needed = length > 0 ? fs_limits_for_record(length) : 0;
        return fail(reader, FAIR_ELIMIT, 0);
    }
    const int result = read_on(reader);
    if (result < 0)
        return fail(reader, result, reader->failed);
    return result == 0 ? file_end(reader) : 1;
}

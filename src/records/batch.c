/* SPDX-License-Identifier: MIT
 *
 * batch.c - splits one batch of a file into records. See reader.h. region.c reads the
 * bytes.
 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "src/records/memory_limits.h"
#include "src/records/region.h"

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
        const int error = fs_region_grow(reader, bytes);
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
    const int stopped = reader->position == reader->stop; /* so the record is complete */
    int error = stopped ? FAIR_OK
                        : fs_splitter_end(&reader->splitter, reader->data, reader->filled,
                                          tail, &length);
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
           (reader->position < reader->state.size && reader->position < reader->stop &&
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

/* Reads and splits the bytes after those in the region. Returns 1, 0 at the end of the
 * file, or an error. */
static int read_on(fair_reader *reader)
{
    const size_t seen = reader->filled;
    unsigned tasks;
    if (reader->failed != 0) /* all records before the failure were returned */
        return FAIR_EREAD;
    if (reader->drained)
        return 0;
    const int error = fs_region_read(reader, &tasks);
    if (error != FAIR_OK)
        return error;
    if (reader->filled == seen)
        return reader->failed != 0 ? FAIR_EREAD : 0;
    if (fs_format_is_plain(&reader->format))
        plain_pieces(reader, tasks);
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
    assert(!reader->mapped && reader->filled > 0 && reader->piece_bytes > 1);
    fs_splitter splitter = reader->splitter;
    unsigned char *window = reader->data; /* its first byte counts as seen */
    uint64_t length = reader->filled;
    window[0] = 'x'; /* any byte within a line */
    while (length - reader->filled < FS_FAR) {
        int error;
        const size_t got = fs_region_read_some(
            reader, window + 1, reader->piece_bytes - 1, reader->position, &error);
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

int fs_reader_batch(fair_reader *reader)
{
    fs_region_discard(reader);
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

/* SPDX-License-Identifier: MIT
 *
 * reader.c - files read in batches of whole records. See reader.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base.h"
#include "budget.h"

/* What one thread reads at a time. A first, small piece is all that most inputs have. */
enum { PIECE = 1 << 20, FIRST = 1 << 16, TAIL = 8, ALIGN = 64 };

int fair_reader_new(fair_reader **new, const fair_format *format)
{
    *new = NULL;
    if (!fs_format_good(format))
        return FAIR_EINVAL;
    fair_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return FAIR_ENOMEM;
    reader->format = *format;
    reader->fd = -1;
    reader->at_end = 1;
    reader->pieces = 1;
    reader->piece_size = PIECE;
    reader->most = SIZE_MAX;
    *new = reader;
    return FAIR_OK;
}

void fair_reader_free(fair_reader *reader)
{
    if (reader == NULL)
        return;
    for (unsigned i = 0; i < FS_MOST_PIECES; i++)
        free(reader->ends[i]);
    free(reader->region);
    free(reader);
}

/* At the beginning of something that is no regular file. */
static void start(fair_reader *reader)
{
    fs_splitter_start(&reader->splitter, &reader->format);
    reader->fd = -1;
    reader->feed = NULL;
    reader->regular = 0;
    reader->drained = reader->failed = reader->at_end = 0;
    reader->error = FAIR_OK;
    reader->position = reader->size = reader->start = 0;
    reader->filled = reader->used = 0;
    reader->piece_bytes = FIRST < reader->piece_size ? FIRST : reader->piece_size;
    reader->first = 1;
    reader->piece_count = 0;
    reader->mark = (fair_mark){0};
    reader->in_batch = 0;
    reader->next_piece = 0;
    reader->next_record = 0;
}

void fair_reader_open(fair_reader *reader, int fd)
{
    struct stat status;
    start(reader);
    reader->fd = fd;
    const off_t at = lseek(fd, 0, SEEK_CUR);
    if (at >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
        reader->regular = 1;
        reader->position = reader->start = (uint64_t)at;
        reader->size = (uint64_t)status.st_size;
    }
}

void fs_reader_open_feed(fair_reader *reader, fair_feed *feed, void *context)
{
    start(reader);
    reader->feed = feed;
    reader->feed_context = context;
}

/* ---- reading ----------------------------------------------------------------------- */

static ssize_t read_once(const fair_reader *reader, unsigned char *to, size_t length,
                         uint64_t position)
{
    if (reader->feed != NULL)
        return reader->feed(reader->feed_context, to, length);
    return reader->regular ? pread(reader->fd, to, length, (off_t)position)
                           : read(reader->fd, to, length);
}

/* Reads up to `length` bytes, as many as there are; fewer only at the end of the file, or
 * with an error. Of a pipe, `position` is what was read before. */
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

static void read_piece(void *context, unsigned member, size_t task)
{
    (void)member;
    fair_reader *reader = context;
    if (reader->regular)
        reader->got[task] = read_some(
            reader, piece_start(reader, task), reader->piece_bytes,
            reader->position + task * reader->piece_bytes, &reader->errors[task]);
    if (is_plain(reader)) {
        fs_piece *piece = &reader->piece[task];
        piece->base = piece_start(reader, task);
        piece->ends = reader->ends[task];
        piece->count = fs_split_byte(piece->base, reader->got[task],
                                     reader->format.delimiter, reader->ends[task]);
    }
}

/* A pipe is read by one thread, the pieces one after the other. */
static void read_pipe(fair_reader *reader, unsigned tasks)
{
    int over = 0;
    uint64_t position = reader->position;
    for (unsigned i = 0; i < tasks; i++) {
        reader->got[i] = 0;
        reader->errors[i] = 0;
        if (!over)
            reader->got[i] = read_some(reader, piece_start(reader, i),
                                       reader->piece_bytes, position, &reader->errors[i]);
        over = reader->got[i] < reader->piece_bytes || reader->errors[i] != 0;
        position += reader->got[i];
    }
}

/* The kernel copies what it reads four times as fast to a place that is aligned (1 GB in
 * 0.15 s, otherwise in 0.7 s, on an EPYC). How far the next such place is. */
static size_t behind(const unsigned char *place)
{
    return (ALIGN - (uintptr_t)place % ALIGN) % ALIGN;
}

static int make_room(fair_reader *reader, unsigned tasks)
{
    const size_t fresh = tasks * reader->piece_bytes;
    const size_t front = reader->filled > 0 ? (size_t)(reader->data - reader->region) : 0;
    const size_t need = front + reader->filled + fresh + TAIL + ALIGN;
    if (need < fresh)
        return 0;
    if (need > reader->room) {
        size_t room = reader->filled > 0 ? need + need / 2 : need;
        unsigned char *region = realloc(reader->region, room);
        if (region == NULL && room > need)
            region = realloc(reader->region, room = need);
        if (region == NULL)
            return 0;
        reader->region = region;
        reader->data = region + front;
        reader->room = room;
    }
    if (reader->filled == 0)
        reader->data = reader->region + behind(reader->region);
    const unsigned arrays = is_plain(reader) ? tasks : 1;
    const size_t ends =
        (is_plain(reader) ? reader->piece_bytes : fresh + 1) + FS_SPLIT_SLACK;
    for (unsigned i = 0; i < arrays; i++)
        if (ends > reader->ends_room[i]) {
            free(reader->ends[i]);
            reader->ends_room[i] = 0;
            reader->ends[i] = malloc(ends * sizeof *reader->ends[i]);
            if (reader->ends[i] == NULL)
                return 0;
            reader->ends_room[i] = ends;
        }
    return 1;
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

/* One splitter from the start of the file to its end; the records are then shared out. */
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
            (fs_piece){first, reader->data, ends + at, here};
        first = reader->data + ends[at + here - 1];
    }
    reader->in_batch = count;
    reader->used = (size_t)(first - reader->data);
    return FAIR_OK;
}

/* The file is over, and something is left that nothing ends. */
static int last_record(fair_reader *reader)
{
    static const uint32_t nothing;
    unsigned char tail[4];
    size_t length;
    const int error =
        fs_splitter_end(&reader->splitter, reader->data, reader->filled, tail, &length);
    if (error != FAIR_OK)
        return error;
    unsigned char *end = reader->data + reader->filled;
    memcpy(end, tail, length);
    reader->filled += length;
    reader->used = reader->filled;
    reader->piece[0] = (fs_piece){reader->data, end + length, &nothing, 1};
    reader->piece_count = 1;
    reader->in_batch = 1;
    return 1;
}

/* A file may have become shorter while it was read, and then there is no telling what was
 * missed. Some files of the kernel have a size that means nothing: that does not change.
 */
static int has_shrunk(const fair_reader *reader)
{
    struct stat status;
    unsigned char byte; /* if it can be read now, the file was shorter for a moment */
    return reader->regular && reader->position < reader->size &&
           fstat(reader->fd, &status) == 0 &&
           ((uint64_t)status.st_size < reader->size ||
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
    if (has_shrunk(reader))
        return fail(reader, FAIR_ESHRUNK, 0);
    if (reader->filled == 0)
        return 0;
    const int result = last_record(reader);
    return result < 0 ? fail(reader, result, 0) : result;
}

/* Has the system fetch what comes next while this batch is being used. */
static void read_ahead(const fair_reader *reader, size_t length)
{
#ifdef POSIX_FADV_WILLNEED
    posix_fadvise(reader->fd, (off_t)reader->position, (off_t)length,
                  POSIX_FADV_WILLNEED);
#else
    (void)reader, (void)length;
#endif
}

/* Reads and splits once more behind what is in the region. */
static int read_on(fair_reader *reader)
{
    const unsigned tasks = reader->first ? 1 : reader->pieces;
    const size_t seen = reader->filled;
    if (reader->failed != 0) /* now that all before it has been given out */
        return FAIR_EREAD;
    if (reader->drained)
        return 0;
    if (!make_room(reader, tasks))
        return FAIR_ENOMEM;
    if (!reader->regular)
        read_pipe(reader, tasks);
    if (reader->regular || is_plain(reader))
        fs_team_run(reader->team, fs_team_size(reader->team), tasks, read_piece, reader);
    unsigned whole = 0; /* pieces; what follows one that is not full does not count */
    while (whole + 1 < tasks && reader->got[whole] == reader->piece_bytes)
        whole++;
    const size_t fresh = whole * reader->piece_bytes + reader->got[whole];
    reader->failed = reader->errors[whole];
    reader->drained = fresh < tasks * reader->piece_bytes;
    reader->filled += fresh;
    reader->position += fresh;
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

/* How long the record is that has just become too long, by reading on to its end without
 * keeping it; but not for ever: then it is what it can be at most, or was so far. */
static uint64_t whole_length(fair_reader *reader)
{
    enum { FAR = 1 << 30 };
    if (reader->format.kind == FAIR_FIXED)
        return reader->format.count;
    fs_splitter splitter = reader->splitter;
    unsigned char *window = reader->data; /* its first byte has been seen */
    uint64_t length = reader->filled;
    window[0] = 'x'; /* of a line that goes on */
    while (length - reader->filled < FAR) {
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
    if (reader->position < reader->size) /* it cannot be longer than this */
        length += reader->size - reader->position;
    return length;
}

int fs_reader_batch(fair_reader *reader)
{
    reader->mark.record += reader->in_batch;
    reader->mark.offset += reader->used;
    reader->filled -= reader->used;
    if (reader->used > 0 && reader->filled > 0) { /* so that more is read behind it */
        const unsigned char *rest = reader->data + reader->used;
        reader->data = reader->region + behind(reader->region + reader->filled);
        memmove(reader->data, rest, reader->filled);
    }
    reader->used = 0;
    reader->in_batch = 0;
    reader->piece_count = 0;
    while (!reader->at_end) {
        const int result = read_on(reader);
        if (result < 0)
            return fail(reader, result, reader->failed);
        if (result == 0)
            return file_end(reader);
        reader->first = 0;
        reader->piece_bytes = reader->piece_size;
        if (reader->in_batch > 0)
            return 1;
        if (reader->filled > reader->most) {
            reader->mark.needed = fs_budget_for_record(whole_length(reader));
            return fail(reader, FAIR_ELIMIT, 0);
        }
    }
    return reader->error; /* FAIR_OK at the end of the file */
}

/* ---- one by one -------------------------------------------------------------------- */

int fair_reader_next(fair_reader *reader, const unsigned char **record, size_t *length)
{
    for (;;) {
        while (reader->next_piece < reader->piece_count &&
               reader->next_record == reader->piece[reader->next_piece].count) {
            reader->next_piece++;
            reader->next_record = 0;
        }
        if (reader->next_piece < reader->piece_count)
            break;
        const int result = fs_reader_batch(reader);
        reader->next_piece = 0;
        reader->next_record = 0;
        if (result != 1)
            return result;
    }
    const fs_piece *piece = &reader->piece[reader->next_piece];
    const size_t k = reader->next_record++;
    *record = k == 0 ? piece->first : piece->base + piece->ends[k - 1];
    *length = (size_t)(piece->base + piece->ends[k] - *record);
    return 1;
}

fair_mark fair_reader_mark(const fair_reader *reader)
{
    fair_mark mark = reader->mark;
    if (reader->piece_count == 0)
        return mark;
    for (unsigned i = 0; i < reader->next_piece && i < reader->piece_count; i++)
        mark.record += reader->piece[i].count;
    const fs_piece *piece = &reader->piece[reader->next_piece];
    if (reader->next_piece < reader->piece_count && reader->next_record > 0) {
        const size_t k = reader->next_record - 1;
        const unsigned char *start =
            k == 0 ? piece->first : piece->base + piece->ends[k - 1];
        mark.record += k;
        mark.offset += (uint64_t)(start - reader->data);
    }
    return mark;
}

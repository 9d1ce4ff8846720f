/* SPDX-License-Identifier: MIT
 *
 * reader.c - opens files, and returns their records one by one. batch.c reads them. See
 * reader.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "src/records/reader.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

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
    reader->piece_size = FS_MOST_PIECE;
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
    free(reader->buffer);
    free(reader);
}

/* Resets the reader to the start of a file that is not regular. */
static void start(fair_reader *reader)
{
    fs_splitter_start(&reader->splitter, &reader->format);
    reader->fd = -1;
    reader->feed = NULL;
    reader->regular = 0;
    reader->drained = reader->failed = reader->at_end = 0;
    reader->error = FAIR_OK;
    reader->mapped = 0;
    reader->state = (fs_file_state){0};
    reader->position = reader->start = 0;
    reader->stop = UINT64_MAX;
    reader->filled = reader->used = 0;
    reader->piece_bytes =
        FS_FIRST_PIECE < reader->piece_size ? FS_FIRST_PIECE : reader->piece_size;
    reader->piece_count = 0;
    reader->mark = (fair_mark){0};
    reader->in_batch = 0;
    reader->next_piece = 0;
    reader->next_record = 0;
}

void fair_reader_open(fair_reader *reader, int fd)
{
    start(reader);
    reader->fd = fd;
    const off_t at = lseek(fd, 0, SEEK_CUR);
    if (at >= 0 && fs_file_state_get(fd, &reader->state)) {
        reader->regular = 1;
        reader->position = reader->start = (uint64_t)at;
    }
}

/* Sets *crlf to whether the line that ends at the offset `end` ends with "\r\n". Returns
 * 0 or an errno. */
static int look_for_crlf(int fd, uint64_t end, int *crlf)
{
    char last[2] = {0};
    ssize_t got;
    if (end < sizeof last)
        return 0;
    do
        got = pread(fd, last, sizeof last, (off_t)(end - sizeof last));
    while (got < 0 && errno == EINTR);
    *crlf = last[0] == '\r' && last[1] == '\n';
    return got < 0 ? errno : 0; /* if the file has shrunk, this is found later */
}

int fs_reader_open_part(fair_reader *reader, int fd, uint64_t start_at, uint64_t stop)
{
    assert(start_at <= stop);
    fair_reader_open(reader, fd);
    if (!reader->regular)
        return ESPIPE;
    reader->position = reader->start = reader->mark.offset = start_at;
    reader->stop = stop;
    return fs_format_is_plain(&reader->format)
               ? 0
               : look_for_crlf(fd, start_at, &reader->splitter.crlf);
}

void fs_reader_open_feed(fair_reader *reader, fair_feed *feed, void *context)
{
    start(reader);
    reader->feed = feed;
    reader->feed_context = context;
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
    *record = fs_piece_start(piece, k);
    *length = (size_t)(fs_piece_end(piece, k) - *record);
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
        const unsigned char *start = fs_piece_start(piece, k);
        mark.record += k;
        mark.offset += (uint64_t)(start - reader->data);
    }
    return mark;
}

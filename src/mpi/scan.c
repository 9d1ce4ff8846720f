/* SPDX-License-Identifier: MIT
 *
 * scan.c - the records of this rank. See scan.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "src/mpi/scan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/records/slabs.h"
#include "src/records/span.h"

/* A record of more bytes than this counts with its own length when bytes are divided
 * among the ranks; the others count with the mean length. */
#ifndef FS_LONG
#define FS_LONG (1 << 16)
#endif

int fs_scan_start(fs_scan *scan, fs_inputs *inputs, fs_pool *pool, uint64_t first,
                  uint64_t end, uint64_t memory, unsigned members)
{
    *scan = (fs_scan){.held.pool = pool,
                      .inputs = inputs,
                      .first = first,
                      .end = end,
                      .at = first,
                      .fd = -1};
    fs_limits_plan(&scan->limits, memory, members);
    const int error = fair_reader_new(&scan->reader, &inputs->options->records.format);
    if (error != FAIR_OK)
        return fs_inputs_fail(inputs, FS_STEP_OTHER, 0, error, 0);
    scan->reader->piece_size = scan->limits.piece;
    scan->reader->most = scan->limits.record;
    return FAIR_OK;
}

void fs_scan_free(fs_scan *scan)
{
    fs_held_free(&scan->held);
    fair_reader_free(scan->reader);
    scan->reader = NULL;
    if (scan->fd >= 0)
        close(scan->fd);
    scan->fd = -1;
    free(scan->longs);
    scan->longs = NULL;
}

/* ---- reading ----------------------------------------------------------------------- */

/* Reports progress. Returns whether to stop. */
static int report(fs_scan *scan)
{
    /* Bytes that complete a last record are not in the file. */
    const uint64_t all = scan->end - scan->first;
    const uint64_t bytes = scan->own.bytes < all ? scan->own.bytes : all;
    const fair_records_options *options = &scan->inputs->options->records;
    const uint64_t size = (uint64_t)scan->inputs->ranks->size;
    fs_ranks_tick(scan->inputs->ranks);
    return options->progress != NULL &&
           options->progress(options->context, FAIR_PHASE_READ, bytes * size,
                             all * size) != 0;
}

static int fail_reading(fs_scan *scan, int error)
{
    const fair_mark mark = fair_reader_mark(scan->reader);
    return fs_inputs_fail_reading(scan->inputs, scan->file, error, &mark);
}

/* How many pieces to read at a time when they are sent. */
static unsigned pieces_to_send(const fs_scan *scan)
{
    enum { COST = 10 }; /* bytes of memory for each byte of a piece */
    const unsigned least = FS_MEMBER_PIECES * fs_team_size(scan->team);
    const uint64_t fit = scan->limits.limit / 4 / COST / scan->limits.piece;
    const uint64_t wanted = scan->batch_bytes / scan->limits.piece;
    uint64_t pieces = wanted < fit ? wanted : fit;
    if (pieces > FS_MOST_PIECES)
        pieces = FS_MOST_PIECES;
    return pieces > least ? (unsigned)pieces : least;
}

/* A fair_feed: the bytes that were kept, then those of the file. */
static ptrdiff_t feed(void *context, void *data, size_t length)
{
    fs_scan *scan = context;
    const uint64_t left = scan->feed_end - scan->feed_at;
    if (length > left)
        length = (size_t)left;
    size_t got = fs_raw_get(&scan->inputs->raw, scan->file, scan->feed_at, data, length);
    if (got == 0 && length > 0) {
        const ssize_t now = pread(scan->fd, data, length, (off_t)scan->feed_at);
        if (now < 0)
            return -1;
        got = (size_t)now;
        scan->inputs->read += got;
    }
    scan->feed_at += got;
    return (ptrdiff_t)got;
}

/* Makes the reader read from feed(), if some bytes of the part were kept. */
static void use_kept(fs_scan *scan, const fs_file_part *part)
{
    const fs_raw *raw = &scan->inputs->raw;
    scan->fed = raw->chunks != NULL && raw->file == part->file && part->start < raw->to &&
                part->start + part->bytes > raw->from;
    if (!scan->fed)
        return;
    scan->feed_at = part->start;
    scan->feed_end = part->start + part->bytes;
    fair_reader *reader = scan->reader;
    reader->feed = feed;
    reader->feed_context = scan;
    reader->regular = 0;
    reader->position = reader->start = 0;
    reader->stop = part->stop == UINT64_MAX ? UINT64_MAX : part->bytes;
    scan->inputs->read -= part->bytes; /* feed() counts them */
}

static int open_part(fs_scan *scan)
{
    const fs_file_part part = fs_ranges_part(scan->inputs, scan->at, scan->end);
    scan->file = part.file;
    scan->part_first = scan->own.count;
    scan->fd = fs_inputs_open(scan->inputs, part.file);
    if (scan->fd < 0)
        return scan->inputs->failure.error;
    scan->reader->team = scan->team;
    scan->reader->pieces = scan->counting ? FS_MEMBER_PIECES * fs_team_size(scan->team)
                                          : pieces_to_send(scan);
    const int number = fs_reader_open_part(scan->reader, scan->fd, part.start, part.stop);
    if (number != 0)
        return fs_inputs_fail(scan->inputs, FS_STEP_READ, part.file, FAIR_EREAD, number);
    scan->at += part.bytes;
    scan->inputs->read += part.bytes;
    use_kept(scan, &part);
    return FAIR_OK;
}

/* Reads the next batch into the reader. Returns 1, 0 after the last one, or a failure. */
static int read_batch(fs_scan *scan)
{
    for (;;) {
        if (scan->fd < 0) {
            if (scan->at == scan->end)
                return 0;
            const int error = open_part(scan);
            if (error != FAIR_OK)
                return error;
        }
        const int result = fs_reader_batch(scan->reader);
        if (result < 0)
            return fail_reading(scan, result);
        if (result == 1)
            return 1;
        if (scan->fed && (scan->feed_at != scan->feed_end ||
                          !fs_inputs_unchanged(scan->inputs, scan->file, scan->fd)))
            return fail_reading(scan, FAIR_ECHANGED);
        close(scan->fd);
        scan->fd = -1;
    }
}

/* ---- counting ---------------------------------------------------------------------- */

static int add_long(fs_scan *scan, uint64_t number, uint64_t bytes)
{
    void *longs = fs_array_grow(scan->longs, scan->own.long_count, &scan->long_room,
                                sizeof *scan->longs);
    if (longs == NULL)
        return fs_inputs_fail(scan->inputs, FS_STEP_OTHER, 0, FAIR_ENOMEM, 0);
    scan->longs = longs;
    scan->own.longs = longs;
    scan->longs[scan->own.long_count++] =
        (fs_long_record){.number = number, .bytes = bytes};
    return FAIR_OK;
}

/* Whether a piece has a long record. The compiler makes vector instructions of this. */
static int has_long(const fs_piece *piece)
{
    int found = (size_t)(fs_piece_end(piece, 0) - piece->first) > FS_LONG;
    for (size_t i = 1; i < piece->count; i++)
        found |= piece->ends[i] - piece->ends[i - 1] > FS_LONG;
    return found;
}

static int count_piece(fs_scan *scan, const fs_piece *piece)
{
    int error = FAIR_OK;
    if (fs_piece_bytes(piece) > FS_LONG && has_long(piece))
        for (size_t i = 0; i < piece->count && error == FAIR_OK; i++) {
            const size_t length =
                (size_t)(fs_piece_end(piece, i) - fs_piece_start(piece, i));
            if (length > FS_LONG)
                error = add_long(scan, scan->own.count + i, length);
        }
    scan->own.count += piece->count;
    scan->own.bytes += fs_piece_bytes(piece);
    return error;
}

static void observe_piece(void *context, unsigned member, size_t task)
{
    (void)member;
    const fs_scan *scan = context;
    const fair_records_options *options = &scan->inputs->options->records;
    const fs_piece *piece = &scan->reader->piece[task];
    for (size_t i = 0; i < piece->count; i++) {
        const unsigned char *record = fs_piece_start(piece, i);
        options->observe(options->context, 0, record,
                         (size_t)(fs_piece_end(piece, i) - record));
    }
}

/* ---- holding ----------------------------------------------------------------------- */

/* Holds the records of a batch. If they do not fit, this and later batches will be read
 * again. */
static int hold_batch(fs_scan *scan)
{
    const fair_reader *reader = scan->reader;
    const fs_input *file = &scan->inputs->files[scan->file];
    const fs_pool *pool = scan->held.pool;
    int result = 0;
    if (pool->held <=
        pool->most - pool->most / 8) /* the rest is for what arrives first */
        result = fs_held_add(&scan->held, reader->piece, reader->piece_count);
    if (result < 0)
        return fs_inputs_fail(scan->inputs, FS_STEP_OTHER, 0, result, 0);
    if (result == 0) /* from the first record of the batch */
        scan->again = file->place + (reader->mark.offset - file->start);
    return FAIR_OK;
}

/* Counts records of a fixed size without reading them. */
static int count_fixed(fs_scan *scan)
{
    const uint64_t size = scan->inputs->options->records.format.count;
    for (uint64_t at = scan->first; at < scan->end;) {
        const fs_file_part part = fs_ranges_part(scan->inputs, at, scan->end);
        const uint64_t count = part.bytes / size;
        scan->file = part.file;
        scan->part_first = scan->own.count;
        if (part.bytes % size != 0) {
            const fair_mark mark = {.record = count, .offset = part.start + count * size};
            return fs_inputs_fail_reading(scan->inputs, part.file, FAIR_ERECORD, &mark);
        }
        scan->own.count += count;
        scan->own.bytes += part.bytes;
        at += part.bytes;
    }
    return FAIR_OK;
}

int fs_scan_count(fs_scan *scan, int hold)
{
    const int observes = scan->inputs->options->records.observe != NULL;
    int result;
    if (scan->inputs->options->records.format.kind == FAIR_FIXED && !hold && !observes)
        return count_fixed(scan);
    scan->counting = 1;
    scan->again = hold ? scan->end : scan->first;
    while ((result = read_batch(scan)) == 1) {
        const fair_reader *reader = scan->reader;
        int error = FAIR_OK;
        for (unsigned i = 0; i < reader->piece_count && error == FAIR_OK; i++)
            if (reader->piece[i].count > 0)
                error = count_piece(scan, &reader->piece[i]);
        if (error == FAIR_OK && observes)
            fs_team_run(scan->team, fs_team_size(scan->team), reader->piece_count,
                        observe_piece, scan);
        if (error == FAIR_OK && scan->again == scan->end)
            error = hold_batch(scan);
        if (report(scan) && error == FAIR_OK)
            error = fs_inputs_fail(scan->inputs, FS_STEP_OTHER, 0, FAIR_ECANCELED, 0);
        if (error != FAIR_OK)
            return error;
        if (scan->inputs->ranks->alarmed)
            return FAIR_OK; /* another rank has failed; it will say so */
    }
    scan->counting = 0;
    scan->at = scan->again;
    return result;
}

/* ---- the second time --------------------------------------------------------------- */

/* Reads pieces again. Returns 1, 0 after the last record, or a failure. */
static int read_again(fs_scan *scan, const fs_piece **pieces, unsigned *count)
{
    const int result = read_batch(scan);
    if (result < 0)
        return result;
    if (result == 0)
        return scan->seen == scan->own.count
                   ? 0
                   : fs_inputs_fail(scan->inputs, FS_STEP_READ, scan->file, FAIR_ECHANGED,
                                    0);
    *pieces = scan->reader->piece;
    *count = scan->reader->piece_count;
    return 1;
}

int fs_scan_next(fs_scan *scan, size_t bytes, fs_piece *pieces, unsigned *count)
{
    const fs_piece *from = NULL;
    unsigned available = 0;
    *count = 0;
    scan->batch_bytes = bytes;
    int result = fs_held_next(&scan->held, bytes, pieces, count);
    if (result == 0) {
        result = read_again(scan, &from, &available);
        for (unsigned i = 0; i < available && result == 1; i++)
            if (from[i].count > 0)
                pieces[(*count)++] = from[i];
    }
    for (unsigned i = 0; i < *count && result == 1; i++)
        scan->seen += pieces[i].count;
    if (scan->seen > scan->own.count)
        return fs_inputs_fail(scan->inputs, FS_STEP_READ, scan->file, FAIR_ECHANGED, 0);
    return result;
}

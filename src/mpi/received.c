/* SPDX-License-Identifier: MIT
 *
 * received.c - the messages that a rank has received. See received.h.
 */
#include "src/mpi/received.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "src/records/runs.h"
#include "src/records/slabs.h"
#include "src/records/tempbuffer.h"

struct fs_message {
    const unsigned char *data; /* its table, then its runs; in the arena */
};

/* A run in a segment starts with this. It may be at any address: use memcpy(). */
struct head {
    uint64_t first; /* as in fs_run_row */
    uint64_t count; /* as in fs_run_row */
    uint64_t bytes; /* bytes of the kept records that follow */
};

struct fs_received_segment {
    uint64_t place;   /* the file offset of its first byte */
    uint64_t *starts; /* [cells + 1]: where each cell starts in it; owned */
};

int fs_received_start(fs_received *received, const fs_cells *cells, fs_ranks *ranks,
                      fs_pool *pool, const fair_records_options *options)
{
    const int rank = ranks->rank;
    *received = (fs_received){.cells = cells,
                              .ranks = ranks,
                              .low = cells->owned[rank],
                              .count = cells->owned[rank + 1] - cells->owned[rank],
                              .pool = pool};
    fs_tempfile_start(&received->file, options);
    received->records = calloc(received->count + 1, sizeof *received->records);
    received->lengths = calloc(received->count + 1, sizeof *received->lengths);
    return received->records != NULL && received->lengths != NULL ? FAIR_OK : FAIR_ENOMEM;
}

void fs_received_free(fs_received *received)
{
    if (received->pool != NULL)
        fs_arena_release(&received->arena, received->pool);
    for (size_t i = 0; i < received->segment_count; i++)
        free(received->segments[i].starts);
    free(received->segments);
    free(received->messages);
    free(received->records);
    free(received->lengths);
    if (received->pool != NULL)
        fs_tempfile_close(&received->file);
    *received = (fs_received){0};
}

/* ---- messages ---------------------------------------------------------------------- */

/* The rows of a message; rows[0] is that of the table itself. */
static const fs_run_row *rows_of(const struct fs_message *message)
{
    return (const fs_run_row *)(const void *)message->data; /* it is aligned */
}

/* Bytes of the records of a run, as they are kept. */
static size_t run_bytes(const fs_run_row *rows, uint32_t run)
{
    const uint64_t end = run < rows->cell ? rows[run + 1].start : rows->start;
    return (size_t)(end - rows[run].start);
}

/* The row of the run of a cell, or of the next cell that has one; the number of runs plus
 * 1 if there is none. */
static uint32_t find_run(const fs_run_row *rows, size_t cell)
{
    uint32_t low = 1, high = rows->cell + 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (rows[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- the temporary file ------------------------------------------------------------ */

/* Sets where each cell starts in a segment of all messages in memory. */
static void add_up(const fs_received *received, uint64_t *starts)
{
    memset(starts, 0, (received->count + 1) * sizeof *starts);
    for (size_t m = 0; m < received->message_count; m++) {
        const fs_run_row *rows = rows_of(&received->messages[m]);
        for (uint32_t run = 1; run <= rows->cell; run++)
            starts[rows[run].cell + 1] += sizeof(struct head) + run_bytes(rows, run);
    }
    for (size_t c = 0; c < received->count; c++)
        starts[c + 1] += starts[c];
}

static void put_run(fs_tempbuffer *buffer, const struct fs_message *message, uint32_t run)
{
    const fs_run_row *rows = rows_of(message);
    const struct head head = {.first = rows[run].first,
                              .count = rows[run].count,
                              .bytes = run_bytes(rows, run)};
    fs_tempbuffer_put(buffer, (const unsigned char *)&head, sizeof head);
    fs_tempbuffer_put(buffer, message->data + rows[run].start, (size_t)head.bytes);
}

/* Writes the runs of all messages, cell by cell. `next` has the next run of each message.
 */
static void write_runs(const fs_received *received, fs_tempbuffer *buffer, uint32_t *next)
{
    for (size_t m = 0; m < received->message_count; m++)
        next[m] = 1;
    for (size_t c = 0; c < received->count; c++)
        for (size_t m = 0; m < received->message_count && buffer->number == 0; m++) {
            const fs_run_row *rows = rows_of(&received->messages[m]);
            if (next[m] > rows->cell || rows[next[m]].cell != c)
                continue;
            put_run(buffer, &received->messages[m], next[m]++);
            fs_ranks_tick(received->ranks); /* disks can be slow */
        }
    fs_tempbuffer_flush(buffer);
}

static int write_segment(fs_received *received, const struct fs_received_segment *segment)
{
    fs_tempbuffer buffer;
    uint32_t *next = malloc((received->message_count + 1) * sizeof *next);
    int error = FAIR_ENOMEM;
    if (fs_tempbuffer_start(&buffer, &received->file, FS_SEGMENT_BUFFER,
                            segment->place) &&
        next != NULL) {
        write_runs(received, &buffer, next);
        received->file.error = buffer.number;
        error = buffer.number == 0 ? FAIR_OK : FAIR_ETEMP;
    }
    fs_tempbuffer_free(&buffer);
    free(next);
    return error;
}

/* Writes all messages in memory to the file. */
static int spill(fs_received *received)
{
    int error = fs_tempfile_open(&received->file);
    if (error != FAIR_OK)
        return error;
    void *segments = fs_array_grow(received->segments, received->segment_count,
                                   &received->segment_room, sizeof *received->segments);
    if (segments == NULL)
        return FAIR_ENOMEM;
    received->segments = segments;
    struct fs_received_segment *segment = &received->segments[received->segment_count];
    segment->starts = malloc((received->count + 1) * sizeof *segment->starts);
    if (segment->starts == NULL)
        return FAIR_ENOMEM;
    received->segment_count++;
    add_up(received, segment->starts);
    segment->place =
        fs_tempfile_append(&received->file, segment->starts[received->count]);
    error = write_segment(received, segment);
    received->message_count = 0;
    fs_arena_release(&received->arena, received->pool);
    return error;
}

/* Takes memory for a message of `bytes` bytes. If all messages are in the file, one may
 * exceed the limit. */
static int find_room(fs_received *received, size_t bytes, int pending, unsigned char **to)
{
    int full, error = FAIR_OK;
    const size_t room = bytes + FS_OVERSHOOT;
    *to = fs_arena_take(&received->arena, received->pool, room, pending, &full);
    if (*to == NULL && full) {
        if (received->message_count > 0)
            error = spill(received);
        if (error == FAIR_OK)
            *to = fs_arena_take(&received->arena, received->pool, room, 1, &full);
    }
    return error != FAIR_OK ? error : *to != NULL ? FAIR_OK : FAIR_ENOMEM;
}

int fs_received_room(fs_received *received, size_t bytes, int pending, unsigned char **to)
{
    if (received->error == FAIR_OK) {
        received->error = find_room(received, bytes, pending, to);
        received->number = received->file.error;
    }
    return received->error;
}

/* ---- taking messages ------------------------------------------------------------- */

/* Whether the rows of a message fit together. */
static int is_whole(const fs_received *received, const unsigned char *data, size_t bytes)
{
    const struct fs_message message = {.data = data};
    const fs_run_row *rows = rows_of(&message);
    if (bytes < sizeof *rows || rows->start != bytes ||
        rows->cell >= bytes / sizeof *rows)
        return 0;
    uint64_t at = (rows->cell + (uint64_t)1) * sizeof *rows;
    for (uint32_t run = 1; run <= rows->cell; run++) {
        const fs_run_row *row = &rows[run];
        if (row->cell >= received->count || (run > 1 && row->cell <= row[-1].cell) ||
            (run == 1 ? row->start != at : row->start < at) || row->start > bytes)
            return 0;
        const uint64_t n = received->cells->cells[received->low + row->cell].n;
        if (row->count > n || row->first > n - row->count)
            return 0;
        at = row->start;
    }
    return 1;
}

int fs_received_take(fs_received *received, unsigned char *data, size_t bytes)
{
    if (!is_whole(received, data, bytes))
        return FAIR_ELOST;
    void *messages = fs_array_grow(received->messages, received->message_count,
                                   &received->message_room, sizeof *received->messages);
    if (messages == NULL)
        return FAIR_ENOMEM;
    received->messages = messages;
    struct fs_message *message = &received->messages[received->message_count++];
    message->data = data;
    const fs_run_row *rows = rows_of(message);
    for (uint32_t run = 1; run <= rows->cell; run++) {
        received->records[rows[run].cell] += rows[run].count;
        received->lengths[rows[run].cell] += run_bytes(rows, run) - rows[run].prefixes;
    }
    return FAIR_OK;
}

/* ---- cells ------------------------------------------------------------------------- */

uint64_t fs_received_in_file(const fs_received *received, size_t cell)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < received->segment_count; i++)
        bytes +=
            received->segments[i].starts[cell + 1] - received->segments[i].starts[cell];
    return bytes;
}

/* Writes the spans of a run to their places, and adds their number to *records. */
static void put_spans(const unsigned char *at, const struct head *head, fs_span *spans,
                      uint64_t *records)
{
    const unsigned char *end = at + head->bytes;
    uint64_t i = 0;
    for (; i < head->count && at < end; i++)
        spans[head->first + i] = fs_span_of(at, 0, &at);
    *records += i;
}

/* The same for all runs of a cell that were read from the file, which may be damaged.
 * Returns 0 or an errno. */
static int put_loaded(const fs_received *received, size_t cell, const unsigned char *at,
                      size_t bytes, fs_span *spans, uint64_t *records)
{
    const uint64_t n = received->cells->cells[received->low + cell].n;
    const unsigned char *end = at + bytes;
    while (at < end) {
        struct head head;
        if ((size_t)(end - at) < sizeof head)
            return EIO;
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        if (head.bytes > (size_t)(end - at) || head.count > n ||
            head.first > n - head.count ||
            fs_kept_count(at, (size_t)head.bytes) != head.count)
            return EIO;
        put_spans(at, &head, spans, records);
        at += head.bytes;
    }
    return 0;
}

/* The same for the run of a cell in a message. */
static void put_message(const struct fs_message *message, size_t cell, fs_span *spans,
                        uint64_t *records)
{
    const fs_run_row *rows = rows_of(message);
    const uint32_t run = find_run(rows, cell);
    if (run > rows->cell || rows[run].cell != cell)
        return;
    const struct head head = {.first = rows[run].first,
                              .count = rows[run].count,
                              .bytes = run_bytes(rows, run)};
    put_spans(message->data + rows[run].start, &head, spans, records);
}

int fs_received_spans(const fs_received *received, size_t cell, fs_span *spans,
                      unsigned char *data, int *number)
{
    uint64_t records = 0;
    *number = 0;
    for (size_t i = 0; i < received->segment_count && *number == 0; i++) {
        const struct fs_received_segment *segment = &received->segments[i];
        const size_t bytes = (size_t)(segment->starts[cell + 1] - segment->starts[cell]);
        *number = fs_tempfile_read(&received->file, data, bytes,
                                   segment->place + segment->starts[cell]);
        if (*number == 0)
            *number = put_loaded(received, cell, data, bytes, spans, &records);
        data += bytes;
    }
    if (*number != 0)
        return FAIR_ETEMP;
    for (size_t m = 0; m < received->message_count; m++)
        put_message(&received->messages[m], cell, spans, &records);
    return records == received->cells->cells[received->low + cell].n ? FAIR_OK
                                                                     : FAIR_ELOST;
}

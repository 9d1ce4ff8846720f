/* SPDX-License-Identifier: MIT
 *
 * records.c - collections of records: files come in.
 *
 * Batches of a file become blocks of the store (blocks.h) or, if only the head of the
 * order is wanted, go through a sieve (sieve.h). When all are there, units are delivered
 * (deliver.h).
 */
#include "records.h"

#include <stdlib.h>
#include <string.h>

enum { LOOSE_BYTES = 1 << 18, LOOSE_RECORDS = 1 << 14 };

static int tell(void *context, uint64_t position);

unsigned fs_records_members(const fair_records_options *options)
{
    const unsigned wanted = options->threads > 0 ? options->threads : fs_par_cpus();
    return wanted < FS_MOST_PIECES / 2 ? wanted : FS_MOST_PIECES / 2;
}

const fair_records_options *fs_records_options(const fair_records_options *options)
{
    static const fair_records_options usual;
    return options == NULL ? &usual : options;
}

int fair_records_new(fair_records **new, const uint8_t key[FAIR_KEY_SIZE],
                     const fair_records_options *options)
{
    *new = NULL;
    options = fs_records_options(options);
    if (!FS_RESERVED_UNUSED(options) || !fs_format_good(&options->format) ||
        options->order < FAIR_ORDER_SHUFFLE || options->order > FAIR_ORDER_DERANGE)
        return FAIR_EINVAL;
    fair_records *records = calloc(1, sizeof *records);
    if (records == NULL)
        return FAIR_ENOMEM;
    memcpy(records->key, key, FAIR_KEY_SIZE);
    records->options = *options;
    fs_budget *budget = &records->budget;
    fs_budget_plan(budget, options->memory, fs_records_members(options));
    fs_spill_start(&records->spill, options);
    fs_hoard_start(&records->hoard, &records->spill,
                   options->memory > 0 ? budget->store : 0, budget->volume, budget->slab,
                   budget->tables);
    records->hoard.whole = options->order != FAIR_ORDER_SHUFFLE;
    if (fair_reader_new(&records->reader, &options->format) == FAIR_OK) {
        records->reader->piece_size = budget->piece;
        records->reader->most = budget->record;
        records->reader->tick = tell;
        records->reader->context = records;
    }
    if (options->head > 0 && options->order == FAIR_ORDER_SHUFFLE && !options->pairs)
        records->sieve = fs_sieve_new(key, options->head, budget->sieve);
    const int has_sieve = records->sieve != NULL || options->head == 0 ||
                          options->order != FAIR_ORDER_SHUFFLE || options->pairs;
    if (records->reader == NULL || !has_sieve) {
        fair_records_free(records);
        return FAIR_ENOMEM;
    }
    *new = records;
    return FAIR_OK;
}

void fair_records_free(fair_records *records)
{
    if (records == NULL)
        return;
    fair_reader_free(records->reader);
    fs_sieve_free(records->sieve);
    fs_hoard_free(&records->hoard);
    fs_spill_close(&records->spill);
    free(records->header);
    free(records->loose);
    free(records->loose_ends);
    fs_wipe(records->key, sizeof records->key);
    free(records);
}

uint64_t fair_records_count(const fair_records *records)
{
    return records->count + records->loose_count;
}

fair_mark fair_records_mark(const fair_records *records)
{
    return records->mark;
}

fair_usage fair_records_usage(const fair_records *records)
{
    return records->spill.usage;
}

/* ---- files ------------------------------------------------------------------------- */

static int keep_header(fair_records *records, const unsigned char *data, size_t length,
                       size_t at)
{
    if (records->files > 0)
        return records->header_bytes - at >= length &&
                       memcmp(records->header + at, data, length) == 0
                   ? FAIR_OK
                   : FAIR_EHEADER;
    if (length > records->budget.record || at > records->budget.record - length) {
        records->reader->mark.needed = fs_budget_for_record(at + length);
        return FAIR_ELIMIT;
    }
    if (records->header_room - at < length) {
        const size_t room = 2 * at + length + 256;
        unsigned char *header = realloc(records->header, room);
        if (header == NULL)
            return FAIR_ENOMEM;
        if (records->hoard.store.most > 0) /* which it shares the limit with */
            records->hoard.store.most -= room - records->header_room;
        records->header = header;
        records->header_room = room;
    }
    memcpy(records->header + at, data, length);
    records->header_bytes = at + length;
    return FAIR_OK;
}

/* Takes up to `left` records of the header from the front of a batch. */
static int take_header(fair_records *records, uint64_t *left, size_t *at)
{
    fair_reader *reader = records->reader;
    for (unsigned i = 0; *left > 0 && i < reader->piece_count; i++) {
        fs_piece *piece = &reader->piece[i];
        while (piece->count > 0 && *left > 0) {
            const unsigned char *end = piece->base + piece->ends[0];
            const size_t length = (size_t)(end - piece->first);
            const int error = keep_header(records, piece->first, length, *at);
            if (error != FAIR_OK)
                return error;
            *at += length;
            piece->first = end;
            piece->ends++;
            piece->count--;
            --*left;
        }
    }
    return FAIR_OK;
}

/* How much of the file has been read. */
static int tell(void *context, uint64_t position)
{
    fair_records *records = context;
    const fair_reader *reader = records->reader;
    const uint64_t size = reader->size > reader->start ? reader->size - reader->start : 0;
    if (records->options.progress != NULL && !records->cancelled &&
        records->options.progress(records->options.context, FAIR_PHASE_READ,
                                  position - reader->start, size) != 0)
        records->cancelled = 1;
    return records->cancelled;
}

static int read_file(fair_records *records)
{
    fair_reader *reader = records->reader;
    uint64_t header = records->options.header;
    size_t header_at = 0;
    int result;
    while ((result = fs_reader_batch(reader)) == 1) {
        int error = take_header(records, &header, &header_at);
        if (error == FAIR_OK)
            error = fs_records_take(records, reader->piece, reader->piece_count);
        tell(records, reader->position);
        if (error == FAIR_OK && records->cancelled)
            error = FAIR_ECANCELED;
        if (error != FAIR_OK)
            return error;
        const int second = reader->mark.record > 0; /* batch: threads may be worth it */
        if (second && !reader->drained && reader->pieces == 1) {
            records->team = fs_team_start(records->budget.members);
            reader->team = records->team;
            reader->pieces = 2 * fs_team_size(records->team);
        }
    }
    const int empty = reader->mark.record == 0; /* and so without a header */
    if (result == 0 && !empty && records->files > 0 && header_at != records->header_bytes)
        return FAIR_EHEADER;
    records->files += !empty;
    return result;
}

int fs_records_take_loose(fair_records *records)
{
    if (records->loose_count == 0)
        return FAIR_OK;
    fs_piece piece = {records->loose, records->loose, records->loose_ends,
                      records->loose_count};
    const int error = fs_records_take(records, &piece, 1);
    records->loose_count = 0;
    records->loose_bytes = 0;
    return error;
}

/* From the file behind `fd`, if `feed` is NULL. */
static int read_from(fair_records *records, int fd, fair_feed *feed, void *context)
{
    if (records->error != FAIR_OK)
        return records->error;
    int error = fs_records_take_loose(records);
    if (error == FAIR_OK) {
        if (feed != NULL)
            fs_reader_open_feed(records->reader, feed, context);
        else
            fair_reader_open(records->reader, fd);
        error = read_file(records);
        if (records->cancelled)
            error = FAIR_ECANCELED;
        fs_team_stop(records->team);
        records->team = records->reader->team = NULL;
        records->reader->pieces = 1;
        records->mark = records->reader->mark;
    }
    if (error == FAIR_ETEMP)
        records->mark.error = records->spill.error;
    if (error == FAIR_ELIMIT)
        records->mark.needed = records->reader->mark.needed;
    records->error = error;
    return error;
}

int fair_records_read(fair_records *records, int fd)
{
    return read_from(records, fd, NULL, NULL);
}

int fair_records_read_from(fair_records *records, fair_feed *feed, void *context)
{
    return read_from(records, -1, feed, context);
}

int fair_records_add(fair_records *records, const void *record, size_t length)
{
    if (records->error != FAIR_OK)
        return records->error;
    if (length >= UINT32_MAX - LOOSE_BYTES)
        return records->error = FAIR_ERANGE;
    if (length > records->budget.record) {
        records->mark = (fair_mark){.record = fair_records_count(records),
                                    .needed = fs_budget_for_record(length)};
        return records->error = FAIR_ELIMIT;
    }
    if (records->loose_ends == NULL)
        records->loose_ends = malloc(LOOSE_RECORDS * sizeof *records->loose_ends);
    if (records->loose_ends == NULL)
        return records->error = FAIR_ENOMEM;
    if (records->loose == NULL || records->loose_room - records->loose_bytes < length) {
        const size_t room = 2 * records->loose_bytes + length + 1024;
        unsigned char *loose = realloc(records->loose, room);
        if (loose == NULL)
            return records->error = FAIR_ENOMEM;
        records->loose = loose;
        records->loose_room = room;
    }
    if (length > 0)
        memcpy(records->loose + records->loose_bytes, record, length);
    records->loose_bytes += length;
    records->loose_ends[records->loose_count++] = (uint32_t)records->loose_bytes;
    if (records->loose_count == LOOSE_RECORDS || records->loose_bytes >= LOOSE_BYTES)
        records->error = fs_records_take_loose(records);
    if (records->error == FAIR_ETEMP)
        records->mark.error = records->spill.error;
    if (records->error == FAIR_ELIMIT)
        records->mark = (fair_mark){.record = fair_records_count(records),
                                    .needed = records->reader->mark.needed};
    return records->error;
}

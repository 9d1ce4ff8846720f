/* SPDX-License-Identifier: MIT
 *
 * records.c - collections of records: reading, and writing in order.
 *
 * Batches of a file become blocks of the store (blocks.h) or, if only the head of the
 * order is wanted, go through a sieve (sieve.h). When all are there, units are delivered
 * (deliver.h).
 */
#include "fairshuf_records.h"

#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "key.h"
#include "reader.h"
#include "render.h"
#include "sieve.h"

/* With more records than this, there are as many buckets as there can be. */
static const uint64_t narrow = (uint64_t)FS_AIM << (FS_MOST_BITS - 1);

enum { LOOSE_BYTES = 1 << 18, LOOSE_RECORDS = 1 << 14, ALONE = 1 << 19, FEW = 128 };

struct fair_records {
    uint8_t key[FAIR_KEY_SIZE];
    fair_records_options options;
    fair_reader *reader;
    fs_team *team;
    fs_blocks store;
    fs_sieve *sieve;
    uint64_t count, bytes;

    unsigned char *header;
    size_t header_bytes, header_room;
    unsigned files;

    /* records added one by one, before they make a block */
    unsigned char *loose;
    size_t loose_bytes, loose_room;
    uint32_t *loose_ends;
    size_t loose_count;

    fair_mark mark;
    int cancelled;
    int error;
};

static void tell(void *context, uint64_t position);

fair_records *fair_records_new(const uint8_t key[FAIR_KEY_SIZE],
                               const fair_records_options *options)
{
    if (options->order < FAIR_ORDER_SHUFFLE || options->order > FAIR_ORDER_DERANGE)
        return NULL;
    fair_records *records = calloc(1, sizeof *records);
    if (records == NULL)
        return NULL;
    memcpy(records->key, key, FAIR_KEY_SIZE);
    records->options = *options;
    records->reader = fair_reader_new(&options->format);
    if (records->reader != NULL) {
        records->reader->tick = tell;
        records->reader->context = records;
    }
    if (options->head > 0 && options->order == FAIR_ORDER_SHUFFLE && !options->pairs)
        records->sieve = fs_sieve_new(key, options->head);
    const int has_sieve = records->sieve != NULL || options->head == 0 ||
                          options->order != FAIR_ORDER_SHUFFLE || options->pairs;
    if (records->reader == NULL || !has_sieve) {
        fair_records_free(records);
        return NULL;
    }
    return records;
}

void fair_records_free(fair_records *records)
{
    if (records == NULL)
        return;
    fair_reader_free(records->reader);
    fs_sieve_free(records->sieve);
    fs_blocks_free(&records->store);
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

static unsigned members(const fair_records *records)
{
    unsigned wanted =
        records->options.threads > 0 ? records->options.threads : fs_par_cpus();
    return wanted < FS_MOST_PIECES / 2 ? wanted : FS_MOST_PIECES / 2;
}

/* ---- a batch comes in
 * -------------------------------------------------------------------
 */

struct batch {
    fair_records *records;
    fs_piece *pieces;
    fs_block *blocks; /* one for each, or */
    struct picked {   /* the records that the sieve wants */
        uint32_t *which;
        uint8_t *numbers;
        size_t count;
    } picked[FS_MOST_PIECES];
    uint64_t first[FS_MOST_PIECES]; /* number of the first record of each */
    atomic_int error;
};

static const unsigned char *start_of(const fs_piece *piece, size_t k)
{
    return k == 0 ? piece->first : piece->base + piece->ends[k - 1];
}

static void bear_witness(const fair_records *records, const fs_piece *piece)
{
    const fair_records_options *options = &records->options;
    for (size_t i = 0; options->witness != NULL && i < piece->count; i++) {
        const unsigned char *start = start_of(piece, i);
        options->witness(options->context, 0, start,
                         (size_t)(piece->base + piece->ends[i] - start));
    }
}

static void fill_block(void *context, unsigned member, size_t task)
{
    (void)member;
    struct batch *batch = context;
    fair_records *records = batch->records;
    const int error = fs_block_fill(&records->store, &batch->blocks[task], records->key,
                                    &batch->pieces[task]);
    if (error != FAIR_OK)
        atomic_store(&batch->error, error);
    bear_witness(records, &batch->pieces[task]);
}

static int keep_batch(fair_records *records, fs_piece *pieces, unsigned count)
{
    struct batch batch = {.records = records, .pieces = pieces};
    int error = FAIR_OK;
    if (records->store.n > narrow && records->options.order == FAIR_ORDER_SHUFFLE &&
        !records->options.pairs)
        error =
            fs_blocks_regroup(&records->store, records->key, FS_MOST_BITS, records->team);
    for (unsigned i = 0; i < count && error == FAIR_OK; i++)
        error = fs_blocks_add(&records->store, &pieces[i]);
    if (error != FAIR_OK)
        return error;
    batch.blocks = records->store.blocks + records->store.count - count;
    fs_team_run(records->team, fs_team_size(records->team), count, fill_block, &batch);
    return atomic_load(&batch.error);
}

static size_t count_up_to(const uint8_t *numbers, size_t count, uint8_t limit)
{
    size_t sum = 0;
    for (size_t at = 0; at < count; at += FEW) { /* for the compiler to vectorise */
        const size_t few = count - at < FEW ? count - at : FEW;
        uint8_t part = 0;
        for (size_t i = 0; i < few; i++)
            part = (uint8_t)(part + (numbers[at + i] <= limit));
        sum += part;
    }
    return sum;
}

static void pick(void *context, unsigned member, size_t task)
{
    (void)member;
    struct batch *batch = context;
    const fs_piece *piece = &batch->pieces[task];
    struct picked *picked = &batch->picked[task];
    const uint8_t limit = (uint8_t)fs_sieve_limit(batch->records->sieve);
    bear_witness(batch->records, piece);
    picked->numbers = malloc(piece->count + 1);
    if (picked->numbers == NULL) {
        atomic_store(&batch->error, FAIR_ENOMEM);
        return;
    }
    fs_scatter_numbers(batch->records->key, batch->first[task], piece->count,
                       FS_MOST_BITS, picked->numbers);
    picked->which = malloc((count_up_to(picked->numbers, piece->count, limit) + 1) *
                           sizeof *picked->which);
    if (picked->which == NULL) {
        atomic_store(&batch->error, FAIR_ENOMEM);
        return;
    }
    for (size_t at = 0; at < piece->count; at += FEW) { /* mostly none of them */
        const size_t few = piece->count - at < FEW ? piece->count - at : FEW;
        if (count_up_to(picked->numbers + at, few, limit) == 0)
            continue;
        for (size_t i = at; i < at + few; i++)
            if (picked->numbers[i] <= limit)
                picked->which[picked->count++] = (uint32_t)i;
    }
}

static int sieve_batch(fair_records *records, fs_piece *pieces, unsigned count)
{
    struct batch batch = {.records = records, .pieces = pieces};
    uint64_t n = records->count;
    for (unsigned i = 0; i < count; i++) {
        batch.first[i] = n;
        n += pieces[i].count;
    }
    fs_team_run(records->team, fs_team_size(records->team), count, pick, &batch);
    int error = atomic_load(&batch.error);
    for (unsigned i = 0; i < count; i++) {
        const fs_piece *piece = &pieces[i];
        const struct picked *picked = &batch.picked[i];
        for (size_t k = 0; k < picked->count && error == FAIR_OK; k++) {
            const size_t j = picked->which[k];
            const unsigned char *start = start_of(piece, j);
            error = fs_sieve_offer(records->sieve, picked->numbers[j], start,
                                   (size_t)(piece->base + piece->ends[j] - start));
        }
        free(picked->which);
        free(picked->numbers);
    }
    if (error == FAIR_OK)
        error = fs_sieve_settle(records->sieve, (size_t)(n - records->count));
    return error;
}

static int take_batch(fair_records *records, fs_piece *pieces, unsigned count)
{
    unsigned some = 0; /* those that have records */
    uint64_t n = 0;
    for (unsigned i = 0; i < count; i++)
        if (pieces[i].count > 0) {
            n += pieces[i].count;
            records->bytes += fs_piece_bytes(&pieces[i]);
            pieces[some++] = pieces[i];
        }
    if (some == 0)
        return FAIR_OK;
    const int error = records->sieve != NULL ? sieve_batch(records, pieces, some)
                                             : keep_batch(records, pieces, some);
    records->count += n;
    return error;
}

/* ---- files
 * -----------------------------------------------------------------------------
 */

static int keep_header(fair_records *records, const unsigned char *data, size_t length,
                       size_t at)
{
    if (records->files > 0)
        return records->header_bytes - at >= length &&
                       memcmp(records->header + at, data, length) == 0
                   ? FAIR_OK
                   : FAIR_EHEADER;
    if (records->header_room - at < length) {
        const size_t room = at + length + 4096;
        unsigned char *header = realloc(records->header, room);
        if (header == NULL)
            return FAIR_ENOMEM;
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
    for (unsigned i = 0; i<reader->piece_count && * left> 0; i++) {
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
static void tell(void *context, uint64_t position)
{
    fair_records *records = context;
    const fair_reader *reader = records->reader;
    const uint64_t size = reader->size > reader->start ? reader->size - reader->start : 0;
    if (records->options.progress != NULL &&
        records->options.progress(records->options.context, FAIR_PHASE_READ,
                                  position - reader->start, size) != 0)
        records->cancelled = 1;
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
            error = take_batch(records, reader->piece, reader->piece_count);
        tell(records, reader->position);
        if (error == FAIR_OK && records->cancelled)
            error = FAIR_ECANCELED;
        if (error != FAIR_OK)
            return error;
        const int second = reader->mark.record > 0; /* batch: threads may be worth it */
        if (second && !reader->drained && reader->pieces == 1) {
            records->team = fs_team_start(members(records));
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

static int take_loose(fair_records *records);

int fair_records_read(fair_records *records, int fd)
{
    if (records->error != FAIR_OK)
        return FAIR_ESTATE;
    int error = take_loose(records);
    if (error == FAIR_OK) {
        fair_reader_open(records->reader, fd);
        error = read_file(records);
        fs_team_stop(records->team);
        records->team = records->reader->team = NULL;
        records->reader->pieces = 1;
        records->mark = records->reader->mark;
    }
    records->error = error;
    return error;
}

static int take_loose(fair_records *records)
{
    if (records->loose_count == 0)
        return FAIR_OK;
    fs_piece piece = {records->loose, records->loose, records->loose_ends,
                      records->loose_count};
    const int error = take_batch(records, &piece, 1);
    records->loose_count = 0;
    records->loose_bytes = 0;
    return error;
}

int fair_records_add(fair_records *records, const void *record, size_t length)
{
    if (records->error != FAIR_OK)
        return FAIR_ESTATE;
    if (length >= UINT32_MAX - LOOSE_BYTES)
        return records->error = FAIR_ENOMEM;
    if (records->loose_ends == NULL)
        records->loose_ends = malloc(LOOSE_RECORDS * sizeof *records->loose_ends);
    if (records->loose_ends == NULL)
        return records->error = FAIR_ENOMEM;
    if (records->loose_room - records->loose_bytes < length) {
        const size_t room = 2 * records->loose_bytes + length + 1024;
        unsigned char *loose = realloc(records->loose, room);
        if (loose == NULL)
            return records->error = FAIR_ENOMEM;
        records->loose = loose;
        records->loose_room = room;
    }
    memcpy(records->loose + records->loose_bytes, record, length);
    records->loose_bytes += length;
    records->loose_ends[records->loose_count++] = (uint32_t)records->loose_bytes;
    if (records->loose_count == LOOSE_RECORDS || records->loose_bytes >= LOOSE_BYTES)
        records->error = take_loose(records);
    return records->error;
}

/* ---- going out
 * --------------------------------------------------------------------------
 */

/* What the functions of a delivery see. */
struct outgoing {
    fair_records *records;
    const unsigned char **places; /* of the sieve, or of all records as they came */
    const fs_unit *units;
};

static void collect_bucket(void *context, size_t unit, void *entries)
{
    const struct outgoing *out = context;
    fs_blocks_collect(&out->records->store, unit, entries);
}

static void collect_slice(void *context, size_t unit, void *entries)
{
    const struct outgoing *out = context;
    memcpy(entries, out->places + out->units[unit].place,
           out->units[unit].count * sizeof *out->places);
}

static void render(void *context, const void *entries, size_t from, size_t to,
                   uint64_t place, fs_outlet *outlet)
{
    const struct outgoing *out = context;
    const fair_records_options *options = &out->records->options;
    (void)place;
    if (options->pairs)
        fs_render_pairs(out->places, entries, from, to, &options->format, outlet,
                        options->witness, options->context);
    else
        fs_render_records(entries, from, to, outlet, options->witness, options->context);
}

/* The orders that are made of all records at once. */
static int arrange(void *context, void *entries, size_t count)
{
    const struct outgoing *out = context;
    fair_rng rng;
    int error = FAIR_OK;
    fair_rng_init_key(&rng, out->records->key);
    if (count == 1)
        error = FAIR_EINVAL;
    else if (out->records->options.order == FAIR_ORDER_CYCLE)
        fair_cycle(&rng, entries, count, sizeof(void *));
    else
        error = fair_derange(&rng, entries, count, sizeof(void *));
    fair_rng_wipe(&rng);
    return error;
}

static int plan_units(fair_records *records, fs_delivery *d)
{
    const uint64_t n = records->store.n;
    const int whole = d->arrange != NULL || records->options.pairs || n <= FS_LEAF;
    const unsigned bits = whole ? 0 : fs_scatter_bits(n);
    if (!whole) {
        const int error =
            fs_blocks_regroup(&records->store, records->key, bits, records->team);
        if (error != FAIR_OK)
            return error;
    }
    d->unit_count = (size_t)1 << bits;
    d->units = calloc(d->unit_count, sizeof *d->units);
    if (d->units == NULL)
        return FAIR_ENOMEM;
    for (size_t b = 0; b < d->unit_count; b++) {
        d->units[b].count = atomic_load(&records->store.counts[b]);
        if (whole)
            memcpy(d->units[b].key, records->key, FAIR_KEY_SIZE);
        else
            fs_key_derive(d->units[b].key, records->key, FS_DOMAIN_BUCKET, b);
    }
    return FAIR_OK;
}

/* The places of all records, as they came. */
static const unsigned char **all_places(fair_records *records)
{
    if (records->store.n > SIZE_MAX / sizeof(void *) - 1)
        return NULL;
    const unsigned char **places = malloc((records->store.n + 1) * sizeof *places);
    if (places != NULL)
        fs_blocks_collect(&records->store, 0, places);
    return places;
}

static int write_header(fair_records *records, const fair_part *part)
{
    if (records->header_bytes == 0)
        return FAIR_OK;
    const int error = part->write(part->context, records->header, records->header_bytes);
    records->mark.error = error;
    return error != 0 ? FAIR_EWRITE : FAIR_OK;
}

static uint64_t wanted(const fair_part *parts, size_t part_count, uint64_t n)
{
    for (size_t i = 0; i < part_count; i++) {
        if (parts[i].count >= n)
            return 0;
        n -= parts[i].count;
    }
    return n; /* left over */
}

/* A buffer takes what a unit has, and a bit more, but a small part of the whole at most:
 * whoever has filled it waits for the turn of the unit. */
static size_t buffer_for(uint64_t bytes, size_t units)
{
    const uint64_t least = 1 << 16, unit = bytes / units + bytes / units / 4;
    const uint64_t most = bytes / 64 < 1 << 26 ? bytes / 64 : 1 << 26;
    const uint64_t room = unit < most ? unit : most;
    return (size_t)(room < least ? least : room);
}

static int deliver(fair_records *records, struct outgoing *out, fs_delivery *d)
{
    int error;
    if (records->sieve != NULL)
        error = fs_sieve_units(records->sieve, &d->units, &d->unit_count, &out->places);
    else
        error = plan_units(records, d);
    if (error == FAIR_OK && records->options.pairs) {
        out->places = all_places(records);
        error = out->places == NULL ? FAIR_ENOMEM : FAIR_OK;
    }
    out->units = d->units;
    d->buffer = buffer_for(records->sieve == NULL ? records->bytes : 0,
                           d->unit_count > 0 ? d->unit_count : 1);
    if (error == FAIR_OK)
        error = fs_deliver(d, records->team);
    if (d->units != NULL)
        fs_wipe(d->units, d->unit_count * sizeof *d->units);
    free(d->units);
    free(out->places);
    return error;
}

int fair_records_write(fair_records *records, const fair_part *parts, size_t part_count)
{
    if (records->error != FAIR_OK)
        return FAIR_ESTATE;
    int error = take_loose(records);
    for (size_t i = 0; i < part_count && error == FAIR_OK; i++)
        error = write_header(records, &parts[i]);
    if (error != FAIR_OK)
        return records->error = error;
    fair_reader_free(records->reader); /* its buffers are of no more use */
    records->reader = NULL;
    struct outgoing out = {.records = records};
    fs_delivery d = {.size = sizeof(void *),
                     .parts = parts,
                     .part_count = part_count,
                     .collect = records->sieve != NULL ? collect_slice : collect_bucket,
                     .render = render,
                     .context = &out,
                     .progress = records->options.progress,
                     .progress_context = records->options.context};
    const uint64_t n = records->count;
    const uint64_t left_over = wanted(parts, part_count, n);
    const uint64_t bytes = records->bytes;
    d.total = left_over == 0 ? bytes : 0;
    if (records->options.order != FAIR_ORDER_SHUFFLE && n > 0)
        d.arrange = arrange;
    if (bytes > ALONE)
        records->team = fs_team_start(members(records));
    error = deliver(records, &out, &d);
    fs_team_stop(records->team);
    records->team = NULL;
    records->mark.error = d.error;
    records->error = FAIR_ESTATE; /* what is in it cannot be written again */
    if (error == FAIR_OK && d.records != n - left_over)
        return FAIR_ELOST;
    if (error == FAIR_OK && left_over == 0 && !records->options.pairs && d.bytes != bytes)
        return FAIR_ELOST;
    return error;
}

int fair_records_draw(fair_records *records, uint64_t count, const fair_part *part)
{
    if (records->error != FAIR_OK)
        return FAIR_ESTATE;
    int error = take_loose(records);
    if (error == FAIR_OK && count > 0 && records->store.n == 0)
        error = FAIR_EINVAL;
    if (error == FAIR_OK)
        error = write_header(records, part);
    records->error = FAIR_ESTATE;
    if (error != FAIR_OK || count == 0)
        return error;
    const unsigned char **places = all_places(records);
    fs_outlet *outlet = fs_outlet_open(part, 1 << 16, &records->options);
    if (places == NULL || outlet == NULL)
        error = FAIR_ENOMEM;
    fair_rng rng;
    fair_rng_init_key(&rng, records->key);
    while (count > 0 && error == FAIR_OK && !fs_outlet_broken(outlet)) {
        uint64_t dice[FS_DRAWN];
        const unsigned char *drawn[FS_DRAWN];
        const size_t some = count < FS_DRAWN ? (size_t)count : FS_DRAWN;
        fair_dice(&rng, dice, FS_DRAWN, records->store.n);
        for (size_t i = 0; i < some; i++)
            drawn[i] = places[dice[i]];
        fs_render_records(drawn, 0, some, outlet, NULL, NULL);
        count -= count == UINT64_MAX ? 0 : some;
    }
    fair_rng_wipe(&rng);
    free(places);
    if (outlet != NULL && error == FAIR_OK)
        error = fs_outlet_close(outlet, &records->mark.error);
    else
        fs_outlet_close(outlet, NULL);
    return error;
}

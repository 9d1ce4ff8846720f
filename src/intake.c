/* SPDX-License-Identifier: MIT
 *
 * intake.c - a batch of records becomes blocks of the store, or goes through the sieve.
 */
#include <stdlib.h>

#include "records.h"

enum { FEW = 128 }; /* numbers that are looked at together */

struct batch {
    fair_records *records;
    fs_piece *pieces;
    unsigned count;   /* of the pieces whose blocks are to be filled now, */
    fs_block *blocks; /* one for each; or */
    struct picked {   /* the records that the sieve wants */
        uint32_t *which;
        uint8_t *numbers;
        size_t count;
    } picked[FS_MOST_PIECES];
    uint64_t first[FS_MOST_PIECES]; /* number of the first record of each */
    size_t step;                    /* bytes to send to the file meanwhile */
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

/* One task for each block, and one that goes on with what is sent to the file. */
static void fill_block(void *context, unsigned member, size_t task)
{
    (void)member;
    struct batch *batch = context;
    fair_records *records = batch->records;
    fs_hoard *hoard = &records->hoard;
    int error;
    if (task == batch->count) {
        error = fs_shelf_step(&hoard->shelf, batch->step);
    } else {
        const fs_piece *piece = &batch->pieces[task];
        error = fs_block_fill(&hoard->store, &batch->blocks[task], records->key, piece);
        bear_witness(records, piece);
    }
    if (error != FAIR_OK)
        atomic_store(&batch->error, error);
}

/* Adds blocks for as many pieces as there is room for, and fills them. */
static int keep_some(fair_records *records, struct batch *batch, unsigned most)
{
    fs_hoard *hoard = &records->hoard;
    int error = FAIR_OK;
    batch->count = 0;
    batch->step = 0;
    while (batch->count < most && error == FAIR_OK) {
        const fs_piece *piece = &batch->pieces[batch->count];
        error = fs_blocks_add(&hoard->store, piece);
        batch->count += error == FAIR_OK;
        batch->step += 2 * fs_piece_bytes(piece); /* twice as fast as it comes */
    }
    if (batch->count > 0 && (error == FAIR_OK || error == FAIR_ELIMIT)) {
        batch->blocks = hoard->store.blocks + hoard->store.count - batch->count;
        fs_team_run(records->team, fs_team_size(records->team),
                    batch->count + (hoard->shelf.slabs > 0), fill_block, batch);
        if (atomic_load(&batch->error) != FAIR_OK)
            error = atomic_load(&batch->error);
    }
    return error;
}

static int keep_pieces(fair_records *records, fs_piece *pieces, unsigned count)
{
    struct batch batch = {.records = records, .pieces = pieces};
    fs_hoard *hoard = &records->hoard;
    int error = FAIR_OK;
    if (hoard->store.n > FS_NARROW && records->options.order == FAIR_ORDER_SHUFFLE &&
        !records->options.pairs)
        error =
            fs_blocks_regroup(&hoard->store, records->key, FS_MOST_BITS, records->team);
    while (count > 0 && error == FAIR_OK) {
        error = keep_some(records, &batch, count);
        count -= batch.count;
        batch.pieces += batch.count;
        if (error == FAIR_ELIMIT)
            error = fs_hoard_make_room(hoard, records->key, records->team);
    }
    return error == FAIR_OK ? fs_hoard_settle(hoard) : error;
}

/* A long record, which can only be the first, gets a block of its own: that is never
 * copied (regroup_one() in blocks.c). */
static int keep_batch(fair_records *records, fs_piece *pieces, unsigned count)
{
    fs_piece *piece = &pieces[0];
    const unsigned char *end = piece->base + piece->ends[0];
    if (piece->count > 1 && (size_t)(end - piece->first) > records->budget.piece) {
        fs_piece alone = {piece->first, piece->base, piece->ends, 1};
        const int error = keep_pieces(records, &alone, 1);
        if (error != FAIR_OK)
            return error;
        piece->first = end;
        piece->ends++;
        piece->count--;
    }
    return keep_pieces(records, pieces, count);
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

/* As a sieve, but what it would keep does not fit into memory. */
static int keep_sieved(fair_records *records, fs_piece *pieces, unsigned count,
                       uint64_t n)
{
    fs_blocks *store = &records->hoard.store;
    store->cut = fs_sieve_limit(records->sieve) + 1;
    const int error = keep_batch(records, pieces, count);
    return error != FAIR_OK ? error
                            : fs_sieve_count(records->sieve, store->counts, (size_t)n);
}

/* Hands what the sieve has kept over to the hoard if it would become too much. */
static int make_way(fair_records *records, size_t bytes, uint64_t n)
{
    if (records->sieved || fs_sieve_has_room(records->sieve, bytes + 3 * (size_t)n))
        return FAIR_OK;
    const int error = fs_sieve_hand_over(records->sieve, &records->hoard.store);
    if (error == FAIR_ELIMIT && fs_sieve_has_room(records->sieve, 0))
        return FAIR_OK; /* it cannot, but little of this will be wanted */
    if (error == FAIR_ELIMIT && records->budget.limit < UINT64_MAX / 4)
        records->reader->mark.needed = 4 * records->budget.limit;
    records->sieved = 1;
    return error;
}

int fs_records_take(fair_records *records, fs_piece *pieces, unsigned count)
{
    unsigned some = 0; /* those that have records */
    size_t bytes = 0;
    uint64_t n = 0;
    int error = FAIR_OK;
    for (unsigned i = 0; i < count; i++)
        if (pieces[i].count > 0) {
            n += pieces[i].count;
            bytes += fs_piece_bytes(&pieces[i]);
            pieces[some++] = pieces[i];
        }
    if (some == 0)
        return FAIR_OK;
    if (records->sieve != NULL)
        error = make_way(records, bytes, n);
    if (error == FAIR_OK)
        error = records->sieved          ? keep_sieved(records, pieces, some, n)
                : records->sieve != NULL ? sieve_batch(records, pieces, some)
                                         : keep_batch(records, pieces, some);
    records->bytes += bytes;
    records->count += n;
    return error;
}

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
    if (records->store.n > FS_NARROW && records->options.order == FAIR_ORDER_SHUFFLE &&
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

int fs_records_take(fair_records *records, fs_piece *pieces, unsigned count)
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

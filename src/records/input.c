/* SPDX-License-Identifier: MIT
 *
 * input.c - the records of a batch go to the store.
 *
 * Each piece becomes a block: of references if it is part of a mapped file and its
 * records are not short, otherwise of copies. If only the first records of the order are
 * wanted, a block holds those that may be among them (head.h).
 */
#include <stdlib.h>

#include "records.h"

struct batch {
    fair_records *records;
    fs_piece *pieces;
    uint64_t first[FS_MOST_PIECES];   /* the number of the first record of each piece */
    fs_chosen chosen[FS_MOST_PIECES]; /* if only the first records are wanted */
    fs_block_plan plans[FS_MOST_PIECES];
    size_t bytes; /* of all plans */
    atomic_int error;
};

/* References are worth it for records that are long on average: see FS_MAP_LENGTH. */
static int wants_references(const fs_piece *piece)
{
    return piece->mapped && fs_piece_bytes(piece) / FS_MAP_LENGTH >= piece->count;
}

static void call_witness(const fair_records *records, const fs_piece *piece)
{
    const fair_records_options *options = &records->options;
    for (size_t i = 0; options->witness != NULL && i < piece->count; i++) {
        const unsigned char *start = fs_piece_start(piece, i);
        options->witness(options->context, 0, start,
                         (size_t)(fs_piece_end(piece, i) - start));
    }
}

/* The pages of a mapped piece are not needed any more, or not soon. */
static void release_pages(const fair_records *records, const fs_piece *piece)
{
    if (piece->mapped)
        fs_mapping_release(&records->reader->mapping, piece->first,
                           fs_piece_bytes(piece));
}

/* A fs_fill: piece number i goes to a block. */
static int fill_block(void *context, fs_block *block, size_t i)
{
    struct batch *batch = context;
    fair_records *records = batch->records;
    fs_blocks *blocks = &records->root.store->blocks;
    const fs_piece *piece = &batch->pieces[i];
    const fs_chosen *chosen = &batch->chosen[i];
    int error = FAIR_OK;
    if (records->root.wanted > 0) {
        fs_block_fill_chosen(blocks, block, piece, chosen->numbers, chosen->which,
                             chosen->count);
    } else {
        call_witness(records, piece);
        error = fs_block_fill(blocks, block, records->key, piece);
    }
    if (!block->references)
        release_pages(records, piece);
    return error;
}

static int add_blocks(struct batch *batch, unsigned count)
{
    fair_records *records = batch->records;
    return fs_store_add(records->root.store, records->key, records->team, batch->plans,
                        count, fill_block, batch);
}

/* ---- the first records only ------------------------------------------------------ */

static void choose_records(void *context, unsigned member, size_t task)
{
    (void)member;
    struct batch *batch = context;
    const fs_piece *piece = &batch->pieces[task];
    call_witness(batch->records, piece);
    const int error = fs_head_choose(&batch->records->root, piece, batch->first[task],
                                     wants_references(piece), &batch->chosen[task]);
    if (error != FAIR_OK)
        atomic_store(&batch->error, error);
    if (batch->records->release)
        release_pages(batch->records, piece);
}

/* Before blocks are added: whether memory would be full. */
static int is_full(const struct batch *batch)
{
    const fs_slabs *slabs = &batch->records->root.store->blocks.slabs;
    return slabs->most > 0 && slabs->held + batch->bytes > slabs->most;
}

static int take_head(struct batch *batch, unsigned count)
{
    fair_records *records = batch->records;
    fs_node *root = &records->root;
    uint64_t first = records->count;
    for (unsigned i = 0; i < count; i++) {
        batch->first[i] = first;
        first += batch->pieces[i].count;
    }
    fs_team_run(records->team, fs_team_size(records->team), count, choose_records, batch);
    int error = atomic_load(&batch->error);
    for (unsigned i = 0; i < count && error == FAIR_OK; i++) {
        batch->plans[i] =
            (fs_block_plan){.bytes = batch->chosen[i].bytes,
                            .count = batch->pieces[i].count,
                            .references = wants_references(&batch->pieces[i])};
        if (batch->plans[i].bytes > 0)
            batch->bytes += batch->plans[i].bytes + FS_BLOCK_COST;
    }
    if (error == FAIR_OK && is_full(batch) && !root->store->spilling)
        error = fs_head_compact(root, &records->work);
    if (error == FAIR_OK)
        error = add_blocks(batch, count);
    for (unsigned i = 0; i < count; i++)
        fs_chosen_free(&batch->chosen[i]);
    return error == FAIR_OK ? fs_head_settle(root, &records->work) : error;
}

/* ---- all records ----------------------------------------------------------------- */

static int take_all(struct batch *batch, unsigned count)
{
    fair_records *records = batch->records;
    fs_store *store = records->root.store;
    if (store->blocks.n > FS_NARROW && !store->whole && !records->options.pairs) {
        const int error =
            fs_blocks_regroup(&store->blocks, records->key, FS_MOST_BITS, records->team);
        if (error != FAIR_OK)
            return error;
    }
    for (unsigned i = 0; i < count; i++) {
        const int references = wants_references(&batch->pieces[i]);
        batch->plans[i] =
            (fs_block_plan){.bytes = fs_piece_kept_bytes(&batch->pieces[i], references),
                            .count = batch->pieces[i].count,
                            .references = references};
    }
    return add_blocks(batch, count);
}

/* A long record at the start of a batch gets a block of its own, so that regrouping need
 * not copy it. */
static unsigned split_off_long(const fair_records *records, fs_piece *pieces,
                               unsigned count)
{
    fs_piece *piece = &pieces[0];
    const unsigned char *end = fs_piece_end(piece, 0);
    if (piece->count < 2 || count == FS_MOST_PIECES || wants_references(piece) ||
        (size_t)(end - piece->first) <= records->limits.piece)
        return count;
    memmove(pieces + 1, pieces, count * sizeof *pieces);
    pieces[0].count = 1;
    pieces[1].first = end;
    pieces[1].ends++;
    pieces[1].count--;
    return count + 1;
}

int fs_records_take(fair_records *records, fs_piece *pieces, unsigned count)
{
    unsigned some = 0;
    size_t bytes = 0;
    uint64_t n = 0;
    for (unsigned i = 0; i < count; i++)
        if (pieces[i].count > 0) {
            n += pieces[i].count;
            bytes += fs_piece_bytes(&pieces[i]);
            pieces[some++] = pieces[i];
        }
    if (some == 0)
        return FAIR_OK;
    struct batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL)
        return FAIR_ENOMEM;
    batch->records = records;
    batch->pieces = pieces;
    some = split_off_long(records, pieces, some);
    records->work.team = records->team;
    const int error =
        records->root.wanted > 0 ? take_head(batch, some) : take_all(batch, some);
    free(batch);
    records->bytes += bytes;
    records->count += n;
    return error;
}

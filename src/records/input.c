/* SPDX-License-Identifier: MIT
 *
 * input.c - reads files into the store of a collection.
 *
 * A file is read batch by batch. Each piece of a batch becomes a block of the store. The
 * block holds references if the piece is part of a mapped file and its records are not
 * short; otherwise it holds copies. If only the first records of the order are wanted, a
 * block holds only records that may be among them (head.h).
 */
#include <stdlib.h>

#include "src/records/records.h"

/* ---- blocks ---------------------------------------------------------------------- */

struct batch {
    fair_records *records;          /* the collection that the pieces are added to */
    const fs_piece *pieces;         /* the pieces to add; not owned */
    uint64_t first[FS_MOST_PIECES]; /* the number of the first record of each piece */
    fs_block_plan plans[FS_MOST_PIECES]; /* the block that each piece becomes */
};

static void observe_piece(const fair_records *records, const fs_piece *piece)
{
    const fair_records_options *options = &records->options;
    for (size_t i = 0; options->observe != NULL && i < piece->count; i++) {
        const unsigned char *start = fs_piece_start(piece, i);
        options->observe(options->context, 0, start,
                         (size_t)(fs_piece_end(piece, i) - start));
    }
}

/* References are faster than copies for records that are long on average. */
static int wants_references(const fs_piece *piece)
{
    return piece->mapped && fs_piece_bytes(piece) / FS_MAP_LENGTH >= piece->count;
}

static void plan_block(void *context, unsigned member, size_t task)
{
    (void)member;
    struct batch *batch = context;
    const fair_records *records = batch->records;
    const fs_piece *piece = &batch->pieces[task];
    observe_piece(records, piece);
    fs_block_plan_piece(&records->root.store->blocks, records->key, batch->first[task],
                        piece, wants_references(piece), &batch->plans[task]);
}

/* A fs_fill: copies piece number i to a block. */
static int fill_from_piece(void *context, fs_block *block, size_t i)
{
    const struct batch *batch = context;
    fair_records *records = batch->records;
    return fs_block_fill(&records->root.store->blocks, block, records->key,
                         &batch->pieces[i]);
}

static int take(fair_records *records, const fs_piece *pieces, unsigned count)
{
    fs_node *root = &records->root;
    fs_blocks *blocks = &root->store->blocks;
    struct batch batch = {.records = records, .pieces = pieces};
    int error = FAIR_OK;
    if (blocks->n > FS_ALL_BUCKETS_ABOVE && !root->store->whole &&
        !records->options.pairs)
        error = fs_blocks_regroup(blocks, records->key, FS_MOST_BITS, records->team);
    if (error != FAIR_OK)
        return error;
    for (unsigned i = 0; i < count; i++)
        batch.first[i] = i == 0 ? blocks->n : batch.first[i - 1] + pieces[i - 1].count;
    fs_team_run(records->team, fs_team_size(records->team), count, plan_block, &batch);
    if (root->wanted > 0)
        error = fs_head_make_room(root, &records->work, batch.plans, count);
    if (error == FAIR_OK)
        error = fs_store_add(root->store, records->key, records->team, batch.plans, count,
                             fill_from_piece, &batch);
    if (error == FAIR_OK && root->wanted > 0)
        error = fs_head_settle(root, &records->work);
    return error;
}

/* Gives long records at the start of pieces a piece of their own, and so a block of their
 * own, which regrouping does not copy. */
static unsigned split_off_long(const fair_records *records, fs_piece *pieces,
                               unsigned count)
{
    for (unsigned i = 0; i < count && count < FS_MOST_PIECES; i++) {
        fs_piece *piece = &pieces[i];
        const unsigned char *end = fs_piece_end(piece, 0);
        if (piece->count < 2 || wants_references(piece) ||
            (size_t)(end - piece->first) <= records->limits.piece)
            continue;
        memmove(piece + 1, piece, (count - i) * sizeof *piece);
        piece[0].count = 1;
        piece[1].first = end;
        piece[1].ends++;
        piece[1].count--;
        count++;
    }
    return count;
}

int fs_records_take(fair_records *records, fs_piece *pieces, unsigned count)
{
    assert(count <= FS_MOST_PIECES);
    unsigned some = 0;
    size_t bytes = 0;
    uint64_t n = 0;
    for (unsigned i = 0; i < count; i++)
        if (pieces[i].count > 0) {
            n += pieces[i].count;
            bytes += fs_piece_bytes(&pieces[i]);
            if (wants_references(&pieces[i]))
                records->bytes_in_place += fs_piece_bytes(&pieces[i]);
            pieces[some++] = pieces[i];
        }
    if (some == 0)
        return FAIR_OK;
    some = split_off_long(records, pieces, some);
    const int error = take(records, pieces, some);
    if (error != FAIR_OK)
        return error;
    records->bytes += bytes;
    records->count += n;
    return FAIR_OK;
}

/* ---- the memory limit ------------------------------------------------------------ */

/* The memory taken by anything other than blocks, beyond the share for reading, if the
 * reader's buffer has the given size. */
static uint64_t taken_by_others(const fair_records *records, size_t buffer)
{
    const uint64_t share = records->limits.reading;
    return records->work.mapped + records->header_room +
           (buffer > share ? buffer - share : 0);
}

/* Before a batch, sets the limit of blocks to the memory that is left. If the buffer must
 * grow beyond its share for a long record, sends blocks to the file first. */
static int make_room(fair_records *records)
{
    fs_store *store = records->root.store;
    fs_slabs *slabs = &store->blocks.slabs;
    const size_t buffer = fs_reader_next_buffer(records->reader);
    const size_t most =
        fs_limits_blocks(&records->limits, taken_by_others(records, buffer));
    int error = FAIR_OK;
    slabs->most = records->root.wanted > 0 ? most / 2 : most;
    if (records->root.wanted > 0)
        error = fs_head_make_room(&records->root, &records->work, NULL, 0);
    while (error == FAIR_OK && most > 0 && buffer > records->limits.reading &&
           records->tempfile.open != NULL && store->blocks.count > 0 &&
           slabs->held > slabs->most) {
        error = fs_store_spill(store, records->key, records->team);
        fs_slabs_trim(slabs);
    }
    return error;
}

/* ---- where the records of a file are kept ---------------------------------------- */

int fs_choose_store(const fair_records_options *options, const fs_limits *limits,
                    uint64_t taken, uint64_t rest, uint64_t records, uint64_t bytes)
{
    const uint64_t limit = limits->limit, references = rest / FS_MAP_LENGTH * 9;
    if (!options->map)
        return FAIR_STORE_COPIED;
    if (rest < FS_MAP_BYTES)
        return FAIR_STORE_SMALL;
    if (bytes / FS_MAP_LENGTH < records)
        return FAIR_STORE_SHORT;
    taken += limits->reading + limit / 8; /* memory to put records in order */
    return limit == UINT64_MAX || (taken < limit && rest < limit - taken &&
                                   references < limit - taken - rest)
               ? FAIR_STORE_MAPPED
               : FAIR_STORE_LIMIT;
}

int fair_records_store(const fair_records_options *options, int fd, uint64_t records,
                       uint64_t bytes)
{
    fs_file_state state;
    fs_limits limits;
    options = fs_records_options(options);
    fs_limits_plan(&limits, options->memory, fs_records_members(options));
    const uint64_t rest = bytes > FS_FIRST_PIECE ? bytes - FS_FIRST_PIECE : 0;
    const int store = fs_choose_store(options, &limits, 0, rest, records, bytes);
    if (store != FAIR_STORE_COPIED && !fs_file_state_get(fd, &state))
        return FAIR_STORE_NOT_REGULAR;
    if (store == FAIR_STORE_MAPPED && !fs_mapping_is_local(fd))
        return FAIR_STORE_REMOTE;
    return store;
}

/* Where to keep the rest of the file, after its first batch: FAIR_STORE_... */
static int store_of_rest(const fair_records *records)
{
    const fair_reader *reader = records->reader;
    const uint64_t taken = taken_by_others(records, reader->buffer_size) +
                           records->root.store->blocks.slabs.held;
    if (!reader->regular || reader->drained || reader->failed != 0 ||
        reader->position > reader->state.size || !fs_mapping_is_local(reader->fd))
        return FAIR_STORE_COPIED;
    if (records->mapped_count == FAIR_MOST_MAPPED)
        return FAIR_STORE_MANY;
    return fs_choose_store(&records->options, &records->limits, taken,
                           reader->state.size - reader->position, reader->in_batch,
                           reader->filled);
}

/* After the first batch: maps the rest of the file, if that is allowed and worth it. If
 * mapping fails, the file is read. */
static void map_rest(fair_records *records)
{
    fair_reader *reader = records->reader;
    const int store = store_of_rest(records);
    if (store == FAIR_STORE_LIMIT)
        records->too_large_to_map += reader->state.size;
    void *array = store == FAIR_STORE_MAPPED
                      ? fs_array_grow(records->mapped, records->mapped_count,
                                      &records->mapped_room, sizeof *records->mapped)
                      : NULL;
    if (array == NULL)
        return;
    records->mapped = array;
    fs_mapped_file *file = &records->mapped[records->mapped_count];
    if (!fs_mapping_open(&file->mapping, reader->fd, fs_reader_rest(reader),
                         &reader->state))
        return;
    fs_reader_map(reader, &file->mapping);
    file->file = records->files;
    records->mapped_count++;
    records->work.mapped += file->mapping.length;
}

/* ---- headers --------------------------------------------------------------------- */

static int keep_header(fair_records *records, const unsigned char *data, size_t length,
                       size_t at)
{
    if (records->headers > 0)
        return records->header_bytes - at >= length &&
                       memcmp(records->header + at, data, length) == 0
                   ? FAIR_OK
                   : FAIR_EHEADER;
    if (length > records->limits.record || at > records->limits.record - length) {
        /* The lengths of further header records are not known. */
        records->reader->mark.needed =
            records->options.header == 1 ? fs_limits_for_record(length) : 0;
        return FAIR_ELIMIT;
    }
    if (records->header_room - at < length) {
        const size_t room = 2 * at + length + 256;
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
    for (unsigned i = 0; *left > 0 && i < reader->piece_count; i++) {
        fs_piece *piece = &reader->piece[i];
        while (piece->count > 0 && *left > 0) {
            const unsigned char *end = fs_piece_end(piece, 0);
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

/* ---- files ----------------------------------------------------------------------- */

static int progress_of_read(void *context, uint64_t position)
{
    fair_records *records = context;
    const fair_reader *reader = records->reader;
    const uint64_t size = reader->state.size;
    if (records->options.progress != NULL && !records->cancelled &&
        records->options.progress(records->options.context, FAIR_PHASE_READ,
                                  position - reader->start,
                                  size > reader->start ? size - reader->start : 0) != 0)
        records->cancelled = 1;
    return records->cancelled;
}

int fs_records_start_reader(fair_records *records)
{
    const int error = fair_reader_new(&records->reader, &records->options.format);
    if (error != FAIR_OK)
        return error;
    records->reader->piece_size = records->limits.piece;
    records->reader->most = records->limits.record;
    records->reader->tick = progress_of_read;
    records->reader->context = records;
    return FAIR_OK;
}

/* Starts threads for a file with more than two batches. */
static void start_team(fair_records *records)
{
    fair_reader *reader = records->reader;
    if (reader->drained)
        return;
    records->team = fs_team_start(records->limits.members, NULL);
    reader->team = records->work.team = records->team;
    reader->pieces = FS_MEMBER_PIECES * fs_team_size(records->team);
}

static int take_batch(fair_records *records, uint64_t *header, size_t *header_at)
{
    fair_reader *reader = records->reader;
    int error = take_header(records, header, header_at);
    if (error == FAIR_OK)
        error = fs_records_take(records, reader->piece, reader->piece_count);
    if (progress_of_read(records, reader->position) != 0 && error == FAIR_OK)
        error = FAIR_ECANCELED;
    return error;
}

static int read_file(fair_records *records)
{
    const fair_reader *reader = records->reader;
    uint64_t header = records->options.header;
    size_t header_at = 0;
    for (unsigned batch = 1;; batch += batch < 3) {
        int error = make_room(records);
        const int result = error == FAIR_OK ? fs_reader_batch(records->reader) : error;
        if (result < 0)
            return result;
        if (result == 0)
            break;
        error = take_batch(records, &header, &header_at);
        if (error != FAIR_OK)
            return error;
        if (batch == 1)
            map_rest(records);
        if (batch == 2)
            start_team(records);
    }
    if (reader->mark.record == 0) /* the file is empty, so it has no header */
        return FAIR_OK;
    return records->headers++ > 0 && header_at != records->header_bytes ? FAIR_EHEADER
                                                                        : FAIR_OK;
}

/* Reads from `feed`, or from the file `fd` if `feed` is NULL. */
static int read_from(fair_records *records, int fd, fair_feed *feed, void *context)
{
    if (records->error != FAIR_OK)
        return records->error;
    int error = fs_records_take_added(records);
    if (error != FAIR_OK)
        return fs_records_fail(records, error);
    fair_reader *reader = records->reader;
    if (feed != NULL)
        fs_reader_open_feed(reader, feed, context);
    else
        fair_reader_open(reader, fd);
    error = read_file(records);
    if (records->cancelled)
        error = FAIR_ECANCELED;
    fs_team_stop(records->team);
    records->team = records->work.team = reader->team = NULL;
    reader->pieces = 1;
    records->mark = reader->mark;
    if (error == FAIR_ECHANGED)
        records->mark.file = records->files;
    if (error != FAIR_OK)
        return fs_records_fail(records, error);
    records->files++;
    return FAIR_OK;
}

int fair_records_read(fair_records *records, int fd)
{
    return read_from(records, fd, NULL, NULL);
}

int fair_records_read_from(fair_records *records, fair_feed *feed, void *context)
{
    return read_from(records, -1, feed, context);
}

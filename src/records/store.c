/* SPDX-License-Identifier: MIT
 *
 * store.c - records in memory, and in segments of the temporary file. See store.h.
 *
 * What is written goes through a buffer: the kernel takes large pieces of whole pages
 * three to six times as fast as the same bytes from many places (docs/memory.md).
 */
#include "store.h"

#include <errno.h>
#include <stdlib.h>

#ifndef FS_LEAST_SEGMENT
#define FS_LEAST_SEGMENT (1 << 16)
#endif

enum {
    STARTS = FS_MOST_BUCKETS + 1,
    TABLE = STARTS * (int)sizeof(uint64_t),
    MOST_BUFFER = 1 << 20,
    PAGE = 4096,
};

void fs_store_start(fs_store *store, fs_tempfile *file, const fs_store_limits *limits)
{
    const size_t buffer =
        limits->segment / 8 < MOST_BUFFER ? limits->segment / 8 : MOST_BUFFER;
    *store = (fs_store){
        .file = file, .segment_bytes = limits->segment, .most_tables = limits->tables};
    store->blocks.slabs.most = limits->blocks;
    store->blocks.slabs.most_slab = limits->slab;
    store->writing.buffer_size = buffer < TABLE ? TABLE : buffer;
}

void fs_store_free(fs_store *store)
{
    fs_blocks_free(&store->blocks);
    for (size_t i = 0; i < store->segment_count; i++)
        free(store->segments[i].starts);
    free(store->segments);
    free(store->writing.buffer);
    store->segments = NULL;
    store->segment_count = 0;
    store->writing.buffer = NULL;
}

/* ---- beginning a segment --------------------------------------------------------- */

static int prepare(fs_store *store)
{
    if (store->writing.buffer == NULL)
        store->writing.buffer = malloc(store->writing.buffer_size);
    if (store->writing.buffer == NULL)
        return FAIR_ENOMEM;
    void *segments = fs_array_grow(store->segments, store->segment_count,
                                   &store->segment_room, sizeof *store->segments);
    if (segments == NULL)
        return FAIR_ENOMEM;
    store->segments = segments;
    return fs_tempfile_open(store->file);
}

/* The bytes that each bucket of a block has in a segment. */
static void add_bytes(const fs_block *block, unsigned cut, uint64_t *bytes)
{
    for (unsigned b = 0; b < cut; b++) {
        if (!block->references) {
            bytes[b] += block->starts[b + 1] - block->starts[b];
            continue;
        }
        const unsigned char *at = block->data + block->starts[b];
        const unsigned char *end = block->data + block->starts[b + 1];
        while (at < end) {
            size_t length;
            fs_span_get(fs_span_of(at, 1, &at), &length);
            bytes[b] += fs_prefix_size(length) + length;
        }
    }
}

static void lay_out(const fs_store *store, uint64_t *starts)
{
    uint64_t sum = 0;
    memset(starts, 0, TABLE);
    for (size_t i = 0; i < store->writing.blocks; i++)
        add_bytes(&store->blocks.blocks[i], store->writing.buckets, starts);
    for (unsigned b = 0; b < STARTS; b++) {
        const uint64_t bytes = starts[b];
        starts[b] = sum;
        sum += bytes;
    }
}

/* Keeps the table in memory, or frees it if there are too many: it is in the file, too.
 */
static void keep_table(fs_store *store, fs_segment *segment, uint64_t *starts)
{
    store->table_bytes += sizeof *segment;
    if (store->table_bytes + TABLE <= store->most_tables) {
        segment->starts = starts;
        store->table_bytes += TABLE;
    } else {
        free(starts);
    }
}

/* Chooses the oldest slabs, of `bytes` bytes or more, or all. */
static uint64_t choose_blocks(fs_store *store, size_t bytes)
{
    const fs_slabs *slabs = &store->blocks.slabs;
    uint64_t last = store->blocks.n;
    store->writing.slabs = store->writing.blocks = 0;
    for (size_t sum = 0;
         store->writing.slabs < slabs->count && (sum < bytes || sum == 0);) {
        const fs_slab *slab = &slabs->slabs[store->writing.slabs++];
        store->writing.blocks += slab->blocks;
        sum += slab->size;
    }
    if (store->writing.blocks < store->blocks.count)
        last = store->blocks.blocks[store->writing.blocks].first;
    if (store->writing.slabs == slabs->count)
        store->blocks.slabs.left = 0; /* nothing may be added to the last slab */
    return last;
}

/* While there may be fewer buckets than there can be, segments are small: a part of few
 * buckets is read back as a whole, in up to three copies. */
static int begin(fs_store *store)
{
    assert(!fs_store_is_writing(store) && store->file->user == NULL);
    size_t bytes = store->segment_bytes;
    if (store->whole || store->blocks.n <= FS_NARROW)
        bytes = bytes / 8 > FS_LEAST_SEGMENT ? bytes / 8 : FS_LEAST_SEGMENT;
    const int error = prepare(store);
    if (error != FAIR_OK)
        return error;
    uint64_t *starts = malloc(TABLE);
    if (starts == NULL)
        return FAIR_ENOMEM;
    store->spilling = 1;
    store->file->user = store;
    store->writing.buckets = store->blocks.cut > 0 ? store->blocks.cut : FS_MOST_BUCKETS;
    const uint64_t last = choose_blocks(store, bytes);
    const uint64_t first =
        store->writing.blocks > 0 ? store->blocks.blocks[0].first : last;
    lay_out(store, starts);
    fs_tempfile_align(store->file);
    fs_segment *segment = &store->segments[store->segment_count++];
    *segment = (fs_segment){.place = store->file->end,
                            .first = first,
                            .count = last - first,
                            .bytes = starts[FS_MOST_BUCKETS]};
    memcpy(store->writing.buffer, starts, TABLE);
    store->writing.buffered = TABLE;
    store->writing.bucket = 0;
    store->writing.block = store->writing.offset = 0;
    keep_table(store, segment, starts);
    return FAIR_OK;
}

/* ---- writing a segment ----------------------------------------------------------- */

static int flush_buffer(fs_store *store)
{
    const int error =
        fs_tempfile_write(store->file, store->writing.buffer, store->writing.buffered);
    store->writing.buffered = 0;
    return error;
}

static int put(fs_store *store, const unsigned char *data, size_t length)
{
    int error = FAIR_OK;
    while (length > 0 && error == FAIR_OK) {
        const size_t room = store->writing.buffer_size - store->writing.buffered;
        const size_t now = length < room ? length : room;
        memcpy(store->writing.buffer + store->writing.buffered, data, now);
        store->writing.buffered += now;
        data += now;
        length -= now;
        if (now == room)
            error = flush_buffer(store);
    }
    return error;
}

/* Writes up to `most` bytes of a run; at least one record, if they are references.
 * Returns how many bytes of the run were written, in *done. */
static int put_some(fs_store *store, const fs_block *block, const unsigned char *at,
                    size_t most, size_t *done)
{
    if (!block->references) {
        *done = most;
        return put(store, at, most);
    }
    const unsigned char *next;
    unsigned char prefix[FS_MOST_PREFIX];
    size_t length;
    const unsigned char *record = fs_span_get(fs_span_of(at, 1, &next), &length);
    const size_t size = (size_t)(fs_prefix_put(prefix, length) - prefix);
    int error = put(store, prefix, size);
    if (error == FAIR_OK)
        error = put(store, record, length);
    *done = (size_t)(next - at);
    return error;
}

int fs_store_is_writing(const fs_store *store)
{
    return store->writing.slabs > 0;
}

static int is_complete(const fs_store *store)
{
    return store->writing.bucket == store->writing.buckets;
}

int fs_store_step(fs_store *store, size_t bytes)
{
    int error = FAIR_OK;
    if (!fs_store_is_writing(store))
        return error;
    while (!is_complete(store) && error == FAIR_OK && bytes > 0) {
        const fs_block *block = &store->blocks.blocks[store->writing.block];
        const uint64_t *starts = block->starts + store->writing.bucket;
        const size_t left = (size_t)(starts[1] - starts[0]) - store->writing.offset;
        size_t done = 0;
        if (left > 0)
            error =
                put_some(store, block, block->data + starts[0] + store->writing.offset,
                         left < bytes ? left : bytes, &done);
        store->writing.offset += done;
        bytes -= done < bytes ? done : bytes;
        if (done == left) {
            store->writing.offset = 0;
            if (++store->writing.block == store->writing.blocks) {
                store->writing.block = 0;
                store->writing.bucket++;
            }
        }
    }
    if (is_complete(store) && error == FAIR_OK && store->writing.buffered > 0)
        error = flush_buffer(store);
    return error;
}

/* Releases the blocks of a segment that is complete. */
static void end_segment(fs_store *store)
{
    if (!fs_store_is_writing(store) || !is_complete(store) || store->writing.buffered > 0)
        return;
    assert(store->file->user == store);
    fs_blocks_release(&store->blocks, store->writing.slabs);
    store->writing.slabs = 0;
    store->file->user = NULL;
}

int fs_store_finish(fs_store *store)
{
    const int error = fs_store_step(store, SIZE_MAX);
    if (error == FAIR_OK)
        end_segment(store);
    return error;
}

int fs_store_make_room(fs_store *store, const uint8_t key[FAIR_KEY_SIZE], fs_team *team)
{
    int error = FAIR_OK;
    if (!fs_store_is_writing(store)) {
        error = fs_tempfile_open(store->file); /* before anything else is done */
        if (error == FAIR_OK && !store->whole)
            error = fs_blocks_regroup(&store->blocks, key, FS_MOST_BITS, team);
        if (error == FAIR_OK)
            error = begin(store);
    }
    return error == FAIR_OK ? fs_store_finish(store) : error;
}

int fs_store_settle(fs_store *store)
{
    const fs_slabs *slabs = &store->blocks.slabs;
    end_segment(store);
    if (!store->spilling || fs_store_is_writing(store))
        return FAIR_OK;
    size_t used = 0;
    for (size_t i = 0; i < slabs->count; i++)
        used += slabs->slabs[i].size;
    return used + store->segment_bytes >= slabs->most ? begin(store) : FAIR_OK;
}

int fs_store_flush(fs_store *store)
{
    int error = fs_store_finish(store);
    while (error == FAIR_OK && store->blocks.count > 0) {
        error = begin(store);
        if (error == FAIR_OK)
            error = fs_store_finish(store);
    }
    return error;
}

/* ---- reading --------------------------------------------------------------------- */

/* Where in the file the buckets of a segment begin. */
static uint64_t data_of(const fs_segment *segment)
{
    return segment->place + TABLE;
}

const uint64_t *fs_store_starts(const fs_store *store, size_t part, unsigned low,
                                unsigned high, uint64_t *room, int *error)
{
    *error = 0;
    if (part >= store->segment_count)
        return store->blocks.blocks[part - store->segment_count].starts + low;
    const fs_segment *segment = &store->segments[part];
    if (segment->starts != NULL)
        return segment->starts + low;
    *error = fs_tempfile_read(store->file, room, (high - low + 1) * sizeof *room,
                              segment->place + low * sizeof *room);
    for (unsigned i = 0; i < high - low && *error == 0; i++)
        if (room[i] > room[i + 1] || room[i + 1] > segment->bytes)
            *error = EIO; /* damaged */
    return *error == 0 ? room : NULL;
}

int fs_store_run(const fs_store *store, size_t part, unsigned low, unsigned high,
                 unsigned char *to, size_t room, uint64_t *starts, fs_run *run,
                 size_t *loaded)
{
    int error;
    *loaded = 0;
    if (part >= store->segment_count) {
        *run =
            fs_block_run(&store->blocks.blocks[part - store->segment_count], low, high);
        return 0;
    }
    const fs_segment *segment = &store->segments[part];
    const uint64_t *table = fs_store_starts(store, part, low, high, starts, &error);
    if (table == NULL)
        return error;
    *run = (fs_run){.data = to,
                    .starts = table,
                    .base = low,
                    .low = low,
                    .high = high,
                    .first = segment->first,
                    .count = segment->count};
    if (fs_run_bytes(run) > room)
        return EIO; /* the table has changed */
    *loaded = (size_t)fs_run_bytes(run);
    return *loaded == 0
               ? 0
               : fs_tempfile_read(store->file, to, *loaded, data_of(segment) + table[0]);
}

void fs_store_prefetch(const fs_store *store, unsigned low, unsigned high)
{
    for (size_t i = 0; i < store->segment_count; i++) {
        const fs_segment *segment = &store->segments[i];
        if (segment->starts != NULL)
            fs_tempfile_prefetch(store->file, data_of(segment) + segment->starts[low],
                                 segment->starts[high] - segment->starts[low]);
    }
}

void fs_segment_release(fs_store *store, size_t number, unsigned high)
{
    fs_segment *segment = &store->segments[number];
    uint64_t room[2];
    int error;
    const uint64_t *starts = fs_store_starts(store, number, high - 1, high, room, &error);
    if (starts == NULL || starts[1] <= segment->released)
        return;
    uint64_t from = data_of(segment) + segment->released,
             to = data_of(segment) + starts[1];
    if (segment->starts == NULL && from < segment->place + PAGE)
        from = segment->place + PAGE; /* the table is still needed */
    if (high == FS_MOST_BUCKETS)
        to += PAGE - 1; /* nothing else is in the rest of the last page */
    fs_tempfile_release(store->file, from, to, starts[1] - segment->released);
    segment->released = starts[1];
}

void fs_store_release(fs_store *store, unsigned high)
{
    for (size_t i = 0; i < store->segment_count; i++)
        fs_segment_release(store, i, high);
}

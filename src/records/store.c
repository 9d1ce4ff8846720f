/* SPDX-License-Identifier: MIT
 *
 * store.c - records in memory, and in segments of the temporary file. See store.h.
 *
 * All threads write a segment together; each writes some of its buckets, through a buffer
 * (tempbuffer.h).
 */
#include "src/records/store.h"

#include <errno.h>
#include <stdlib.h>

#include "src/records/tempbuffer.h"

_Static_assert(FS_TABLE <= FS_PAGE,
               "fs_segment_release() assumes that a table ends in its first page");

void fs_store_start(fs_store *store, fs_tempfile *file, const fs_store_limits *limits)
{
    *store = (fs_store){
        .file = file, .segment_bytes = limits->segment, .most_tables = limits->tables};
    store->blocks.slabs.most = limits->blocks;
    store->blocks.slabs.most_slab = limits->slab;
}

void fs_store_free(fs_store *store)
{
    fs_blocks_free(&store->blocks);
    for (size_t i = 0; i < store->segment_count; i++)
        free(store->segments[i].starts);
    free(store->segments);
    store->segments = NULL;
    store->segment_count = 0;
}

/* ---- adding blocks --------------------------------------------------------------- */

struct filling {
    fs_blocks *blocks;            /* of the store; not owned */
    fs_fill *fill;                /* fills a new block; called by any thread */
    void *context;                /* the first argument of fill() */
    size_t items[FS_MOST_PIECES]; /* which plan each new block has */
    size_t count;                 /* new blocks, which are the last ones of `blocks` */
    atomic_int error;             /* FAIR_... */
};

static void fill_block(void *context, unsigned member, size_t task)
{
    (void)member;
    struct filling *filling = context;
    fs_blocks *blocks = filling->blocks;
    fs_block *block = &blocks->blocks[blocks->count - filling->count + task];
    const int error = filling->fill(filling->context, block, filling->items[task]);
    if (error != FAIR_OK)
        atomic_store(&filling->error, error);
}

int fs_store_add(fs_store *store, const uint8_t key[FAIR_KEY_SIZE], fs_team *team,
                 const fs_block_plan *plans, size_t count, fs_fill *fill, void *context)
{
    struct filling filling = {.blocks = &store->blocks, .fill = fill, .context = context};
    int error = FAIR_OK;
    assert(count <= FS_MOST_PIECES);
    for (size_t next = 0; next < count && error == FAIR_OK;) {
        filling.count = 0;
        for (; next < count; next++) {
            error = fs_blocks_add(&store->blocks, &plans[next]);
            if (error != FAIR_OK)
                break;
            if (plans[next].bytes > 0)
                filling.items[filling.count++] = next;
        }
        if (error != FAIR_OK && error != FAIR_ELIMIT)
            return error;
        fs_team_run(team, fs_team_size(team), filling.count, fill_block, &filling);
        if (atomic_load(&filling.error) != FAIR_OK)
            return atomic_load(&filling.error);
        if (error == FAIR_ELIMIT)
            error = fs_store_spill(store, key, team);
    }
    return error;
}

/* ---- writing segments ------------------------------------------------------------ */

/* A segment that is being written. Each task writes a range of buckets. */
struct writing {
    const fs_store *store;     /* the store of the blocks; not owned */
    const fs_segment *segment; /* where the bytes go; not owned */
    const uint64_t *starts;    /* the table of the segment */
    size_t blocks;      /* how many blocks, from the first on, become the segment */
    size_t tasks;       /* ranges of buckets that are written in parallel */
    size_t buffer_size; /* bytes of the buffer of each task */
    atomic_int error;   /* FAIR_... */
    atomic_int number;  /* the errno of FAIR_ETEMP */
};

static void fail(struct writing *w, int error, int number)
{
    atomic_store(&w->number, number);
    atomic_store(&w->error, error);
}

/* Copies the records that references point to. */
static void put_references(fs_tempbuffer *buffer, const unsigned char *at,
                           const unsigned char *end)
{
    while (at < end) {
        unsigned char prefix[FS_MOST_PREFIX];
        size_t length;
        const unsigned char *record = fs_span_get(fs_span_of(at, 1, &at), &length);
        fs_tempbuffer_put(buffer, prefix,
                          (size_t)(fs_prefix_put(prefix, length) - prefix));
        fs_tempbuffer_put(buffer, record, length);
    }
}

static void put_bucket(const struct writing *w, fs_tempbuffer *buffer, unsigned bucket)
{
    for (size_t i = 0; i < w->blocks && atomic_load(&w->error) == FAIR_OK; i++) {
        const fs_block *block = &w->store->blocks.blocks[i];
        const unsigned char *at = block->data + block->starts[bucket];
        const unsigned char *end = block->data + block->starts[bucket + 1];
        if (block->references)
            put_references(buffer, at, end);
        else if (at < end)
            fs_tempbuffer_put(buffer, at, (size_t)(end - at));
    }
}

/* The first bucket of a task. Tasks get about the same number of bytes. */
static unsigned first_bucket(const struct writing *w, size_t task)
{
    unsigned bucket = 0;
    while (bucket < FS_MOST_BUCKETS &&
           (task == w->tasks || w->starts[bucket] < w->segment->bytes / w->tasks * task))
        bucket++;
    return bucket;
}

/* The first task also writes the table. */
static void write_buckets(void *context, unsigned member, size_t task)
{
    (void)member;
    struct writing *w = context;
    const unsigned low = first_bucket(w, task), high = first_bucket(w, task + 1);
    const uint64_t offset =
        w->segment->place + (task > 0 ? FS_TABLE + w->starts[low] : 0);
    fs_tempbuffer buffer;
    if (!fs_tempbuffer_start(&buffer, w->store->file, w->buffer_size, offset)) {
        fail(w, FAIR_ENOMEM, 0);
        return;
    }
    if (task == 0)
        fs_tempbuffer_put(&buffer, (const unsigned char *)w->starts, FS_TABLE);
    for (unsigned b = low; b < high; b++)
        if (w->starts[b] < w->starts[b + 1]) /* other buckets are empty or cut */
            put_bucket(w, &buffer, b);
    fs_tempbuffer_flush(&buffer);
    if (buffer.number != 0)
        fail(w, FAIR_ETEMP, buffer.number);
    fs_tempbuffer_free(&buffer);
}

/* Chooses the oldest blocks, and computes where their buckets start in the segment.
 * Buckets that are cut are left out. As long as there may be fewer than FS_MOST_BUCKETS
 * buckets, a segment is small, because it is read back as a whole or in few parts, with
 * up to three copies in memory. */
static void choose_blocks(struct writing *w, uint64_t *starts)
{
    const fs_blocks *blocks = &w->store->blocks;
    const unsigned buckets = blocks->cut > 0 ? blocks->cut : FS_MOST_BUCKETS;
    size_t most = w->store->segment_bytes;
    if (w->store->whole || blocks->n <= FS_ALL_BUCKETS_ABOVE)
        most = most / 4 > FS_LEAST_SEGMENT ? most / 4 : FS_LEAST_SEGMENT;
    memset(starts, 0, FS_TABLE);
    for (uint64_t sum = 0; w->blocks < blocks->count && sum < most; w->blocks++)
        sum += fs_block_content(&blocks->blocks[w->blocks], buckets, starts);
    for (uint64_t b = 0, sum = 0; b < FS_STARTS; b++) {
        const uint64_t bytes = starts[b];
        starts[b] = sum;
        sum += bytes;
    }
}

static void choose_tasks(struct writing *w, fs_team *team)
{
    const size_t members = fs_team_size(team);
    const size_t size = w->store->segment_bytes / 8 / members / FS_PAGE * FS_PAGE;
    w->tasks = w->segment->bytes > FS_PAGE * members ? members : 1;
    w->buffer_size = size < FS_PAGE             ? FS_PAGE
                     : size > FS_SEGMENT_BUFFER ? FS_SEGMENT_BUFFER
                                                : size;
}

/* Copies the table, which is needed for every bucket, if there is memory for that. */
static void keep_table(fs_store *store, fs_segment *segment, const uint64_t *starts)
{
    store->table_bytes += sizeof *segment;
    if (store->table_bytes + FS_TABLE > store->most_tables)
        return;
    segment->starts = malloc(FS_TABLE);
    if (segment->starts != NULL) {
        memcpy(segment->starts, starts, FS_TABLE);
        store->table_bytes += FS_TABLE;
    }
}

/* Writes the oldest blocks as a segment. */
static int write_segment(fs_store *store, fs_team *team)
{
    assert(store->file->fd >= 0 && store->blocks.count > 0);
    assert(store->blocks.bits > 0 || store->whole || store->blocks.n <= FS_LEAF);
    void *segments = fs_array_grow(store->segments, store->segment_count,
                                   &store->segment_room, sizeof *store->segments);
    if (segments == NULL)
        return FAIR_ENOMEM;
    store->segments = segments;
    uint64_t starts[FS_STARTS];
    fs_segment *segment = &store->segments[store->segment_count++];
    struct writing w = {.store = store, .segment = segment, .starts = starts};
    const fs_blocks *blocks = &store->blocks;
    choose_blocks(&w, starts);
    const uint64_t first = blocks->blocks[0].first;
    const uint64_t end =
        w.blocks < blocks->count ? blocks->blocks[w.blocks].first : blocks->n;
    *segment = (fs_segment){
        .first = first, .count = end - first, .bytes = starts[FS_MOST_BUCKETS]};
    segment->place = fs_tempfile_append(store->file, FS_TABLE + segment->bytes);
    choose_tasks(&w, team);
    fs_team_run(team, fs_team_size(team), w.tasks, write_buckets, &w);
    keep_table(store, segment, starts);
    fs_blocks_release(&store->blocks, w.blocks);
    if (atomic_load(&w.error) == FAIR_ETEMP)
        store->file->error = atomic_load(&w.number);
    return atomic_load(&w.error);
}

int fs_store_spill(fs_store *store, const uint8_t key[FAIR_KEY_SIZE], fs_team *team)
{
    int error = fs_tempfile_open(store->file); /* fails before anything has changed */
    if (error == FAIR_OK && !store->whole)
        error = fs_blocks_regroup(&store->blocks, key, FS_MOST_BITS, team);
    return error == FAIR_OK ? write_segment(store, team) : error;
}

int fs_store_flush(fs_store *store, fs_team *team)
{
    int error = fs_tempfile_open(store->file);
    while (error == FAIR_OK && store->blocks.count > 0)
        error = write_segment(store, team);
    return error;
}

/* ---- reading --------------------------------------------------------------------- */

/* The file offset where the buckets of a segment start. */
static uint64_t data_of(const fs_segment *segment)
{
    return segment->place + FS_TABLE;
}

const uint64_t *fs_store_starts(const fs_store *store, size_t part, unsigned low,
                                unsigned high, uint64_t *room, int *error)
{
    assert(part < fs_store_parts(store) && low < high && high <= FS_MOST_BUCKETS);
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
                    .count = segment->count,
                    .checked = 1};
    if (fs_run_bytes(run) > room)
        return EIO; /* the table has changed since it was added up */
    *loaded = (size_t)fs_run_bytes(run);
    return *loaded == 0
               ? 0
               : fs_tempfile_read(store->file, to, *loaded, data_of(segment) + table[0]);
}

void fs_store_prefetch(const fs_store *store, unsigned low, unsigned high)
{
    for (size_t i = 0; i < store->segment_count; i++) {
        uint64_t room[FS_STARTS];
        int error;
        const uint64_t *starts = fs_store_starts(store, i, low, high, room, &error);
        if (starts != NULL)
            fs_tempfile_prefetch(store->file, data_of(&store->segments[i]) + starts[0],
                                 starts[high - low] - starts[0]);
    }
}

void fs_segment_release(fs_store *store, size_t number, unsigned high)
{
    assert(number < store->segment_count && high > 0);
    fs_segment *segment = &store->segments[number];
    uint64_t room[2];
    int error;
    const uint64_t *starts = fs_store_starts(store, number, high - 1, high, room, &error);
    if (starts == NULL || starts[1] <= segment->released)
        return;
    uint64_t from = data_of(segment) + segment->released,
             to = data_of(segment) + starts[1];
    if (high == FS_MOST_BUCKETS) { /* all of it, with the rest of its last page */
        from = segment->place;
        to += FS_PAGE - 1;
    } else if (segment->starts == NULL && from < segment->place + FS_PAGE) {
        from = segment->place + FS_PAGE; /* the table is still needed */
    }
    fs_tempfile_release(store->file, from, to, starts[1] - segment->released);
    segment->released = starts[1];
}

void fs_store_release(fs_store *store, unsigned high)
{
    for (size_t i = 0; i < store->segment_count; i++)
        fs_segment_release(store, i, high);
}

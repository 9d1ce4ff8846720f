/* SPDX-License-Identifier: MIT
 *
 * blocks.c - records of any length, kept block by block. See blocks.h.
 */
#include "blocks.h"

#include <stdlib.h>

#include "memory.h"
#include "swap.h"

/* Slabs grow from the first to the largest size: little is lost at the end, and large
 * ones are huge pages. */
enum { FIRST_SLAB = 1 << 17, LARGEST_SLAB = 1 << 26 };

void fs_blocks_free(fs_blocks *store)
{
    for (size_t i = 0; i < store->count; i++)
        free(store->blocks[i].starts);
    free(store->blocks);
    for (size_t i = 0; i < store->slab_count; i++)
        free(store->slabs[i]);
    free(store->slabs);
    memset(store, 0, sizeof *store);
}

/* Room for one more in an array that doubles. */
static void *grown(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    const size_t more = *room > 0 ? 2 * *room : 16;
    void *larger = realloc(array, more * size);
    if (larger != NULL)
        *room = more;
    return larger;
}

static unsigned char *take(fs_blocks *store, size_t bytes)
{
    if (bytes > store->left) {
        void *slabs = grown(store->slabs, store->slab_count, &store->slab_room,
                            sizeof *store->slabs);
        if (slabs == NULL)
            return NULL;
        store->slabs = slabs;
        if (store->next_slab == 0)
            store->next_slab = FIRST_SLAB;
        const size_t size = bytes > store->next_slab ? bytes : store->next_slab;
        unsigned char *slab = fs_room(size);
        if (slab == NULL)
            return NULL;
        store->slabs[store->slab_count++] = slab;
        store->free = slab;
        store->left = size;
        if (store->next_slab < LARGEST_SLAB)
            store->next_slab *= 4;
    }
    unsigned char *room = store->free;
    store->free += bytes;
    store->left -= bytes;
    return room;
}

/* What a piece may take: a length has one byte, and one more for each 128 bytes of the
 * record at most. */
static size_t most_bytes(const fs_piece *piece)
{
    const size_t bytes = fs_piece_bytes(piece);
    return bytes + bytes / 128 + piece->count + FS_OVERSHOOT;
}

int fs_blocks_add(fs_blocks *store, const fs_piece *piece)
{
    void *blocks =
        grown(store->blocks, store->count, &store->room, sizeof *store->blocks);
    if (blocks == NULL)
        return FAIR_ENOMEM;
    store->blocks = blocks;
    fs_block *block = &store->blocks[store->count];
    *block = (fs_block){.first = store->n, .count = piece->count};
    if (store->bits > 0) {
        block->starts = malloc((((size_t)1 << store->bits) + 1) * sizeof *block->starts);
        if (block->starts == NULL)
            return FAIR_ENOMEM;
    }
    block->data = take(store, most_bytes(piece));
    if (block->data == NULL) {
        free(block->starts);
        return FAIR_ENOMEM;
    }
    store->count++;
    store->n += piece->count;
    store->bytes += fs_piece_bytes(piece);
    return FAIR_OK;
}

/* ---- filling a block
 * -------------------------------------------------------------------
 */

/* Records near the end of what may be read are copied to the byte. */
FS_INLINE unsigned char *put(unsigned char *to, const unsigned char *from, size_t length,
                             int near_end)
{
    to = fs_prefix_put(to, length);
    if (near_end)
        memcpy(to, from, length);
    else
        fs_copy_over(to, from, length);
    return to + length;
}

static void add_counts(fs_blocks *store, const uint32_t *counts, size_t buckets)
{
    for (size_t b = 0; b < buckets; b++)
        atomic_fetch_add_explicit(&store->counts[b], counts[b], memory_order_relaxed);
}

static void fill_as_they_come(fs_block *block, const fs_piece *piece)
{
    unsigned char *to = block->data;
    const unsigned char *from = piece->first;
    const unsigned char *last = from + fs_piece_bytes(piece);
    for (size_t i = 0; i < piece->count; i++) {
        const unsigned char *end = piece->base + piece->ends[i];
        to = put(to, from, (size_t)(end - from), last - from < FS_OVERSHOOT);
        from = end;
    }
    block->bytes = (size_t)(to - block->data);
}

/* Turns the bytes that each bucket takes into the places where they start. */
static size_t lay_out(size_t *next, size_t *starts, size_t buckets)
{
    size_t sum = 0;
    for (size_t b = 0; b < buckets; b++) {
        const size_t bytes = next[b];
        starts[b] = next[b] = sum;
        sum += bytes;
    }
    starts[buckets] = sum;
    return sum;
}

/* To the byte: what lies behind a record may be the beginning of another bucket. */
FS_INLINE void copy_exactly(unsigned char *to, const unsigned char *from, size_t length)
{
    if (length > 0)
        fs_copy(to, from, length);
}

static void fill_regrouped(fs_blocks *store, fs_block *block, const fs_piece *piece,
                           const uint8_t *numbers)
{
    const size_t buckets = (size_t)1 << store->bits;
    size_t next[FS_MOST_BUCKETS] = {0};
    uint32_t counts[FS_MOST_BUCKETS] = {0};
    const unsigned char *from = piece->first;
    for (size_t i = 0; i < piece->count; i++) {
        const unsigned char *end = piece->base + piece->ends[i];
        const size_t length = (size_t)(end - from);
        next[numbers[i]] += length + fs_prefix_size(length);
        counts[numbers[i]]++;
        from = end;
    }
    add_counts(store, counts, buckets);
    block->bytes = lay_out(next, block->starts, buckets);
    from = piece->first;
    for (size_t i = 0; i < piece->count; i++) {
        const unsigned char *end = piece->base + piece->ends[i];
        const size_t length = (size_t)(end - from);
        unsigned char *to = block->data + next[numbers[i]];
        unsigned char *record = fs_prefix_put(to, length);
        copy_exactly(record, from, length);
        next[numbers[i]] += (size_t)(record - to) + length;
        from = end;
    }
}

int fs_block_fill(fs_blocks *store, fs_block *block, const uint8_t key[FAIR_KEY_SIZE],
                  const fs_piece *piece)
{
    if (store->bits == 0) {
        fill_as_they_come(block, piece);
        atomic_fetch_add_explicit(&store->counts[0], piece->count, memory_order_relaxed);
        return FAIR_OK;
    }
    uint8_t *numbers = malloc(piece->count + 1);
    if (numbers == NULL)
        return FAIR_ENOMEM;
    fs_scatter_numbers(key, block->first, piece->count, store->bits, numbers);
    fill_regrouped(store, block, piece, numbers);
    free(numbers);
    return FAIR_OK;
}

/* ---- regrouping later
 * -------------------------------------------------------------------
 */

struct regrouping {
    fs_blocks *store;
    const uint8_t *key;
    unsigned bits;
    atomic_int error;
};

static int regroup_into(const fs_block *block, unsigned char *copy, uint8_t *numbers,
                        size_t *starts, const struct regrouping *job)
{
    const size_t buckets = (size_t)1 << job->bits;
    size_t next[FS_MOST_BUCKETS] = {0};
    uint32_t counts[FS_MOST_BUCKETS] = {0};
    fs_scatter_numbers(job->key, block->first, block->count, job->bits, numbers);
    const unsigned char *at = block->data;
    size_t length;
    for (size_t i = 0; i < block->count; i++) {
        const unsigned char *record = fs_prefix_get(at, &length);
        next[numbers[i]] += (size_t)(record - at) + length;
        counts[numbers[i]]++;
        at = record + length;
    }
    add_counts(job->store, counts, buckets);
    lay_out(next, starts, buckets);
    if (block->count == 1) /* where it is; perhaps it is large */
        return 0;
    at = block->data;
    for (size_t i = 0; i < block->count; i++) {
        const unsigned char *end = fs_prefix_get(at, &length) + length;
        copy_exactly(copy + next[numbers[i]], at, (size_t)(end - at));
        next[numbers[i]] += (size_t)(end - at);
        at = end;
    }
    return 1;
}

static void regroup_block(void *context, unsigned member, size_t task)
{
    (void)member;
    struct regrouping *job = context;
    fs_block *block = &job->store->blocks[task];
    unsigned char *copy = malloc(block->count > 1 ? block->bytes : 1);
    uint8_t *numbers = malloc(block->count + 1);
    size_t *starts = malloc((((size_t)1 << job->bits) + 1) * sizeof *starts);
    if (copy == NULL || numbers == NULL || starts == NULL) {
        atomic_store(&job->error, FAIR_ENOMEM);
        free(starts);
    } else {
        if (regroup_into(block, copy, numbers, starts, job))
            memcpy(block->data, copy, block->bytes);
        block->starts = starts;
    }
    free(copy);
    free(numbers);
}

int fs_blocks_regroup(fs_blocks *store, const uint8_t key[FAIR_KEY_SIZE], unsigned bits,
                      fs_team *team)
{
    struct regrouping job = {store, key, bits, FAIR_OK};
    if (store->bits == 0) {
        store->bits = bits;
        atomic_store(&store->counts[0], 0);
        fs_team_run(team, fs_team_size(team), store->count, regroup_block, &job);
    }
    return atomic_load(&job.error);
}

/* ---- what is in a bucket
 * ----------------------------------------------------------------
 */

static const unsigned char *run_of(const fs_blocks *store, size_t block, size_t bucket,
                                   const unsigned char **end)
{
    const fs_block *b = &store->blocks[block];
    *end = b->data + (b->starts == NULL ? b->bytes : b->starts[bucket + 1]);
    return b->data + (b->starts == NULL ? 0 : b->starts[bucket]);
}

size_t fs_blocks_collect(const fs_blocks *store, size_t bucket,
                         const unsigned char **places)
{
    enum { FETCH = 4, LINES = 4, LINE = 64 };
    size_t count = 0;
    for (size_t i = 0; i < store->count; i++) {
        const unsigned char *end, *at;
        if (i + FETCH < store->count) {
            at = run_of(store, i + FETCH, bucket, &end);
            for (size_t line = 0; line < LINES; line++)
                FS_FETCH(at + line * LINE);
        }
        at = run_of(store, i, bucket, &end);
        while (at < end) {
            size_t length;
            places[count++] = at;
            at = fs_prefix_get(at, &length) + length;
        }
    }
    return count;
}

/* Where a record came in a block that was regrouped, its number tells once more. */
static int collect_block(const fs_block *block, const uint8_t *key, unsigned bits,
                         const unsigned char **places)
{
    size_t next[FS_MOST_BUCKETS];
    uint8_t *numbers = malloc(block->count);
    if (numbers == NULL)
        return FAIR_ENOMEM;
    fs_scatter_numbers(key, block->first, block->count, bits, numbers);
    memcpy(next, block->starts, ((size_t)1 << bits) * sizeof *next);
    for (size_t i = 0; i < block->count; i++) {
        size_t length;
        places[i] = block->data + next[numbers[i]];
        const unsigned char *record = fs_prefix_get(places[i], &length);
        next[numbers[i]] += (size_t)(record - places[i]) + length;
    }
    free(numbers);
    return FAIR_OK;
}

int fs_blocks_collect_all(const fs_blocks *store, const uint8_t key[FAIR_KEY_SIZE],
                          const unsigned char **places)
{
    int error = FAIR_OK;
    if (store->bits == 0)
        fs_blocks_collect(store, 0, places);
    for (size_t i = 0; store->bits > 0 && i < store->count && error == FAIR_OK; i++)
        error = collect_block(&store->blocks[i], key, store->bits,
                              places + store->blocks[i].first);
    return error;
}

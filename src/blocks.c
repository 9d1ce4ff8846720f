/* SPDX-License-Identifier: MIT
 *
 * blocks.c - records of any length, kept block by block. See blocks.h.
 */
#include "blocks.h"

#include <limits.h>
#include <stdlib.h>

#include "memory.h"
#include "swap.h"

/* Slabs grow from the first to the largest size: little is lost at the end, and large
 * ones are huge pages. */
enum { FIRST_SLAB = 1 << 17, LARGEST_SLAB = 1 << 26, ALIGN = 64 };

void fs_blocks_free(fs_blocks *store)
{
    free(store->blocks);
    for (size_t i = 0; i < store->slab_count; i++)
        free(store->slabs[i].memory);
    for (size_t i = 0; i < store->spare_count; i++)
        free(store->spare[i].memory);
    free(store->slabs);
    free(store->spare);
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

/* ---- slabs ----------------------------------------------------------------------- */

static void free_spare(fs_blocks *store)
{
    fs_slab *slab = &store->spare[--store->spare_count];
    store->held -= slab->size;
    free(slab->memory);
}

static int is_full(const fs_blocks *store, size_t size)
{
    return store->most > 0 && (size > store->most || store->held > store->most - size);
}

/* The memory of a slab: one that was used before, or a new one. */
static int find_slab(fs_blocks *store, size_t bytes, fs_slab *slab)
{
    if (store->spare_count > 0 && store->spare[store->spare_count - 1].size >= bytes) {
        *slab = store->spare[--store->spare_count];
        return FAIR_OK;
    }
    const size_t most = store->most_slab > 0 ? store->most_slab : LARGEST_SLAB;
    if (store->next_slab == 0)
        store->next_slab = FIRST_SLAB < most ? FIRST_SLAB : most;
    *slab = (fs_slab){.size = bytes > store->next_slab ? bytes : store->next_slab};
    while (store->spare_count > 0 && is_full(store, slab->size))
        free_spare(store);
    if (is_full(store, slab->size) && slab->size > bytes)
        slab->size = bytes;
    if (is_full(store, slab->size) && store->slab_count > 0)
        return FAIR_ELIMIT;
    slab->memory = fs_room(slab->size);
    if (slab->memory == NULL)
        return FAIR_ENOMEM;
    store->held += slab->size;
    store->next_slab = store->next_slab < most / 4 ? store->next_slab * 4 : most;
    return FAIR_OK;
}

static int take(fs_blocks *store, size_t bytes, unsigned char **room)
{
    bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (bytes > store->left) {
        void *slabs = grown(store->slabs, store->slab_count, &store->slab_room,
                            sizeof *store->slabs);
        if (slabs == NULL)
            return FAIR_ENOMEM;
        store->slabs = slabs;
        fs_slab *slab = &store->slabs[store->slab_count];
        const int error = find_slab(store, bytes, slab);
        if (error != FAIR_OK)
            return error;
        slab->blocks = 0;
        store->free = slab->memory;
        store->left = slab->size;
        store->slab_count++;
    }
    *room = store->free;
    store->free += bytes;
    store->left -= bytes;
    store->slabs[store->slab_count - 1].blocks++;
    return FAIR_OK;
}

void fs_blocks_release(fs_blocks *store, size_t slabs)
{
    size_t blocks = 0;
    for (size_t i = 0; i < slabs; i++) {
        fs_slab *slab = &store->slabs[i];
        blocks += slab->blocks;
        void *spare = grown(store->spare, store->spare_count, &store->spare_room,
                            sizeof *store->spare);
        if (spare != NULL)
            store->spare = spare;
        if (spare != NULL && slab->size == store->next_slab) {
            store->spare[store->spare_count++] = *slab;
        } else {
            store->held -= slab->size;
            free(slab->memory);
        }
    }
    store->count -= blocks;
    store->slab_count -= slabs;
    if (store->count > 0)
        memmove(store->blocks, store->blocks + blocks,
                store->count * sizeof *store->blocks);
    if (store->slab_count > 0)
        memmove(store->slabs, store->slabs + slabs,
                store->slab_count * sizeof *store->slabs);
    else
        store->left = 0;
}

void fs_blocks_trim(fs_blocks *store)
{
    while (store->spare_count > 0)
        free_spare(store);
}

/* What a piece may take: a length has one byte, and one more for each 128 bytes of the
 * record at most. */
static size_t most_bytes(const fs_piece *piece)
{
    const size_t bytes = fs_piece_bytes(piece);
    return bytes + bytes / 128 + piece->count;
}

int fs_blocks_add_room(fs_blocks *store, size_t bytes, size_t records)
{
    enum { TABLE = (FS_MOST_BUCKETS + 1) * sizeof(uint64_t) };
    void *blocks =
        grown(store->blocks, store->count, &store->room, sizeof *store->blocks);
    if (blocks == NULL)
        return FAIR_ENOMEM;
    store->blocks = blocks;
    unsigned char *room;
    const int error = take(store, TABLE + bytes + FS_OVERSHOOT, &room);
    if (error != FAIR_OK)
        return error;
    store->blocks[store->count++] = (fs_block){.data = room + TABLE,
                                               .starts = (uint64_t *)(void *)room,
                                               .first = store->n,
                                               .count = records};
    store->n += records;
    return FAIR_OK;
}

int fs_blocks_add(fs_blocks *store, const fs_piece *piece)
{
    const int error = fs_blocks_add_room(store, most_bytes(piece), piece->count);
    if (error == FAIR_OK)
        store->bytes += fs_piece_bytes(piece);
    return error;
}

/* ---- filling a block ------------------------------------------------------------- */

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

static void add_counts(fs_blocks *store, const uint32_t *counts)
{
    for (size_t b = 0; b < FS_MOST_BUCKETS; b++)
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
static size_t lay_out(size_t *next, uint64_t *starts)
{
    size_t sum = 0;
    for (size_t b = 0; b < FS_MOST_BUCKETS; b++) {
        const size_t bytes = next[b];
        starts[b] = next[b] = sum;
        sum += bytes;
    }
    starts[FS_MOST_BUCKETS] = sum;
    return sum;
}

/* To the byte: what lies behind a record may be the beginning of another bucket. */
FS_INLINE void copy_exactly(unsigned char *to, const unsigned char *from, size_t length)
{
    if (length > 0)
        fs_copy(to, from, length);
}

/* `cut` is a constant where nothing is left out. */
FS_INLINE void fill_regrouped(fs_blocks *store, fs_block *block, const fs_piece *piece,
                              const uint8_t *numbers, unsigned cut)
{
    size_t next[FS_MOST_BUCKETS] = {0};
    uint32_t counts[FS_MOST_BUCKETS] = {0};
    const unsigned char *from = piece->first;
    for (size_t i = 0; i < piece->count; i++) {
        const unsigned char *end = piece->base + piece->ends[i];
        const size_t length = (size_t)(end - from);
        from = end;
        if (numbers[i] >= cut)
            continue;
        next[numbers[i]] += length + fs_prefix_size(length);
        counts[numbers[i]]++;
    }
    add_counts(store, counts);
    block->bytes = lay_out(next, block->starts);
    block->regrouped = 1;
    const unsigned char *end = piece->first;
    for (size_t i = 0; i < piece->count; i++) {
        from = end;
        end = piece->base + piece->ends[i];
        if (numbers[i] >= cut)
            continue;
        const size_t length = (size_t)(end - from);
        unsigned char *to = block->data + next[numbers[i]];
        unsigned char *record = fs_prefix_put(to, length);
        copy_exactly(record, from, length);
        next[numbers[i]] += (size_t)(record - to) + length;
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
    if (store->cut == 0)
        fill_regrouped(store, block, piece, numbers, UINT_MAX);
    else
        fill_regrouped(store, block, piece, numbers, store->cut);
    free(numbers);
    return FAIR_OK;
}

void fs_block_fill_kept(fs_blocks *store, fs_block *block, const unsigned char *from,
                        const uint8_t *numbers)
{
    size_t next[FS_MOST_BUCKETS] = {0}, length;
    uint32_t counts[FS_MOST_BUCKETS] = {0};
    const unsigned char *at = from;
    for (size_t i = 0; i < block->count; i++) {
        const unsigned char *record = fs_prefix_get(at, &length);
        next[numbers[i]] += (size_t)(record - at) + length;
        counts[numbers[i]]++;
        at = record + length;
    }
    add_counts(store, counts);
    block->bytes = lay_out(next, block->starts);
    block->regrouped = 1;
    at = from;
    for (size_t i = 0; i < block->count; i++) {
        const unsigned char *end = fs_prefix_get(at, &length) + length;
        copy_exactly(block->data + next[numbers[i]], at, (size_t)(end - at));
        next[numbers[i]] += (size_t)(end - at);
        at = end;
    }
}

/* ---- regrouping later ------------------------------------------------------------ */

struct regrouping {
    fs_blocks *store;
    const uint8_t *key;
    struct desk { /* what a member works with, from one block to the next */
        unsigned char *room;
        size_t size;
    } desks[FS_MOST_PIECES];
    atomic_int error;
};

/* Room for so many bytes; NULL if there is no memory. */
static unsigned char *room_on(struct desk *desk, size_t bytes)
{
    if (bytes > desk->size) {
        free(desk->room);
        desk->room = malloc(bytes);
        desk->size = desk->room != NULL ? bytes : 0;
    }
    return desk->room;
}

/* One record alone, which may be large, stays where it is. */
static void regroup_one(fs_blocks *store, fs_block *block, unsigned number)
{
    for (unsigned b = 0; b <= FS_MOST_BUCKETS; b++)
        block->starts[b] = b > number ? block->bytes : 0;
    block->regrouped = 1;
    atomic_fetch_add_explicit(&store->counts[number], 1, memory_order_relaxed);
}

static void regroup_block(void *context, unsigned member, size_t task)
{
    struct regrouping *job = context;
    fs_block *block = &job->store->blocks[task];
    const size_t bytes = block->count > 1 ? block->bytes : 0;
    unsigned char *copy = room_on(&job->desks[member], bytes + block->count);
    if (copy == NULL) {
        atomic_store(&job->error, FAIR_ENOMEM);
        return;
    }
    uint8_t *numbers = copy + bytes;
    fs_scatter_numbers(job->key, block->first, block->count, job->store->bits, numbers);
    if (block->count == 1) {
        regroup_one(job->store, block, numbers[0]);
    } else {
        memcpy(copy, block->data, bytes);
        fs_block_fill_kept(job->store, block, copy, numbers);
    }
}

int fs_blocks_regroup(fs_blocks *store, const uint8_t key[FAIR_KEY_SIZE], unsigned bits,
                      fs_team *team)
{
    struct regrouping job = {.store = store, .key = key, .error = FAIR_OK};
    if (store->bits == 0) {
        store->bits = bits;
        atomic_store(&store->counts[0], 0);
        fs_team_run(team, fs_team_size(team), store->count, regroup_block, &job);
    }
    for (unsigned i = 0; i < FS_MOST_PIECES; i++)
        free(job.desks[i].room);
    return atomic_load(&job.error);
}

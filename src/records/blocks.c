/* SPDX-License-Identifier: MIT
 *
 * blocks.c - the set of blocks: adding, regrouping, joining and releasing them. See
 * blocks.h. block_fill.c copies records to blocks.
 */
#include "src/records/blocks.h"

#include <stdlib.h>

void fs_blocks_free(fs_blocks *blocks)
{
    fs_slabs_free(&blocks->slabs);
    free(blocks->blocks);
    blocks->blocks = NULL;
    blocks->count = blocks->room = 0;
}

void fs_blocks_release(fs_blocks *blocks, size_t count)
{
    assert(count <= blocks->count);
    fs_slabs_release(&blocks->slabs, count);
    blocks->count -= count;
    if (blocks->count > 0)
        memmove(blocks->blocks, blocks->blocks + count,
                blocks->count * sizeof *blocks->blocks);
}

uint64_t fs_block_content(const fs_block *block, unsigned buckets,
                          uint64_t bytes[FS_MOST_BUCKETS])
{
    assert(buckets <= FS_MOST_BUCKETS);
    uint64_t sum = 0;
    for (unsigned b = 0; b < buckets; b++) {
        const unsigned char *at = block->data + block->starts[b];
        const unsigned char *end = block->data + block->starts[b + 1];
        uint64_t here = block->references ? 0 : (uint64_t)(end - at);
        while (block->references && at < end) {
            size_t length;
            fs_span_get(fs_span_of(at, 1, &at), &length);
            here += fs_prefix_size(length) + length;
        }
        bytes[b] += here;
        sum += here;
    }
    return sum;
}

int fs_blocks_add(fs_blocks *blocks, const fs_block_plan *plan)
{
    unsigned char *memory;
    if (plan->bytes == 0) {
        blocks->n += plan->count;
        return FAIR_OK;
    }
    void *array =
        fs_array_grow(blocks->blocks, blocks->count, &blocks->room, sizeof(fs_block));
    if (array == NULL)
        return FAIR_ENOMEM;
    blocks->blocks = array;
    const int error =
        fs_slabs_take(&blocks->slabs, FS_TABLE + plan->bytes + FS_OVERSHOOT, &memory);
    if (error != FAIR_OK)
        return error;
    blocks->blocks[blocks->count++] = (fs_block){.data = memory + FS_TABLE,
                                                 .starts = (uint64_t *)(void *)memory,
                                                 .first = blocks->n,
                                                 .count = plan->count,
                                                 .references = plan->references};
    blocks->n += plan->count;
    return FAIR_OK;
}

/* ---- regrouping later ------------------------------------------------------------ */

struct regrouping {
    fs_blocks *blocks;  /* all of them are regrouped; not owned */
    const uint8_t *key; /* of the node; decides the buckets */
    struct scratch {
        unsigned char *memory;  /* for a copy of a block and its bucket numbers */
        size_t size;            /* bytes of `memory` */
    } scratch[FS_MOST_MEMBERS]; /* one for each thread */
    atomic_int error;           /* FAIR_... */
};

/* Returns memory for `bytes` bytes, or NULL. */
static unsigned char *scratch_of(struct scratch *scratch, size_t bytes)
{
    if (bytes > scratch->size) {
        free(scratch->memory);
        scratch->memory = malloc(bytes);
        scratch->size = scratch->memory != NULL ? bytes : 0;
    }
    return scratch->memory;
}

/* Regroups a block with a single record. The record, which may be large, is not copied.
 */
static void regroup_one(fs_blocks *blocks, fs_block *block, unsigned number)
{
    for (unsigned b = 0; b <= FS_MOST_BUCKETS; b++)
        block->starts[b] = b > number ? block->bytes : 0;
    atomic_fetch_add_explicit(&blocks->counts[number], 1, memory_order_relaxed);
}

static void regroup_block(void *context, unsigned member, size_t task)
{
    struct regrouping *job = context;
    fs_block *block = &job->blocks->blocks[task];
    const size_t count = (size_t)block->count, bytes = count > 1 ? block->bytes : 0;
    unsigned char *copy = scratch_of(&job->scratch[member], bytes + count);
    if (copy == NULL) {
        atomic_store(&job->error, FAIR_ENOMEM);
        return;
    }
    uint8_t *numbers = copy + bytes;
    fs_scatter_numbers(job->key, block->first, count, job->blocks->bits, numbers);
    if (count == 1) {
        regroup_one(job->blocks, block, numbers[0]);
    } else {
        memcpy(copy, block->data, bytes);
        fs_block_fill_kept(job->blocks, block, copy, count, numbers);
    }
}

int fs_blocks_regroup(fs_blocks *blocks, const uint8_t key[FAIR_KEY_SIZE], unsigned bits,
                      fs_team *team)
{
    if (blocks->bits > 0)
        return FAIR_OK;
    assert(bits > 0 && bits <= FS_MOST_BITS && blocks->cut == 0 &&
           fs_team_size(team) <= FS_MOST_MEMBERS);
    struct regrouping job = {.blocks = blocks, .key = key, .error = FAIR_OK};
    blocks->bits = bits;
    atomic_store(&blocks->counts[0], 0);
    fs_team_run(team, fs_team_size(team), blocks->count, regroup_block, &job);
    for (unsigned i = 0; i < FS_MOST_MEMBERS; i++)
        free(job.scratch[i].memory);
    return atomic_load(&job.error);
}

/* ---- joining --------------------------------------------------------------------- */

/* Joins the blocks first..last-1 into a new block of `to`. */
static int join(const fs_blocks *from, size_t first, size_t last, unsigned cut,
                fs_blocks *to)
{
    assert(first < last && last <= from->count);
    const fs_block *b = from->blocks;
    size_t bytes = 0;
    for (size_t i = first; i < last; i++)
        bytes += (size_t)b[i].starts[cut];
    const uint64_t end = b[last - 1].first + b[last - 1].count;
    const fs_block_plan plan = {bytes, end - b[first].first, b[first].references};
    to->n = b[first].first;
    const int error = fs_blocks_add(to, &plan);
    if (error != FAIR_OK || bytes == 0)
        return error;
    fs_block *joined = &to->blocks[to->count - 1];
    size_t at = 0;
    for (unsigned bucket = 0; bucket <= FS_MOST_BUCKETS; bucket++) {
        joined->starts[bucket] = at;
        for (size_t i = first; i < last && bucket < cut; i++) {
            const size_t start = (size_t)b[i].starts[bucket];
            const size_t length = (size_t)b[i].starts[bucket + 1] - start;
            memcpy(joined->data + at, b[i].data + start, length);
            at += length;
        }
    }
    joined->bytes = at;
    return FAIR_OK;
}

int fs_blocks_compact(fs_blocks *blocks, unsigned cut)
{
    assert(blocks->bits == FS_MOST_BITS && cut <= FS_MOST_BUCKETS);
    fs_blocks joined = {.slabs = {.most_slab = blocks->slabs.most_slab}};
    /* No block becomes larger than a slab: blocks go to the temporary file, and come back
     * from it, as a whole. */
    const size_t most = blocks->slabs.most_slab > 0 ? blocks->slabs.most_slab : SIZE_MAX;
    for (size_t first = 0, last; first < blocks->count; first = last) {
        uint64_t each[FS_MOST_BUCKETS] = {0};
        uint64_t bytes = fs_block_content(&blocks->blocks[first], cut, each);
        for (last = first + 1; last < blocks->count; last++) {
            bytes += fs_block_content(&blocks->blocks[last], cut, each);
            if (blocks->blocks[last].references != blocks->blocks[first].references ||
                bytes > most)
                break;
        }
        const int error = join(blocks, first, last, cut, &joined);
        if (error != FAIR_OK) {
            fs_blocks_free(&joined);
            return error;
        }
    }
    joined.slabs.most = blocks->slabs.most;
    fs_slabs_free(&blocks->slabs);
    free(blocks->blocks);
    blocks->slabs = joined.slabs;
    blocks->blocks = joined.blocks;
    blocks->count = joined.count;
    blocks->room = joined.room;
    return FAIR_OK;
}

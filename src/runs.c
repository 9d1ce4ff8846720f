/* SPDX-License-Identifier: MIT
 *
 * runs.c - what is in a bucket: records of blocks, in the order they came. See blocks.h.
 *
 * One bucket of a block keeps that order. Where several make up what is wanted, because
 * blocks were regrouped before it was known how few buckets there would be, the numbers
 * of the records tell once more where each of them is.
 */
#include "blocks.h"

/* ---- blocks in memory ------------------------------------------------------------ */

static const unsigned char *part_of(const fs_blocks *store, size_t block, size_t bucket,
                                    const unsigned char **end)
{
    const fs_block *b = &store->blocks[block];
    *end = b->data + (b->regrouped ? (size_t)b->starts[bucket + 1] : b->bytes);
    return b->data + (b->regrouped ? (size_t)b->starts[bucket] : 0);
}

size_t fs_blocks_collect(const fs_blocks *store, size_t bucket,
                         const unsigned char **places)
{
    enum { FETCH = 4, LINES = 4, LINE = 64 };
    size_t count = 0;
    for (size_t i = 0; i < store->count; i++) {
        const unsigned char *end, *at;
        if (i + FETCH < store->count) {
            at = part_of(store, i + FETCH, bucket, &end);
            const size_t bytes = (size_t)(end - at);
            for (size_t line = 0; line < (size_t)LINES * LINE && line < bytes;
                 line += LINE)
                FS_FETCH(at + line);
        }
        at = part_of(store, i, bucket, &end);
        while (at < end) {
            size_t length;
            places[count++] = at;
            at = fs_prefix_get(at, &length) + length;
        }
    }
    return count;
}

int fs_blocks_collect_all(const fs_blocks *store, const uint8_t key[FAIR_KEY_SIZE],
                          const unsigned char **places)
{
    if (store->bits == 0)
        fs_blocks_collect(store, 0, places);
    for (size_t i = 0; store->bits > 0 && i < store->count; i++) {
        const fs_block *block = &store->blocks[i];
        const fs_run run = fs_block_run(block, 0, FS_MOST_BUCKETS);
        if (fs_run_places(&run, key, places + block->first, block->count) != block->count)
            return FAIR_ELOST;
    }
    return FAIR_OK;
}

/* ---- runs ------------------------------------------------------------------------ */

fs_run fs_block_run(const fs_block *block, unsigned low, unsigned high)
{
    return (fs_run){.data = block->data + block->starts[low],
                    .starts = block->starts,
                    .low = low,
                    .high = high,
                    .first = block->first,
                    .count = block->count};
}

/* The end of the record at `at`, which must be before `end`; NULL if it is not, for a
 * file that was read back may be damaged. */
FS_INLINE const unsigned char *next_of(const unsigned char *at, const unsigned char *end)
{
    size_t length;
    if (FS_UNLIKELY(at >= end))
        return NULL;
    if (FS_UNLIKELY(*at > 127)) { /* is all of the length there? */
        const unsigned char *last = at;
        const unsigned char *most = end - at < FS_MOST_PREFIX ? end : at + FS_MOST_PREFIX;
        while (last < most && last[0] > 127)
            last++;
        if (last == most)
            return NULL;
    }
    const unsigned char *record = fs_prefix_get(at, &length);
    return length <= (size_t)(end - record) ? record + length : NULL;
}

static size_t places_of_one(const fs_run *run, const unsigned char **places, size_t room)
{
    const unsigned char *at = run->data, *end = at + fs_run_bytes(run);
    size_t count = 0;
    while (at < end) {
        if (count == room)
            return SIZE_MAX;
        places[count++] = at;
        at = next_of(at, end);
        if (at == NULL)
            return SIZE_MAX;
    }
    return count;
}

/* A walk through several buckets. */
struct merging {
    const fs_run *run;
    const uint8_t *key;
    uint64_t at; /* the next record of the block */
    size_t have, used;
    const unsigned char *next[FS_MOST_BUCKETS], *end[FS_MOST_BUCKETS];
    uint8_t numbers[FS_CHUNK];
};

static void start(struct merging *m, const fs_run *run, const uint8_t *key)
{
    m->run = run;
    m->key = key;
    m->at = 0;
    m->have = m->used = 0;
    const uint64_t *starts = run->starts;
    for (unsigned b = run->low; b < run->high; b++) {
        const uint64_t low = starts[run->low - run->base];
        m->next[b] = run->data + (starts[b - run->base] - low);
        m->end[b] = run->data + (starts[b + 1 - run->base] - low);
    }
}

/* Whether none of the next numbers belong to the run: mostly so, and found out with a few
 * instructions, for the compiler makes vectors of it. */
enum { FEW = 32 };
FS_INLINE int none_of(const uint8_t *numbers, const fs_run *run)
{
    const uint8_t low = (uint8_t)run->low, last = (uint8_t)(run->high - 1 - run->low);
    uint8_t some = 0;
    for (int i = 0; i < FEW; i++)
        some |= (uint8_t)(numbers[i] - low) <= last;
    return some == 0;
}

/* The next record: 1 and its bytes, as they are kept; 0 at the end, -1 if it is damaged.
 */
static int step(struct merging *m, const unsigned char **at, const unsigned char **end)
{
    const fs_run *run = m->run;
    for (;;) {
        while (m->used < m->have) {
            const unsigned b = m->numbers[m->used++];
            if (b >= run->low && b < run->high) {
                *at = m->next[b];
                *end = next_of(*at, m->end[b]);
                m->next[b] = *end;
                return *end == NULL ? -1 : 1;
            }
            while (m->have - m->used >= FEW && none_of(m->numbers + m->used, run))
                m->used += FEW;
        }
        const uint64_t left = run->count - m->at;
        if (left == 0)
            break;
        const uint64_t chunk = FS_CHUNK - (run->first + m->at) % FS_CHUNK;
        m->have = (size_t)(left < chunk ? left : chunk);
        m->used = 0;
        fs_scatter_numbers(m->key, run->first + m->at, m->have, FS_MOST_BITS, m->numbers);
        m->at += m->have;
    }
    for (unsigned b = run->low; b < run->high; b++)
        if (m->next[b] != m->end[b])
            return -1;
    return 0;
}

size_t fs_run_places(const fs_run *run, const uint8_t *key, const unsigned char **places,
                     size_t room)
{
    if (run->high == run->low + 1)
        return places_of_one(run, places, room);
    struct merging merging;
    const unsigned char *at, *end;
    size_t count = 0;
    int result;
    start(&merging, run, key);
    while ((result = step(&merging, &at, &end)) == 1) {
        if (count == room)
            return SIZE_MAX;
        places[count++] = at;
    }
    return result == 0 ? count : SIZE_MAX;
}

int fs_run_merge(const fs_run *run, const uint8_t *key, unsigned char *to)
{
    if (run->high == run->low + 1) {
        if (fs_run_bytes(run) > 0)
            memcpy(to, run->data, (size_t)fs_run_bytes(run));
        return 1;
    }
    struct merging merging;
    const unsigned char *at, *end;
    int result;
    start(&merging, run, key);
    while ((result = step(&merging, &at, &end)) == 1) {
        memcpy(to, at, (size_t)(end - at));
        to += end - at;
    }
    return result == 0;
}

size_t fs_kept_count(const unsigned char *at, size_t bytes)
{
    const unsigned char *end = at + bytes;
    size_t count = 0;
    for (; at < end; count++) {
        at = next_of(at, end);
        if (at == NULL)
            return SIZE_MAX;
    }
    return count;
}

/* SPDX-License-Identifier: MIT
 *
 * scatter.c - regrouping records by bucket. See scatter.h.
 */
#include "src/shuffle/scatter.h"

#include <assert.h>

#include "src/bits/key.h"
#include "src/dice/dice.h"
#include "src/shuffle/index.h"
#include "src/shuffle/swap.h"

void fs_scatter_numbers(const uint8_t key[FAIR_KEY_SIZE], uint64_t first, size_t count,
                        unsigned bits, uint8_t *numbers)
{
    assert(1 <= bits && bits <= FS_MOST_BITS);
    fair_rng rng;
    uint8_t chunk_key[FAIR_KEY_SIZE];
    while (count > 0) {
        const size_t before = (size_t)(first % FS_CHUNK);
        const size_t here = count < FS_CHUNK - before ? count : FS_CHUNK - before;
        fs_key_derive(chunk_key, key, FS_DOMAIN_CHUNK, first / FS_CHUNK);
        fair_rng_init_key(&rng, chunk_key);
        for (size_t skipped = 0; skipped < before;) {
            uint8_t unused[512];
            const size_t left = before - skipped;
            const size_t part = left < sizeof unused ? left : sizeof unused;
            fair_rng_bytes(&rng, unused, part);
            skipped += part;
        }
        fs_roll_bytes(&rng, numbers, here, bits);
        first += here;
        numbers += here;
        count -= here;
    }
    fs_wipe(chunk_key, sizeof chunk_key);
    fair_rng_wipe(&rng);
}

void fs_scatter_plan(fs_scatter *store, size_t n, size_t size)
{
    assert(n > FS_LEAF && size > 0);
    size_t length = FS_CHUNK;
    while (length > FS_BLOCK_LEAST && length / 2 * size >= FS_BLOCK_BYTES)
        length /= 2;
    store->n = n;
    store->size = size;
    store->length = length;
    store->bits = fs_scatter_bits(n);
}

static size_t row_of(const fs_scatter *store)
{
    return ((size_t)1 << store->bits) + 1;
}

static size_t blocks_of(const fs_scatter *store)
{
    return (store->n - 1) / store->length + 1;
}

size_t fs_scatter_starts_bytes(const fs_scatter *store)
{
    return blocks_of(store) * row_of(store) * sizeof *store->starts;
}

/* ---- regrouping a block ------------------------------------------------------------- *
 *
 * Two things slow a CPU down here. If two consecutive records go to the same bucket, the
 * second needs the count that the first has just incremented. And the CPU cannot know
 * that storing a record does not change the counts. So the block is divided into WAYS
 * stretches, which have their own counts and alternate; and the places of PART records of
 * each stretch are computed before any of them is moved (docs/speed.md, Constants). */

enum { WAYS = 2, PART = 256 };

typedef uint32_t counts[WAYS][FS_MOST_BUCKETS];

static void count_numbers(counts next, const uint8_t *numbers, size_t count)
{
    const size_t way = count / WAYS;
    memset(next, 0, sizeof(counts));
    for (size_t i = 0; i < way; i++)
        for (size_t w = 0; w < WAYS; w++)
            next[w][numbers[w * way + i]]++;
    for (size_t i = WAYS * way; i < count; i++)
        next[WAYS - 1][numbers[i]]++;
}

/* Turns counts into places: where each stretch puts the next record of each bucket. */
static void counts_to_places(counts next, uint32_t *starts, size_t buckets)
{
    uint32_t sum = 0;
    for (size_t b = 0; b < buckets; b++) {
        starts[b] = sum;
        for (size_t w = 0; w < WAYS; w++) {
            const uint32_t count = next[w][b];
            next[w][b] = sum;
            sum += count;
        }
    }
    starts[buckets] = sum;
}

/* Puts record i of the block to its place. If there is no array, it is first + i. */
FS_INLINE void put(unsigned char *to, uint32_t place, const unsigned char *from,
                   uint64_t first, size_t i, size_t size)
{
    if (from == NULL)
        fs_index_put(to, place, size, first + i);
    else
        fs_copy(to + place * size, from + i * size, size);
}

FS_INLINE void move(counts next, unsigned char *to, const unsigned char *from,
                    uint64_t first, const uint8_t *numbers, size_t count, size_t size)
{
    const size_t way = count / WAYS;
    uint32_t place[WAYS][PART];
    for (size_t at = 0; at < way; at += PART) {
        const size_t part = way - at < PART ? way - at : PART;
        for (size_t i = 0; i < part; i++)
            for (size_t w = 0; w < WAYS; w++)
                place[w][i] = next[w][numbers[w * way + at + i]]++;
        for (size_t w = 0; w < WAYS; w++)
            for (size_t i = 0; i < part; i++)
                put(to, place[w][i], from, first, w * way + at + i, size);
    }
    for (size_t i = WAYS * way; i < count; i++)
        put(to, next[WAYS - 1][numbers[i]]++, from, first, i, size);
}

static void regroup(const fs_scatter *store, size_t block, const unsigned char *from,
                    const uint8_t *numbers, size_t count)
{
    counts next;
    const size_t first = block * store->length;
    unsigned char *to = store->data + first * store->size;
    count_numbers(next, numbers, count);
    counts_to_places(next, store->starts + block * row_of(store), row_of(store) - 1);
    if (from == NULL && store->size == 4)
        move(next, to, NULL, first, numbers, count, 4);
    else if (from == NULL)
        move(next, to, NULL, first, numbers, count, 8);
    else
        FS_BY_SIZE(store->size, move(next, to, from + first * store->size, first, numbers,
                                     count, SIZE));
}

/* ---- the store --------------------------------------------------------------------- */

void fs_scatter_fill(const fs_scatter *store, const uint8_t key[FAIR_KEY_SIZE],
                     const unsigned char *from, size_t first, size_t last,
                     uint8_t *numbers)
{
    assert(first <= last && last <= fs_chunk_count(store->n));
    assert(from != NULL || store->size == 4 || store->size == 8);
    fair_rng rng;
    uint8_t chunk_key[FAIR_KEY_SIZE];
    const size_t blocks = blocks_of(store), in_chunk = FS_CHUNK / store->length;
    for (size_t chunk = first; chunk < last; chunk++) {
        fs_key_derive(chunk_key, key, FS_DOMAIN_CHUNK, chunk);
        fair_rng_init_key(&rng, chunk_key);
        for (size_t b = chunk * in_chunk; b < (chunk + 1) * in_chunk && b < blocks; b++) {
            const size_t left = store->n - b * store->length;
            const size_t count = left < store->length ? left : store->length;
            fs_roll_bytes(&rng, numbers, count, store->bits);
            regroup(store, b, from, numbers, count);
        }
    }
    fs_wipe(chunk_key, sizeof chunk_key);
    fair_rng_wipe(&rng);
}

void fs_scatter_places(const fs_scatter *store, size_t places[FS_MOST_BUCKETS + 1])
{
    const size_t buckets = row_of(store) - 1, blocks = blocks_of(store);
    size_t count[FS_MOST_BUCKETS] = {0};
    const uint32_t *row = store->starts;
    for (size_t block = 0; block < blocks; block++, row += buckets + 1)
        for (size_t b = 0; b < buckets; b++)
            count[b] += row[b + 1] - row[b];
    places[0] = 0;
    for (size_t b = 0; b < buckets; b++)
        places[b + 1] = places[b] + count[b];
}

/* Runs are short and far apart, so the CPU does not foresee the next one. The beginning
 * of each run is prefetched AHEAD blocks early (docs/speed.md, Constants). */
enum { AHEAD = 4, AHEAD_LINES = 4, LINE = 64 };

void fs_scatter_gather(const fs_scatter *store, unsigned b, unsigned char *to)
{
    const size_t size = store->size, blocks = blocks_of(store), row = row_of(store);
    const uint32_t *starts = store->starts + b;
    const unsigned char *data = store->data;
    for (size_t block = 0; block < blocks; block++) {
        if (block + AHEAD < blocks) {
            const uint32_t *run = starts + AHEAD * row;
            const unsigned char *coming = data + (AHEAD * store->length + run[0]) * size;
            const size_t bytes = (run[1] - run[0]) * size;
            for (size_t at = 0; at < (size_t)AHEAD_LINES * LINE && at < bytes; at += LINE)
                FS_PREFETCH(coming + at);
        }
        const size_t bytes = (starts[1] - starts[0]) * size;
        memcpy(to, data + starts[0] * size, bytes);
        to += bytes;
        starts += row;
        data += store->length * size;
    }
}

/* SPDX-License-Identifier: MIT
 *
 * scatter.c - the bucket numbers of a node. See scatter.h.
 */
#include "src/shuffle/scatter.h"

#include <assert.h>

#include "src/bits/key.h"
#include "src/dice/dice.h"

void fs_numbers_start(fs_numbers *stream, const uint8_t key[FAIR_KEY_SIZE],
                      uint64_t chunk)
{
    uint8_t chunk_key[FAIR_KEY_SIZE];
    fs_key_derive(chunk_key, key, FS_DOMAIN_CHUNK, chunk);
    fair_rng_init_key(&stream->rng, chunk_key);
    fs_wipe(chunk_key, sizeof chunk_key);
}

void fs_numbers_next(fs_numbers *stream, uint8_t *numbers, size_t count, unsigned bits)
{
    assert(1 <= bits && bits <= FS_MOST_BITS);
    fs_roll_bytes(&stream->rng, numbers, count, bits);
}

void fs_numbers_end(fs_numbers *stream)
{
    fair_rng_wipe(&stream->rng);
}

void fs_scatter_numbers(const uint8_t key[FAIR_KEY_SIZE], uint64_t first, size_t count,
                        unsigned bits, uint8_t *numbers)
{
    fs_numbers stream;
    while (count > 0) {
        size_t before = (size_t)(first % FS_CHUNK);
        const size_t here = count < FS_CHUNK - before ? count : FS_CHUNK - before;
        fs_numbers_start(&stream, key, first / FS_CHUNK);
        while (before > 0) {
            uint8_t unused[512];
            const size_t part = before < sizeof unused ? before : sizeof unused;
            fair_rng_bytes(&stream.rng, unused, part);
            before -= part;
        }
        fs_numbers_next(&stream, numbers, here, bits);
        first += here;
        numbers += here;
        count -= here;
    }
    fs_numbers_end(&stream);
}

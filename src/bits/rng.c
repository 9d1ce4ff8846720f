/* SPDX-License-Identifier: MIT
 *
 * rng.c - the generator: a stream of bytes, from ChaCha8Rand or from the caller.
 *
 * A ChaCha8Rand iteration makes 1024 bytes, of which the last 32 are the key of the
 * next one; the key that made them is overwritten at once (fast key erasure), so that
 * a stolen state tells nothing about blocks already used up.
 */
#include "src/bits/rng.h"

#include "src/bits/chacha8.h"
#include "src/bits/entropy.h"

enum { ROOM = 8, KEY = 32, OUTPUT = FS_CHACHA8_BLOCKS - KEY };
enum kind { UNUSABLE = 0, CHACHA = 0x46414952, SOURCE = 0x46414953 };

static void start(fair_rng *rng, enum kind kind, int error)
{
    fs_wipe(rng->block, sizeof rng->block); /* of what a former life may have left */
    rng->position = rng->end = ROOM;
    rng->kind = kind;
    rng->error = error;
    rng->source = NULL;
    rng->context = NULL;
    memset(rng->reserved, 0, sizeof rng->reserved);
}

/* After a failure: zeros would do for callers that only look at bytes, but a die that
 * waits for a word it can use would wait for ever. */
static void go_public(fair_rng *rng, int error)
{
    start(rng, CHACHA, error); /* the key is all zero now */
}

static size_t fill(fair_rng *rng)
{
    unsigned char *block = rng->block + ROOM;
    if (rng->kind == SOURCE) {
        const size_t got = rng->source(rng->context, block, FS_CHACHA8_BLOCKS);
        if (got > 0 && got <= FS_CHACHA8_BLOCKS)
            return got;
        go_public(rng, FAIR_ESOURCE);
    } else if (rng->kind != CHACHA) {
        go_public(rng, FAIR_ESTATE);
    }
    fs_chacha8(block, block + OUTPUT);
    return OUTPUT;
}

void fs_rng_refill(fair_rng *rng, size_t need)
{
    unsigned char rest[8];
    size_t have = rng->end - rng->position;
    memcpy(rest, rng->block + rng->position, have);
    for (;;) {
        const uint32_t kind = rng->kind;
        const size_t got = fill(rng);
        if (rng->kind != kind)
            have = 0; /* a failure: the public stream starts at its first byte */
        if (have + got >= need) {
            memcpy(rng->block + ROOM - have, rest, have);
            rng->position = (uint32_t)(ROOM - have);
            rng->end = (uint32_t)(ROOM + got);
            break;
        }
        memcpy(rest + have, rng->block + ROOM, got); /* a source that gives drops */
        have += got;
    }
    fs_wipe(rest, sizeof rest);
}

int fair_rng_init(fair_rng *rng)
{
    uint8_t key[KEY];
    fair_rng_wipe(rng);
    const int error = fs_entropy(key, sizeof key);
    if (error == FAIR_OK)
        fair_rng_init_key(rng, key);
    fs_wipe(key, sizeof key);
    return error;
}

void fair_rng_init_key(fair_rng *rng, const uint8_t key[FAIR_KEY_SIZE])
{
    start(rng, CHACHA, FAIR_OK);
    memcpy(rng->block + ROOM + OUTPUT, key, KEY);
}

void fair_rng_init_source(fair_rng *rng, fair_source *source, void *context)
{
    start(rng, SOURCE, FAIR_OK);
    rng->source = source;
    rng->context = context;
}

int fair_rng_error(const fair_rng *rng)
{
    return rng->kind == CHACHA || rng->kind == SOURCE ? rng->error : FAIR_ESTATE;
}

void fair_rng_bytes(fair_rng *rng, void *buffer, size_t length)
{
    unsigned char *to = buffer;
    if (!fs_fits(length, 1))
        return;
    while (length > 0) {
        size_t part = rng->end - rng->position;
        if (part < length && part < 8) {
            fs_rng_refill(rng, length < 8 ? length : 8);
            part = rng->end - rng->position;
        }
        if (part > length)
            part = length;
        memcpy(to, rng->block + rng->position, part);
        rng->position += (uint32_t)part;
        to += part;
        length -= part;
    }
}

uint64_t fair_rng_u64(fair_rng *rng)
{
    return fs_rng_word(rng);
}

void fair_rng_wipe(fair_rng *rng)
{
    fs_wipe(rng, sizeof *rng);
}

/* SPDX-License-Identifier: MIT
 *
 * rng.c - the generator: a stream of bytes, from ChaCha8Rand or from the caller.
 *
 * A ChaCha8Rand iteration makes 1024 bytes, and the last 32 of them are the key of the
 * next iteration. The old key is overwritten at once (fast key erasure), so a stolen
 * state reveals nothing about earlier blocks.
 */
#include "src/bits/rng.h"

#include <assert.h>

#include "src/bits/chacha8.h"
#include "src/bits/entropy.h"

enum {
    ROOM = 8, /* bytes before the block, see rng.h */
    KEY = 32,
    OUTPUT =
        FS_CHACHA8_BLOCKS - KEY, /* bytes of an iteration that are not the next key */
};

/* Values that memory hardly has by chance. */
enum kind {
    UNUSABLE = 0,
    CHACHA = 0x46414952, /* ChaCha8Rand, from a key */
    SOURCE = 0x46414953, /* the caller's source */
    SYSTEM = 0x46414954, /* ChaCha8Rand, from a key of the operating system */
};

static void start(fair_rng *rng, enum kind kind, int error)
{
    fs_wipe(rng->block, sizeof rng->block); /* it may hold secrets of an earlier use */
    rng->position = rng->end = ROOM;
    rng->kind = kind;
    rng->error = error;
    rng->source = NULL;
    rng->context = NULL;
    rng->forks = fs_forks;
    rng->reserved32 = 0;
    memset(rng->reserved, 0, sizeof rng->reserved);
}

/* Continues with the public stream after a failure. An endless stream of zeros would be
 * simpler, but a die that rejects the word 0 would never return. */
static void go_public(fair_rng *rng, int error)
{
    start(rng, CHACHA, error); /* this makes the key all zeros */
}

/* Fills the block and returns the number of new bytes. */
static size_t fill(fair_rng *rng)
{
    unsigned char *block = rng->block + ROOM;
    if (rng->kind == SOURCE) {
        const size_t got = rng->source(rng->context, block, FS_CHACHA8_BLOCKS);
        if (got > 0 && got <= FS_CHACHA8_BLOCKS)
            return got;
        go_public(rng, FAIR_ESOURCE);
    } else if (rng->kind != CHACHA && rng->kind != SYSTEM) {
        go_public(rng, FAIR_ESTATE);
    }
    fs_chacha8(block, block + OUTPUT);
    return OUTPUT;
}

/* Refills the block, which has fewer than `need` <= 8 unread bytes. */
static void refill(fair_rng *rng, size_t need)
{
    unsigned char rest[8];
    size_t have = rng->end - rng->position;
    assert(have < need && need <= sizeof rest);
    memcpy(rest, rng->block + rng->position, have);
    for (;;) {
        const uint32_t kind = rng->kind;
        const size_t got = fill(rng);
        if (rng->kind != kind)
            have = 0; /* it failed: the public stream starts with its first byte */
        if (have + got >= need) {
            memcpy(rng->block + ROOM - have, rest, have);
            rng->position = (uint32_t)(ROOM - have);
            rng->end = (uint32_t)(ROOM + got);
            break;
        }
        memcpy(rest + have, rng->block + ROOM, got); /* the source gave too few */
        have += got;
    }
    fs_wipe(rest, sizeof rest);
}

/* Starts a generator with a new key from the operating system. */
static int start_anew(fair_rng *rng)
{
    uint8_t key[KEY];
    const int error = fs_entropy(key, sizeof key);
    if (error == FAIR_OK) {
        start(rng, SYSTEM, FAIR_OK);
        memcpy(rng->block + ROOM + OUTPUT, key, KEY);
    }
    fs_wipe(key, sizeof key);
    return error;
}

void fs_rng_prepare(fair_rng *rng, size_t need)
{
    if (rng->forks != fs_forks) {
        rng->forks = fs_forks;
        if (rng->kind == SYSTEM && start_anew(rng) != FAIR_OK)
            go_public(rng, FAIR_EENTROPY);
    }
    if (rng->end - rng->position < need)
        refill(rng, need);
}

int fair_rng_init(fair_rng *rng)
{
    fair_rng_wipe(rng);
    const int error = fs_forks_count();
    return error != FAIR_OK ? error : start_anew(rng);
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
    const uint32_t kind = rng->kind;
    return kind == CHACHA || kind == SOURCE || kind == SYSTEM ? rng->error : FAIR_ESTATE;
}

void fair_rng_bytes(fair_rng *rng, void *buffer, size_t length)
{
    unsigned char *to = buffer;
    if (!fs_fits(length, 1))
        return;
    if (length > 0 && rng->forks != fs_forks)
        fs_rng_prepare(rng, 0);
    while (length > 0) {
        size_t part = rng->end - rng->position;
        if (part < length && part < 8) {
            fs_rng_prepare(rng, length < 8 ? length : 8);
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

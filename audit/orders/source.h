/* SPDX-License-Identifier: MIT
 *
 * source.h - the judge's own randomness: for the dice of the catalogue, and for orders
 * that are fair by construction to compare with.
 *
 * It is xoshiro256++ (Blackman and Vigna), not the generator of the library: the judge
 * shares nothing with the judged. A source is made from a seed, the number of a stream
 * (what it is for) and an index within it (a shuffle, a block), so that any thread can
 * make the source of any shuffle.
 */
#ifndef AUDIT_SOURCE_H
#define AUDIT_SOURCE_H

#include <stddef.h>
#include <stdint.h>

/* The output function of SplitMix64 (Steele, Lea and Flood): a bijection after which
 * neighbouring arguments have nothing in common. */
static inline uint64_t audit_splitmix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

typedef struct audit_seed {
    uint64_t word[4];
} audit_seed;

enum audit_stream {
    AUDIT_STREAM_DIE,         /* the dice of what is tested */
    AUDIT_STREAM_COMPARE,     /* fair orders to compare with */
    AUDIT_STREAM_FINGERPRINT, /* the catalogue, to compare with */
    AUDIT_STREAM_INPUT,       /* texts and orders of what is given to programs */
    AUDIT_STREAM_TIES,        /* who is who among equal lines */
};

typedef struct audit_source {
    uint64_t state[4];
} audit_source;

audit_seed audit_seed_of_number(uint64_t number);
audit_seed audit_seed_of_text(const char *text);

void audit_source_start(audit_source *source, const audit_seed *seed,
                        enum audit_stream stream, uint64_t index);

static inline uint64_t audit_source_rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

static inline uint64_t audit_source_word(audit_source *source)
{
    uint64_t *s = source->state;
    const uint64_t word = audit_source_rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = audit_source_rotate(s[3], 45);
    return word;
}

/* A number below m, m > 0, each equally likely. */
uint64_t audit_source_below(audit_source *source, uint64_t m);

/* A fair order of n cards, n <= 256. */
void audit_source_order(audit_source *source, unsigned char *order, size_t n);

#endif

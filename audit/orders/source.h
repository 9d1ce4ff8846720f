/* SPDX-License-Identifier: MIT
 *
 * source.h - the random numbers of the audit: for the dice of the catalogue, and for fair
 * orders to compare with.
 *
 * The generator is xoshiro256++ (Blackman and Vigna), not that of the library: the audit
 * shares nothing with what it judges. A source is made from a seed, a stream (what it is
 * for) and an index within the stream (a shuffle, a block), so any thread can make the
 * source of any shuffle.
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
    uint64_t word[4]; /* 256 bits */
} audit_seed;

enum audit_stream {
    AUDIT_STREAM_DIE,         /* dice of the shuffle that is audited */
    AUDIT_STREAM_COMPARE,     /* fair orders to compare with */
    AUDIT_STREAM_FINGERPRINT, /* shuffles of the catalogue to compare with */
    AUDIT_STREAM_INPUT,       /* the lines that programs are given */
    AUDIT_STREAM_TIES,        /* which of equal lines is which */
};

typedef struct audit_source {
    uint64_t state[4]; /* never all zero */
} audit_source;

/* A seed from a number, or from a text of any length. */
audit_seed audit_seed_of_number(uint64_t number);
audit_seed audit_seed_of_text(const char *text);

/* Starts a source. Different streams or indexes give independent sources. */
void audit_source_start(audit_source *source, const audit_seed *seed,
                        enum audit_stream stream, uint64_t index);

static inline uint64_t audit_source_rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

/* The next 64 random bits. */
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

/* A random number below m, m > 0; all are equally likely. */
uint64_t audit_source_below(audit_source *source, uint64_t m);

/* A fair random order of n cards, n <= 256. */
void audit_source_order(audit_source *source, unsigned char *order, size_t n);

#endif

/* SPDX-License-Identifier: MIT
 *
 * model.h - the order format (docs/order-format.md), written as plainly as possible: what
 * the functions of fairshuf.h must give. Sections of that page are given by number.
 *
 * The model takes words from the stream of a key, or from the bytes of a source. It has
 * its own dice and walks; it shares only the bytes of ChaCha8 with the library.
 */
#ifndef FUZZ_MODEL_H
#define FUZZ_MODEL_H

#include <stdlib.h>
#include <string.h>

#include "fairshuf.h"
#include "src/bits/key.h"
#include "src/shuffle/scatter.h"
#include "tests/fuzz/must.h"

/* ---- 1: the stream --------------------------------------------------------------- */

/* The words that a generator must give. */
struct stream {
    fair_rng rng;         /* the stream of a key; of the zero key after a failure */
    const uint8_t *bytes; /* of a source that fails after these; NULL: no source */
    size_t left;          /* bytes that the source still has */
    int error;            /* what fair_rng_error() must return */
};

static inline void stream_of_key(struct stream *s, const uint8_t key[FAIR_KEY_SIZE])
{
    s->bytes = NULL;
    s->left = 0;
    s->error = FAIR_OK;
    fair_rng_init_key(&s->rng, key);
}

/* Continues with the public stream. */
static inline void stream_fail(struct stream *s, int error)
{
    static const uint8_t zero[FAIR_KEY_SIZE];
    stream_of_key(s, zero);
    s->error = error;
}

static inline uint64_t next_word(struct stream *s)
{
    uint8_t b[8];
    uint64_t word = 0;
    if (s->bytes != NULL && s->left >= sizeof b) {
        memcpy(b, s->bytes, sizeof b);
        s->bytes += sizeof b;
        s->left -= sizeof b;
    } else {
        if (s->bytes != NULL)
            stream_fail(s, FAIR_ESOURCE);
        fair_rng_bytes(&s->rng, b, sizeof b);
    }
    for (int i = 7; i >= 0; i--)
        word = word << 8 | b[i];
    return word;
}

/* ---- 3: dice --------------------------------------------------------------------- */

/* The upper half of x * b; *low becomes the lower half. */
static inline uint64_t multiply(uint64_t x, uint64_t b, uint64_t *low)
{
    const uint64_t x0 = x & UINT32_MAX, x1 = x >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    const uint64_t middle = x1 * b0 + (x0 * b0 >> 32);
    const uint64_t other = x0 * b1 + (middle & UINT32_MAX);
    *low = x * b;
    return x1 * b1 + (middle >> 32) + (other >> 32);
}

enum { MOST_DICE = 64 };

/* Dice with the bounds first, first + step, ... from one word. */
static inline void roll(struct stream *s, uint64_t first, int step, unsigned count,
                        uint64_t *dice)
{
    uint64_t product = 1, x;
    MUST(count <= MOST_DICE);
    for (unsigned i = 0; i < count; i++)
        product *= first + (uint64_t)(step * (int)i);
    do {
        x = next_word(s);
        for (unsigned i = 0; i < count; i++)
            dice[i] = multiply(x, first + (uint64_t)(step * (int)i), &x);
    } while (product > 0 && x < (0 - product) % product);
}

static inline uint64_t below(struct stream *s, uint64_t n)
{
    uint64_t die;
    roll(s, n, 0, 1, &die);
    return die;
}

/* fair_dice() */
static inline void model_dice(struct stream *s, uint64_t *out, size_t count, uint64_t n)
{
    uint64_t dice[MOST_DICE], power = n;
    unsigned batch = 1;
    if (n <= 1) {
        memset(out, 0, count * sizeof *out);
        return;
    }
    for (; power <= (UINT64_C(1) << 57) / n; power *= n)
        batch++;
    for (size_t i = 0; i < count; i++) {
        if (i % batch == 0)
            roll(s, n, 0, batch, dice);
        out[i] = dice[i % batch];
    }
}

/* ---- 4: walks -------------------------------------------------------------------- */

/* The dice of a walk, one after the other. Starts with zeros and the first bound. */
struct walk {
    uint64_t bound;           /* of the next die */
    unsigned at, count;       /* of the batch: dice used, and all dice */
    uint64_t dice[MOST_DICE]; /* the batch */
};

static const struct {
    unsigned dice;  /* of a batch */
    uint64_t limit; /* falling: the bound is above; rising: the last bound is at most */
} falling[] = {{1, 1 << 28}, {2, 1 << 19}, {3, 1 << 14}, {4, 1 << 11},
               {5, 1 << 9},  {6, 1 << 7},  {8, 18}},
  rising[] = {{8, 1 << 7},  {6, 1 << 9},  {5, 1 << 11},
              {4, 1 << 14}, {3, 1 << 19}, {2, 1 << 28}};

static inline uint64_t fall(struct walk *w, struct stream *s)
{
    if (w->at == w->count) {
        unsigned row = 0;
        while (row < 7 && w->bound <= falling[row].limit)
            row++;
        w->at = 0;
        w->count = row < 7 ? falling[row].dice : (unsigned)w->bound - 1;
        roll(s, w->bound, -1, w->count, w->dice);
    }
    w->bound--;
    return w->dice[w->at++];
}

static inline uint64_t rise(struct walk *w, struct stream *s, uint64_t n)
{
    if (w->at == w->count) {
        unsigned row = 0;
        while (row < 6 && w->bound + rising[row].dice - 1 > rising[row].limit)
            row++;
        w->at = 0;
        w->count = row < 6 ? rising[row].dice : 1;
        if (w->bound == 2)
            w->count = (unsigned)(n < 18 ? n : 18) - 1;
        roll(s, w->bound, 1, w->count, w->dice);
    }
    w->bound++;
    return w->dice[w->at++];
}

/* ---- 5: functions ---------------------------------------------------------------- */

static inline void identity(uint64_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p[i] = i;
}

static inline void exchange(uint64_t *p, uint64_t i, uint64_t j)
{
    const uint64_t kept = p[i];
    p[i] = p[j];
    p[j] = kept;
}

/* fair_shuffle_head(): afterwards, place i has what was at place p[i]. */
static inline void model_head(struct stream *s, uint64_t *p, size_t n, size_t k)
{
    struct walk w = {.bound = n};
    for (size_t i = 0; i < k && i + 1 < n; i++)
        exchange(p, i, i + fall(&w, s));
}

static inline void model_copy(struct stream *s, uint64_t *p, size_t n)
{
    struct walk w = {.bound = 2};
    for (size_t i = 0; i < n; i++) {
        const uint64_t die = i > 0 ? rise(&w, s, n) : 0;
        p[i] = p[die];
        p[die] = i;
    }
}

static inline void model_cycle(struct stream *s, uint64_t *p, size_t n)
{
    struct walk w = {.bound = n - 1};
    for (size_t i = 0; i + 2 < n; i++)
        exchange(p, i, i + 1 + fall(&w, s));
    if (n >= 2)
        exchange(p, n - 2, n - 1);
}

static inline void model_derange(struct stream *s, uint64_t *p, size_t n)
{
    for (size_t i = 0; i < n;) {
        struct walk w = {.bound = n};
        for (i = 0; i < n; i++) {
            if (i + 1 < n)
                exchange(p, i, i + fall(&w, s));
            if (p[i] == i)
                break;
        }
    }
}

/* fair_sample() for any n: only numbers that have moved are stored. */
static inline void model_sample(struct stream *s, uint64_t n, uint64_t *out, size_t k)
{
    struct walk w = {.bound = n};
    uint64_t *place = malloc((2 * k + 1) * sizeof *place); /* and what is there */
    size_t moved = 0;
    MUST(place != NULL);
    for (size_t i = 0; i < k; i++) {
        uint64_t other = i + 1 < n ? i + fall(&w, s) : i, here = i, there = other;
        for (size_t m = 0; m < moved; m++) {
            here = place[2 * m] == i ? place[2 * m + 1] : here;
            there = place[2 * m] == other ? place[2 * m + 1] : there;
        }
        out[i] = there;
        place[2 * moved] = other; /* a later entry counts */
        place[2 * moved++ + 1] = here;
    }
    free(place);
}

/* The first item up to which the weights add up to more than x. */
static inline size_t item_at(const uint64_t *weights, uint64_t x)
{
    size_t i = 0;
    while (x >= weights[i])
        x -= weights[i++];
    return i;
}

/* ---- gaps ------------------------------------------------------------------------ */

static inline int missed(struct stream *s, uint64_t n, uint64_t k, uint64_t stretch)
{
    for (uint64_t j = 0;; j++) {
        const uint64_t ways = (stretch - j) * (k - j);
        if (ways == 0 || below(s, n - j) >= ways || (j > 0 && below(s, j + 1) != 0))
            return j % 2 == 0;
    }
}

static inline uint64_t stretch_fixed(uint64_t n, uint64_t k)
{
    return k < n / 2 ? n / (k + 1) : 1;
}

static inline uint64_t gap_fixed(struct stream *s, uint64_t n, uint64_t k)
{
    uint64_t passed = 0, stretch = stretch_fixed(n, k), i;
    while (missed(s, n, k, stretch)) {
        passed += stretch;
        n -= stretch;
        stretch = stretch_fixed(n, k);
    }
    do
        i = below(s, stretch);
    while (!((i == stretch - 1 || below(s, n - i) < n - (stretch - 1)) &&
             missed(s, n, k, i)));
    return passed + i;
}

static inline uint64_t stretch_stream(uint64_t t, uint64_t k)
{
    const uint64_t stretch = k == 1 ? t : t / (k - 1), left = UINT64_MAX - 1 - t;
    return stretch < left ? stretch : left;
}

static inline uint64_t gap_stream(struct stream *s, uint64_t seen, uint64_t k)
{
    uint64_t t = seen, stretch = stretch_stream(t, k), i;
    while (stretch > 0 && missed(s, t + stretch, k, stretch)) {
        t += stretch;
        stretch = stretch_stream(t, k);
    }
    if (stretch == 0)
        return UINT64_MAX;
    do
        i = below(s, stretch);
    while (!((i == 0 || below(s, t + i + 1) < t + 1) && missed(s, t + i, k, i)));
    return t - seen + i;
}

/* ---- 6: orders by scattering ----------------------------------------------------- */

static inline void model_order(const uint8_t key[FAIR_KEY_SIZE], uint64_t *p, size_t n)
{
    struct stream s;
    uint8_t derived[FAIR_KEY_SIZE];
    if (n <= FS_LEAF) {
        stream_of_key(&s, key);
        model_head(&s, p, n, n);
        return;
    }
    unsigned bits = 1;
    while (bits < FS_MOST_BITS && n > (size_t)FS_AIM << bits)
        bits++;
    uint8_t *bucket = malloc(n);
    uint64_t *sorted = malloc(n * sizeof *sorted);
    MUST(bucket != NULL && sorted != NULL);
    for (size_t i = 0; i < n; i += FS_CHUNK) {
        fs_key_derive(derived, key, FS_DOMAIN_CHUNK, i / FS_CHUNK);
        stream_of_key(&s, derived);
        fair_rng_bytes(&s.rng, bucket + i, n - i < FS_CHUNK ? n - i : FS_CHUNK);
    }
    size_t from = 0, to = 0;
    for (unsigned b = 0; b < 1u << bits; b++, from = to) {
        for (size_t i = 0; i < n; i++)
            if ((unsigned)bucket[i] >> (8 - bits) == b)
                sorted[to++] = p[i];
        fs_key_derive(derived, key, FS_DOMAIN_BUCKET, b);
        model_order(derived, sorted + from, to - from);
    }
    memcpy(p, sorted, n * sizeof *p);
    free(bucket);
    free(sorted);
}

#endif

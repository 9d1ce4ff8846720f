/* SPDX-License-Identifier: MIT
 *
 * dice.h - unbiased dice, single and in batches. Random words become bounded integers
 * only here, and in fairshuf_inline.h by the same rule.
 *
 * Shuffles take dice in batches: several from one word. Which dice share a word is
 * part of the order format, so it depends only on their bounds.
 *
 * Proofs replace this header by tests/shuffle/enumerate.h, which has the same interface
 * but goes through all outcomes of every die.
 */
#ifndef FS_DICE_H
#define FS_DICE_H

/* The largest product of the bounds of several dice from one word: at most one word in
 * 128 takes a slow path. */
#define FS_LARGEST_BATCH ((uint64_t)1 << 57)

#ifdef FS_DICE_INSTEAD
#include FS_DICE_INSTEAD
#else

#include <assert.h>

#include "src/base/base.h"
#include "src/bits/rng.h"

#define DICE_WORD uint64_t
#define DICE_MUL(a, b, low) fs_mul64(a, b, low)
#define DICE(name) fs_word_##name
#include "src/dice/dice_word.h"
#undef DICE_WORD
#undef DICE_MUL
#undef DICE

/* The slow path of fs_below(). */
static FS_COLD uint64_t fs_below_slowly(fair_rng *rng, uint64_t n)
{
    uint64_t word;
    do
        word = fs_rng_word(rng);
    while (!fs_word_keep(word, n));
    return fs_word_split(&word, n);
}

/* One die: a number from 0 to n - 1, or 0 if n is 0. The slow path starts again with the
 * same word. */
FS_INLINE uint64_t fs_below(fair_rng *rng, uint64_t n)
{
    if (FS_LIKELY(fs_rng_ready(rng))) {
        uint64_t left = fs_load64(rng->block + rng->position);
        const uint64_t die = fs_word_split(&left, n);
        if (FS_LIKELY(left >= n)) {
            rng->position += 8;
            return die;
        }
    }
    return fs_below_slowly(rng, n);
}

/* A cursor is a position in the generator's block. A loop can keep it in registers,
 * which it cannot do with the generator. Open it, roll dice, and close it; the generator
 * must not be used in between. Opening may read a source. */
typedef struct {
    fair_rng *rng;             /* the generator, which no one else uses meanwhile */
    const unsigned char *at;   /* the next word */
    const unsigned char *last; /* a word can be read if at <= last */
} fs_cursor;

/* Moves the cursor to the position of the generator. */
FS_INLINE void fs_cursor_load(fs_cursor *cursor)
{
    cursor->at = cursor->rng->block + cursor->rng->position;
    cursor->last = cursor->rng->block + cursor->rng->end - 8;
}

FS_INLINE fs_cursor fs_cursor_open(fair_rng *rng)
{
    fs_cursor cursor = {rng, NULL, NULL};
    if (FS_UNLIKELY(!fs_rng_ready(rng)))
        fs_rng_prepare(rng, 8);
    fs_cursor_load(&cursor);
    return cursor;
}

FS_INLINE void fs_cursor_close(fs_cursor *cursor)
{
    cursor->rng->position = (uint32_t)(cursor->at - cursor->rng->block);
}

FS_INLINE uint64_t fs_cursor_word(fs_cursor *cursor)
{
    if (FS_UNLIKELY(cursor->at > cursor->last)) {
        fs_cursor_close(cursor);
        fs_rng_prepare(cursor->rng, 8);
        fs_cursor_load(cursor);
    }
    const uint64_t word = fs_load64(cursor->at);
    cursor->at += 8;
    return word;
}

/* A word that holds several dice and need not be rejected. fs_die() takes them out. */
typedef struct {
    uint64_t word; /* for the next die */
} fs_batch;

/* The slow path of fs_batch_roll(): checks a word, and reads others until one may be
 * kept.
 */
static FS_COLD uint64_t fs_batch_word(fs_cursor *cursor, uint64_t word, uint64_t product)
{
    while (!fs_word_keep(word, product))
        word = fs_cursor_word(cursor);
    return word;
}

/* Takes a word for dice whose bounds have this product.
 *
 * The slow path works on a copy: if it took the address of `cursor`, the compiler would
 * keep the cursor in memory during the whole loop. */
FS_INLINE fs_batch fs_batch_take(fs_cursor *cursor, uint64_t product)
{
    uint64_t word = fs_cursor_word(cursor);
    if (FS_UNLIKELY(word * product < product)) {
        fs_cursor copy = *cursor;
        word = fs_batch_word(&copy, word, product);
        *cursor = copy;
    }
    return (fs_batch){word};
}

/* Rolls k dice with the bounds first, first + step, ... from one word. The product of the
 * bounds must be less than 2^64. It is computed for each batch: this is cheaper than it
 * looks, because the multiplications do not wait for the word. */
FS_INLINE fs_batch fs_batch_roll(fs_cursor *cursor, uint64_t first, int step, unsigned k)
{
    return fs_batch_take(cursor, fs_word_product(first, step, k));
}

/* Rolls k dice with n sides from one word. The caller computes the power n^k < 2^64. */
FS_INLINE fs_batch fs_batch_equal(fs_cursor *cursor, uint64_t n, unsigned k,
                                  uint64_t power)
{
    assert(power == fs_word_product(n, 0, k));
    (void)n, (void)k;
    return fs_batch_take(cursor, power);
}

/* Takes the next die, as fs_word_split(). The bounds must be those of fs_batch_roll(), in
 * order; dice at the end need not be taken. */
FS_INLINE uint64_t fs_die(fs_batch *batch, uint64_t bound)
{
    return fs_mul64_apart(batch->word, bound, &batch->word);
}

/* 0!, 1!, ..., 18! */
static const uint64_t fs_factorials[] = {1,
                                         1,
                                         2,
                                         6,
                                         24,
                                         120,
                                         720,
                                         5040,
                                         40320,
                                         362880,
                                         3628800,
                                         39916800,
                                         479001600,
                                         6227020800,
                                         87178291200,
                                         1307674368000,
                                         20922789888000,
                                         355687428096000,
                                         6402373705728000};

/* Rolls dice with the bounds 2, 3, ..., `last`, in any order, from one word; last is at
 * most 18. No cursor may be open. */
FS_INLINE fs_batch fs_batch_up_to(fair_rng *rng, uint64_t last)
{
    assert(last < sizeof fs_factorials / sizeof *fs_factorials);
    uint64_t word;
    do
        word = fs_rng_word(rng);
    while (FS_UNLIKELY(!fs_word_keep(word, fs_factorials[last])));
    return (fs_batch){word};
}

/* The last dice of a falling walk, with the bounds `first`, first - 1, ..., 2, and the
 * first ones of a rising walk, with the bounds 2, 3, ..., `last`. */
FS_INLINE fs_batch fs_batch_rest(fair_rng *rng, uint64_t first)
{
    return fs_batch_up_to(rng, first);
}

FS_INLINE fs_batch fs_batch_first(fair_rng *rng, uint64_t last)
{
    return fs_batch_up_to(rng, last);
}

/* The same without a slow path, for functions that are faster if they call nothing: if
 * the block is empty, or if the word might have to be rejected, does nothing and returns
 * 0. Then call fs_batch_rest(). */
FS_INLINE int fs_batch_rest_quickly(fair_rng *rng, uint64_t first, fs_batch *batch)
{
    assert(first < sizeof fs_factorials / sizeof *fs_factorials);
    const uint64_t product = fs_factorials[first];
    if (FS_UNLIKELY(!fs_rng_ready(rng)))
        return 0;
    batch->word = fs_load64(rng->block + rng->position);
    if (FS_UNLIKELY(batch->word * product < product))
        return 0;
    rng->position += 8;
    return 1;
}

/* Rolls k dice into out[]. The product of their bounds must be at most FS_LARGEST_BATCH,
 * unless k is 1. So if at least that much is left of the word, the dice may be kept, and
 * the product is not needed. */
FS_INLINE void fs_roll(fs_cursor *cursor, uint64_t first, int step, unsigned k,
                       uint64_t *out)
{
    const uint64_t word = fs_cursor_word(cursor);
    if (FS_UNLIKELY(fs_word_read(word, first, step, k, out) <
                    (k == 1 ? first : FS_LARGEST_BATCH))) {
        fs_cursor copy = *cursor;
        const uint64_t kept = fs_batch_word(&copy, word, fs_word_product(first, step, k));
        *cursor = copy;
        if (kept != word)
            fs_word_read(kept, first, step, k, out);
    }
}

/* Rolls `count` dice of 2^bits sides, bits <= 8. Each is the upper bits of one byte.
 * Eight bytes are shifted at once; the mask removes what comes from the byte above. */
FS_INLINE void fs_roll_bytes(fair_rng *rng, uint8_t *out, size_t count, unsigned bits)
{
    assert(bits <= 8);
    fair_rng_bytes(rng, out, count);
    if (bits == 8)
        return;
    const uint64_t mask = 0x0101010101010101u * (255u >> (8 - bits));
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint64_t eight;
        memcpy(&eight, out + i, sizeof eight);
        eight = eight >> (8 - bits) & mask;
        memcpy(out + i, &eight, sizeof eight);
    }
    for (; i < count; i++)
        out[i] = (uint8_t)(out[i] >> (8 - bits));
}

#endif

/* Dice with bounds up to FS_LIMIT_k come k from a word. The product of their bounds is at
 * most FS_LARGEST_BATCH, so at most one word in 128 takes the slow path. The constants
 * are part of the order format. */
#ifndef FS_LIMIT_2
#define FS_LIMIT_2 ((uint64_t)1 << 28)
#define FS_LIMIT_3 ((uint64_t)1 << 19)
#define FS_LIMIT_4 ((uint64_t)1 << 14)
#define FS_LIMIT_5 ((uint64_t)1 << 11)
#define FS_LIMIT_6 ((uint64_t)1 << 9)
#define FS_LIMIT_8 ((uint64_t)1 << 7)
#define FS_LIMIT_REST ((uint64_t)18) /* the rest in one word: 18! < 2^53 */
#endif
#define FS_SQUARE(x) ((uint64_t)(x) * (uint64_t)(x))
_Static_assert(FS_SQUARE(FS_LIMIT_2) <= FS_LARGEST_BATCH &&
                   FS_SQUARE(FS_LIMIT_3) * FS_LIMIT_3 <= FS_LARGEST_BATCH &&
                   FS_SQUARE(FS_SQUARE(FS_LIMIT_4)) <= FS_LARGEST_BATCH &&
                   FS_SQUARE(FS_SQUARE(FS_LIMIT_5)) * FS_LIMIT_5 <= FS_LARGEST_BATCH &&
                   FS_SQUARE(FS_SQUARE(FS_LIMIT_6) * FS_LIMIT_6) <= FS_LARGEST_BATCH &&
                   FS_SQUARE(FS_SQUARE(FS_SQUARE(FS_LIMIT_8))) <= FS_LARGEST_BATCH &&
                   FS_LIMIT_REST <= 18,
               "a batch may exceed FS_LARGEST_BATCH, and fs_roll() would be unfair");
_Static_assert(FS_LIMIT_2 >= FS_LIMIT_3 && FS_LIMIT_3 >= FS_LIMIT_4 &&
                   FS_LIMIT_4 >= FS_LIMIT_5 && FS_LIMIT_5 >= FS_LIMIT_6 &&
                   FS_LIMIT_6 >= FS_LIMIT_8 && FS_LIMIT_8 >= FS_LIMIT_REST,
               "the phases of a walk must follow each other");
#undef FS_SQUARE

#endif

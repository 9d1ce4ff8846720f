/* SPDX-License-Identifier: MIT
 *
 * dice.h - unbiased dice, single and batched: the only place where a random word
 * becomes a bounded integer.
 *
 * L2. Shuffles take their dice in batches, as many from one word as fit well. Which
 * bounds share a word is part of the order format: a result is a function of the
 * stream, so these numbers must never depend on anything but n.
 *
 * Enumerating tests replace this header by one of the same interface in which every
 * die is an enumerated choice (tests/shuffle/enumerate.h).
 */
#ifndef FS_DICE_H
#define FS_DICE_H

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

/* One die: 0 to n - 1, or 0 if n is 0. */
FS_INLINE uint64_t fs_below(fair_rng *rng, uint64_t n)
{
    uint64_t die, guard = n;
    while (!fs_word_roll(fs_rng_word(rng), n, 0, 1, &die, &guard))
        ;
    return die;
}

#define FS_NO_GUARD UINT64_MAX

/* A cursor holds the words still unread in the generator's block, so that a loop keeps
 * its place in registers instead of the generator. Open it, roll, and close it; nobody
 * else may use the generator in between. */
typedef struct {
    fair_rng *rng;
    const unsigned char *at;
    const unsigned char *last; /* a word can be read while at <= last */
    uint64_t guard;            /* see DICE(roll) in dice_word.h */
} fs_cursor;

FS_INLINE void fs_cursor_look(fs_cursor *cursor)
{
    cursor->at = cursor->rng->block + cursor->rng->position;
    cursor->last = cursor->rng->block + cursor->rng->end - 8;
}

FS_INLINE fs_cursor fs_cursor_open(fair_rng *rng)
{
    fs_cursor cursor = {rng, NULL, NULL, FS_NO_GUARD};
    if (rng->end - rng->position < 8)
        fs_rng_refill(rng, 8);
    fs_cursor_look(&cursor);
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
        fs_rng_refill(cursor->rng, 8);
        fs_cursor_look(cursor);
    }
    const uint64_t word = fs_load64(cursor->at);
    cursor->at += 8;
    return word;
}

enum { FS_MOST_DICE = 64 }; /* that come from one word */

/* For a word that leaves less than the guard: returns 0 if its dice may be kept, or
 * rolls until others may, stores them and returns 1. */
static FS_NOINLINE int fs_roll_again(fs_cursor *cursor, uint64_t left, uint64_t first,
                                     int step, unsigned k, uint64_t *out)
{
    if (fs_word_keep(left, first, step, k, &cursor->guard))
        return 0;
    while (!fs_word_roll(fs_cursor_word(cursor), first, step, k, out, &cursor->guard))
        ;
    return 1;
}

/* Rolls k dice with the bounds first, first + step, ... into out[], from one word; their
 * product must be less than 2^64. Where k and step are constants this is straight-line
 * code. Before bounds or k grow, the caller sets cursor->guard to FS_NO_GUARD or to a
 * known limit.
 *
 * What happens seldom gets copies to work on, so that the compiler can keep the cursor
 * and the dice in registers. */
FS_INLINE void fs_roll(fs_cursor *cursor, uint64_t first, int step, unsigned k,
                       uint64_t *out)
{
    const uint64_t left = fs_word_read(fs_cursor_word(cursor), first, step, k, out);
    if (FS_UNLIKELY(left < cursor->guard)) {
        uint64_t dice[FS_MOST_DICE];
        fs_cursor copy = *cursor;
        if (fs_roll_again(&copy, left, first, step, k, dice))
            for (unsigned i = 0; i < k; i++)
                out[i] = dice[i];
        *cursor = copy;
    }
}

/* `count` dice of 2^bits sides, bits <= 8: the upper bits of one byte each. */
FS_INLINE void fs_roll_bytes(fair_rng *rng, uint8_t *out, size_t count, unsigned bits)
{
    fair_rng_bytes(rng, out, count);
    if (bits < 8)
        for (size_t i = 0; i < count; i++)
            out[i] = (uint8_t)(out[i] >> (8 - bits));
}

#endif

/* Bounds up to FS_LIMIT_k come k from a word, with products of at most FS_LARGEST_BATCH:
 * one word in 128, or fewer, takes the slow test. */
#define FS_LARGEST_BATCH ((uint64_t)1 << 57)
#ifndef FS_LIMIT_2
#define FS_LIMIT_2 ((uint64_t)1 << 28)
#define FS_LIMIT_3 ((uint64_t)1 << 19)
#define FS_LIMIT_4 ((uint64_t)1 << 14)
#define FS_LIMIT_5 ((uint64_t)1 << 11)
#define FS_LIMIT_6 ((uint64_t)1 << 9)
#define FS_LIMIT_8 ((uint64_t)1 << 7)
#define FS_LIMIT_REST ((uint64_t)18) /* 18! < 2^53: all that is left in one word */
#endif
#define FS_SQUARE(x) ((uint64_t)(x) * (uint64_t)(x))
_Static_assert(FS_SQUARE(FS_LIMIT_2) <= FS_LARGEST_BATCH &&
                   FS_SQUARE(FS_LIMIT_3) * FS_LIMIT_3 <= FS_LARGEST_BATCH &&
                   FS_SQUARE(FS_SQUARE(FS_LIMIT_4)) <= FS_LARGEST_BATCH &&
                   FS_SQUARE(FS_SQUARE(FS_LIMIT_5)) * FS_LIMIT_5 <= FS_LARGEST_BATCH &&
                   FS_SQUARE(FS_SQUARE(FS_LIMIT_6) * FS_LIMIT_6) <= FS_LARGEST_BATCH &&
                   FS_SQUARE(FS_SQUARE(FS_SQUARE(FS_LIMIT_8))) <= FS_LARGEST_BATCH &&
                   FS_LIMIT_REST <= 18,
               "a batch may exceed FS_LARGEST_BATCH, and its guard would be unfair");
#undef FS_SQUARE

#endif

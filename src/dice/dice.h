/* SPDX-License-Identifier: MIT
 *
 * dice.h - unbiased dice, single and in batches. Random words become bounded integers
 * only here.
 *
 * Shuffles take dice in batches: several from one word. Which dice share a word is
 * part of the order format, so it depends only on their bounds.
 *
 * Proofs replace this header by tests/shuffle/enumerate.h, which has the same interface
 * but goes through all outcomes of every die.
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

/* One die: a number from 0 to n - 1, or 0 if n is 0. */
FS_INLINE uint64_t fs_below(fair_rng *rng, uint64_t n)
{
    uint64_t die, guard = n;
    while (!fs_word_roll(fs_rng_word(rng), n, 0, 1, &die, &guard))
        ;
    return die;
}

#define FS_NO_GUARD UINT64_MAX

/* A cursor is a position in the generator's block. A loop can keep it in registers,
 * which it cannot do with the generator. Open it, roll dice, and close it; the generator
 * must not be used in between. Opening may read a source. */
typedef struct {
    fair_rng *rng;             /* the generator, which no one else uses meanwhile */
    const unsigned char *at;   /* the next word */
    const unsigned char *last; /* a word can be read if at <= last */
    uint64_t guard;            /* see DICE(keep) in dice_word.h */
} fs_cursor;

/* Moves the cursor to the position of the generator. */
FS_INLINE void fs_cursor_load(fs_cursor *cursor)
{
    cursor->at = cursor->rng->block + cursor->rng->position;
    cursor->last = cursor->rng->block + cursor->rng->end - 8;
}

FS_INLINE fs_cursor fs_cursor_open(fair_rng *rng)
{
    fs_cursor cursor = {rng, NULL, NULL, FS_NO_GUARD};
    if (rng->end - rng->position < 8)
        fs_rng_refill(rng, 8);
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
        fs_rng_refill(cursor->rng, 8);
        fs_cursor_load(cursor);
    }
    const uint64_t word = fs_load64(cursor->at);
    cursor->at += 8;
    return word;
}

enum { FS_MOST_DICE = 64 }; /* from one word */

/* The slow path of fs_roll(), for a word that leaves less than the guard. If its dice may
 * be kept, returns 0. Otherwise rolls until the dice may be kept, stores them in out[],
 * and returns 1. */
static FS_NOINLINE int fs_roll_replaced(fs_cursor *cursor, uint64_t left, uint64_t first,
                                        int step, unsigned k, uint64_t *out)
{
    if (fs_word_keep(left, first, step, k, &cursor->guard))
        return 0;
    while (!fs_word_roll(fs_cursor_word(cursor), first, step, k, out, &cursor->guard))
        ;
    return 1;
}

/* Rolls k dice with the bounds first, first + step, ... into out[], from one word. The
 * product of the bounds must be less than 2^64 and at most cursor->guard: before bounds
 * or k grow, the caller sets the guard to FS_NO_GUARD or to a known limit. If k and step
 * are constants, this is straight-line code.
 *
 * The slow path works on copies: if it took the address of `cursor` or `out`, the
 * compiler would keep both in memory during the whole loop. */
FS_INLINE void fs_roll(fs_cursor *cursor, uint64_t first, int step, unsigned k,
                       uint64_t *out)
{
    assert(k <= FS_MOST_DICE);
    const uint64_t left = fs_word_read(fs_cursor_word(cursor), first, step, k, out);
    if (FS_UNLIKELY(left < cursor->guard)) {
        uint64_t dice[FS_MOST_DICE];
        fs_cursor copy = *cursor;
        if (fs_roll_replaced(&copy, left, first, step, k, dice))
            for (unsigned i = 0; i < k; i++)
                out[i] = dice[i];
        *cursor = copy;
    }
}

/* Rolls `count` dice of 2^bits sides, bits <= 8. Each is the upper bits of one byte. Eight
 * bytes are shifted at once; the mask removes what comes from the byte above. */
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
 * most FS_LARGEST_BATCH, so at most one word in 128 takes the slow path. */
#define FS_LARGEST_BATCH ((uint64_t)1 << 57)
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
               "a batch may exceed FS_LARGEST_BATCH, and its guard would be unfair");
_Static_assert(FS_LIMIT_2 >= FS_LIMIT_3 && FS_LIMIT_3 >= FS_LIMIT_4 &&
                   FS_LIMIT_4 >= FS_LIMIT_5 && FS_LIMIT_5 >= FS_LIMIT_6 &&
                   FS_LIMIT_6 >= FS_LIMIT_8 && FS_LIMIT_8 >= FS_LIMIT_REST,
               "the phases of a walk must follow each other");
#undef FS_SQUARE

#endif

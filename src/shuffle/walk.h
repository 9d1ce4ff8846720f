/* SPDX-License-Identifier: MIT
 *
 * walk.h - the dice of a shuffle, in order, handed to an action.
 *
 * Every Fisher-Yates shuffle is a walk: it rolls dice with falling bounds n, n - 1,
 * ..., 2 (in place) or rising bounds 2, 3, ..., n (inside-out), and does something with
 * each. A walk has phases: in each of them, the same number of dice come from one word,
 * and the code for a batch is straight-line. Which dice share a word depends on the
 * bounds alone, so a walk that stops early sees the same dice as a whole one.
 *
 * Actions are static inline functions, known where the walk is called, so the compiler
 * can inline them.
 */
#ifndef FS_WALK_H
#define FS_WALK_H

#include <assert.h>

#include "src/dice/dice.h"

enum { FS_MOST_BATCH_DICE = 17 }; /* in a batch of any phase: FS_LIMIT_REST - 1 */

/* Does something with the die of a place. Returns whether to go on. */
typedef int fs_action(void *context, size_t place, uint64_t die);

/* A falling walk under way. Every function that takes one is inlined, so that the
 * compiler can keep the fields in registers. */
typedef struct {
    fs_cursor cursor; /* where the dice come from; open during the walk */
    uint64_t bound;   /* sides of the next die */
    size_t at;        /* place of the next die */
    size_t steps;     /* the walk ends before this place */
} fs_walk;

/* The number of dice that come from one word in a falling walk, for the first of them. */
FS_INLINE unsigned fs_batch_dice(uint64_t bound)
{
    return bound <= FS_LIMIT_REST ? (unsigned)(bound - 1)
           : bound > FS_LIMIT_2   ? 1
           : bound > FS_LIMIT_3   ? 2
           : bound > FS_LIMIT_4   ? 3
           : bound > FS_LIMIT_5   ? 4
           : bound > FS_LIMIT_6   ? 5
           : bound > FS_LIMIT_8   ? 6
                                  : 8;
}

/* The guard of the first batch of a phase. A phase never inherits a guard: its products
 * are larger than at the end of the phase before it. */
FS_INLINE uint64_t fs_first_guard(uint64_t bound, unsigned count)
{
    return count == 1 ? bound : FS_LARGEST_BATCH;
}

/* One phase: whole batches of `count` dice while bounds are above `above`. Returns
 * whether to go on. `bound` and `at` are copies, and `dice` is local to the loop: with
 * gcc 12, anything else makes the loop 2 % slower (docs/speed.md). */
FS_INLINE int fs_walk_phase(fs_walk *walk, unsigned count, uint64_t above, fs_action *act,
                            void *context)
{
    enum { MOST = 8 };
    assert(count <= MOST);
    uint64_t bound = walk->bound;
    size_t at = walk->at;
    if (bound <= above)
        return 1;
    uint64_t batches = (bound - above + count - 1) / count;
    if (batches > (walk->steps - at) / count)
        batches = (walk->steps - at) / count;
    walk->cursor.guard = fs_first_guard(bound, count);
    for (; batches > 0; batches--) {
        uint64_t dice[MOST];
        fs_roll(&walk->cursor, bound, -1, count, dice);
        for (unsigned i = 0; i < count; i++)
            if (!act(context, at + i, dice[i]))
                return 0;
        at += count;
        bound -= count;
    }
    walk->at = at;
    walk->bound = bound;
    return 1;
}

/* The last batch, if there is one: either all dice that are left, at most 17, or a batch
 * of which the walk uses only the first dice. Returns whether to go on. */
FS_INLINE int fs_walk_last(fs_walk *walk, fs_action *act, void *context)
{
    uint64_t dice[FS_MOST_BATCH_DICE];
    const size_t left = walk->steps - walk->at;
    if (left == 0)
        return 1;
    const unsigned count = fs_batch_dice(walk->bound);
    assert(left <= count && count <= FS_MOST_BATCH_DICE);
    /* This is `left`, but gcc 12 must see that `count` is a bound (docs/speed.md). */
    const unsigned used = left < count ? (unsigned)left : count;
    walk->cursor.guard = fs_first_guard(walk->bound, count);
    fs_roll(&walk->cursor, walk->bound, -1, count, dice);
    for (unsigned i = 0; i < used; i++)
        if (!act(context, walk->at + i, dice[i]))
            return 0;
    return 1;
}

/* Calls act(context, i, die) for i from 0 to steps - 1, with a die of n - i sides, until
 * it returns 0. Returns whether it never did. steps must be 0 or less than n. */
FS_INLINE int fs_walk_falling(fair_rng *rng, uint64_t n, size_t steps, fs_action *act,
                              void *context)
{
    assert(steps == 0 || steps < n);
    if (steps == 0)
        return 1;
    fs_walk walk = {fs_cursor_open(rng), n, 0, steps};
    /* If `steps` ends a phase early, fewer than one batch are left, and the phases after
     * it, whose batches are larger, do nothing. */
    int going = 1;
    if (n > FS_LIMIT_REST)
        going = fs_walk_phase(&walk, 1, FS_LIMIT_2, act, context) &&
                fs_walk_phase(&walk, 2, FS_LIMIT_3, act, context) &&
                fs_walk_phase(&walk, 3, FS_LIMIT_4, act, context) &&
                fs_walk_phase(&walk, 4, FS_LIMIT_5, act, context) &&
                fs_walk_phase(&walk, 5, FS_LIMIT_6, act, context) &&
                fs_walk_phase(&walk, 6, FS_LIMIT_8, act, context) &&
                fs_walk_phase(&walk, 8, FS_LIMIT_REST, act, context);
    going = going && fs_walk_last(&walk, act, context);
    fs_cursor_close(&walk.cursor);
    return going;
}

/* Rolls a batch of `count` dice with the bounds at + 1, at + 2, ..., and acts on those
 * for places below n. Returns the next place. A batch that reaches beyond n is rolled
 * as a whole: the other dice are not used. Bounds grow, so each batch needs a new guard.
 */
FS_INLINE size_t fs_rising_batch(fs_cursor *cursor, size_t at, size_t n, unsigned count,
                                 fs_action *act, void *context)
{
    uint64_t dice[FS_MOST_BATCH_DICE];
    cursor->guard = fs_first_guard((uint64_t)at + 1, count);
    fs_roll(cursor, (uint64_t)at + 1, 1, count, dice);
    for (unsigned i = 0; i < count && at < n; i++, at++)
        act(context, at, dice[i]);
    return at;
}

/* One phase: batches of `count` dice while all their bounds are at most `limit`. Returns
 * the next place. */
FS_INLINE size_t fs_rising_phase(fs_cursor *cursor, size_t at, size_t n, unsigned count,
                                 uint64_t limit, fs_action *act, void *context)
{
    while (at < n && at + count <= limit)
        at = fs_rising_batch(cursor, at, n, count, act, context);
    return at;
}

/* Calls act(context, i, die) for i from 1 to n - 1, with a die of i + 1 sides. Ignores
 * what it returns. */
FS_INLINE void fs_walk_rising(fair_rng *rng, size_t n, fs_action *act, void *context)
{
    if (n < 2)
        return;
    fs_cursor cursor = fs_cursor_open(rng);
    const unsigned few = (unsigned)(n < FS_LIMIT_REST ? n : FS_LIMIT_REST) - 1;
    size_t at = fs_rising_batch(&cursor, 1, n, few, act, context);
    at = fs_rising_phase(&cursor, at, n, 8, FS_LIMIT_8, act, context);
    at = fs_rising_phase(&cursor, at, n, 6, FS_LIMIT_6, act, context);
    at = fs_rising_phase(&cursor, at, n, 5, FS_LIMIT_5, act, context);
    at = fs_rising_phase(&cursor, at, n, 4, FS_LIMIT_4, act, context);
    at = fs_rising_phase(&cursor, at, n, 3, FS_LIMIT_3, act, context);
    at = fs_rising_phase(&cursor, at, n, 2, FS_LIMIT_2, act, context);
    while (at < n)
        at = fs_rising_batch(&cursor, at, n, 1, act, context);
    fs_cursor_close(&cursor);
}

#endif

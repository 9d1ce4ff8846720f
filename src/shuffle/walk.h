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

/* Does something with the die of a place. Returns whether to go on. */
typedef int fs_action(void *context, size_t place, uint64_t die);

/* Takes `count` dice from a batch, with the bounds `bound`, bound - 1, ..., and does
 * something with each, for the places from `place` on. Returns whether to go on. */
typedef int fs_visit(void *context, fs_batch *batch, uint64_t bound, size_t place,
                     unsigned count);

enum { FS_MOST_BATCH_DICE = 8 }; /* in any phase */

/* Rolls a batch of `count` dice. Hands the first `used` of them to visit(), or one by one
 * to act(); the other function is NULL. Returns whether to go on. */
FS_INLINE int fs_walk_batch(fs_cursor *cursor, uint64_t bound, size_t place,
                            unsigned count, unsigned used, fs_visit *visit,
                            fs_action *act, void *context)
{
    if (visit != NULL) {
        fs_batch batch = fs_batch_roll(cursor, bound, -1, count);
        return visit(context, &batch, bound, place, used);
    }
    uint64_t dice[FS_MOST_BATCH_DICE];
    assert(count <= FS_MOST_BATCH_DICE);
    fs_roll(cursor, bound, -1, count, dice);
    for (unsigned i = 0; i < used; i++)
        if (!act(context, place + i, dice[i]))
            return 0;
    return 1;
}

/* A falling walk under way. Every function that takes one is inlined, so that the
 * compiler can keep the fields in registers. */
typedef struct {
    fs_cursor cursor; /* where the dice come from; open during the phases */
    uint64_t bound;   /* sides of the next die */
    size_t at;        /* place of the next die */
    size_t steps;     /* the walk ends before this place */
} fs_walk;

/* The number of dice that come from one word in a falling walk, for the first of them, if
 * it has more than FS_LIMIT_REST sides. */
FS_INLINE unsigned fs_batch_dice(uint64_t bound)
{
    assert(bound > FS_LIMIT_REST);
    return bound > FS_LIMIT_2   ? 1
           : bound > FS_LIMIT_3 ? 2
           : bound > FS_LIMIT_4 ? 3
           : bound > FS_LIMIT_5 ? 4
           : bound > FS_LIMIT_6 ? 5
           : bound > FS_LIMIT_8 ? 6
                                : 8;
}

/* One phase: whole batches of `count` dice while bounds are above `above`. Returns
 * whether to go on. */
FS_INLINE int fs_walk_phase(fs_walk *walk, unsigned count, uint64_t above,
                            fs_visit *visit, fs_action *act, void *context)
{
    uint64_t bound = walk->bound;
    size_t at = walk->at;
    if (bound <= above)
        return 1;
    uint64_t batches = (bound - above + count - 1) / count;
    if (batches > (walk->steps - at) / count)
        batches = (walk->steps - at) / count;
    for (; batches > 0; batches--) {
        if (!fs_walk_batch(&walk->cursor, bound, at, count, count, visit, act, context))
            return 0;
        at += count;
        bound -= count;
    }
    walk->at = at;
    walk->bound = bound;
    return 1;
}

/* A batch of which the walk uses only the first dice. Returns whether to go on. */
FS_INLINE int fs_walk_part(fs_walk *walk, fs_visit *visit, fs_action *act, void *context)
{
    const unsigned count = fs_batch_dice(walk->bound);
    const size_t left = walk->steps - walk->at;
    assert(left < count);
    return fs_walk_batch(&walk->cursor, walk->bound, walk->at, count, (unsigned)left,
                         visit, act, context);
}

/* Visits the batches of a walk of 0 < steps < n steps, in order, as long as bounds are
 * above FS_LIMIT_REST and visit() or act() returns 1. Returns the number of steps done,
 * or SIZE_MAX if one of them has returned 0. The rest is one batch: fs_batch_rest(). */
FS_INLINE size_t fs_walk_batches(fair_rng *rng, uint64_t n, size_t steps, fs_visit *visit,
                                 fs_action *act, void *context)
{
    assert(0 < steps && steps < n);
    if (n <= FS_LIMIT_REST)
        return 0;
    fs_walk walk = {fs_cursor_open(rng), n, 0, steps};
    /* If `steps` ends a phase early, fewer than one batch are left, and the phases after
     * it, whose batches are larger, do nothing. */
    int going = fs_walk_phase(&walk, 1, FS_LIMIT_2, visit, act, context) &&
                fs_walk_phase(&walk, 2, FS_LIMIT_3, visit, act, context) &&
                fs_walk_phase(&walk, 3, FS_LIMIT_4, visit, act, context) &&
                fs_walk_phase(&walk, 4, FS_LIMIT_5, visit, act, context) &&
                fs_walk_phase(&walk, 5, FS_LIMIT_6, visit, act, context) &&
                fs_walk_phase(&walk, 6, FS_LIMIT_8, visit, act, context) &&
                fs_walk_phase(&walk, 8, FS_LIMIT_REST, visit, act, context);
    if (going && walk.bound > FS_LIMIT_REST && walk.at < steps) {
        going = fs_walk_part(&walk, visit, act, context);
        walk.at = steps;
    }
    fs_cursor_close(&walk.cursor);
    return going ? walk.at : SIZE_MAX;
}

/* Calls act(context, i, die) for i from 0 to steps - 1, with a die of n - i sides, until
 * it returns 0. Returns whether it never did. steps must be 0 or less than n. */
FS_INLINE int fs_walk_falling(fair_rng *rng, uint64_t n, size_t steps, fs_action *act,
                              void *context)
{
    assert(steps == 0 || steps < n);
    if (steps == 0)
        return 1;
    const size_t at = fs_walk_batches(rng, n, steps, NULL, act, context);
    if (at >= steps)
        return at == steps;
    fs_batch rest = fs_batch_rest(rng, n - at);
    for (size_t i = at; i < steps; i++)
        if (!act(context, i, fs_die(&rest, n - i)))
            return 0;
    return 1;
}

/* Rolls a batch of `count` dice with the bounds at + 1, at + 2, ..., and acts on those
 * for places below n. Returns the next place. A batch that reaches beyond n is rolled
 * as a whole: the other dice are not used. */
FS_INLINE size_t fs_rising_batch(fs_cursor *cursor, size_t at, size_t n, unsigned count,
                                 fs_action *act, void *context)
{
    fs_batch batch = fs_batch_roll(cursor, (uint64_t)at + 1, 1, count);
    for (unsigned i = 0; i < count && at < n; i++, at++)
        act(context, at, fs_die(&batch, (uint64_t)at + 1));
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
    const size_t few = n < FS_LIMIT_REST ? n : (size_t)FS_LIMIT_REST;
    fs_batch first = fs_batch_first(rng, few);
    size_t at = 1;
    for (; at < few; at++)
        act(context, at, fs_die(&first, (uint64_t)at + 1));
    if (at == n) /* opening a cursor may read a source, and no die is needed */
        return;
    fs_cursor cursor = fs_cursor_open(rng);
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

/* SPDX-License-Identifier: MIT
 *
 * walk_far.h - the first part of a falling walk, through an array larger than the caches.
 * Dice are rolled ahead, and the elements that they select are prefetched.
 *
 * The dice are the same, in the same order, as in fs_walk_falling(), which does the
 * rest of the walk. Only the actions come later.
 */
#ifndef FS_WALK_FAR_H
#define FS_WALK_FAR_H

#include "src/shuffle/walk.h"

/* Returns the address that the action for this die will need. (It does not prefetch it
 * itself: gcc removes calls of functions that do nothing else.) */
typedef const void *fs_look(void *context, size_t place, uint64_t die);

/* Batches that are rolled ahead: enough to hide the latency of memory, few enough for
 * their cache lines to stay in the first-level cache (docs/speed.md, Constants). */
#ifndef FS_AHEAD
#define FS_AHEAD 32
#endif

/* The dice of FS_AHEAD batches. */
typedef uint64_t fs_ahead[FS_AHEAD][3];

/* Rolls FS_AHEAD batches and prefetches what they need. */
FS_INLINE void fs_ahead_roll(fs_ahead dice, fs_cursor *cursor, uint64_t bound,
                             unsigned count, fs_look *look, void *context, size_t place)
{
    for (unsigned i = 0; i < FS_AHEAD; i++, bound -= count, place += count) {
        fs_roll(cursor, bound, -1, count, dice[i]);
        for (unsigned j = 0; j < count; j++)
            FS_PREFETCH_WRITE(look(context, place + j, dice[i][j]));
    }
}

/* Acts on the dice of FS_AHEAD batches. */
FS_INLINE void fs_ahead_act(fs_ahead dice, unsigned count, fs_action *act, void *context,
                            size_t place)
{
    for (unsigned i = 0; i < FS_AHEAD; i++, place += count)
        for (unsigned j = 0; j < count; j++)
            act(context, place + j, dice[i][j]);
}

/* Rolls and acts on batches of `count` <= 3 dice, `left` dice in all or fewer. Returns
 * how many. */
FS_INLINE size_t fs_walk_ahead(fs_cursor *cursor, uint64_t bound, size_t at,
                               uint64_t left, unsigned count, fs_action *act,
                               fs_look *look, void *context)
{
    assert(count <= 3);
    fs_ahead ahead[2]; /* one is acted on after the other has been rolled */
    const size_t dice = (size_t)FS_AHEAD * count, first = at;
    unsigned turn = 0;
    if (left < 2 * dice)
        return 0;
    fs_ahead_roll(ahead[0], cursor, bound, count, look, context, at);
    for (; left >= 2 * dice; left -= dice) {
        bound -= dice;
        fs_ahead_roll(ahead[turn ^ 1], cursor, bound, count, look, context, at + dice);
        fs_ahead_act(ahead[turn], count, act, context, at);
        at += dice;
        turn ^= 1;
    }
    fs_ahead_act(ahead[turn], count, act, context, at);
    return at + dice - first;
}

/* One phase: batches of `count` <= 3 dice while bounds are above `above` and `closest`.
 * Returns the next place. */
FS_INLINE size_t fs_far_phase(fs_cursor *cursor, uint64_t n, size_t at, size_t steps,
                              uint64_t closest, unsigned count, uint64_t above,
                              fs_action *act, fs_look *look, void *context)
{
    uint64_t dice[3];
    const uint64_t until = closest > above ? closest : above;
    const uint64_t left = n - at > until ? n - at - until : 0;
    at += fs_walk_ahead(cursor, n - at, at, left < steps - at ? left : steps - at, count,
                        act, look, context);
    for (; n - at > until && steps - at >= count; at += count) {
        fs_roll(cursor, n - at, -1, count, dice);
        for (unsigned i = 0; i < count; i++)
            act(context, at + i, dice[i]);
    }
    return at;
}

/* Does the first steps of fs_walk_falling(rng, n, steps, act, context) and returns how
 * many: those with bounds above `closest` and at most three dice from a word. act must
 * always return 1. */
FS_INLINE size_t fs_walk_far(fair_rng *rng, uint64_t n, size_t steps, uint64_t closest,
                             fs_action *act, fs_look *look, void *context)
{
    assert(steps == 0 || steps < n);
    if (steps == 0) /* opening a cursor may read a source, and no die is needed */
        return 0;
    fs_cursor cursor = fs_cursor_open(rng);
    size_t at = 0;
    at = fs_far_phase(&cursor, n, at, steps, closest, 1, FS_LIMIT_2, act, look, context);
    at = fs_far_phase(&cursor, n, at, steps, closest, 2, FS_LIMIT_3, act, look, context);
    at = fs_far_phase(&cursor, n, at, steps, closest, 3, FS_LIMIT_4, act, look, context);
    fs_cursor_close(&cursor);
    return at;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * walk.h - the dice of a shuffle, in order, handed to an action.
 *
 * L3. Every Fisher-Yates shuffle is a walk: dice with falling bounds n, n - 1, ..., 2
 * (in place) or rising bounds 2, 3, ..., n (inside-out), and something done with each.
 * The walks here take the dice in batches, with straight-line code for each batch size.
 * Which dice share a word depends on the bounds alone, so a walk that is cut short sees
 * the same dice as the whole one.
 *
 * An action is a static inline function known where the walk is called, so the compiler
 * sees through the pointer.
 */
#ifndef FS_WALK_H
#define FS_WALK_H

#include "src/dice/dice.h"

enum { FS_REST = 17 }; /* the most dice a batch can have: FS_LIMIT_REST - 1 */

/* Returns whether to go on. */
typedef int fs_action(void *context, size_t place, uint64_t die);

/* Calls act(context, i, die) for i from 0 to steps - 1 with a die of n - i sides, while
 * it wants to go on; returns whether it always did. steps <= n - 1, or no step. */
FS_INLINE int fs_walk_falling(fair_rng *rng, uint64_t n, size_t steps, fs_action *act,
                              void *context)
{
    if (steps == 0)
        return 1;
    fs_cursor cursor = fs_cursor_open(rng);
    uint64_t rest[FS_REST];
    uint64_t bound = n;
    size_t at = 0;
    unsigned batch;
    int going = 0;

    /* A new phase has larger products than the end of the one before, so its guard starts
     * with the largest there can be. The dice of a phase are its own, so that they can
     * stay in registers. */
#define FS_PHASE(count, above)                                                           \
    if (bound > (above)) {                                                               \
        uint64_t dice[count];                                                            \
        uint64_t rounds = (bound - (above) + (count)-1) / (count);                       \
        if (rounds > (steps - at) / (count))                                             \
            rounds = (steps - at) / (count);                                             \
        cursor.guard = (count) == 1 ? bound : FS_LARGEST_BATCH;                          \
        for (; rounds > 0; rounds--) {                                                   \
            fs_roll(&cursor, bound, -1, count, dice);                                    \
            for (unsigned i = 0; i < (count); i++)                                       \
                if (!act(context, at + i, dice[i]))                                      \
                    goto stopped;                                                        \
            at += (count);                                                               \
            bound -= (count);                                                            \
        }                                                                                \
        batch = (count);                                                                 \
        if (bound > (above))                                                             \
            goto cut_short;                                                              \
    }

    if (bound > FS_LIMIT_REST) {
        FS_PHASE(1, FS_LIMIT_2)
        FS_PHASE(2, FS_LIMIT_3)
        FS_PHASE(3, FS_LIMIT_4)
        FS_PHASE(4, FS_LIMIT_5)
        FS_PHASE(5, FS_LIMIT_6)
        FS_PHASE(6, FS_LIMIT_8)
        FS_PHASE(8, FS_LIMIT_REST)
    }
#undef FS_PHASE
    batch = (unsigned)(bound - 1);

cut_short: /* a last batch, of which perhaps not all dice are wanted */
    if (at < steps) {
        cursor.guard = batch == 1 ? bound : FS_LARGEST_BATCH;
        fs_roll(&cursor, bound, -1, batch, rest);
        for (unsigned i = 0; i < batch && at < steps; i++, at++)
            if (!act(context, at, rest[i]))
                goto stopped;
    }
    going = 1;
stopped:
    fs_cursor_close(&cursor);
    return going;
}

/* Calls act(context, i, die) for i from 1 to n - 1 with a die of i + 1 sides, whatever
 * it returns. */
FS_INLINE void fs_walk_rising(fair_rng *rng, size_t n, fs_action *act, void *context)
{
    if (n < 2)
        return;
    fs_cursor cursor = fs_cursor_open(rng);
    uint64_t dice[FS_REST];
    size_t at = 1;

    /* Full batches that reach beyond n are rolled all the same: extra dice harm nobody.
     * Bounds grow, so the guard must not shrink. */
#define FS_TAKE(count)                                                                   \
    do {                                                                                 \
        cursor.guard = (count) == 1 ? (uint64_t)at + 1 : FS_LARGEST_BATCH;               \
        fs_roll(&cursor, (uint64_t)at + 1, 1, count, dice);                              \
        for (unsigned i = 0; i < (count) && at < n; i++, at++)                           \
            act(context, at, dice[i]);                                                   \
    } while (0)
#define FS_PHASE(count, limit)                                                           \
    while (at < n && at + (count) <= (limit))                                            \
        FS_TAKE(count);

    const unsigned few = (unsigned)(n < FS_LIMIT_REST ? n : FS_LIMIT_REST) - 1;
    FS_TAKE(few);
    FS_PHASE(8, FS_LIMIT_8)
    FS_PHASE(6, FS_LIMIT_6)
    FS_PHASE(5, FS_LIMIT_5)
    FS_PHASE(4, FS_LIMIT_4)
    FS_PHASE(3, FS_LIMIT_3)
    FS_PHASE(2, FS_LIMIT_2)
    while (at < n)
        FS_TAKE(1);
#undef FS_PHASE
#undef FS_TAKE
    fs_cursor_close(&cursor);
}

#endif

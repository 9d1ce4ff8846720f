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

#include "dice.h"

enum { FS_REST = 17 }; /* the most dice a batch can have: FS_LIMIT_REST - 1 */

/* Returns whether to go on. */
typedef int fs_action(void *context, size_t place, uint64_t die);

/* What the action will need for this die; it is fetched FS_AHEAD batches before. (The
 * fetching is not left to the function: gcc takes one that does nothing else for one that
 * does nothing.) */
typedef const void *fs_look(void *context, size_t place, uint64_t die);

/* Batches between look and act: enough dice to hide a miss to memory, few enough for
 * their lines to stay in the first cache. `CFLAGS=-DFS_AHEAD=8 make bench`, speed at 2^24
 * elements of 4 and 8 bytes against std::shuffle: 8 batches 3.8 and 3.2, 24 batches 4.1
 * and 3.9, 64 batches 4.0 and 3.8. */
#ifndef FS_AHEAD
#define FS_AHEAD 24
#endif

FS_INLINE void fs_roll_and_look(fs_cup *cup, uint64_t bound, unsigned count,
                                uint64_t *dice, fs_look *look, void *context,
                                size_t place)
{
    fs_roll(cup, bound, -1, count, dice);
    for (unsigned i = 0; i < count; i++)
        FS_PREFETCH(look(context, place + i, dice[i]));
}

/* The part of a phase (batches of `count` <= 3, bounds above `until`) in which dice are
 * rolled ahead: a ring holds those that were looked at and not yet acted on. The dice are
 * the same in the same order; only the action comes later. */
FS_INLINE void fs_walk_ahead(fs_cup *cup, uint64_t *bound, size_t *at, size_t steps,
                             unsigned count, uint64_t until, fs_action *act,
                             fs_look *look, void *context)
{
    uint64_t ring[FS_AHEAD][3], dice[3];
    const size_t ahead = (size_t)FS_AHEAD * count;
    if (*bound <= until || *bound - until < 2 * ahead || steps - *at < 2 * ahead)
        return;
    for (size_t slot = 0; slot < FS_AHEAD; slot++)
        fs_roll_and_look(cup, *bound - slot * count, count, ring[slot], look, context,
                         *at + slot * count);
    size_t slot = 0, waiting = FS_AHEAD;
    while (waiting > 0) {
        memcpy(dice, ring[slot], count * sizeof dice[0]);
        if (FS_LIKELY(*bound - ahead > until && steps - *at >= ahead + count))
            fs_roll_and_look(cup, *bound - ahead, count, ring[slot], look, context,
                             *at + ahead);
        else
            waiting--;
        for (unsigned i = 0; i < count; i++)
            act(context, *at + i, dice[i]);
        *at += count;
        *bound -= count;
        slot = slot + 1 < FS_AHEAD ? slot + 1 : 0;
    }
}

/* Calls act(context, i, die) for i from 0 to steps - 1 with a die of n - i sides, while
 * it wants to go on; returns whether it always did. steps <= n - 1, or no step.
 *
 * If look is not NULL, act must always go on, and what look says is fetched ahead, as
 * long as bounds are above `near`. */
FS_INLINE int fs_walk_falling(fair_rng *rng, uint64_t n, size_t steps, fs_action *act,
                              fs_look *look, uint64_t near, void *context)
{
    if (steps == 0)
        return 1;
    fs_cup cup = fs_cup_open(rng);
    uint64_t dice[FS_REST];
    uint64_t bound = n;
    size_t at = 0;
    unsigned batch;
    int going = 0;

    /* A new phase has larger products than the end of the one before: no guard yet. */
#define FS_PHASE(count, above)                                                           \
    cup.guard = FS_NO_GUARD;                                                             \
    while (bound > (above) && steps - at >= (count)) {                                   \
        fs_roll(&cup, bound, -1, count, dice);                                           \
        for (unsigned i = 0; i < (count); i++)                                           \
            if (!act(context, at + i, dice[i]))                                          \
                goto stopped;                                                            \
        at += (count);                                                                   \
        bound -= (count);                                                                \
    }                                                                                    \
    batch = (count);                                                                     \
    if (bound > (above))                                                                 \
        goto cut_short;

#define FS_PHASE_AHEAD(count, above)                                                     \
    cup.guard = FS_NO_GUARD;                                                             \
    if (look != NULL)                                                                    \
        fs_walk_ahead(&cup, &bound, &at, steps, count, near > (above) ? near : (above),  \
                      act, look, context);

    FS_PHASE_AHEAD(1, FS_LIMIT_2)
    FS_PHASE(1, FS_LIMIT_2)
    FS_PHASE_AHEAD(2, FS_LIMIT_3)
    FS_PHASE(2, FS_LIMIT_3)
    FS_PHASE_AHEAD(3, FS_LIMIT_4)
    FS_PHASE(3, FS_LIMIT_4)
    FS_PHASE(4, FS_LIMIT_5)
    FS_PHASE(5, FS_LIMIT_6)
    FS_PHASE(6, FS_LIMIT_8)
    FS_PHASE(8, FS_LIMIT_REST)
#undef FS_PHASE
#undef FS_PHASE_AHEAD
    batch = (unsigned)(bound - 1);

cut_short: /* a last batch, of which perhaps not all dice are wanted */
    if (at < steps) {
        cup.guard = FS_NO_GUARD;
        fs_roll(&cup, bound, -1, batch, dice);
        for (unsigned i = 0; i < batch && at < steps; i++, at++)
            if (!act(context, at, dice[i]))
                goto stopped;
    }
    going = 1;
stopped:
    fs_cup_close(&cup);
    return going;
}

/* Calls act(context, i, die) for i from 1 to n - 1 with a die of i + 1 sides, whatever
 * it returns. */
FS_INLINE void fs_walk_rising(fair_rng *rng, size_t n, fs_action *act, void *context)
{
    if (n < 2)
        return;
    fs_cup cup = fs_cup_open(rng);
    uint64_t dice[FS_REST];
    size_t at = 1;

    /* Full batches that reach beyond n are rolled all the same: extra dice harm nobody.
     * Bounds grow, so every product is a new one. */
#define FS_TAKE(count)                                                                   \
    do {                                                                                 \
        cup.guard = FS_NO_GUARD;                                                         \
        fs_roll(&cup, (uint64_t)at + 1, 1, count, dice);                                 \
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
    fs_cup_close(&cup);
}

#endif

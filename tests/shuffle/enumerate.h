/* SPDX-License-Identifier: MIT
 *
 * enumerate.h - dice that are not rolled but enumerated: takes the place of the dice in
 * src/dice/dice.h when the library is compiled for proofs.
 *
 * enumerate() runs a function once for every possible sequence of choices. Sequences
 * whose probability falls below a limit (a rejection loop has endless ones) are given
 * up, and their probability is counted as open.
 */
#ifndef ENUMERATE_H
#define ENUMERATE_H

#include <assert.h>

#include "src/base/base.h"
#include "src/bits/rng.h"

/* A number below m; every one of them in one of the runs. */
uint64_t enumerate_choose(uint64_t m);

/* Ends the program: what is enumerated has broken a rule. */
void enumerate_fail(const char *why);

typedef struct {
    uint64_t runs;    /* finished sequences of choices */
    int even;         /* whether they all had the same probability */
    long double open; /* probability of those given up */
} enumeration;

/* Calls run(context), which chooses, and then done(context, probability) for every
 * sequence of choices not less likely than `limit`. */
enumeration enumerate(void (*run)(void *context), void (*done)(void *, long double),
                      void *context, long double limit);

#define FS_NO_GUARD UINT64_MAX
typedef struct {
    fair_rng *rng;
    uint64_t guard;
} fs_cursor;

FS_INLINE uint64_t fs_below(fair_rng *rng, uint64_t n)
{
    (void)rng;
    return enumerate_choose(n);
}

FS_INLINE fs_cursor fs_cursor_open(fair_rng *rng)
{
    return (fs_cursor){rng, FS_NO_GUARD};
}

FS_INLINE void fs_cursor_close(fs_cursor *cursor)
{
    (void)cursor;
}

/* Keeps the guard as the real dice do when every word takes the slow way: a guard below a
 * product would make them unfair, and ends the proof. */
FS_INLINE void fs_roll(fs_cursor *cursor, uint64_t first, int step, unsigned k,
                       uint64_t *out)
{
    uint64_t product = 1;
    for (unsigned i = 0; i < k; i++) {
        const uint64_t bound = first + (uint64_t)((int64_t)i * step);
        product *= bound;
        out[i] = enumerate_choose(bound);
    }
    if (product > cursor->guard)
        enumerate_fail("a guard is below the product of the dice");
    cursor->guard = product;
}

FS_INLINE void fs_roll_bytes(fair_rng *rng, uint8_t *out, size_t count, unsigned bits)
{
    (void)rng;
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)enumerate_choose((uint64_t)1 << bits);
}

#endif

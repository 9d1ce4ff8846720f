/* SPDX-License-Identifier: MIT
 *
 * enumerate.h - enumerated dice, which replace the dice of src/dice/dice.h when the
 * library is compiled for proofs.
 *
 * enumerate() runs a function once for every possible sequence of choices. A rejection
 * loop has endless sequences. Sequences whose probability falls below a limit are given
 * up, and their probability counts as open.
 */
#ifndef ENUMERATE_H
#define ENUMERATE_H

#include <assert.h>

#include "src/base/base.h"
#include "src/bits/rng.h"

/* A number below m. Each of them occurs in some run. */
uint64_t enumerate_choose(uint64_t m);

/* Ends the program, because the function under proof has broken a rule. */
void enumerate_fail(const char *why);

typedef struct {
    uint64_t runs;    /* finished sequences of choices */
    int even;         /* whether they all had the same probability */
    long double open; /* probability of the sequences given up */
} enumeration;

/* For every sequence of choices with a probability of at least `limit`, calls
 * run(context), which chooses, and then done(context, probability). */
enumeration enumerate(void (*run)(void *context), void (*done)(void *, long double),
                      void *context, long double limit);

/* ---- the interface of src/dice/dice.h ------------------------------------------------
 */

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

/* Sets the guard as the real dice do if every word takes the slow path. A guard below a
 * product would make the dice unfair, and ends the proof. */
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

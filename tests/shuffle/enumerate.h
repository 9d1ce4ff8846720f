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
#include "src/dice/dice.h" /* FS_LARGEST_BATCH */

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

typedef struct {
    fair_rng *rng;
} fs_cursor;

FS_INLINE uint64_t fs_below(fair_rng *rng, uint64_t n)
{
    (void)rng;
    return enumerate_choose(n);
}

FS_INLINE fs_cursor fs_cursor_open(fair_rng *rng)
{
    return (fs_cursor){rng};
}

FS_INLINE void fs_cursor_close(fs_cursor *cursor)
{
    (void)cursor;
}

/* A batch knows its next bound. Other bounds than those rolled, more dice than rolled, or
 * a product that is too large would make dice unfair, and end the proof. */
typedef struct {
    uint64_t next;
    int step;
    unsigned left;
} fs_batch;

FS_INLINE fs_batch fs_batch_roll(fs_cursor *cursor, uint64_t first, int step, unsigned k)
{
    uint64_t product = 1;
    (void)cursor;
    for (unsigned i = 0; i < k; i++) {
        const uint64_t bound = first + (uint64_t)((int64_t)i * step);
        if (bound > UINT64_MAX / product)
            enumerate_fail("the product of the bounds is too large");
        product *= bound;
    }
    if (k > 1 && product > FS_LARGEST_BATCH)
        enumerate_fail("the product of the bounds is too large");
    return (fs_batch){first, step, k};
}

FS_INLINE fs_batch fs_batch_equal(fs_cursor *cursor, uint64_t n, unsigned k,
                                  uint64_t power)
{
    for (unsigned i = 0; i < k; i++) {
        if (power % n != 0)
            enumerate_fail("another product than that of the dice");
        power /= n;
    }
    if (power != 1)
        enumerate_fail("another product than that of the dice");
    return fs_batch_roll(cursor, n, 0, k);
}

FS_INLINE fs_batch fs_batch_rest(fair_rng *rng, uint64_t first)
{
    (void)rng;
    if (first > 18)
        enumerate_fail("too many dice for the last word");
    return (fs_batch){first, -1, (unsigned)first - 1};
}

FS_INLINE fs_batch fs_batch_first(fair_rng *rng, uint64_t last)
{
    (void)rng;
    if (last > 18)
        enumerate_fail("too many dice for the first word");
    return (fs_batch){2, 1, (unsigned)last - 1};
}

/* Makes the caller take its slow path every other time. */
FS_INLINE int fs_batch_rest_quickly(fair_rng *rng, uint64_t first, fs_batch *batch)
{
    static int quickly;
    quickly = !quickly;
    if (quickly)
        *batch = fs_batch_rest(rng, first);
    return quickly;
}

FS_INLINE uint64_t fs_die(fs_batch *batch, uint64_t bound)
{
    if (batch->left-- == 0 || bound != batch->next)
        enumerate_fail("a die that was not rolled");
    batch->next += (uint64_t)(int64_t)batch->step;
    return enumerate_choose(bound);
}

FS_INLINE void fs_roll(fs_cursor *cursor, uint64_t first, int step, unsigned k,
                       uint64_t *out)
{
    fs_batch batch = fs_batch_roll(cursor, first, step, k);
    for (unsigned i = 0; i < k; i++)
        out[i] = fs_die(&batch, first + (uint64_t)((int64_t)i * step));
}

FS_INLINE void fs_roll_bytes(fair_rng *rng, uint8_t *out, size_t count, unsigned bits)
{
    (void)rng;
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)enumerate_choose((uint64_t)1 << bits);
}

#endif

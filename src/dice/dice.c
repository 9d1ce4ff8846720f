/* SPDX-License-Identifier: MIT
 *
 * dice.c - the public dice.
 */
#include "src/dice/dice.h"

uint64_t fair_below(fair_rng *rng, uint64_t n)
{
    return fs_below(rng, n);
}

int64_t fair_between(fair_rng *rng, int64_t lowest, int64_t highest)
{
    if (lowest >= highest)
        return lowest;
    const uint64_t sides = (uint64_t)highest - (uint64_t)lowest + 1; /* 0 means 2^64 */
    const uint64_t die = sides == 0 ? fs_rng_word(rng) : fs_below(rng, sides);
    const uint64_t value = (uint64_t)lowest + die;
    int64_t result; /* in two's complement, by definition of the type */
    memcpy(&result, &value, sizeof result);
    return result;
}

/* Stores `count` numbers in `width` bytes each, which is enough for them. */
FS_INLINE void store_numbers(void *out, const uint64_t *numbers, size_t count,
                             size_t width)
{
    assert(width == 1 || width == 4 || width == 8);
    for (size_t i = 0; i < count; i++)
        if (width == 1)
            ((uint8_t *)out)[i] = (uint8_t)numbers[i];
        else if (width == 4)
            ((uint32_t *)out)[i] = (uint32_t)numbers[i];
        else
            ((uint64_t *)out)[i] = numbers[i];
}

/* Rolls `count` dice, rounded up to whole batches of k; power is n^k. */
FS_INLINE void roll_batches(fs_cursor *cursor, uint64_t n, unsigned k, uint64_t power,
                            uint64_t *out, size_t count)
{
    for (size_t i = 0; i < count; i += k) {
        fs_batch batch = fs_batch_equal(cursor, n, k, power);
        for (unsigned j = 0; j < k; j++)
            out[i + j] = fs_die(&batch, n);
    }
}

/* Rolls `count` dice into an array of numbers of `width` bytes. The width is a constant
 * wherever this is called. */
FS_INLINE void roll_many(fair_rng *rng, void *out, size_t count, uint64_t n, size_t width)
{
    enum { BUFFER = 256 }; /* at least 57, the dice from one word if n is 2 */
    unsigned char *at = out;
    if (!fs_fits(count, width) || count == 0)
        return;
    if (n <= 1) {
        memset(out, 0, count * width);
        return;
    }
    unsigned k = 1; /* dice from one word */
    uint64_t power = n;
    for (; power <= FS_LARGEST_BATCH / n; power *= n)
        k++;
    fs_cursor cursor = fs_cursor_open(rng);
    if (width == sizeof(uint64_t)) { /* all but the last batch need no buffer */
        const size_t whole = count - count % k;
        roll_batches(&cursor, n, k, power, out, whole);
        at += whole * width;
        count -= whole;
    }
    uint64_t buffer[BUFFER];
    const size_t most = BUFFER - BUFFER % k;
    while (count > 0) {
        const size_t wanted = count < most ? count : most;
        roll_batches(&cursor, n, k, power, buffer, wanted);
        store_numbers(at, buffer, wanted, width);
        at += wanted * width;
        count -= wanted;
    }
    fs_cursor_close(&cursor);
}

void fair_dice(fair_rng *rng, uint64_t *out, size_t count, uint64_t n)
{
    roll_many(rng, out, count, n, sizeof *out);
}

void fair_dice32(fair_rng *rng, uint32_t *out, size_t count, uint64_t n)
{
    if (n <= (uint64_t)UINT32_MAX + 1)
        roll_many(rng, out, count, n, sizeof *out);
}

void fair_dice8(fair_rng *rng, uint8_t *out, size_t count, uint64_t n)
{
    if (n <= (uint64_t)UINT8_MAX + 1)
        roll_many(rng, out, count, n, sizeof *out);
}

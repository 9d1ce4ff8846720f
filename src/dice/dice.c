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

void fair_dice(fair_rng *rng, uint64_t *out, size_t count, uint64_t n)
{
    enum { MOST = 57 }; /* dice from one word, if n is 2 */
    if (!fs_fits(count, sizeof *out))
        return;
    if (n <= 1) {
        for (size_t i = 0; i < count; i++)
            out[i] = 0;
        return;
    }
    unsigned k = 1; /* dice from one word */
    for (uint64_t power = n; power <= FS_LARGEST_BATCH / n; power *= n)
        k++;
    if (count == 0)
        return;
    uint64_t batch[MOST];
    fs_cursor cursor = fs_cursor_open(rng);
    while (count >= k) {
        fs_roll(&cursor, n, 0, k, out);
        out += k;
        count -= k;
    }
    if (count > 0) {
        fs_roll(&cursor, n, 0, k, batch);
        memcpy(out, batch, count * sizeof *out);
    }
    fs_cursor_close(&cursor);
}

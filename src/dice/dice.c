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
    const uint64_t span = (uint64_t)highest - (uint64_t)lowest + 1; /* 0 means 2^64 */
    const uint64_t die = span == 0 ? fs_rng_word(rng) : fs_below(rng, span);
    const uint64_t value = (uint64_t)lowest + die;
    int64_t result;
    memcpy(&result, &value,
           sizeof result); /* two's complement, by definition of int64_t */
    return result;
}

void fair_dice(fair_rng *rng, uint64_t *out, size_t count, uint64_t n)
{
    enum { MOST = 57 };
    const uint64_t limit = (uint64_t)1 << MOST;
    if (!fs_fits(count, sizeof *out))
        return;
    if (n <= 1) {
        for (size_t i = 0; i < count; i++)
            out[i] = 0;
        return;
    }
    unsigned k = 1;
    for (uint64_t power = n; power <= limit / n; power *= n)
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

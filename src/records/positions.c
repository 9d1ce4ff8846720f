/* SPDX-License-Identifier: MIT
 *
 * positions.c - ranges of positions. See positions.h.
 */
#include "src/records/positions.h"

#include <assert.h>
#include <stdlib.h>

#include "fairshuf.h"

static unsigned count_bits(uint64_t x)
{
    unsigned count = 0;
    for (; x != 0; x &= x - 1)
        count++;
    return count;
}

/* Marks the elements in a bit set, and counts the marks before each word. */
int fs_positions_ranks(const uint32_t *from, size_t count, size_t n, uint32_t *ranks)
{
    const size_t words = n / 64 + 1;
    uint64_t *bits = calloc(words, sizeof *bits);
    uint32_t *before = malloc(words * sizeof *before);
    const int good = bits != NULL && before != NULL;
    for (size_t p = 0; p < count && good; p++) {
        assert(from[p] < n);
        bits[from[p] / 64] |= (uint64_t)1 << from[p] % 64;
    }
    uint32_t sum = 0;
    for (size_t i = 0; i < words && good; i++) {
        before[i] = sum;
        sum += count_bits(bits[i]);
    }
    for (size_t p = 0; p < count && good; p++)
        ranks[p] = before[from[p] / 64] +
                   count_bits(bits[from[p] / 64] & (((uint64_t)1 << from[p] % 64) - 1));
    free(bits);
    free(before);
    return good ? FAIR_OK : FAIR_ENOMEM;
}

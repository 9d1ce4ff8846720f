/* SPDX-License-Identifier: MIT
 *
 * split.c - how many records each file of --split gets. See split.h.
 *
 * Each share is rounded down. The remaining records go, one each, to the parts that lost
 * most by rounding; among equals, the first one wins. This uses whole numbers only, so
 * the result is the same on every machine.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/split.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"

/* Computes a * b / c and the remainder, for a < c < 2^63, bit by bit. */
static uint64_t ratio(uint64_t a, uint64_t b, uint64_t c, uint64_t *rest)
{
    assert(a < c && c < UINT64_C(1) << 63);
    uint64_t quotient = 0, left = 0;
    for (int bit = 63; bit >= 0; bit--) {
        quotient *= 2;
        left *= 2;
        if (left >= c) {
            left -= c;
            quotient++;
        }
        if ((b >> bit & 1) != 0) {
            left += a;
            if (left >= c) {
                left -= c;
                quotient++;
            }
        }
    }
    *rest = left;
    return quotient;
}

static int report_too_few(const struct split_part *part, uint64_t left)
{
    return say("--split: %s needs %" PRIu64 " records, but only %" PRIu64
               " %s left; use a smaller count",
               say_quoted(part->name), part->count, left, left == 1 ? "is" : "are");
}

/* Subtracts the absolute counts from n. */
static int take_counts(const struct settings *settings, uint64_t *n, uint64_t *counts)
{
    for (size_t i = 0; i < settings->split_count; i++) {
        const struct split_part *part = &settings->split[i];
        counts[i] = 0;
        if (part->share > 0)
            continue;
        if (part->count > *n)
            return report_too_few(part, *n);
        counts[i] = part->count;
        *n -= part->count;
    }
    return 0;
}

int split_counts(const struct settings *settings, uint64_t n, uint64_t *counts)
{
    uint64_t sum = 0, lost[SETTINGS_SPLIT] = {0};
    if (take_counts(settings, &n, counts) != 0)
        return 1;
    for (size_t i = 0; i < settings->split_count; i++)
        sum += settings->split[i].share;
    if (sum == 0)
        return 0;
    uint64_t left = n;
    for (size_t i = 0; i < settings->split_count; i++) {
        const uint64_t share = settings->split[i].share;
        if (share > 0) {
            counts[i] = n / sum * share + ratio(n % sum, share, sum, &lost[i]);
            left -= counts[i];
        }
    }
    for (; left > 0; left--) {
        size_t most = 0;
        for (size_t i = 1; i < settings->split_count; i++)
            if (lost[i] > lost[most])
                most = i;
        counts[most]++;
        lost[most] = 0;
    }
    return 0;
}

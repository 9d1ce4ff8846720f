/* SPDX-License-Identifier: MIT
 *
 * shares.c - how many records each file of --split gets. See shares.h.
 *
 * Each share is rounded down, and what is left goes, one each, to those that lost most.
 */
#include "shares.h"

#include <inttypes.h>

#include "say.h"

/* The part of `n` that the share is, rounded down, and what was cut off. */
static uint64_t part_of(uint64_t n, double share, double sum, double *lost)
{
    const long double exact = (long double)n * (share / sum);
    uint64_t count = exact < (long double)n ? (uint64_t)exact : n;
    *lost = (double)(exact - (long double)count);
    return count;
}

int shares_count(const struct settings *settings, uint64_t n, uint64_t *counts)
{
    double sum = 0, lost[SETTINGS_SPLIT] = {0};
    uint64_t left = n;
    for (size_t i = 0; i < settings->split_count; i++) {
        const struct share *share = &settings->split[i];
        sum += share->share;
        counts[i] = 0;
        lost[i] = -1;
        if (share->share > 0)
            continue;
        if (share->count > left)
            return say("--split: '%.*s' is to have %" PRIu64
                       " records, but there are only %" PRIu64 " left; ask for fewer",
                       (int)share->length, share->name, share->count, left);
        counts[i] = share->count;
        left -= share->count;
    }
    const uint64_t shared = left;
    for (size_t i = 0; i < settings->split_count; i++)
        if (settings->split[i].share > 0) {
            counts[i] = part_of(shared, settings->split[i].share, sum, &lost[i]);
            if (counts[i] > left)
                counts[i] = left;
            left -= counts[i];
        }
    while (sum > 0 && left > 0) {
        size_t most = 0;
        for (size_t i = 1; i < settings->split_count; i++)
            if (lost[i] > lost[most])
                most = i;
        counts[most]++;
        lost[most] -= 1;
        left--;
    }
    return 0;
}

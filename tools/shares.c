/* SPDX-License-Identifier: MIT
 *
 * shares.c - how many records each file of --split gets. See shares.h.
 *
 * Each share is rounded down, and what is left goes, one each, to those that lost most,
 * the first of them if several did. All in whole numbers, so that it is the same
 * everywhere.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/shares.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"

/* a * b / c and what is left over, for a < c < 2^63, bit by bit. */
static uint64_t ratio(uint64_t a, uint64_t b, uint64_t c, uint64_t *rest)
{
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

static int tell_too_few(const struct share *share, uint64_t left)
{
    char *name = strndup(share->name, share->length);
    if (name == NULL)
        return say("memory exhausted");
    say("--split: %s needs %" PRIu64 " records, but only %" PRIu64 " %s left",
        say_quoted(name), share->count, left, left == 1 ? "is" : "are");
    free(name);
    return 1;
}

/* Takes the absolute counts from n. */
static int take_counts(const struct settings *settings, uint64_t *n, uint64_t *counts)
{
    for (size_t i = 0; i < settings->split_count; i++) {
        const struct share *share = &settings->split[i];
        counts[i] = 0;
        if (share->share > 0)
            continue;
        if (share->count > *n)
            return tell_too_few(share, *n);
        counts[i] = share->count;
        *n -= share->count;
    }
    return 0;
}

int shares_count(const struct settings *settings, uint64_t n, uint64_t *counts)
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

/* SPDX-License-Identifier: MIT
 *
 * test_order_large.c - the order by scattering with its real constants: statistics around
 * its thresholds. Each must also detect faults.
 */
#include "tests/shuffle/spoil.h"

#include <math.h>

#include "tests/support/statistics.h"

enum { BINS = 16, MOST = 1 << 20 };

static uint32_t a[MOST], place[MOST];
static uint8_t key[FAIR_KEY_SIZE];
static size_t starts[FS_MOST_BUCKETS + 1]; /* where buckets start in the order */
static unsigned buckets;

static void next_order(size_t n)
{
    static const fair_options two = {.threads = 2};
    fair_rng_bytes(&rng, key, sizeof key);
    CHECK(fair_permutation_parallel32(key, a, n, &two) == FAIR_OK);
    for (size_t i = 0; i < n; i++)
        place[a[i]] = (uint32_t)i;
}

/* Finds where the buckets start, by counting the bucket numbers. */
static void find_buckets(size_t n)
{
    const unsigned bits = fs_scatter_bits(n);
    uint8_t *numbers = malloc(n);
    fs_scatter_numbers(key, 0, n, bits, numbers);
    memset(starts, 0, sizeof starts);
    for (size_t i = 0; i < n; i++)
        starts[numbers[i] + 1]++;
    buckets = 1u << bits;
    for (unsigned b = 0; b < buckets; b++)
        starts[b + 1] += starts[b];
    free(numbers);
}

/* A table of pairs of bins, which should be independent. */
static uint64_t pairs[BINS * BINS];

static void add_pair(uint64_t x, uint64_t y, size_t n)
{
    pairs[x * BINS / n * BINS + y * BINS / n]++;
}

static double pairs_chisq(void)
{
    double row[BINS] = {0}, column[BINS] = {0}, all = 0, sum = 0;
    for (size_t i = 0; i < BINS; i++)
        for (size_t j = 0; j < BINS; j++) {
            row[i] += (double)pairs[i * BINS + j];
            column[j] += (double)pairs[i * BINS + j];
            all += (double)pairs[i * BINS + j];
        }
    for (size_t i = 0; i < BINS; i++)
        for (size_t j = 0; j < BINS; j++) {
            const double expected = row[i] * column[j] / all;
            const double off = (double)pairs[i * BINS + j] - expected;
            sum += off * off / expected;
        }
    return sum;
}

static const double df = (BINS - 1) * (BINS - 1);

/* Pairs: where a record was, and where it is now. */
static double moves(size_t n, unsigned trials)
{
    start(91);
    memset(pairs, 0, sizeof pairs);
    for (unsigned t = 0; t < trials; t++) {
        next_order(n);
        for (size_t i = 0; i < n; i++)
            add_pair(a[i], i, n);
    }
    return pairs_chisq();
}

/* Pairs: where a record is now, and where the record is that came `lag` later. */
static double lags(size_t n, size_t lag, unsigned trials)
{
    start(92);
    memset(pairs, 0, sizeof pairs);
    for (unsigned t = 0; t < trials; t++) {
        next_order(n);
        for (size_t i = 0; i + lag < n; i += 2 * lag)
            for (size_t j = i; j < i + lag && j + lag < n; j++)
                add_pair(place[j], place[j + lag], n);
    }
    return pairs_chisq();
}

/* Pairs: the records at the same place of two neighbouring buckets. */
static double neighbours(size_t n, unsigned trials)
{
    start(93);
    memset(pairs, 0, sizeof pairs);
    for (unsigned t = 0; t < trials; t++) {
        next_order(n);
        find_buckets(n);
        for (unsigned b = 0; b + 1 < buckets; b += 2)
            for (size_t i = 0;
                 starts[b] + i < starts[b + 1] && starts[b + 1] + i < starts[b + 2]; i++)
                add_pair(a[starts[b] + i], a[starts[b + 1] + i], n);
    }
    return pairs_chisq();
}

/* Whether about half of the neighbours in the result are ascending. In a random order,
 * the variance of their number is (n + 1) / 12. */
static int has_usual_ascents(size_t n)
{
    uint64_t up = 0;
    start(94);
    next_order(n);
    for (size_t i = 0; i + 1 < n; i++)
        up += a[i] < a[i + 1];
    const double off = (double)up - (double)(n - 1) / 2;
    return fabs(off) < 4 * sqrt((double)(n + 1) / 12);
}

int main(void)
{
    static const size_t sizes[] = {FS_LEAF,          FS_LEAF + 1,      2 * FS_AIM,
                                   2 * FS_AIM + 1,   4 * FS_AIM,       4 * FS_AIM + 1,
                                   9 * FS_CHUNK - 1, 9 * FS_CHUNK + 1, MOST};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t n = sizes[i];
        static char name[sizeof sizes / sizeof *sizes][80];
        snprintf(name[i], sizeof name[i], "an order of %zu records", n);
        fault = SOUND;
        TEST(name[i])
        {
            RIGHT(moves(n, 4), df);
            RIGHT(lags(n, 1, 4), df);
            RIGHT(lags(n, FS_CHUNK, 4), df);
            RIGHT(lags(n, FS_CHUNK / 2, 4), df);
            CHECK(has_usual_ascents(n));
            if (n > FS_LEAF)
                RIGHT(neighbours(n, 4), df);
        }
    }
    static const size_t wrong[] = {FS_LEAF + 1, 4 * FS_AIM, MOST};
    TEST("negative controls: keys repeated, leaves not shuffled")
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        fault = CHUNK_KEY_REPEATED;
        WRONG(lags(wrong[i], FS_CHUNK, 4), df);
        fault = BUCKET_KEY_REPEATED;
        WRONG(neighbours(wrong[i], 4), df);
        fault = BUCKET_KEY_INHERITED;
        WRONG(neighbours(wrong[i], 4), df);
        fault = LEAF_NOT_SHUFFLED;
        WRONG(neighbours(wrong[i], 4), df);
        CHECK(!has_usual_ascents(wrong[i]));
    }
    return test_done();
}

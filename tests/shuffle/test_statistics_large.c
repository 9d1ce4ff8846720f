/* SPDX-License-Identifier: MIT
 *
 * test_statistics_large.c - what is too large for proofs: decks, arrays in all phases of
 * the walks with their real limits, huge ranges and long streams. Each test has a
 * negative control.
 */
#include "tests/support/statistics.h"

#include <math.h>

#include "audit/orders/position.h"

/* ---- cards: the position matrix ---------------------------------------------------- */

static double cards_chisq(maker *make, unsigned n, unsigned trials)
{
    static uint64_t count[128 * 128];
    memset(count, 0, sizeof count);
    for (unsigned t = 0; t < trials; t++) {
        unsigned char a[128];
        for (unsigned i = 0; i < n; i++)
            a[i] = (unsigned char)i;
        make(a, n, 0);
        audit_position_add(count, a, n);
    }
    return audit_position_chisq(count, n, trials);
}

static void make_copy_large(unsigned char *a, unsigned n, unsigned k)
{
    unsigned char from[128];
    (void)k;
    memcpy(from, a, n);
    fair_shuffle_copy(&rng, a, from, n, 1);
}

static void test_cards(void)
{
    start(57);
    RIGHT(cards_chisq(make_shuffle, 10, 100000), 9 * 9);
    RIGHT(cards_chisq(make_shuffle, 52, 40000), 51 * 51);
    RIGHT(cards_chisq(make_shuffle, 128, 20000), 127 * 127);
    RIGHT(cards_chisq(make_copy_large, 52, 40000), 51 * 51);
    RIGHT(cards_chisq(make_copy_large, 128, 20000), 127 * 127);
    start(58);
    WRONG(cards_chisq(make_swap_with_any, 52, 40000), 51 * 51);
    WRONG(cards_chisq(make_sattolo, 52, 40000), 51 * 51);
    WRONG(cards_chisq(make_off_by_one, 52, 40000), 51 * 51);
    WRONG(cards_chisq(make_modulo, 52, 40000), 51 * 51);
}

/* ---- large arrays: places in bins, and fixed points ------------------------------ */

enum { BINS = 16, LARGE = 600000 };

typedef void large_maker(uint32_t *a, size_t n);

static void large_shuffle(uint32_t *a, size_t n)
{
    fair_permutation32(&rng, a, n);
}

static void large_copy(uint32_t *a, size_t n)
{
    static uint32_t from[LARGE];
    for (size_t i = 0; i < n; i++)
        from[i] = (uint32_t)i;
    fair_shuffle_copy(&rng, a, from, n, sizeof *a);
}

static void large_cycle(uint32_t *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = (uint32_t)i;
    fair_cycle(&rng, a, n, sizeof *a);
}

static void large_wrong(uint32_t *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = (uint32_t)i;
    for (size_t i = 0; i < n; i++) {
        const size_t j = (size_t)fair_below(&rng, n);
        const uint32_t kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }
}

/* Counts pairs (bin of card, bin of place) over `trials` orders of n. The counts of one
 * order have the variance of a table with fixed margins, times n / (n - 1). */
static double bins_chisq(large_maker *make, size_t n, unsigned trials, unsigned *fixed)
{
    static uint32_t a[LARGE];
    uint64_t count[BINS * BINS] = {0};
    double width[BINS] = {0}, sum = 0;
    for (size_t i = 0; i < n; i++)
        width[i * BINS / n]++;
    *fixed = 0;
    for (unsigned t = 0; t < trials; t++) {
        make(a, n);
        for (size_t i = 0; i < n; i++) {
            count[(uint64_t)a[i] * BINS / n * BINS + i * BINS / n]++;
            *fixed += a[i] == i;
        }
    }
    for (size_t i = 0; i < BINS; i++)
        for (size_t j = 0; j < BINS; j++) {
            const double expected = width[i] * width[j] / (double)n * trials;
            const double off = (double)count[i * BINS + j] - expected;
            sum += off * off / expected;
        }
    return sum * (double)(n - 1) / (double)n;
}

/* An order has one fixed point on average, nearly with a Poisson distribution. */
static int as_many_as(unsigned fixed, unsigned trials)
{
    return fabs((double)fixed - (double)trials) < 4 * sqrt((double)trials);
}

static void test_large(void)
{
    /* Below and above each limit of src/dice/dice.h, down to two dice from a word. */
    static const size_t sizes[] = {200, 500, 1000, 3000, 20000, LARGE};
    const double df = (BINS - 1) * (BINS - 1);
    unsigned fixed;
    for (size_t i = 0; i < 6; i++) {
        const size_t n = sizes[i];
        const unsigned trials = n < 5000 ? 2000 : n < 50000 ? 200 : 8;
        start(59);
        RIGHT(bins_chisq(large_shuffle, n, trials, &fixed), df);
        CHECKF(as_many_as(fixed, trials), "%u fixed points in %u", fixed, trials);
        RIGHT(bins_chisq(large_copy, n, trials, &fixed), df);
        CHECKF(as_many_as(fixed, trials), "%u fixed points in %u", fixed, trials);
        const double cycle = bins_chisq(large_cycle, n, trials, &fixed);
        CHECK(fixed == 0);
        if (trials > 16) /* a cycle is not a shuffle, which must be detected */
            CHECK(!as_many_as(fixed, trials));
        if (n >= 20000) /* with fewer, it shows that no element keeps its place */
            RIGHT(cycle, df);
        WRONG(bins_chisq(large_wrong, n, trials, &fixed), df);
    }
}

/* ---- samples of huge ranges ------------------------------------------------------ */

/* The first steps of walks with one die from a word (beyond 2^28) or two. */
static void test_huge_samples(void)
{
    static uint64_t out[100000];
    static const uint64_t ranges[] = {(uint64_t)1 << 27, ((uint64_t)1 << 28) + 50000,
                                      (uint64_t)1 << 40, UINT64_MAX};
    for (size_t i = 0; i < 4; i++) {
        uint64_t count[BINS] = {0}, lag[BINS] = {0};
        start(60);
        CHECK(fair_sample(&rng, ranges[i], out, 100000, NULL) == FAIR_OK);
        for (size_t j = 0; j < 100000; j++) {
            count[out[j] / (ranges[i] / BINS + 1)]++;
            lag[(out[j] / (ranges[i] / BINS + 1) +
                 out[(j + 1) % 100000] / (ranges[i] / BINS + 1)) %
                BINS]++;
        }
        RIGHT(chisq_even(count, BINS, 100000), BINS - 1);
        RIGHT(chisq_even(lag, BINS, 100000), BINS - 1);
        CHECK(fair_sample_sorted(&rng, ranges[i], out, 100000) == FAIR_OK);
        memset(count, 0, sizeof count);
        for (size_t j = 0; j < 100000; j++) {
            count[out[j] / (ranges[i] / BINS + 1)]++;
            CHECK(j == 0 || out[j] > out[j - 1]);
        }
        RIGHT(chisq_even(count, BINS, 100000), BINS - 1);
        for (size_t j = 0; j < BINS; j++) /* negative control: bins of another range */
            count[j] = 0;
        for (size_t j = 0; j < 100000; j++)
            count[out[j] / (ranges[i] / BINS / 8 * 9 + 1)]++;
        WRONG(chisq_even(count, BINS, 100000), BINS - 1);
    }
}

/* A long stream: the sample must have as many items of each tenth of it. */
static void test_long_stream(void)
{
    uint64_t count[10] = {0}, slots[50] = {0}, taken = 0;
    start(61);
    for (unsigned t = 0; t < 2000; t++) {
        enum { K = 50, ITEMS = 100000 };
        uint64_t slot[K];
        fair_reservoir r;
        fair_reservoir_init(&r, K);
        while (fair_reservoir_seen(&r) < ITEMS) {
            fair_reservoir_pass(&r, &rng, ITEMS - fair_reservoir_seen(&r));
            if (fair_reservoir_seen(&r) == ITEMS)
                break;
            const uint64_t item = fair_reservoir_seen(&r);
            const size_t at = fair_reservoir_offer(&r, &rng);
            CHECK(at < K);
            slot[at] = item;
            slots[at]++;
            taken++;
        }
        for (unsigned i = 0; i < K; i++)
            count[slot[i] / (ITEMS / 10)]++;
    }
    RIGHT(chisq_even(count, 10, 2000 * 50), 9);
    RIGHT(chisq_even(slots, 50, taken), 49);
    /* The expected number of items taken is the sum of k / t, about k (1 + ln(n / k)). */
    const double mean = 50 * (1 + log(100000 / 50.0)) * 2000;
    CHECKF(fabs((double)taken - mean) < 0.01 * mean, "%" PRIu64 " taken, not about %.0f",
           taken, mean);
    count[0] += 700; /* negative control: slightly too many of the first tenth */
    count[9] -= 700;
    WRONG(chisq_even(count, 10, 2000 * 50), 9);
}

int main(void)
{
    TEST("cards: every place equally often for every card")
    test_cards();
    TEST("large arrays: places in bins, fixed points, in every phase of the walks")
    test_large();
    TEST("samples of huge ranges")
    test_huge_samples();
    TEST("reservoirs of long streams")
    test_long_stream();
    return test_done();
}

/* SPDX-License-Identifier: MIT
 *
 * test_statistics.c - the real generator, real sizes: chi-square tests with fixed keys,
 * so that they never fail by chance.
 *
 * What the proofs cannot reach: dice and generator together, and every phase of the walks
 * at its real size. A right function must have a p-value between 1e-4 and 1 - 1e-4 (both
 * tails: too even is wrong as well). Each test is also given a wrong function, and must
 * see it: p below 1e-9.
 */
#include "fairshuf.h"

#include <math.h>

#include "catalogue.h"
#include "chisq.h"
#include "position.h"
#include "test.h"

static fair_rng rng;

static void start(unsigned s)
{
    fair_rng_init_key(&rng, test_key(s));
}

static int plausible(double x, double df)
{
    return audit_chisq_upper(x, df) > 1e-4 && audit_chisq_lower(x, df) > 1e-4;
}

static int absurd(double x, double df)
{
    return audit_chisq_upper(x, df) < 1e-9;
}

#define RIGHT(x, df)                                                                     \
    CHECKF(plausible(x, (double)(df)), "%s: chi-square %.1f on %.0f", __func__, x,       \
           (double)(df))
#define WRONG(x, df)                                                                     \
    CHECKF(absurd(x, (double)(df)), "%s: chi-square %.1f on %.0f is not seen as wrong",  \
           __func__, x, (double)(df))

static double chisq_even(const uint64_t *count, size_t cells, uint64_t trials)
{
    const double expected = (double)trials / (double)cells;
    double sum = 0;
    for (size_t i = 0; i < cells; i++)
        sum += ((double)count[i] - expected) * ((double)count[i] - expected) / expected;
    return sum;
}

/* ---- dice ------------------------------------------------------------------------- */

static uint64_t below_die(uint64_t n)
{
    return fair_below(&rng, n);
}

static uint64_t between_die(uint64_t n)
{
    return (uint64_t)(fair_between(&rng, -3, (int64_t)n - 4) + 3);
}

static uint64_t batch_die(uint64_t n)
{
    static uint64_t batch[7]; /* never a multiple of what a word holds */
    static size_t at = 7;
    if (at == 7) {
        fair_dice(&rng, batch, 7, n);
        at = 0;
    }
    return batch[at++];
}

/* A small number modulo n: what `rand() % n` does, with a RAND_MAX of 255, or of 15 for
 * small dice, so that it shows. */
static uint64_t modulo_die(uint64_t n)
{
    uint8_t byte;
    fair_rng_bytes(&rng, &byte, 1);
    return (n <= 8 ? byte % 16 : byte) % n;
}

static double dice_chisq(uint64_t (*die)(uint64_t), size_t n, unsigned trials)
{
    uint64_t count[1000] = {0};
    for (unsigned t = 0; t < trials; t++)
        count[die(n)]++;
    return chisq_even(count, n, trials);
}

/* Two dice in a row, for dice that come from one word. */
static double pairs_chisq(uint64_t (*die)(uint64_t), size_t n, unsigned trials)
{
    uint64_t count[1000] = {0};
    for (unsigned t = 0; t < trials; t++) {
        const uint64_t first = die(n);
        count[first * n + die(n)]++;
    }
    return chisq_even(count, n * n, trials);
}

static uint64_t sticky_die(uint64_t n)
{
    static uint64_t last;
    return last = fair_below(&rng, 50) == 0 ? last % n : fair_below(&rng, n);
}

static void test_dice(void)
{
    static const size_t sides[] = {2, 3, 6, 10, 52, 100, 1000};
    for (size_t i = 0; i < 7; i++) {
        start(50);
        RIGHT(dice_chisq(below_die, sides[i], 200000), sides[i] - 1);
        RIGHT(dice_chisq(between_die, sides[i], 200000), sides[i] - 1);
        RIGHT(dice_chisq(batch_die, sides[i], 200000), sides[i] - 1);
    }
    start(51);
    WRONG(dice_chisq(modulo_die, 100, 200000), 99);
    WRONG(dice_chisq(modulo_die, 52, 200000), 51);
    for (size_t n = 2; n <= 30; n += 7) {
        start(52);
        RIGHT(pairs_chisq(below_die, n, 200000), n * n - 1);
        RIGHT(pairs_chisq(batch_die, n, 200000), n * n - 1);
    }
    WRONG(pairs_chisq(sticky_die, 9, 200000), 80);
}

/* ---- every outcome, small n ---------------------------------------------------------
 */

typedef void maker(unsigned char *a, unsigned n, unsigned k);

static void make_shuffle(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    fair_shuffle(&rng, a, n, 1);
}

static void make_copy(unsigned char *a, unsigned n, unsigned k)
{
    unsigned char from[16];
    (void)k;
    memcpy(from, a, n);
    fair_shuffle_copy(&rng, a, from, n, 1);
}

static void make_cycle(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    fair_cycle(&rng, a, n, 1);
}

static void make_derangement(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    CHECK(fair_derange(&rng, a, n, 1) == FAIR_OK);
}

static void keep(unsigned char *a, unsigned n, const uint64_t *out, unsigned k)
{
    for (unsigned i = 0; i < n; i++)
        a[i] = (unsigned char)(i < k ? out[i] : 0);
}

static void make_sample(unsigned char *a, unsigned n, unsigned k)
{
    uint64_t out[16];
    CHECK(fair_sample(&rng, n, out, k) == FAIR_OK);
    keep(a, n, out, k);
}

static void make_sorted(unsigned char *a, unsigned n, unsigned k)
{
    uint64_t out[16];
    CHECK(fair_sample_sorted(&rng, n, out, k) == FAIR_OK);
    keep(a, n, out, k);
}

static void sort(uint64_t *a, unsigned k)
{
    for (unsigned i = 1; i < k; i++)
        for (unsigned j = i; j > 0 && a[j] < a[j - 1]; j--) {
            const uint64_t kept = a[j];
            a[j] = a[j - 1];
            a[j - 1] = kept;
        }
}

static void make_reservoir(unsigned char *a, unsigned n, unsigned k)
{
    uint64_t slot[16];
    fair_reservoir r;
    fair_reservoir_init(&r, k);
    for (unsigned item = 0; item < n; item++) {
        const size_t at = fair_reservoir_offer(&r, &rng);
        if (at < k)
            slot[at] = item;
    }
    sort(slot, k);
    keep(a, n, slot, k);
}

/* Wrong: takes the next item with probability k / t instead of k / (t + 1). */
static void make_wrong_reservoir(unsigned char *a, unsigned n, unsigned k)
{
    uint64_t slot[16];
    for (unsigned item = 0; item < n; item++)
        if (item < k)
            slot[item] = item;
        else if (fair_below(&rng, item) < k)
            slot[fair_below(&rng, k)] = item;
    sort(slot, k);
    keep(a, n, slot, k);
}

static uint64_t fair_choose(void *context, uint64_t m)
{
    return fair_below(context, m);
}

static void make_wrong(const char *name, unsigned char *a, unsigned n)
{
    const audit_die die = {fair_choose, &rng};
    audit_find(name)->run(&die, a, n);
}

static void make_swap_with_any(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    make_wrong("swap-with-any", a, n);
}

static void make_sattolo(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    make_wrong("sattolo", a, n);
}

static void make_off_by_one(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    make_wrong("stops-early", a, n);
}

static void make_modulo(unsigned char *a, unsigned n, unsigned k)
{
    (void)k;
    for (unsigned i = n; i-- > 1;) {
        const uint64_t j = modulo_die(i + 1);
        const unsigned char kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }
}

/* Counts whole outcomes; df from how many there should be. Outcomes that should not be
 * cannot hide: they take from the others. */
static double outcomes_chisq(maker *make, unsigned n, unsigned k, unsigned outcomes,
                             unsigned trials)
{
    enum { SLOTS = 1 << 14 };
    static uint64_t code[SLOTS], count[SLOTS];
    memset(code, 0, sizeof code);
    memset(count, 0, sizeof count);
    for (unsigned t = 0; t < trials; t++) {
        unsigned char a[16];
        uint64_t c = 1;
        for (unsigned i = 0; i < n; i++)
            a[i] = (unsigned char)i;
        make(a, n, k);
        for (unsigned i = 0; i < n; i++)
            c = c * 16 + a[i];
        size_t at = (size_t)((c * 0x9e3779b97f4a7c15u) >> 50);
        while (code[at] != 0 && code[at] != c)
            at = (at + 1) % SLOTS;
        code[at] = c;
        count[at]++;
    }
    const double expected = (double)trials / outcomes;
    double sum = 0;
    unsigned seen = 0;
    for (size_t i = 0; i < SLOTS; i++)
        if (count[i] > 0) {
            sum +=
                ((double)count[i] - expected) * ((double)count[i] - expected) / expected;
            seen++;
        }
    if (seen < outcomes)
        sum += (outcomes - seen) * expected;
    return seen > outcomes ? INFINITY : sum;
}

static void test_outcomes(void)
{
    start(53);
    RIGHT(outcomes_chisq(make_shuffle, 4, 0, 24, 200000), 23);
    RIGHT(outcomes_chisq(make_shuffle, 6, 0, 720, 200000), 719);
    RIGHT(outcomes_chisq(make_shuffle, 7, 0, 5040, 200000), 5039);
    RIGHT(outcomes_chisq(make_copy, 4, 0, 24, 200000), 23);
    RIGHT(outcomes_chisq(make_copy, 7, 0, 5040, 200000), 5039);
    RIGHT(outcomes_chisq(make_cycle, 7, 0, 720, 200000), 719);
    RIGHT(outcomes_chisq(make_derangement, 4, 0, 9, 200000), 8);
    RIGHT(outcomes_chisq(make_derangement, 7, 0, 1854, 200000), 1853);
    RIGHT(outcomes_chisq(make_sample, 16, 3, 3360, 200000), 3359); /* sparse */
    RIGHT(outcomes_chisq(make_sample, 7, 4, 840, 200000), 839);    /* dense */
    start(54);
    WRONG(outcomes_chisq(make_swap_with_any, 4, 0, 24, 200000), 23);
    WRONG(outcomes_chisq(make_swap_with_any, 7, 0, 5040, 200000), 5039);
    WRONG(outcomes_chisq(make_sattolo, 7, 0, 5040, 200000), 5039);
    WRONG(outcomes_chisq(make_off_by_one, 7, 0, 5040, 200000), 5039);
    WRONG(outcomes_chisq(make_modulo, 7, 0, 5040, 200000), 5039);
    WRONG(outcomes_chisq(make_shuffle, 7, 0, 1854, 200000), 1853); /* not all deranged */
}

static void test_sets(void)
{
    start(55);
    RIGHT(outcomes_chisq(make_sorted, 7, 3, 35, 200000), 34);
    RIGHT(outcomes_chisq(make_sorted, 16, 1, 16, 200000), 15);
    RIGHT(outcomes_chisq(make_sorted, 16, 5, 4368, 200000), 4367);
    RIGHT(outcomes_chisq(make_sorted, 12, 11, 12, 200000), 11);
    RIGHT(outcomes_chisq(make_reservoir, 7, 3, 35, 200000), 34);
    RIGHT(outcomes_chisq(make_reservoir, 16, 1, 16, 200000), 15);
    RIGHT(outcomes_chisq(make_reservoir, 16, 5, 4368, 200000), 4367);
    RIGHT(outcomes_chisq(make_reservoir, 12, 11, 12, 200000), 11);
    start(56);
    WRONG(outcomes_chisq(make_wrong_reservoir, 7, 3, 35, 200000), 34);
    WRONG(outcomes_chisq(make_wrong_reservoir, 16, 1, 16, 200000), 15);
}

/* ---- cards: the position matrix -------------------------------------------------------
 */

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

/* ---- large arrays: places in bins, and fixed points
 * ------------------------------------ */

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

/* Counts (bin of card, bin of place) over `trials` orders of n. One order's counts have
 * the variance of a table with fixed margins times n / (n - 1). */
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

/* Fixed points: one in the mean for each order, with nearly a Poisson law. */
static int as_many_as(unsigned fixed, unsigned trials)
{
    return fabs((double)fixed - (double)trials) < 4 * sqrt((double)trials);
}

static void test_large(void)
{
    /* below and above each limit of src/dice.h, up to two dice a word */
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
        if (trials > 16) /* a cycle is no shuffle, and that shows as well */
            CHECK(!as_many_as(fixed, trials));
        if (n >= 20000) /* below, what is missing on the diagonal shows */
            RIGHT(cycle, df);
        WRONG(bins_chisq(large_wrong, n, trials, &fixed), df);
    }
}

/* ---- samples of huge ranges
 * --------------------------------------------------------------- */

/* One die a word (beyond 2^28), as the first steps of a walk. */
static void test_huge_samples(void)
{
    static uint64_t out[100000];
    static const uint64_t ranges[] = {(uint64_t)1 << 27, ((uint64_t)1 << 28) + 50000,
                                      (uint64_t)1 << 40, UINT64_MAX};
    for (size_t i = 0; i < 4; i++) {
        uint64_t count[BINS] = {0}, lag[BINS] = {0};
        start(60);
        CHECK(fair_sample(&rng, ranges[i], out, 100000) == FAIR_OK);
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
        for (size_t j = 0; j < BINS; j++) /* the control: one range taken for another */
            count[j] = 0;
        for (size_t j = 0; j < 100000; j++)
            count[out[j] / (ranges[i] / BINS / 8 * 9 + 1)]++;
        WRONG(chisq_even(count, BINS, 100000), BINS - 1);
    }
}

/* A long stream: each tenth of it must be held equally often. */
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
    /* items taken: sum of k / t, about k (1 + ln(n / k)) */
    const double mean = 50 * (1 + log(100000 / 50.0)) * 2000;
    CHECKF(fabs((double)taken - mean) < 0.01 * mean, "%" PRIu64 " taken, not about %.0f",
           taken, mean);
    count[0] += 700; /* the control: the first tenth kept a little longer */
    count[9] -= 700;
    WRONG(chisq_even(count, 10, 2000 * 50), 9);
}

static void test_weights(void)
{
    static const uint64_t weights[] = {1, 0, 2, 3, 4, 10, 80};
    uint64_t count[7] = {0};
    start(62);
    for (unsigned t = 0; t < 200000; t++) {
        uint64_t out[2];
        CHECK(fair_sample_weighted(&rng, weights, 7, out, 2) == FAIR_OK);
        CHECK(out[0] != out[1]);
        count[out[0]]++;
    }
    double sum = 0, wrong = 0;
    for (size_t i = 0; i < 7; i++)
        if (weights[i] > 0) {
            const double expected = (double)weights[i] * 2000;
            const double other = ((double)weights[i] + 0.2) * 200000 / 101.2;
            sum += pow((double)count[i] - expected, 2) / expected;
            wrong += pow((double)count[i] - other, 2) / other;
        }
    CHECK(count[1] == 0);
    RIGHT(sum, 5);
    WRONG(wrong, 5); /* weights off by a fifth */
}

int main(void)
{
    TEST("dice: every side equally often, and pairs of dice from one word")
    test_dice();
    TEST("small n: every outcome equally often")
    test_outcomes();
    TEST("sorted samples and reservoirs: every set equally often")
    test_sets();
    TEST("cards: every place equally often for every card")
    test_cards();
    TEST("large arrays: places in bins, fixed points, in every phase of the walks")
    test_large();
    TEST("samples of huge ranges")
    test_huge_samples();
    TEST("reservoirs of long streams")
    test_long_stream();
    TEST("weighted samples")
    test_weights();
    return test_done();
}

/* SPDX-License-Identifier: MIT
 *
 * test_statistics.c - the real generator and the real dice with few elements: chi-square
 * tests of dice, whole outcomes, sets and weights, each with a negative control.
 */
#include "tests/support/statistics.h"

#include <math.h>

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
    static uint64_t batch[7]; /* not a multiple of the number of dice from a word */
    static size_t at = 7;
    if (at == 7) {
        fair_dice(&rng, batch, 7, n);
        at = 0;
    }
    return batch[at++];
}

static double dice_chisq(uint64_t (*die)(uint64_t), size_t n, unsigned trials)
{
    uint64_t count[1000] = {0};
    for (unsigned t = 0; t < trials; t++)
        count[die(n)]++;
    return chisq_even(count, n, trials);
}

/* Pairs of consecutive dice, which may come from one word. */
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

/* ---- every outcome, small n -------------------------------------------------------- */

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
    CHECK(fair_derange(&rng, a, n, 1, NULL) == FAIR_OK);
}

static void keep(unsigned char *a, unsigned n, const uint64_t *out, unsigned k)
{
    for (unsigned i = 0; i < n; i++)
        a[i] = (unsigned char)(i < k ? out[i] : 0);
}

static void make_sample(unsigned char *a, unsigned n, unsigned k)
{
    uint64_t out[16];
    CHECK(fair_sample(&rng, n, out, k, NULL) == FAIR_OK);
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

/* Counts whole outcomes, of which there should be `outcomes`. Outcomes that should not
 * occur are noticed: the others are then too rare. */
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

static void test_weights(void)
{
    static const uint64_t weights[] = {1, 0, 2, 3, 4, 10, 80};
    uint64_t count[7] = {0};
    start(62);
    for (unsigned t = 0; t < 200000; t++) {
        uint64_t out[2];
        CHECK(fair_sample_weighted(&rng, weights, 7, out, 2, NULL) == FAIR_OK);
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
    WRONG(wrong, 5); /* weights that are 0.2 too large */
}

/* ---- a weighted reservoir against fair_sample_weighted ------------------------------
 */

enum { ITEMS = 400, DRAWS = 40, TRIALS = 20000 };

static const unsigned watched[] = {0, 1, 19, DRAWS - 1}; /* draws */

/* How often each item is in each watched draw. */
typedef uint64_t item_counts[4][ITEMS];

static void fill_weights(uint64_t *weights)
{
    for (uint64_t i = 0; i < ITEMS; i++)
        weights[i] = 100 + i * 7919 % 1000 + (i % 40 == 0 ? 4000 : 0);
}

static void count_samples(item_counts count)
{
    uint64_t weights[ITEMS], out[DRAWS];
    fill_weights(weights);
    memset(count, 0, sizeof(item_counts));
    for (unsigned t = 0; t < TRIALS; t++) {
        CHECK(fair_sample_weighted(&rng, weights, ITEMS, out, DRAWS, NULL) == FAIR_OK);
        for (unsigned d = 0; d < 4; d++)
            count[d][out[watched[d]]]++;
    }
}

static void count_reservoirs(item_counts count)
{
    uint64_t weights[ITEMS], stored[DRAWS];
    fair_weighted_slot slots[DRAWS];
    fill_weights(weights);
    memset(count, 0, sizeof(item_counts));
    for (unsigned t = 0; t < TRIALS; t++) {
        fair_weighted_reservoir r;
        fair_weighted_reservoir_init(&r, slots, DRAWS);
        for (size_t i = 0; i < ITEMS; i++) {
            size_t slot;
            CHECK(fair_weighted_reservoir_offer(&r, &rng, weights[i], &slot) == FAIR_OK);
            if (slot < DRAWS)
                stored[slot] = i;
        }
        for (unsigned d = 0; d < 4; d++)
            count[d][stored[fair_weighted_reservoir_slot(&r, watched[d])]]++;
    }
}

/* Chi-square of two counts with the same number of trials. */
static double two_counts(const uint64_t *a, const uint64_t *b)
{
    double sum = 0;
    for (size_t i = 0; i < ITEMS; i++)
        if (a[i] + b[i] > 0)
            sum += pow((double)a[i] - (double)b[i], 2) / (double)(a[i] + b[i]);
    return sum;
}

static void test_weighted_reservoir(void)
{
    static item_counts samples, reservoirs;
    start(63);
    count_samples(samples);
    count_reservoirs(reservoirs);
    for (unsigned d = 0; d < 4; d++)
        RIGHT(two_counts(samples[d], reservoirs[d]), ITEMS - 1);
    WRONG(two_counts(samples[0], reservoirs[3]), ITEMS - 1); /* another draw */
    WRONG(two_counts(reservoirs[0], reservoirs[3]), ITEMS - 1);
}

static void test_weighted_dice(void)
{
    static uint64_t weights[ITEMS], out[100 * ITEMS * 10], count[ITEMS];
    enum { DICE = sizeof out / sizeof *out };
    uint64_t total = 0;
    double right = 0, wrong = 0;
    fill_weights(weights);
    start(64);
    CHECK(fair_dice_weighted(&rng, weights, ITEMS, out, DICE, NULL) == FAIR_OK);
    for (size_t i = 0; i < DICE; i++)
        count[out[i]]++;
    for (size_t i = 0; i < ITEMS; i++)
        total += weights[i];
    for (size_t i = 0; i < ITEMS; i++) {
        const double expected = (double)weights[i] / (double)total * DICE;
        const double next = (double)weights[(i + 1) % ITEMS] / (double)total * DICE;
        right += pow((double)count[i] - expected, 2) / expected;
        wrong += pow((double)count[i] - next, 2) / next;
    }
    RIGHT(right, ITEMS - 1);
    WRONG(wrong, ITEMS - 1); /* off by one item */
}

int main(void)
{
    TEST("dice: every side equally often, and pairs of dice from one word")
    test_dice();
    TEST("small n: every outcome equally often")
    test_outcomes();
    TEST("sorted samples and reservoirs: every set equally often")
    test_sets();
    TEST("weighted samples")
    test_weights();
    TEST("weighted dice")
    test_weighted_dice();
    TEST("weighted reservoirs: every draw as in a weighted sample")
    test_weighted_reservoir();
    return test_done();
}

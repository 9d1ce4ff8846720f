/* SPDX-License-Identifier: MIT
 *
 * test_samples.c - views of samples of k out of n items, with and without replacement:
 * bets are fair and covariances correct, by enumeration; p-values of fair audits are
 * uniform in both tails; each view finds what it was made for.
 */
#include "audit/views/chi_square_fit.h"
#include "tests/audit/views/views.h"

/* ---- makers ------------------------------------------------------------------------ */

enum maker { POSITIONS, ITEMS, PAIRS, REPEATS, SERIAL, MAKERS };

static audit_view *make(enum maker maker, size_t n, size_t k, int put_back)
{
    switch (maker) {
    case POSITIONS:
        return audit_view_sample_positions(n, k, put_back);
    case ITEMS:
        return audit_view_sample_items(n, k, put_back);
    case PAIRS:
        return audit_view_sample_pairs(n, k, put_back);
    case REPEATS:
        return audit_view_sample_repeats(n, k, put_back, 1 << 20);
    default:
        return audit_view_sample_serial(n, k, put_back);
    }
}

/* ---- samples ----------------------------------------------------------------------- */

typedef void sampler(audit_source *source, uint32_t *items, size_t n, size_t k,
                     uint64_t number);

static int is_in(const uint32_t *items, size_t count, uint32_t item)
{
    for (size_t i = 0; i < count; i++)
        if (items[i] == item)
            return 1;
    return 0;
}

static void fair_set(audit_source *source, uint32_t *items, size_t n, size_t k,
                     uint64_t number)
{
    (void)number;
    for (size_t i = 0; i < k; i++)
        do
            items[i] = (uint32_t)audit_source_below(source, n);
        while (is_in(items, i, items[i]));
}

static void fair_sequence(audit_source *source, uint32_t *items, size_t n, size_t k,
                          uint64_t number)
{
    (void)number;
    for (size_t i = 0; i < k; i++)
        items[i] = (uint32_t)audit_source_below(source, n);
}

/* 11 of 100 numbers never come. */
static void never_some(audit_source *source, uint32_t *items, size_t n, size_t k,
                       uint64_t number)
{
    do
        fair_set(source, items, n, k, number);
    while (items[0] % 9 == 4);
}

/* The lower half of the items has probability 0.6. */
static void lower_half(audit_source *source, uint32_t *items, size_t n, size_t k,
                       uint64_t number)
{
    fair_set(source, items, n, k, number);
    const uint32_t lower = items[0] % (uint32_t)(n / 2);
    if (!is_in(items, k, lower) && audit_source_below(source, 5) == 0)
        items[0] = lower;
}

/* If item 3 is drawn, item 4 is often the next. */
static void friends(audit_source *source, uint32_t *items, size_t n, size_t k,
                    uint64_t number)
{
    fair_set(source, items, n, k, number);
    if (items[0] % 2 == 0 && !is_in(items, k, items[0] + 1) &&
        audit_source_below(source, 4) == 0)
        items[1] = items[0] + 1;
}

static void few_seeds(audit_source *source, uint32_t *items, size_t n, size_t k,
                      uint64_t number)
{
    audit_source few = source_of(60, audit_source_below(source, 4096));
    fair_set(&few, items, n, k, number);
}

/* Keeps one item of the previous sample in one of two cases. */
static void sticky(audit_source *source, uint32_t *items, size_t n, size_t k,
                   uint64_t number)
{
    const uint32_t before = items[0];
    fair_set(source, items, n, k, number);
    if (number > 0 && audit_source_below(source, 2) == 0 && !is_in(items, k, before))
        items[0] = before;
}

static void counter(audit_source *source, uint32_t *items, size_t n, size_t k,
                    uint64_t number)
{
    (void)source;
    for (size_t i = 0; i < k; i++)
        items[i] = (uint32_t)((number * 37 + i) % n);
}

/* Each item of the sample in ascending order, as some programs give them. */
static void sorted(audit_source *source, uint32_t *items, size_t n, size_t k,
                   uint64_t number)
{
    fair_set(source, items, n, k, number);
    for (size_t i = 1; i < k; i++)
        for (size_t j = i; j > 0 && items[j - 1] > items[j]; j--) {
            const uint32_t item = items[j];
            items[j] = items[j - 1];
            items[j - 1] = item;
        }
}

/* Gives samples to a view; returns the number after which wealth reached `enough`. */
static size_t run(audit_view **views, size_t how_many, sampler *sample,
                  audit_source *source, size_t n, size_t k, size_t count, double enough)
{
    audit_block *block = audit_block_of_samples(n, k, 1);
    size_t reached = 0;
    block->count = 1;
    for (size_t t = 0; t < count && reached == 0; t++) {
        sample(source, block->items, n, k, t);
        for (size_t i = 0; i < how_many; i++)
            feed(views[i], block, 0, 1);
        if (enough > 0 && views[0]->evidence(views[0]) >= log(enough))
            reached = t + 1;
    }
    audit_block_free(block);
    return reached;
}

/* ---- proofs ------------------------------------------------------------------------ */

/* All sequences of `length` samples: the mean wealth, and mean and variance of a test. */
typedef struct moments {
    double wealth, mean, variance, third, df; /* variance and third: about the mean */
} moments;

static size_t possible(size_t n, size_t k, int put_back)
{
    size_t all = 1;
    for (size_t i = 0; i < k; i++)
        all *= put_back ? n : n - i;
    return all;
}

static void sample_number(size_t number, uint32_t *items, size_t n, size_t k,
                          int put_back)
{
    for (size_t i = 0; i < k; i++) {
        const size_t m = put_back ? n : n - i;
        size_t rank = number % m;
        number /= m;
        items[i] = (uint32_t)rank;
        for (uint32_t item = 0; !put_back; item++)
            if (!is_in(items, i, item) && rank-- == 0) {
                items[i] = item;
                break;
            }
    }
}

static moments enumerate(enum maker maker, size_t n, size_t k, int put_back,
                         size_t length, const char *name)
{
    const size_t each = possible(n, k, put_back);
    size_t sequences = 1;
    double wealth = 0, first = 0, second = 0, third = 0, df = 0;
    audit_block *block = audit_block_of_samples(n, k, length);
    block->count = length;
    for (size_t i = 0; i < length; i++)
        sequences *= each;
    for (size_t number = 0; number < sequences; number++) {
        audit_view *view = make(maker, n, k, put_back);
        for (size_t i = 0, rest = number; i < length; i++, rest /= each)
            sample_number(rest % each, block->items + i * k, n, k, put_back);
        feed(view, block, 0, length);
        wealth += exp(view->evidence(view));
        if (name != NULL) {
            const audit_test test = test_named(view, name);
            first += test.value;
            second += test.value * test.value;
            third += test.value * test.value * test.value;
            df = test.df;
        }
        view->free(view);
    }
    audit_block_free(block);
    const double all = (double)sequences, mean = first / all;
    return (moments){wealth / all, mean, second / all - mean * mean,
                     third / all - 3 * mean * second / all + 2 * mean * mean * mean, df};
}

static void check_fair_bets(size_t n, size_t k, int put_back, size_t length)
{
    for (int maker = 0; maker < MAKERS; maker++) {
        const double mean =
            enumerate((enum maker)maker, n, k, put_back, length, NULL).wealth;
        CHECKF(fabs(mean - 1) < 1e-11, "view %d, %zu of %zu, %d: %.15g", maker, k, n,
               put_back, mean);
    }
}

/* As in test_digits.c: for two samples the variance is df if and only if the covariance
 * is correct. */
static void check_moments(enum maker maker, size_t n, size_t k, int put_back,
                          const char *name)
{
    const moments m = enumerate(maker, n, k, put_back, 2, name);
    CHECKF(fabs(m.mean - m.df) < 1e-9 * m.df && fabs(m.variance - m.df) < 1e-9 * m.df,
           "%s, %zu of %zu, %d: mean %.12g, variance %.12g, df %g", name, k, n, put_back,
           m.mean, m.variance, m.df);
}

/* Whether the test of pairs is usable after this many samples without replacement. */
static int pairs_are_usable(size_t n, size_t k, size_t count)
{
    audit_source source = source_of(60, 40);
    audit_view *view = make(PAIRS, n, k, 0);
    view->bets = 0;
    run(&view, 1, fair_set, &source, n, k, count, 0);
    const int usable = test_named(view, "sample-pairs").usable;
    view->free(view);
    return usable;
}

/* The sum of 1/E over all pairs of 6 items, for one sample of k. */
static double cells_of_six(size_t k)
{
    const double c = (double)k;
    const double p2 = c * (c - 1) / 30, p3 = p2 * (c - 2) / 4, p4 = p3 * (c - 3) / 3;
    return 15 / (p2 - 2 * p3 + p4);
}

/* Compiled with AUDIT_SAMPLE_ALL = 2 and so on, samples of a few items count as large,
 * and only some of their positions are bet on. */
static void test_large_samples(void)
{
    TEST("bets on some positions of large samples are fair")
    {
        check_fair_bets(4, 3, 0, 2);
        check_fair_bets(4, 4, 0, 2);
        check_fair_bets(5, 4, 0, 2);
        check_fair_bets(5, 5, 0, 2);
        check_fair_bets(6, 4, 0, 2);
        check_fair_bets(3, 3, 1, 2);
        check_fair_bets(2, 5, 1, 2);
    }
}

static void test_proofs(void)
{
    TEST("bets are fair: the mean wealth of all sequences of samples is 1")
    for (int put_back = 0; put_back < 2; put_back++) {
        check_fair_bets(2, 1, put_back, 8);
        check_fair_bets(3, 1, put_back, 6);
        check_fair_bets(3, 2, put_back, 4);
        check_fair_bets(4, 2, put_back, 3);
        check_fair_bets(4, 3, put_back, 2);
        check_fair_bets(3, 3, put_back, 3);
        check_fair_bets(5, 3, put_back, 2);
    }
    TEST("bets are fair for ranges of items, and for one item more than there are")
    {
        check_fair_bets(130, 1, 0, 2);
        check_fair_bets(2, 3, 1, 4);
    }
    TEST("mean and variance of all pairs of samples prove the covariances")
    {
        check_moments(POSITIONS, 5, 1, 0, "sample-place");
        check_moments(POSITIONS, 5, 3, 0, "sample-place");
        check_moments(POSITIONS, 4, 4, 0, "sample-place");
        check_moments(ITEMS, 5, 2, 0, "sample-item");
        check_moments(ITEMS, 6, 4, 0, "sample-item");
        check_moments(PAIRS, 5, 2, 0, "sample-pairs");
        check_moments(PAIRS, 5, 3, 0, "sample-pairs");
        check_moments(PAIRS, 6, 4, 0, "sample-pairs");
    }
    TEST("the third moment of pairs decides when their test is usable")
    {
        for (size_t k = 2; k <= 4; k++) {
            /* Of two samples the statistic is df + V W (sample_pairs.c). */
            const double third = enumerate(PAIRS, 6, k, 0, 2, "sample-pairs").third;
            const double all = fmax(third, cells_of_six(k)) * (1 + 1e-9);
            size_t first = 1;
            while (!audit_chi_square_trusted(9, all / (double)first))
                first++;
            CHECKF(!pairs_are_usable(6, k, first - 1) && pairs_are_usable(6, k, first),
                   "%zu of 6: %zu samples", k, first);
        }
        CHECK(!pairs_are_usable(100, 50, 100) && pairs_are_usable(100, 50, 1100));
    }
    TEST("with replacement, lengths vary: only the means")
    {
        moments m = enumerate(ITEMS, 4, 3, 1, 2, "sample-item");
        CHECK(fabs(m.mean - 3) < 1e-9 && m.df == 3);
        m = enumerate(POSITIONS, 4, 3, 1, 2, "sample-place");
        CHECK(fabs(m.mean - 6) < 1e-9 && m.df == 6);
        m = enumerate(PAIRS, 4, 3, 1, 2, "sample-pairs");
        CHECKF(fabs(m.mean - 6) < 1e-9 && m.df == 6, "%g", m.mean);
    }
    TEST("the mean number of items never seen; its exact tails are within Poisson's")
    {
        const moments m = enumerate(ITEMS, 5, 2, 0, 3, "sample-unseen");
        CHECKF(fabs(m.mean - 5 * 0.216) < 1e-9, "%g", m.mean);
        CHECK(m.variance < m.mean);
    }
}

/* ---- fair and unfair --------------------------------------------------------------- */

/* The fewest tests that must be usable. */
static void test_fair(size_t n, size_t k, int put_back, size_t count, unsigned audits,
                      unsigned least)
{
    tallies all = {0};
    unsigned rich = 0;
    for (unsigned i = 0; i < audits; i++) {
        audit_source source = source_of(60, 100000 * n + 1000 * k + i);
        audit_view *views[MAKERS];
        for (int m = 0; m < MAKERS; m++)
            views[m] = make((enum maker)m, n, k, put_back);
        run(views, MAKERS, put_back ? fair_sequence : fair_set, &source, n, k, count, 0);
        for (int m = 0; m < MAKERS; m++) {
            tally_tests(&all, views[m]);
            rich += views[m]->evidence(views[m]) > log(100);
            views[m]->free(views[m]);
        }
    }
    tally_check(&all, n, audits);
    CHECKF(rich <= audits * 5 / 100, "%zu of %zu: %u times", k, n, rich);
    unsigned usable = 0;
    for (size_t i = 0; i < all.count; i++)
        usable += all.of[i].audits > 0;
    CHECKF(usable >= least, "%zu of %zu: %u tests", k, n, usable);
}

static void test_seen(enum maker maker, sampler *sample, size_t n, size_t k,
                      size_t within, const char *name)
{
    audit_source source = source_of(60, 30);
    audit_view *view = make(maker, n, k, 0);
    view->bets = 0;
    run(&view, 1, sample, &source, n, k, within, 0);
    const audit_test test = test_named(view, name);
    CHECKF(test.usable && audit_two_sided(test.tails) < 1e-8, "%s: %d, %g", name,
           test.usable, audit_two_sided(test.tails));
    CHECK(view->evidence(view) == 0);
    view->free(view);
}

/* By betting, and by the test. */
static void test_found(enum maker maker, sampler *sample, size_t n, size_t k,
                       size_t within, const char *name)
{
    audit_source source = source_of(60, 32);
    audit_view *view = make(maker, n, k, 0);
    const size_t after = run(&view, 1, sample, &source, n, k, within, 2e6);
    CHECKF(after > 0, "%s: evidence %g after %zu", name, view->evidence(view), within);
    view->free(view);
    test_seen(maker, sample, n, k, within, name);
}

static void test_unfair(void)
{
    TEST("numbers that never come, by unseen items and by positions")
    {
        test_found(ITEMS, never_some, 100, 1, 800, "sample-unseen");
        test_found(POSITIONS, never_some, 100, 1, 2000, "sample-place");
    }
    TEST("a favoured half of very many items")
    test_found(ITEMS, lower_half, 100000, 1, 3000, "sample-range");
    TEST("a favoured half of few items, several at a time")
    test_found(ITEMS, lower_half, 20, 3, 12000, "sample-item");
    TEST("samples in ascending order, by positions; not by items")
    {
        test_found(POSITIONS, sorted, 20, 5, 1500, "sample-place");
        audit_source source = source_of(60, 31);
        audit_view *view = make(ITEMS, 20, 5, 0);
        CHECK(run(&view, 1, sorted, &source, 20, 5, 3000, 100) == 0);
        CHECK(audit_two_sided(test_named(view, "sample-item").tails) > 1e-3);
        view->free(view);
    }
    TEST("items that come together")
    test_found(PAIRS, friends, 20, 4, 6000, "sample-pairs");
    TEST("few seeds")
    {
        test_found(REPEATS, few_seeds, 1000, 3, 400, "sample-repeats");
        test_found(REPEATS, few_seeds, 20, 3, 20000, "sample-repeats");
    }
    TEST("items that stay, and constant steps")
    {
        test_found(SERIAL, sticky, 50, 1, 200, "sample-serial");
        test_found(SERIAL, sticky, 50, 5, 400, "sample-serial-mean");
        test_found(SERIAL, counter, 100, 1, 2000, "sample-step");
    }
    TEST("each item once per round: too even")
    {
        test_found(ITEMS, counter, 100, 1, 99, "sample-unseen");
        test_seen(POSITIONS, counter, 100, 1, 5000, "sample-place");
    }
}

static void test_extremes(void)
{
    TEST("large, small and degenerate samples: all numbers are finite")
    {
        static const size_t sizes[][3] = {
            {2, 1, 0},       {2, 2, 0}, {3, 2, 0},   {300, 300, 0},   {1 << 20, 16, 0},
            {4096, 4096, 0}, {5, 4, 0}, {2, 100, 1}, {1 << 20, 1, 1}, {2, 10000, 1}};
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            const size_t n = sizes[s][0], k = sizes[s][1];
            const int put_back = sizes[s][2] != 0;
            audit_block *block = audit_block_of_samples(n, k, 1);
            block->count = 1;
            for (int m = 0; m < MAKERS; m++) {
                audit_view *view = make((enum maker)m, n, k, put_back);
                audit_test tests[AUDIT_TESTS];
                size_t count = view->tests(view, tests);
                for (size_t i = 0; i < count; i++)
                    CHECKF(!tests[i].usable && isfinite(tests[i].value), "%s",
                           tests[i].name);
                for (size_t t = 0; t < 12; t++) {
                    for (size_t i = 0; i < k; i++)
                        block->items[i] = (uint32_t)((t < 10 ? i : i + t) % n);
                    feed(view, block, 0, 1);
                    CHECK(isfinite(view->evidence(view)));
                }
                count = view->tests(view, tests);
                CHECK(count <= AUDIT_TESTS);
                for (size_t i = 0; i < count; i++)
                    CHECKF(isfinite(tests[i].value) && isfinite(tests[i].expected) &&
                               tests[i].tails.upper >= 0 && tests[i].tails.lower >= 0,
                           "%s", tests[i].name);
                view->free(view);
            }
            audit_block_free(block);
        }
    }
    TEST("counts of positions are at their documented indexes")
    {
        audit_view *view = make(POSITIONS, 7, 3, 0);
        audit_source source = source_of(60, 5);
        run(&view, 1, sorted, &source, 7, 3, 500, 0);
        const uint64_t *counts = audit_sample_position_counts(view);
        CHECK(counts[0] > 150 && counts[1 * 7 + 0] == 0 && counts[2 * 7 + 6] > 150);
        view->free(view);
    }
}

static void test_all_fair(void)
{
    TEST("fair samples: p-values are uniform")
    {
        test_fair(100, 1, 0, 2000, 200, 3);
        test_fair(10, 3, 0, 1500, 150, 5);
        test_fair(10, 8, 0, 1500, 100, 5);
        test_fair(300, 20, 0, 400, 60, 5);
        test_fair(10, 3, 1, 1500, 150, 5);
        test_fair(200, 5, 1, 1500, 60, 5);
    }
    TEST("few large samples: p-values are uniform")
    {
        test_fair(6, 1000, 1, 2, 300, 3);
        test_fair(20, 1000, 1, 4, 300, 3);
        test_fair(40, 20, 0, 400, 100, 4);
        test_fair(100, 80, 0, 300, 60, 3);
        test_fair(100, 100, 0, 300, 60, 1);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "large") == 0) {
        test_large_samples();
        return test_done();
    }
    test_proofs();
    test_extremes();
    test_all_fair();
    test_unfair();
    return test_done();
}

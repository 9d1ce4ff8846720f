/* SPDX-License-Identifier: MIT
 *
 * test_digits.c - views of the digits of orders: bets are fair and covariances correct,
 * by enumeration; p-values of fair audits are uniform in both tails; biased choices are
 * found, and choices that depend on each other.
 */
#include "tests/audit/views/martingale.h"
#include "tests/audit/views/views.h"

/* ---- makers ------------------------------------------------------------------------ */

struct maker {
    enum audit_code code;
    int serial, pairs;
};

static audit_view *make(size_t n, const void *context)
{
    const struct maker *maker = context;
    return maker->pairs ? audit_view_digit_pairs(n, maker->code)
                        : audit_view_digits(n, maker->code, maker->serial);
}

static const struct maker makers[] = {
    {AUDIT_LEHMER, 0, 0},    {AUDIT_LEHMER_INVERSE, 0, 0}, {AUDIT_SWAP_DOWN, 0, 0},
    {AUDIT_SWAP_UP, 0, 0},   {AUDIT_LEHMER, 1, 0},         {AUDIT_LEHMER, 0, 1},
    {AUDIT_SWAP_DOWN, 0, 1},
};
enum { MAKERS = sizeof makers / sizeof makers[0] };

/* ---- orders ------------------------------------------------------------------------ */

static void swap_down(unsigned char *order, const unsigned char *digits, size_t n)
{
    for (size_t i = 0; i < n; i++)
        order[i] = (unsigned char)i;
    for (size_t i = n - 1; i > 0; i--) {
        const unsigned char j = digits[i - 1], card = order[i];
        order[i] = order[j];
        order[j] = card;
    }
}

/* Fair, except that the choice out of 10 repeats the choice out of 9 before it, or is 9
 * in one of ten cases. */
static void coupled_order(audit_source *source, unsigned char *order, size_t n)
{
    unsigned char digits[256] = {0};
    for (size_t k = 0; k + 1 < n; k++)
        digits[k] = (unsigned char)audit_source_below(source, k + 2);
    digits[8] = audit_source_below(source, 10) == 0 ? 9 : digits[7];
    swap_down(order, digits, n);
}

/* The remainder of 8 random bits. */
static void modulo_order(audit_source *source, unsigned char *order, size_t n)
{
    unsigned char digits[256] = {0};
    for (size_t k = 0; k + 1 < n; k++)
        digits[k] = (unsigned char)((audit_source_word(source) >> 56) % (k + 2));
    swap_down(order, digits, n);
}

typedef void maker_of_orders(audit_source *source, unsigned char *order, size_t n);

/* `count` orders to all views, in blocks. */
static void run_all(audit_view **views, size_t how_many, maker_of_orders *order,
                    audit_source *source, size_t n, size_t count)
{
    enum { BLOCK = 512 };
    audit_block *block = audit_block_new(n, BLOCK);
    unsigned char before[256];
    for (size_t done = 0; done < count; done += block->count) {
        block->count = count - done < BLOCK ? count - done : BLOCK;
        for (size_t i = 0; i < block->count; i++)
            order(source, block->orders + i * n, n);
        audit_block_work(block, 0, block->count, done > 0 ? before : NULL);
        memcpy(before, block->orders + (block->count - 1) * n, n);
        for (size_t i = 0; i < how_many; i++)
            feed(views[i], block, 0, block->count);
    }
    audit_block_free(block);
}

static void run(audit_view *view, maker_of_orders *order, audit_source *source, size_t n,
                size_t count)
{
    run_all(&view, 1, order, source, n, count);
}

/* ---- proofs ------------------------------------------------------------------------ */

/* The statistic is |V1 + ... + VN|^2 / N for vectors of constant length. Its mean is df
 * if they are as long as they should be, and its variance 2 df (1 - 1/N) if, and only if,
 * their covariance is that of df independent coordinates: two orders are enough. */
static void test_moments(const struct maker *maker, size_t n)
{
    size_t orders = 1;
    for (size_t i = 2; i <= n; i++)
        orders *= i;
    double first = 0, second = 0, df = 0;
    audit_block *block = audit_block_new(n, 2);
    block->count = 2;
    for (size_t pair = 0; pair < orders * orders; pair++) {
        audit_view *view = make(n, maker);
        audit_unrank(pair % orders, n, block->orders);
        audit_unrank(pair / orders, n, block->orders + n);
        audit_block_work(block, 0, 2, NULL);
        feed(view, block, 0, 2);
        const audit_test test = test_named(view, view->name);
        first += test.value;
        second += test.value * test.value;
        df = test.df;
        view->free(view);
    }
    const double all = (double)orders * (double)orders, mean = first / all;
    const double variance = second / all - mean * mean;
    CHECKF(fabs(mean - df) < 1e-9 * df && fabs(variance - df) < 1e-9 * df,
           "n %zu: mean %.12g, variance %.12g, df %g", n, mean, variance, df);
    audit_block_free(block);
}

static void test_proofs(void)
{
    TEST("bets are fair: the mean wealth of all sequences of orders is 1")
    for (size_t m = 0; m < MAKERS; m++)
        for (size_t length = 1; length <= 4 && !makers[m].pairs; length++)
            for (int together = 0; together < 2; together++) {
                const double mean =
                    martingale_mean(make, &makers[m], 3, length, together);
                CHECKF(fabs(mean - 1) < 1e-12, "%zu, length %zu: %.15g", m, length, mean);
            }
    TEST("bets are fair with 4 cards")
    for (size_t m = 0; m < MAKERS; m++)
        if (!makers[m].pairs)
            CHECK(fabs(martingale_mean(make, &makers[m], 4, 2, 0) - 1) < 1e-12);

    TEST("mean and variance of all pairs of orders prove the covariances")
    for (size_t m = 0; m < MAKERS; m++)
        for (size_t n = 3; n <= 5 && !makers[m].serial; n++)
            test_moments(&makers[m], n);
}

/* ---- counting ---------------------------------------------------------------------- */

static void test_counting(void)
{
    TEST("counts do not depend on portions or bets; no bets, no evidence")
    for (size_t n = 2; n <= 256; n = n * 3 - 1) {
        enum { COUNT = 300 };
        audit_source source = source_of(60, n);
        audit_block *block = audit_block_new(n, COUNT);
        block->count = COUNT;
        for (size_t i = 0; i < COUNT; i++)
            audit_source_order(&source, block->orders + i * n, n);
        audit_block_work(block, 0, COUNT, NULL);
        for (size_t m = 0; m < MAKERS; m++) {
            audit_view *one = make(n, &makers[m]), *other = make(n, &makers[m]);
            audit_test a[AUDIT_TESTS], b[AUDIT_TESTS];
            feed(one, block, 0, COUNT);
            for (size_t i = 0; i < COUNT; i++)
                feed(other, block, i, i + 1);
            CHECK(one->evidence(one) == other->evidence(other));
            other->free(other);
            other = make(n, &makers[m]);
            other->bets = 0;
            feed(other, block, 0, COUNT);
            CHECK(other->evidence(other) == 0);
            const size_t tests = one->tests(one, a);
            CHECK(other->tests(other, b) == tests);
            CHECK(tests == (makers[m].pairs && (n == 2 || n > 64) ? 0 : 1));
            for (size_t i = 0; i < tests; i++)
                CHECK(a[i].value == b[i].value && a[i].df == b[i].df);
            one->free(one);
            other->free(other);
        }
        audit_block_free(block);
    }

    TEST("counts are at their documented indexes, and have 64 bits")
    {
        audit_view *view = audit_view_digits(10, AUDIT_SWAP_DOWN, 0);
        audit_source source = source_of(60, 1);
        run(view, coupled_order, &source, 10, 1000);
        const uint64_t *counts = audit_digit_counts(view);
        for (size_t k = 0; k < 9; k++) {
            uint64_t sum = 0;
            for (size_t v = 0; v < k + 2; v++)
                sum += counts[k * (k + 3) / 2 + v];
            CHECK(sum == 1000);
        }
        view->free(view);
    }

    TEST("without orders there is no test, and no evidence")
    for (size_t m = 0; m < MAKERS; m++) {
        audit_view *view = make(10, &makers[m]);
        const audit_test test = test_named(view, view->name);
        CHECK(!test.usable && test.tails.upper == 1 && test.tails.lower == 1);
        CHECK(isfinite(test.value) && view->evidence(view) == 0);
        view->free(view);
    }
}

/* ---- fair and unfair --------------------------------------------------------------- */

static void test_fair(size_t n, size_t count, unsigned audits)
{
    tallies all = {0};
    unsigned rich = 0;
    for (unsigned i = 0; i < audits; i++) {
        audit_source source = source_of(60, 1000 * n + i);
        audit_view *views[MAKERS];
        for (size_t m = 0; m < MAKERS; m++)
            views[m] = make(n, &makers[m]);
        run_all(views, MAKERS, audit_source_order, &source, n, count);
        for (size_t m = 0; m < MAKERS; m++) {
            tally_tests(&all, views[m]);
            rich += views[m]->bets && views[m]->evidence(views[m]) > log(100);
            views[m]->free(views[m]);
        }
    }
    tally_check(&all, n, audits);
    CHECKF(rich <= audits * 5 / 100, "n %zu: %u times", n, rich);
    CHECK(all.count >= 5);
}

static void test_unfair(void)
{
    TEST("choices by remainder are found by the code of choices")
    {
        audit_source source = source_of(60, 2);
        audit_view *view = audit_view_digits(20, AUDIT_SWAP_DOWN, 0);
        run(view, modulo_order, &source, 20, 80000);
        CHECKF(view->evidence(view) > log(2e6), "%g", view->evidence(view));
        const audit_test test = test_named(view, "swap-down");
        CHECKF(test.usable && test.tails.upper < 1e-12, "%g", test.tails.upper);
        view->free(view);
    }

    TEST("choices that determine the next one are found in pairs, and only there")
    {
        audit_source source = source_of(60, 3);
        audit_view *view = audit_view_digit_pairs(12, AUDIT_SWAP_DOWN);
        run(view, coupled_order, &source, 12, 2000);
        const audit_test test = test_named(view, "swap-down-pairs");
        CHECKF(test.usable && test.tails.upper < 1e-12, "%g", test.tails.upper);
        view->free(view);
        view = audit_view_digits(12, AUDIT_SWAP_DOWN, 0);
        run(view, coupled_order, &source, 12, 2000);
        CHECK(audit_two_sided(test_named(view, "swap-down").tails) > 1e-3);
        CHECK(view->evidence(view) < log(100));
        view->free(view);
    }

    TEST("digits that take turns are too even: the lower tail finds them")
    {
        audit_block *block = audit_block_new(10, 1000);
        audit_view *view = audit_view_digits(10, AUDIT_SWAP_DOWN, 0);
        block->count = 1000;
        for (size_t i = 0; i < 1000; i++) {
            unsigned char digits[9];
            for (size_t k = 0; k < 9; k++)
                digits[k] = (unsigned char)(i % (k + 2));
            swap_down(block->orders + i * 10, digits, 10);
        }
        audit_block_work(block, 0, 1000, NULL);
        feed(view, block, 0, 1000);
        const audit_test test = test_named(view, "swap-down");
        CHECKF(test.usable && test.tails.lower < 1e-20 && test.tails.upper > 0.999,
               "%g %g", test.tails.lower, test.tails.upper);
        view->free(view);
        audit_block_free(block);
    }

    TEST("the same order many times, and then another: wealth stays finite")
    for (size_t n = 2; n <= 256; n += 127) {
        audit_block *block = audit_block_new(n, 2);
        audit_view *view = audit_view_digits(n, AUDIT_LEHMER, 0);
        block->count = 2;
        for (size_t i = 0; i < n; i++) {
            block->orders[i] = (unsigned char)i;
            block->orders[n + i] = (unsigned char)(n - 1 - i);
        }
        audit_block_work(block, 0, 2, NULL);
        for (int i = 0; i < 5000; i++)
            feed(view, block, 0, 1);
        CHECK(isfinite(view->evidence(view)) && view->evidence(view) > 1000);
        const double before = view->evidence(view);
        feed(view, block, 1, 2);
        CHECK(isfinite(view->evidence(view)) && view->evidence(view) < before);
        view->free(view);
        audit_block_free(block);
    }
}

int main(void)
{
    test_proofs();
    test_counting();
    TEST("fair orders of 3 cards: p-values are uniform")
    test_fair(3, 2000, 400);
    TEST("fair orders of 10 cards: p-values are uniform")
    test_fair(10, 500, 1000);
    TEST("fair orders of 52 cards: p-values are uniform")
    test_fair(52, 300, 200);
    test_unfair();
    return test_done();
}

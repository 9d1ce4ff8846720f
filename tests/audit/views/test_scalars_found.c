/* SPDX-License-Identifier: MIT
 *
 * test_scalars_found.c - audits by numbers with a known distribution, and by repeated
 * orders: p-values of fair audits are uniform in both tails; each view finds what it was
 * made for in time.
 */
#include "audit/orders/hash_counts.h"
#include "tests/audit/views/scalars.h"

/* ---- shuffles ---------------------------------------------------------------------- */

typedef void maker_of_orders(audit_source *source, unsigned char *order, size_t n);

static void start(unsigned char *order, size_t n)
{
    for (size_t i = 0; i < n; i++)
        order[i] = (unsigned char)i;
}

/* Cards sorted by keys; the sort is stable. */
static void by_keys(unsigned char *order, const uint64_t *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t j = i;
        for (; j > 0 && keys[order[j - 1]] > keys[i]; j--)
            order[j] = order[j - 1];
        order[j] = (unsigned char)i;
    }
}

static void keys8(audit_source *source, unsigned char *order, size_t n)
{
    uint64_t keys[256] = {0};
    for (size_t i = 0; i < n; i++)
        keys[i] = audit_source_word(source) >> 56;
    by_keys(order, keys, n);
}

/* Nine riffles: the inverse is sorted by keys of 9 bits. */
static void riffle9(audit_source *source, unsigned char *order, size_t n)
{
    uint64_t keys[256] = {0};
    unsigned char inverse[256];
    for (size_t i = 0; i < n; i++)
        keys[i] = audit_source_word(source) >> 55;
    by_keys(inverse, keys, n);
    for (size_t i = 0; i < n; i++)
        order[inverse[i]] = (unsigned char)i;
}

static void swap_at(unsigned char *order, size_t i, size_t j)
{
    const unsigned char card = order[i];
    order[i] = order[j];
    order[j] = card;
}

static void transpositions3n(audit_source *source, unsigned char *order, size_t n)
{
    start(order, n);
    for (size_t i = 0; i < 3 * n; i++)
        swap_at(order, (size_t)audit_source_below(source, n),
                (size_t)audit_source_below(source, n));
}

static void even_only(audit_source *source, unsigned char *order, size_t n)
{
    size_t odd = 0;
    start(order, n);
    for (size_t i = n - 1; i > 1; i--) {
        const size_t j = (size_t)audit_source_below(source, i + 1);
        odd += j != i;
        swap_at(order, i, j);
    }
    if (odd % 2 == 1)
        swap_at(order, 0, 1);
}

static void rotation(audit_source *source, unsigned char *order, size_t n)
{
    const size_t by = (size_t)audit_source_below(source, n);
    for (size_t i = 0; i < n; i++)
        order[i] = (unsigned char)((i + by) % n);
}

static void seeds16(audit_source *source, unsigned char *order, size_t n)
{
    audit_source few = source_of(60, audit_source_below(source, 1 << 16));
    audit_source_order(&few, order, n);
}

enum { BLOCK = 256 };

/* Gives orders to all views; returns the number after which the first of them reached
 * `enough`. */
static size_t run(audit_view **views, size_t how_many, maker_of_orders *order,
                  audit_source *source, size_t n, size_t count, double enough)
{
    audit_block *block = audit_block_new(n, BLOCK);
    unsigned char before[256];
    size_t reached = 0;
    for (size_t done = 0; done < count && reached == 0; done += block->count) {
        block->count = count - done < BLOCK ? count - done : BLOCK;
        for (size_t i = 0; i < block->count; i++)
            order(source, block->orders + i * n, n);
        audit_block_work(block, 0, block->count, done > 0 ? before : NULL);
        memcpy(before, block->orders + (block->count - 1) * n, n);
        for (size_t i = 1; i < how_many; i++)
            feed(views[i], block, 0, block->count);
        for (size_t i = 0; i < block->count && reached == 0; i++) {
            feed(views[0], block, i, i + 1);
            if (enough > 0 && views[0]->evidence(views[0]) >= log(enough))
                reached = done + i + 1;
        }
    }
    audit_block_free(block);
    return reached;
}

/* ---- fair audits ------------------------------------------------------------------- */

static void test_fair(size_t n, size_t count, unsigned audits, size_t want)
{
    tallies all = {0};
    unsigned rich = 0;
    for (unsigned i = 0; i < audits; i++) {
        audit_source source = source_of(60, 1000 * n + i);
        audit_view *views[2 * MAKERS];
        size_t how_many = 0;
        for (int what = 0; what < MAKERS; what++)
            for (int serial = 0; serial < (what == REPEATS ? 1 : 2); serial++)
                views[how_many++] = make(n, &(struct maker){what, serial});
        run(views, how_many, audit_source_order, &source, n, count, 0);
        for (size_t m = 0; m < how_many; m++) {
            tally_tests(&all, views[m]);
            rich += views[m]->evidence(views[m]) > log(100);
            views[m]->free(views[m]);
        }
    }
    tally_check(&all, n, audits);
    CHECKF(rich <= audits * 15 / 100, "n %zu: %u times", n, rich);
    CHECKF(all.count == want, "%zu tests", all.count);
}

static void test_fair_repeats(size_t n, size_t count, unsigned audits)
{
    tallies all = {0};
    for (unsigned i = 0; i < audits; i++) {
        audit_source source = source_of(60, 77 * n + i);
        audit_view *view = audit_view_repeats(n, i % 2 == 0 ? count : count / 2);
        run(&view, 1, audit_source_order, &source, n, count, 0);
        tally_tests(&all, view);
        view->free(view);
    }
    tally_check(&all, n, audits);
    CHECK(all.count == 1 && all.of[0].audits == audits);
}

/* ---- unfair ones ------------------------------------------------------------------- */

/* Wealth of 2 million within twice the orders that the best single test needs; then a
 * test on as many, with p below 1e-8. */
static void test_found(int what, maker_of_orders *order, size_t n, size_t best,
                       const char *name)
{
    const size_t within = best * 2;
    for (uint64_t seed = 0; seed < (within < 100000 ? 3 : 1); seed++) {
        audit_source source = source_of(60, 40 + seed);
        audit_view *view = make(n, &(struct maker){what, 0});
        const size_t after = run(&view, 1, order, &source, n, within, 2e6);
        CHECKF(after > 0, "%s, n %zu: evidence %g after %zu", name, n,
               view->evidence(view), within);
        view->free(view);
    }
    audit_source source = source_of(60, 50);
    audit_view *view = make(n, &(struct maker){what, 0});
    view->bets = 0;
    run(&view, 1, order, &source, n, within, 0);
    const audit_test test = test_named(view, name);
    CHECKF(!test.usable || audit_two_sided(test.tails) < 1e-8, "%s: %g", name,
           audit_two_sided(test.tails));
    CHECKF(test.usable || within < 100, "%s is not usable", name);
    view->free(view);
}

static void test_unfair(void)
{
    TEST("keys of 8 bits, by descents")
    {
        test_found(AUDIT_DESCENTS, keys8, 10, 37200, "descents-mean");
        test_found(AUDIT_DESCENTS, keys8, 52, 312, "descents-mean");
    }
    TEST("nine riffles, by inverse descents")
    test_found(AUDIT_INVERSE_DESCENTS, riffle9, 52, 1350, "inverse-descents-mean");
    TEST("thirty transpositions of ten cards, by fixed points")
    test_found(AUDIT_FIXED, transpositions3n, 10, 388000, "fixed-points-mean");
    TEST("even orders, by the sign")
    test_found(AUDIT_SIGN, even_only, 10, 38, "sign");
    TEST("rotations, by descents and by repeats")
    {
        test_found(AUDIT_DESCENTS, rotation, 10, 4, "descents");
        test_found(AUDIT_DESCENTS, rotation, 52, 2, "descents");
        test_found(REPEATS, rotation, 52, 20, "repeats");
    }
    TEST("few seeds, by repeats")
    {
        test_found(REPEATS, seeds16, 52, 421, "repeats");
        test_found(REPEATS, seeds16, 10, 1432, "repeats");
    }
}

/* ---- repeats ----------------------------------------------------------------------- */

static void test_repeats(void)
{
    TEST("the table of hashes has all that was added, and nothing else")
    {
        audit_hash_counts seen;
        int full = 0;
        CHECK(audit_hash_counts_make(&seen));
        for (uint64_t round = 0; round < 3; round++)
            for (uint64_t i = 0; i < 50000; i++) {
                /* hashes that agree in one half, and wrap around the end of the table */
                const uint64_t hash[2] = {i % 1000 + (i % 2) * ~(uint64_t)0, i};
                CHECK(audit_hash_counts_get(&seen, hash) == round);
                CHECK(audit_hash_counts_add(&seen, hash, &full) == round);
                i += i % 1000 == 0 ? 1000 : 100;
            }
        const uint64_t none[2] = {5, 12345678};
        CHECK(audit_hash_counts_get(&seen, none) == 0 && !full);
        audit_hash_counts_free(&seen);
        CHECK(audit_hash_counts_make(&seen));
        for (uint64_t i = 0; i < 100000; i++)
            audit_hash_counts_add(&seen, (const uint64_t[2]){i * 0x9e3779b97f4a7c15u, i},
                                  &full);
        CHECK(seen.used == 100000 && seen.slots == 262144 && !full);
        audit_hash_counts_free(&seen);
    }

    TEST("pairs, distinct orders and the expected number")
    {
        audit_view *view = audit_view_repeats(3, 1 << 20);
        audit_source source = source_of(60, 9);
        run(&view, 1, audit_source_order, &source, 3, 6000, 0);
        const audit_repeat_count count = audit_repeats(view);
        CHECK(count.kept == 6000 && count.distinct == 6);
        CHECKF(fabs(count.expected - 6000.0 * 5999 / 12) < 1e-3, "%g", count.expected);
        CHECK(fabs((double)count.pairs / count.expected - 1) < 0.01);
        view->free(view);
        view = audit_view_repeats(52, 100);
        run(&view, 1, rotation, &source, 52, 1000, 0);
        CHECK(audit_repeats(view).kept == 100 && audit_repeats(view).distinct <= 52);
        const audit_test test = test_named(view, "repeats");
        CHECK(test.value > 800 && test.tails.upper < 1e-300);
        view->free(view);
    }

    TEST("the same order many times: wealth stays finite, for any deck")
    for (size_t n = 2; n <= 256; n += 127) {
        audit_block *block = audit_block_new(n, 1);
        audit_view *view = audit_view_repeats(n, 1000);
        block->count = 1;
        start(block->orders, n);
        audit_block_work(block, 0, 1, NULL);
        for (int i = 0; i < 2000; i++)
            feed(view, block, 0, 1);
        CHECK(isfinite(view->evidence(view)) && view->evidence(view) > 100);
        audit_test tests[AUDIT_TESTS];
        for (size_t i = 0; i < view->tests(view, tests); i++)
            CHECK(tests[i].tails.upper < 1e-100 && isfinite(tests[i].expected));
        view->free(view);
        audit_block_free(block);
    }

    TEST("orders that repeat as often as is fair: few, and many")
    {
        test_fair_repeats(8, 2000, 300); /* 1 for 20 possible ones: Poisson */
        test_fair_repeats(8, 12000, 60); /* pairs */
    }
}

int main(void)
{
    test_repeats();
    TEST("fair orders of 3 cards: p-values are uniform")
    test_fair(3, 4000, 120, 26);
    TEST("fair orders of 10 cards: p-values are uniform")
    test_fair(10, 4000, 120, 27);
    TEST("fair orders of 52 cards: p-values are uniform")
    test_fair(52, 1200, 60, 27);
    test_unfair();
    return test_done();
}

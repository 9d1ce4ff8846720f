/* SPDX-License-Identifier: MIT
 *
 * test_diagnosis.c - the diagnosis of an unfair shuffle: its least distance from fair,
 * the mistake, and the effects in plain words; and the effects that would have been
 * detected.
 *
 * Bounds are checked against exact distributions, and names with every unfair shuffle of
 * the catalogue. All of it is also checked with fair shuffles, and with unknown mistakes,
 * for which nothing must be reported.
 */
#include <math.h>

#include "audit/diagnosis/distance.h"
#include "audit/diagnosis/effect.h"
#include "audit/diagnosis/features.h"
#include "audit/engine/audit.h"
#include "audit/numbers/clopper_pearson.h"
#include "audit/numbers/tails.h"
#include "audit/orders/distribution.h"
#include "tests/audit/engine/cases.h"
#include "tests/support/test.h"

/* ---- shares ------------------------------------------------------------------------ */

/* For each true share, the bounds are wrong with probability at most the level. */
static void check_bounds(uint64_t trials, double level)
{
    for (int step = 0; step < 23; step++) {
        const double p = 0.005 + 0.043 * step;
        double too_high = 0, too_low = 0;
        for (uint64_t x = 0; x <= trials; x++) {
            const double tail = audit_tails_binomial(x, trials, p).upper;
            const double next =
                x < trials ? audit_tails_binomial(x + 1, trials, p).upper : 0;
            too_high +=
                audit_clopper_pearson_lower(x, trials, level) > p ? tail - next : 0;
            too_low +=
                audit_clopper_pearson_upper(x, trials, level) < p ? tail - next : 0;
        }
        CHECKF(too_high <= level * 1.0001, "least, %g: %g", p, too_high);
        CHECKF(too_low <= level * 1.0001, "most, %g: %g", p, too_low);
    }
}

/* ---- tallies ----------------------------------------------------------------------- */

/* All orders of n cards, each after each: every cell must have its fair count. */
static void check_tally(size_t n, size_t orders)
{
    audit_features plan;
    CHECK(audit_features_make(&plan, n, 1) == FAIRAUDIT_OK);
    audit_block *block = audit_block_new(n, orders);
    double *counts = calloc(plan.cells + 1, sizeof counts[0]);
    uint32_t *cells = malloc(plan.rows * sizeof cells[0]);
    if (block == NULL || counts == NULL || cells == NULL)
        abort();
    block->count = orders;
    for (size_t rank = 0; rank < orders; rank++) {
        unsigned char *order = block->orders + rank * n;
        size_t left = rank;
        for (size_t i = 0; i < n; i++) { /* any order of them will do */
            const size_t j = left % (i + 1);
            left /= i + 1;
            order[i] = order[j];
            order[j] = (unsigned char)i;
        }
    }
    for (size_t before = 0; before < orders; before++) {
        unsigned char last[8];
        memcpy(last, block->orders + before * n, n);
        for (size_t i = 0; i < orders; i++) {
            audit_block *pair = audit_block_new(n, 1);
            pair->count = 1;
            pair->first = 1;
            memcpy(pair->orders, block->orders + i * n, n);
            audit_block_work(pair, 0, 1, last);
            audit_features_cells(&plan, pair, 0, cells);
            for (size_t r = 0; r < plan.rows; r++) {
                CHECK(cells[r] >= plan.start[r] && cells[r] < plan.start[r + 1]);
                counts[cells[r]]++;
            }
            audit_block_free(pair);
        }
    }
    const double all = (double)orders * (double)orders;
    for (size_t i = 0; i < plan.cells; i++)
        CHECKF(fabs(counts[i] / all - plan.fair[i]) < 1e-12, "cell %zu: %g, not %g", i,
               counts[i] / all, plan.fair[i]);
    free(counts);
    free(cells);
    audit_block_free(block);
    audit_features_free(&plan);
}

/* ---- keys -------------------------------------------------------------------------- */

/* Sorts by all possible keys. */
static void check_keys(size_t n, unsigned bits)
{
    const size_t keys = (size_t)1 << bits;
    size_t ways = 1, count[8] = {0};
    double probability[8];
    for (size_t i = 0; i < n; i++)
        ways *= keys;
    for (size_t way = 0; way < ways; way++) {
        size_t key[8], order[8], left = way, descents = 0;
        for (size_t i = 0; i < n; i++, left /= keys) {
            size_t at = i;
            for (; at > 0 && key[order[at - 1]] > left % keys; at--)
                order[at] = order[at - 1];
            order[at] = i;
            key[i] = left % keys;
        }
        for (size_t i = 1; i < n; i++)
            descents += order[i] < order[i - 1];
        count[descents]++;
    }
    audit_distribution_of_keys(n, bits, probability);
    for (size_t d = 0; d < n; d++)
        CHECKF(fabs(probability[d] - (double)count[d] / (double)ways) < 1e-12,
               "n = %zu, %u bits, %zu descents: %g", n, bits, d, probability[d]);
}

/* ---- distance ---------------------------------------------------------------------- */

static audit_distance distance_of(const char *shuffle, size_t n, size_t count,
                                  uint64_t seed, unsigned threads)
{
    unsigned char *orders = orders_of(shuffle, "exact", n, count, seed);
    const audit_seed own = audit_seed_of_number(seed + 1000);
    audit_distance distance;
    CHECK(audit_distance_find(orders, count, n, &own, threads, &distance) == 0);
    free(orders);
    return distance;
}

static void check_distance(const char *shuffle, size_t n, size_t count, double least,
                           double truth)
{
    const audit_distance distance = distance_of(shuffle, n, count, 1, 0);
    CHECKF(distance.bound >= least && distance.bound <= truth,
           "%s, %zu cards: %g is not from %g to %g", shuffle, n, distance.bound, least,
           truth);
    CHECKF(distance.estimate >= distance.bound, "%s", shuffle);
}

/* ---- words ------------------------------------------------------------------------- */

static audit_sentences words_of(const unsigned char *orders, size_t count, size_t n)
{
    static audit_judgement judgement;
    audit_run *audit;
    audit_sentences words;
    const audit_plan plan = {.n = n, .threads = 2};
    if (audit_create(&audit, &plan) != FAIRAUDIT_OK)
        abort();
    audit_add(audit, orders, count);
    audit_judge(audit, 1, &judgement);
    audit_effects(audit, &judgement, AUDIT_INDEPENDENT, &words);
    audit_free(audit);
    return words;
}

static int says(const audit_sentences *words, const char *what)
{
    for (size_t i = 0; i < words->count; i++)
        if (strstr(words->text[i], what) != NULL)
            return 1;
    return 0;
}

static void check_words(const char *shuffle, const char *die, size_t n, size_t count,
                        const char *what)
{
    unsigned char *orders = orders_of(shuffle, die, n, count, 2);
    const audit_sentences words = words_of(orders, count, n);
    CHECKF(says(&words, what), "%s, %zu cards: \"%s\", not \"%s\"", shuffle, n,
           words.count > 0 ? words.text[0] : "", what);
    CHECK(words.count <= AUDIT_SENTENCES);
    /* A shuffle that starts from a sorted deck does not depend on the last order. */
    CHECKF(strstr(what, "before") != NULL || strcmp(die, "time-seeded") == 0 ||
               !says(&words, "depends on the one before"),
           "%s", shuffle);
    free(orders);
}

static audit_sentences words_of_samples(const uint32_t *items, size_t count, size_t n,
                                        size_t k, int put_back)
{
    static audit_judgement judgement;
    audit_run *audit;
    audit_sentences words;
    const audit_plan plan = {.n = n, .sample = k, .put_back = put_back, .threads = 1};
    if (audit_create(&audit, &plan) != FAIRAUDIT_OK)
        abort();
    audit_add_samples(audit, items, count);
    audit_judge(audit, 1, &judgement);
    audit_effects(audit, &judgement, AUDIT_INDEPENDENT, &words);
    audit_free(audit);
    return words;
}

int main(void)
{
    TEST("confidence bounds hold as often as they should")
    {
        check_bounds(1, 0.05);
        check_bounds(20, 0.05);
        check_bounds(50, 1e-3);
        CHECK(audit_clopper_pearson_lower(0, 10, 1e-6) == 0 &&
              audit_clopper_pearson_upper(10, 10, 1e-6) == 1);
        CHECK(fabs(audit_clopper_pearson_lower(10, 10, 1e-6) - pow(1e-6, 0.1)) < 1e-12);
    }

    TEST("all orders together give each cell its fair count")
    {
        check_tally(2, 2);
        check_tally(3, 6);
        check_tally(4, 24);
    }

    TEST("descents of cards that are sorted by keys")
    {
        check_keys(2, 1);
        check_keys(4, 1);
        check_keys(5, 2);
        check_keys(4, 3);
    }

    TEST("the distance is bounded from below, and closely")
    {
        check_distance("swap-with-any", 10, 100000, 0.11, 0.14461);
        check_distance("swap-with-any", 3, 20000, 0.02, 1 / 18.0);
        check_distance("keys:6", 52, 20000, 0.57, 0.6137);
        check_distance("sattolo", 52, 4000, 0.97, 0.98077);
        check_distance("sattolo", 52, 20, 0.1, 0.98077);
        check_distance("even-only", 52, 4000, 0.49, 0.5);
        check_distance("coin-insertion", 10, 20000, 0.84, 0.8816);
        check_distance("coin-merge", 10, 40000, 0.28, 0.4362);
        check_distance("rotation", 10, 4000, 0.95, 1);
        check_distance("down", 52, 0, 0, 0);
        check_distance("down", 52, 3, 0, 0);
    }

    TEST("a fair shuffle has no lower bound of the distance")
    for (uint64_t seed = 0; seed < 12; seed++) {
        static const size_t sizes[] = {2, 3, 5, 8, 12, 30};
        const size_t n = sizes[seed % 6];
        CHECKF(distance_of("up", n, seed < 6 ? 2000 : 50, seed, 1).bound == 0, "%zu", n);
    }

    TEST("the distance does not depend on threads")
    {
        const audit_distance one = distance_of("keys:6", 20, 3000, 1, 1);
        const audit_distance three = distance_of("keys:6", 20, 3000, 1, 3);
        CHECK(one.bound == three.bound && one.estimate == three.estimate);
        CHECK(strcmp(one.view, three.view) == 0);
    }

    TEST("effects are reported in plain words")
    {
        check_words("stops-early", "exact", 10, 500,
                    "the last card stays last in every shuffle");
        check_words("never-last", "exact", 5, 2000,
                    "the last card stays last in none of");
        check_words("sattolo", "exact", 10, 500, "every order is a single cycle");
        check_words("even-only", "exact", 10, 500,
                    "only even orders came in 500 shuffles");
        check_words("promoted:10", "exact", 10, 4000, "the first card stays first in 1");
        check_words("transpositions", "exact", 10, 2000, "cards stay");
        check_words("keys:5", "exact", 52, 500, "rising runs stay together");
        check_words("blocks:2", "exact", 52, 500, "neighbours stay together");
        check_words("rotation", "exact", 52, 1000, "only 52 different orders came in");
        check_words("down", "few-seeds:16", 52, 4000, "about 6"); /* 65,536 */
        check_words("sattolo", "exact", 4, 5000, "18 of the 24 orders came in none");
        check_words("keeps-the-deck:4", "exact", 10, 1000,
                    "depends on the one before: 4");
        check_words("repeats-last:20", "exact", 10, 1000,
                    "the same order as the one before");
        check_words("down", "time-seeded", 10, 4000, "more even than chance allows");
        check_words("buffer:5", "exact", 10, 1000, "position 1 in none of");
    }

    TEST("effects are reported even if the mistake is unknown")
    {
        unsigned char *orders = orders_of_mistake(10, 2000);
        const audit_sentences words = words_of(orders, 2000, 10);
        CHECK(says(&words, "card 2 stays"));
        free(orders);
    }

    TEST("no effects of a fair shuffle")
    {
        unsigned char *orders = orders_of("down", "exact", 20, 2000, 4);
        const audit_sentences words = words_of(orders, 2000, 20);
        CHECK(words.count == 0);
        free(orders);
    }

    TEST("effects on samples")
    {
        enum { COUNT = 6000, N = 20, K = 2, ITEMS = COUNT * K };
        static uint32_t items[ITEMS];
        audit_source source;
        const audit_seed seed = audit_seed_of_number(8);
        audit_source_start(&source, &seed, AUDIT_STREAM_DIE, 0);
        for (size_t i = 0; i < COUNT; i++) { /* item 8 never comes */
            do {
                items[K * i] = (uint32_t)audit_source_below(&source, N);
                items[K * i + 1] = (uint32_t)audit_source_below(&source, N);
            } while (items[K * i] == items[K * i + 1] || items[K * i] == 7 ||
                     items[K * i + 1] == 7);
        }
        audit_sentences words = words_of_samples(items, COUNT, N, K, 0);
        CHECKF(says(&words, "item 8 came in none of"), "%s", words.text[0]);
        for (size_t i = 0; i < ITEMS; i++) { /* item 3 comes twice as often */
            const uint32_t item = (uint32_t)audit_source_below(&source, N + 1);
            items[i] = item == N ? 2 : item;
        }
        words = words_of_samples(items, COUNT, N, K, 1);
        CHECKF(says(&words, "item 3 comes in 9."), "%s", words.text[0]);
        for (size_t i = 0; i < ITEMS; i++)
            items[i] = (uint32_t)audit_source_below(&source, N);
        words = words_of_samples(items, COUNT, N, K, 1);
        CHECK(words.count == 0);
    }

    TEST("the most extreme cells, and their intervals")
    {
        const uint64_t counts[9] = {40, 30, 30, 30, 40, 30, 30, 30, 40};
        audit_cell cells[3];
        CHECK(audit_extreme_cells(counts, 3, 100, cells, 3) == 3);
        for (int i = 0; i < 3; i++) {
            CHECK(cells[i].card == cells[i].position && cells[i].count == 40);
            CHECK(cells[i].low < 0.34 && cells[i].high > 0.4 && cells[i].z > 1.4);
        }
        CHECK(audit_extreme_cells(counts, 3, 100, cells, 0) == 0);
    }

    return test_done();
}

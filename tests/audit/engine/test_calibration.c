/* SPDX-License-Identifier: MIT
 *
 * test_calibration.c - the promises of the audit, checked by simulation: fair shuffles
 * are not called unfair more often than stated, in either tail of any test, and nothing
 * false is reported about them. (That no bettor gains on average is proved by
 * enumeration: martingale.h and test_samples.c.)
 *
 * All seeds are fixed. Limits are five standard deviations away, or more.
 */
#include <math.h>

#include "audit/diagnosis/distance.h"
#include "audit/diagnosis/effect.h"
#include "audit/numbers/saddlepoint.h"
#include "audit/orders/distribution.h"
#include "tests/audit/engine/cases.h"

/* ---- fair audits ------------------------------------------------------------------- */

typedef struct fair_case {
    size_t n, sample;
    int put_back, only_tests;
    size_t trials;
} fair_case;

static void fill_fair(const fair_case *c, uint64_t number, unsigned char *orders,
                      uint32_t *items)
{
    const audit_seed seed = audit_seed_of_number(c->n * 1000 + c->trials);
    audit_source source;
    audit_source_start(&source, &seed, AUDIT_STREAM_DIE, number);
    for (size_t t = 0; t < c->trials && c->sample == 0; t++)
        audit_source_order(&source, orders + t * c->n, c->n);
    for (size_t t = 0; t < c->trials && c->sample > 0; t++) {
        unsigned char order[256];
        audit_source_order(&source, order, c->n);
        for (size_t i = 0; i < c->sample; i++)
            items[t * c->sample + i] =
                c->put_back ? (uint32_t)audit_source_below(&source, c->n) : order[i];
    }
}

/* One audit of fair orders or samples. */
static void judge_fair(const fair_case *c, uint64_t number, audit_judgement *judgement)
{
    static unsigned char orders[1 << 17];
    static uint32_t items[1 << 17];
    const audit_plan plan = {.n = c->n,
                             .sample = c->sample,
                             .put_back = c->put_back,
                             .threads = 1,
                             .only_tests = c->only_tests};
    audit_run *audit;
    if (audit_create(&audit, &plan) != FAIRAUDIT_OK) {
        printf("Bail out! no memory\n");
        exit(1);
    }
    fill_fair(c, number, orders, items);
    if (c->sample > 0)
        audit_add_samples(audit, items, c->trials);
    else
        audit_add(audit, orders, c->trials);
    audit_judge(audit, 1, judgement);
    audit_free(audit);
}

/* Checks the number of events with a mean of at most `mean`, allowing for chance. */
static double most(double mean)
{
    return mean + 5 * sqrt(mean) + 4;
}

enum { LEVELS = 3 };
static const double level[LEVELS] = {1e-2, 1e-3, 1e-4};

static void check_tests(const fair_case *c, unsigned audits)
{
    static audit_judgement judgement;
    unsigned tail[AUDIT_RESULTS][2][LEVELS] = {{{0}}}, any[LEVELS] = {0};
    for (unsigned number = 0; number < audits; number++) {
        double least = 1;
        judge_fair(c, number, &judgement);
        for (size_t i = 0; i < judgement.results; i++)
            for (int l = 0; l < LEVELS; l++) {
                const audit_result *result = &judgement.result[i];
                tail[i][0][l] += result->test.tails.upper < level[l];
                tail[i][1][l] += result->test.tails.lower < level[l];
                least = fmin(least, result->corrected);
            }
        for (int l = 0; l < LEVELS; l++)
            any[l] += least < level[l];
    }
    for (int l = 0; l < LEVELS; l++) {
        const double limit = most(audits * level[l]);
        CHECKF(any[l] <= limit, "n %zu, %zu orders: %u of %u audits below %g", c->n,
               c->trials, any[l], audits, level[l]);
        for (size_t i = 0; i < judgement.results; i++)
            CHECKF(tail[i][0][l] <= limit && tail[i][1][l] <= limit,
                   "n %zu, %zu orders, %s: %u above, %u below, of %u, at %g", c->n,
                   c->trials, judgement.result[i].test.name, tail[i][0][l], tail[i][1][l],
                   audits, level[l]);
    }
}

static void test_tests(void)
{
    /* Just after tests become usable: 20 for means, 100 for precedence, 342 for the
     * successors of 3 to 5 cards, 515 for the positions of 3. */
    const struct {
        fair_case c;
        unsigned audits;
    } cases[] = {
        {{2, 0, 0, 1, 103}, 1500},  {{3, 0, 0, 1, 21}, 4000},   {{3, 0, 0, 1, 515}, 1200},
        {{4, 0, 0, 1, 101}, 3000},  {{5, 0, 0, 1, 350}, 1500},  {{7, 0, 0, 1, 101}, 2000},
        {{10, 0, 0, 1, 265}, 1000}, {{13, 0, 0, 1, 101}, 1000}, {{52, 0, 0, 1, 235}, 200},
        {{10, 1, 0, 1, 500}, 1000}, {{10, 3, 0, 1, 500}, 1000}, {{6, 6, 0, 1, 500}, 1000},
        {{10, 4, 1, 1, 500}, 1000},
    };
    TEST("fair audits: p-values of every test, both tails, and of all together")
    {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            check_tests(&cases[i].c, cases[i].audits);
    }
}

/* ---- bettors ----------------------------------------------------------------------- */

static void test_long(void)
{
    TEST("wealth stays finite after any gains and losses")
    {
        const char *const names[] = {"down", "rotation"};
        for (int which = 0; which < 2; which++) {
            audit_builtin builtin = case_of(names[which], "exact", 3, 7);
            const audit_plan plan = {.n = 3, .threads = 1};
            static unsigned char orders[3 * 2048];
            static audit_judgement judgement;
            audit_run *audit = NULL;
            if (!CHECK(audit_create(&audit, &plan) == FAIRAUDIT_OK))
                return;
            while (audit_count(audit) < 200000) {
                audit_builtin_fill(&builtin, audit_count(audit), 2048, orders);
                audit_add(audit, orders, 2048);
            }
            audit_judge(audit, 1, &judgement);
            for (size_t b = 0; b < judgement.bettors; b++)
                CHECK(isfinite(judgement.bettor[b].evidence));
            CHECK(which == 0 ? judgement.highest < log(AUDIT_WEALTH_SUSPECT)
                             : judgement.evidence > 1e4);
            audit_free(audit);
        }
    }
}

/* ---- levels ------------------------------------------------------------------------ */

static void test_levels(void)
{
    TEST("the levels add up to the false alarm rate in the manual")
    {
        const double slack = 1 + 1e-9;
        CHECK(1 / AUDIT_WEALTH_ENOUGH + AUDIT_LEVEL <= 1e-6 * slack);
        CHECKF(1 / AUDIT_WEALTH_SUSPECT + AUDIT_LEVEL_SUSPECT <= 1e-3 * slack,
               "suspect: up to %g of fair audits",
               1 / AUDIT_WEALTH_SUSPECT + AUDIT_LEVEL_SUSPECT);
    }
}

/* The exact distribution of the sum, term by term. */
static void check_sum(enum audit_scalar scalar, size_t n, size_t trials)
{
    enum { ROOM = 4096 };
    static double probability[64], now[ROOM], next[ROOM];
    const size_t size = audit_distribution_size(scalar, n),
                 length = trials * (size - 1) + 1;
    audit_distribution(scalar, n, probability);
    memset(now, 0, sizeof now);
    now[0] = 1;
    for (size_t t = 0; t < trials; t++) {
        memset(next, 0, sizeof next);
        for (size_t i = 0; i <= t * (size - 1); i++)
            for (size_t v = 0; v < size; v++)
                next[i + v] += now[i] * probability[v];
        memcpy(now, next, sizeof now);
    }
    double lower = 0, upper = 0;
    for (size_t i = 0; i < length; i++) {
        lower += now[i];
        if (now[i] > 0 && lower > 1e-11 && lower < 1e-2)
            CHECK(
                lower <
                1.15 *
                    audit_saddlepoint_tails(probability, size, trials, (double)i).lower);
    }
    for (size_t i = length; i-- > 0;) {
        upper += now[i];
        if (now[i] > 0 && upper > 1e-11 && upper < 1e-2)
            CHECK(
                upper <
                1.15 *
                    audit_saddlepoint_tails(probability, size, trials, (double)i).upper);
    }
}

static void test_means(void)
{
    TEST("tests of means: the tails are not too narrow, from 20 orders on")
    {
        for (int scalar = 0; scalar < AUDIT_SCALARS; scalar++)
            for (size_t n = 3; n <= 7; n += 2) {
                if (scalar == AUDIT_SIGN)
                    continue;
                check_sum((enum audit_scalar)scalar, n, 20);
                check_sum((enum audit_scalar)scalar, n, 100);
            }
    }
}

/* ---- diagnosis --------------------------------------------------------------------- */

static int is_told(const char *shuffle, size_t n, size_t trials, const char *words)
{
    audit_builtin builtin = case_of(shuffle, "exact", n, 5);
    const audit_plan plan = {.n = n, .threads = 1};
    static audit_judgement judgement;
    audit_sentences effects;
    audit_run *audit = NULL;
    unsigned char *orders = malloc(trials * n);
    int found = 0;
    if (orders == NULL || audit_create(&audit, &plan) != FAIRAUDIT_OK) {
        printf("Bail out! no memory\n");
        exit(1);
    }
    audit_builtin_fill(&builtin, 0, trials, orders);
    audit_add(audit, orders, trials);
    audit_judge(audit, 0, &judgement);
    audit_effects(audit, &judgement, AUDIT_INDEPENDENT, &effects);
    for (size_t i = 0; i < effects.count; i++)
        found = found || strstr(effects.text[i], words) != NULL;
    audit_free(audit);
    free(orders);
    return found;
}

static void test_dependence(void)
{
    const char *const words = "depends on the one before";
    TEST("unfair orders that are independent are not called dependent")
    {
        const char *const names[] = {"sattolo", "one-too-far", "transpositions",
                                     "coin-quick", "reinsert"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            CHECKF(!is_told(names[i], 10, 8192, words), "%s, 10 cards", names[i]);
            CHECKF(!is_told(names[i], 52, 2048, words), "%s, 52 cards", names[i]);
        }
        CHECK(is_told("keeps-the-deck", 10, 2048, words));
        CHECK(is_told("keeps-the-deck", 52, 512, words));
    }
}

static void test_distance(void)
{
    const struct {
        const char *shuffle;
        size_t n, trials;
        double truth, least; /* the bound should be at least this */
    } cases[] = {
        {"even-only", 10, 20000, 0.5, 0.49},
        {"sattolo", 10, 20000, 0.9, 0.89},
        {"swap-with-any", 5, 20000, 3157 / 37500.0, 0.03},
        {"swap-with-any", 6, 20000, 2285 / 23328.0, 0.03},
        {"keys:6", 52, 8000, 0.61355, 0.55},
        {"down", 2, 2000, 0, 0},
        {"down", 5, 4000, 0, 0},
        {"down", 13, 4000, 0, 0},
    };
    TEST("the bound of the distance is below the true value, and close to it")
    {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            audit_builtin builtin =
                case_of(cases[i].shuffle, "exact", cases[i].n, 100 + i);
            const audit_seed seed = audit_seed_of_number(i);
            audit_distance distance;
            unsigned char *orders = malloc(cases[i].trials * cases[i].n);
            if (!CHECK(orders != NULL))
                return;
            audit_builtin_fill(&builtin, 0, cases[i].trials, orders);
            CHECK(audit_distance_find(orders, cases[i].trials, cases[i].n, &seed, 1,
                                      &distance) == FAIRAUDIT_OK);
            CHECKF(distance.bound <= cases[i].truth && distance.bound >= cases[i].least,
                   "%s, %zu cards: %g, not %g to %g", cases[i].shuffle, cases[i].n,
                   distance.bound, cases[i].least, cases[i].truth);
            free(orders);
        }
    }
}

/* ---- the judge's own randomness ---------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void test_source(void)
{
    enum { INDEXES = 20000, STREAMS = AUDIT_STREAM_TIES + 1 };
    static uint64_t word[STREAMS * INDEXES];
    TEST("sources: different streams and indexes give different words")
    {
        const audit_seed seed = audit_seed_of_number(1);
        size_t count = 0, equal = 0;
        for (int stream = 0; stream < STREAMS; stream++)
            for (uint64_t index = 0; index < INDEXES; index++) {
                audit_source source;
                audit_source_start(&source, &seed, (enum audit_stream)stream, index);
                word[count++] = audit_source_word(&source);
            }
        qsort(word, count, sizeof word[0], compare);
        for (size_t i = 1; i < count; i++)
            equal += word[i] == word[i - 1];
        CHECK(equal == 0);
    }
}

int main(void)
{
    test_levels();
    test_tests();
    test_long();
    test_means();
    test_dependence();
    test_distance();
    test_source();
    return test_done();
}

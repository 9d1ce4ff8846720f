/* SPDX-License-Identifier: MIT
 *
 * test_dependence.c - the size of a bias is reported for independent orders only:
 * dependence is found, and unfair orders that are independent are not called dependent.
 * Nothing false is reported about fair orders and samples.
 */
#include <math.h>

#include "audit/diagnosis/dependence.h"
#include "audit/diagnosis/distance.h"
#include "audit/diagnosis/effect.h"
#include "tests/audit/engine/cases.h"

struct found {
    enum fairaudit_verdict verdict;
    enum audit_dependence dependence;
    audit_sentences effects;
};

static struct found look(const audit_plan *how, const void *orders, size_t count)
{
    static audit_judgement judgement;
    struct found found;
    audit_plan plan = *how;
    audit_run *audit;
    plan.threads = 1;
    if (audit_create(&audit, &plan) != FAIRAUDIT_OK) {
        printf("Bail out! no audit\n");
        exit(1);
    }
    if (plan.sample > 0)
        audit_add_samples(audit, orders, count);
    else
        audit_add(audit, orders, count);
    audit_judge(audit, 1, &judgement);
    found.verdict = judgement.verdict;
    CHECK(audit_dependence_find(audit, &judgement, &found.dependence) == FAIRAUDIT_OK);
    audit_effects(audit, &judgement, found.dependence, &found.effects);
    audit_free(audit);
    return found;
}

static audit_source source_of(uint64_t number)
{
    const audit_seed seed = audit_seed_of_number(number);
    audit_source source;
    audit_source_start(&source, &seed, AUDIT_STREAM_DIE, 0);
    return source;
}

/* ---- orders that depend on each other ---------------------------------------------- */

/* Each of `decks` decks begins fair. They take turns, and each time two neighbours of one
 * deck change positions. Every single order is exactly fair. */
static void swap_slowly(unsigned char *orders, size_t count, size_t n, size_t decks,
                        uint64_t seed)
{
    audit_source source = source_of(seed);
    for (size_t t = 0; t < count; t++) {
        unsigned char *order = orders + t * n;
        if (t < decks) {
            audit_source_order(&source, order, n);
            continue;
        }
        memcpy(order, order - decks * n, n);
        const size_t i = audit_source_below(&source, n - 1);
        const unsigned char kept = order[i];
        order[i] = order[i + 1];
        order[i + 1] = kept;
    }
}

static void check_dependent(const struct found *found, const char *what)
{
    CHECKF(found->verdict == FAIRAUDIT_UNFAIR && found->dependence == AUDIT_DEPENDENT,
           "%s: verdict %d, dependence %d", what, (int)found->verdict,
           (int)found->dependence);
    /* only how they follow or repeat each other is reported */
    for (size_t i = 0; i < found->effects.count; i++) {
        const char *text = found->effects.text[i];
        CHECKF(strstr(text, "before") != NULL || strstr(text, "depends") != NULL ||
                   strstr(text, "different") != NULL || strstr(text, "pattern") != NULL,
               "%s: %s", what, text);
    }
    CHECK(found->effects.count > 0);
}

static void test_dependent(void)
{
    static unsigned char orders[52 * 20000];
    TEST("dependent orders are found: decks that change slowly")
    {
        struct found found;
        for (size_t decks = 1; decks <= 8; decks++) {
            swap_slowly(orders, 4000, 20, decks, decks);
            found = look(&(audit_plan){.n = 20}, orders, 4000);
            check_dependent(&found, "neighbours change places");
        }
        for (uint64_t seed = 1; seed <= 3; seed++) {
            audit_builtin builtin = case_of("keeps-the-deck:1", "exact", 52, seed);
            audit_builtin_fill(&builtin, 0, 20000, orders);
            found = look(&(audit_plan){.n = 52}, orders, 2000);
            check_dependent(&found, "keeps-the-deck:1, 2,000");
            found = look(&(audit_plan){.n = 52}, orders, 20000);
            check_dependent(&found, "keeps-the-deck:1, 20,000");
        }
        audit_builtin last = case_of("repeats-last", "exact", 10, 1);
        audit_builtin_fill(&last, 0, 5000, orders);
        found = look(&(audit_plan){.n = 10}, orders, 5000);
        check_dependent(&found, "repeats-last");
    }
    TEST("dependent samples are found: numbers that are printed twice")
    {
        static uint32_t items[20000];
        for (size_t first = 0; first < 2; first++) {
            audit_source source = source_of(77);
            for (size_t t = 0; t < 20000; t++)
                items[t] = t % 2 == first || t == 0
                               ? (uint32_t)audit_source_below(&source, 100)
                               : items[t - 1];
            struct found found = look(&(audit_plan){.n = 100, .sample = 1}, items, 20000);
            check_dependent(&found, "numbers printed twice");
            audit_plan back = {.n = 100, .sample = 1, .put_back = 1};
            found = look(&back, items, 20000);
            check_dependent(&found, "numbers printed twice, with putting back");
            /* Stripes keep the error small even if dependence is not found. */
            audit_distance distance;
            CHECK(audit_distance_of_samples(items, 20000, 100, 1, &distance) == 0);
            CHECKF(distance.bound == 0, "bound %g", distance.bound);
        }
    }
    TEST("repeated orders may depend on each other")
    {
        audit_builtin few = case_of("down", "few-seeds:12", 10, 1);
        audit_builtin_fill(&few, 0, 5000, orders);
        const struct found found = look(&(audit_plan){.n = 10}, orders, 5000);
        CHECKF(found.dependence == AUDIT_MAYBE_DEPENDENT, "%d", (int)found.dependence);
        CHECKF(strstr(found.effects.text[0], "different orders") != NULL ||
                   strstr(found.effects.text[0], "before") != NULL,
               "%s", found.effects.text[0]);
    }
}

static void test_independent(void)
{
    static unsigned char orders[52 * 8192];
    TEST("unfair orders that are independent are not called dependent")
    {
        for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
            for (size_t n = 5; n <= 20; n += 5) {
                if (s->fair || s->keeps)
                    continue;
                audit_builtin builtin = case_of(s->name, "exact", n, 5);
                audit_builtin_fill(&builtin, 0, 8192, orders);
                const struct found found = look(&(audit_plan){.n = n}, orders, 8192);
                CHECKF(found.dependence != AUDIT_DEPENDENT, "%s, %zu cards", s->name, n);
            }
        /* a shuffle that becomes another one in the middle */
        audit_builtin first = case_of("sattolo", "exact", 10, 1);
        audit_builtin second = case_of("stops-early", "exact", 10, 2);
        audit_builtin_fill(&first, 0, 4096, orders);
        audit_builtin_fill(&second, 0, 4096, orders + 10 * 4096);
        const struct found found = look(&(audit_plan){.n = 10}, orders, 8192);
        CHECK(found.verdict == FAIRAUDIT_UNFAIR && found.dependence == AUDIT_INDEPENDENT);
    }
}

/* Groups of four that had orders in common would not be independent, and the signs of
 * their values would vary too much. */
static void test_two_orders(void)
{
    TEST("two orders chosen by a coin are not called dependent")
    {
        enum { N = 6, COUNT = 400 };
        static unsigned char orders[N * COUNT];
        unsigned unfair = 0;
        for (uint64_t seed = 1; seed <= 400; seed++) {
            audit_source source = source_of(seed);
            for (size_t t = 0; t < COUNT; t++) {
                const size_t by = audit_source_below(&source, 2);
                for (size_t i = 0; i < N; i++)
                    orders[t * N + i] = (unsigned char)((i + by) % N);
            }
            const audit_plan plan = {.n = N, .views = "position"};
            const struct found found = look(&plan, orders, COUNT);
            unfair += found.verdict == FAIRAUDIT_UNFAIR;
            CHECKF(found.dependence == AUDIT_INDEPENDENT, "seed %llu: %d",
                   (unsigned long long)seed, (int)found.dependence);
        }
        CHECK(unfair == 400);
    }
}

/* ---- fair orders ------------------------------------------------------------------- */

/* Effects are significant by themselves, whatever the verdict: if a fair audit is called
 * unfair, the report only names a statistic. */
static void test_effects(void)
{
    TEST("fair orders and samples have no effects, even if they are called unfair")
    {
        unsigned said = 0;
        const struct {
            size_t n, sample;
            int put_back;
        } cases[] = {{5, 0, 0}, {10, 0, 0}, {20, 0, 0}, {10, 3, 0}, {30, 5, 1}};
        for (size_t c = 0; c < 5; c++)
            for (uint64_t number = 0; number < 60; number++) {
                enum { TRIALS = 500 };
                static unsigned char orders[20 * TRIALS];
                static uint32_t items[5 * TRIALS];
                static audit_judgement judgement;
                const size_t n = cases[c].n, k = cases[c].sample;
                audit_source source = source_of(number * 10 + c);
                for (size_t t = 0; t < TRIALS; t++) {
                    unsigned char order[30];
                    audit_source_order(&source, order, n);
                    if (k == 0)
                        memcpy(orders + t * n, order, n);
                    for (size_t i = 0; i < k; i++)
                        items[t * k + i] = cases[c].put_back
                                               ? (uint32_t)audit_source_below(&source, n)
                                               : order[i];
                }
                const audit_plan plan = {.n = n,
                                         .sample = k,
                                         .put_back = cases[c].put_back,
                                         .threads = 1,
                                         .only_tests = 1};
                audit_sentences effects;
                audit_run *audit = NULL;
                if (!CHECK(audit_create(&audit, &plan) == FAIRAUDIT_OK))
                    return;
                if (k > 0)
                    audit_add_samples(audit, items, TRIALS);
                else
                    audit_add(audit, orders, TRIALS);
                audit_judge(audit, 1, &judgement);
                judgement.verdict = FAIRAUDIT_UNFAIR;
                audit_effects(audit, &judgement, AUDIT_INDEPENDENT, &effects);
                CHECKF(effects.count == 1 &&
                           strstr(effects.text[0], "the statistic") != NULL,
                       "n %zu, k %zu: %s", n, k, effects.text[0]);
                said++;
                audit_free(audit);
            }
        CHECK(said == 300);
    }
}

/* Samples of one of n items; the first m items together have probability p. */
static void fill_items(uint32_t *items, size_t count, size_t k, size_t n, size_t m,
                       double p, uint64_t seed)
{
    audit_source source = source_of(seed);
    for (size_t i = 0; i < count * k; i++) {
        const int chosen = ldexp((double)(audit_source_word(&source) >> 11), -53) < p;
        items[i] = (uint32_t)(chosen ? audit_source_below(&source, m)
                                     : m + audit_source_below(&source, n - m));
    }
}

static void test_distance(void)
{
    static uint32_t items[3 * 20000];
    audit_distance distance;
    TEST("samples: the bound of the distance is below the true value, and close to it")
    {
        /* Half of 20 items have probability 0.5 + d, so the distance is d. */
        const struct {
            double d, least;
            size_t count;
        } cases[] = {
            {0, 0, 1000}, {0.05, 0, 1000}, {0.1, 0.05, 20000}, {0.3, 0.25, 20000}};
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
            for (uint64_t seed = 0; seed < 40; seed++) {
                fill_items(items, cases[c].count, 1, 20, 10, 0.5 + cases[c].d, seed);
                CHECK(audit_distance_of_samples(items, cases[c].count, 20, 1,
                                                &distance) == FAIRAUDIT_OK);
                CHECKF(distance.bound <= cases[c].d && distance.bound >= cases[c].least,
                       "seed %d: %g, not %g to %g", (int)seed, distance.bound,
                       cases[c].least, cases[c].d);
            }
        for (uint64_t seed = 0; seed < 40; seed++) { /* several positions */
            fill_items(items, 1000, 3, 20, 10, 0.5, 100 + seed);
            CHECK(audit_distance_of_samples(items, 1000, 20, 3, &distance) == 0);
            CHECKF(distance.bound == 0, "seed %d: %g", (int)seed, distance.bound);
        }
    }
}

int main(void)
{
    test_dependent();
    test_independent();
    test_two_orders();
    test_effects();
    test_distance();
    return test_done();
}

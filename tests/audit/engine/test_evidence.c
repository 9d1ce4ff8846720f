/* SPDX-License-Identifier: MIT
 *
 * test_evidence.c - a verdict needs evidence: without bets that have a chance and without
 * a test that counts there is none, in the engine and in fairaudit_test(). The thresholds
 * of the verdicts by betting are as documented.
 */
#include <math.h>

#include "tests/audit/engine/cases.h"

static audit_judgement judged(const audit_plan *plan, const void *orders, size_t count,
                              int complete)
{
    audit_judgement judgement;
    audit_run *audit;
    if (audit_create(&audit, plan) != FAIRAUDIT_OK) {
        printf("Bail out! no audit\n");
        exit(1);
    }
    if (plan->sample > 0)
        audit_add_samples(audit, orders, count);
    else
        audit_add(audit, orders, count);
    audit_judge(audit, complete, &judgement);
    audit_free(audit);
    return judgement;
}

static void check_untested(audit_plan plan, const void *orders, size_t count,
                           int complete, enum audit_untested why)
{
    plan.threads = 1;
    const audit_judgement judgement = judged(&plan, orders, count, complete);
    CHECKF(judgement.untested == why &&
               (judgement.verdict == FAIRAUDIT_UNTESTED) == (why != AUDIT_TESTED),
           "n %zu, k %zu, %zu trials, views %s: %d, not %d; verdict %d", plan.n,
           plan.sample, count, plan.views != NULL ? plan.views : "all",
           (int)judgement.untested, (int)why, (int)judgement.verdict);
}

/* Views that do not apply to some sizes say so. */
static void check_orders(void)
{
    const audit_plan ten = {.n = 10}, tests = {.n = 10, .only_tests = 1};
    unsigned char *orders = orders_of("sattolo", "exact", 10, 5000, 1);
    unsigned char *large = orders_of("sattolo", "exact", 100, 300, 1);

    TEST("orders: no verdict without bets that have a chance or a test that counts")
    {
        check_untested(ten, orders, 0, 1, AUDIT_NO_ORDERS);
        check_untested(ten, orders, 1, 1, AUDIT_TOO_FEW);
        check_untested(ten, orders, 1, 0, AUDIT_TOO_FEW);
        check_untested(ten, orders, 2, 0, AUDIT_TESTED);
        check_untested(tests, orders, 1, 1, AUDIT_TOO_FEW);
        check_untested(tests, orders, 5000, 0, AUDIT_STOPPED);
        check_untested(tests, orders, 5000, 1, AUDIT_TESTED);
        CHECK(judged(&tests, orders, 5000, 1).verdict == FAIRAUDIT_UNFAIR);
    }
    TEST("orders: no verdict unless a shuffle that does nothing would be suspect")
    {
        static unsigned char same[10 * 64], mixed[10 * 64];
        const char *const views[] = {NULL, "sign", "position", "serial-position",
                                     "descents,repeats"};
        for (size_t v = 0; v < sizeof views / sizeof views[0]; v++)
            for (size_t n = 2; n <= 10; n++) {
                const audit_plan plan = {.n = n, .views = views[v], .threads = 1};
                size_t least = 0, noticed = 0;
                audit_source source;
                const audit_seed seed = audit_seed_of_number(n);
                audit_source_start(&source, &seed, AUDIT_STREAM_DIE, 0);
                for (size_t t = 0; t < 64; t++) {
                    audit_source_order(&source, mixed + t * n, n);
                    memcpy(same + t * n, same + (t > 0 ? (t - 1) * n : 0), n);
                    for (size_t i = 0; t == 0 && i < n; i++)
                        same[i] = (unsigned char)i;
                }
                for (size_t t = 64; t > 0; t--) {
                    if (judged(&plan, mixed, t, 0).verdict != FAIRAUDIT_UNTESTED)
                        least = t;
                    const enum fairaudit_verdict said = judged(&plan, same, t, 0).verdict;
                    noticed = said != FAIRAUDIT_UNTESTED ? t : noticed;
                    CHECKF(said != FAIRAUDIT_NO_EVIDENCE, "%zu of %zu cards", t, n);
                }
                CHECKF(least == noticed && least > 1 && least < 40,
                       "%zu cards, view %zu: a verdict from %zu on, not %zu", n, v, least,
                       noticed);
                CHECKF(v > 0 || n != 5 || least == 4, "5 cards: from %zu on", least);
                CHECKF(v > 0 || n != 10 || least == 2, "10 cards: from %zu on", least);
            }
    }
    TEST("orders: views that do not apply to the size of the deck")
    {
        check_untested((audit_plan){.n = 100, .views = "triples"}, large, 300, 1,
                       AUDIT_NO_VIEWS);
        check_untested((audit_plan){.n = 10, .views = "whole"}, orders, 5000, 1,
                       AUDIT_NO_VIEWS);
        check_untested((audit_plan){.n = 10, .views = "triples"}, orders, 5000, 1,
                       AUDIT_TOO_FEW);
        check_untested((audit_plan){.n = 10, .views = "triples"}, orders, 5000, 0,
                       AUDIT_STOPPED);
    }
    TEST("orders: a view of quotients needs two orders to begin, and one more to bet")
    {
        const audit_plan serial = {.n = 100, .views = "serial-position"};
        check_untested(serial, large, 2, 1, AUDIT_TOO_FEW);
        check_untested(serial, large, 3, 1, AUDIT_TESTED);
    }
    TEST("orders: an exact test counts only if some outcome would be remarkable")
    {
        const audit_plan sign = {.n = 10, .only_tests = 1, .views = "sign"};
        check_untested(sign, orders, 19, 1, AUDIT_TOO_FEW);
        check_untested(sign, orders, 20, 1, AUDIT_TESTED);
        const audit_plan repeats = {.n = 10, .only_tests = 1, .views = "repeats"};
        check_untested(repeats, orders, 1, 1, AUDIT_TOO_FEW);
        check_untested(repeats, orders, 2, 1, AUDIT_TESTED);
    }
    free(orders);
    free(large);
}

static void check_samples(void)
{
    enum { N = 20, MOST = 2000 };
    static uint32_t items[3 * MOST];
    const audit_seed seed = audit_seed_of_number(4);
    audit_source source;
    audit_source_start(&source, &seed, AUDIT_STREAM_DIE, 0);
    for (size_t t = 0; t < MOST; t++) {
        unsigned char order[N];
        audit_source_order(&source, order, N);
        for (size_t i = 0; i < 3; i++)
            items[t * 3 + i] = order[i];
    }
    TEST("samples: no verdict without evidence")
    {
        const audit_plan three = {.n = N, .sample = 3};
        const audit_plan tests = {.n = N, .sample = 3, .only_tests = 1};
        check_untested(three, items, 1, 1, AUDIT_TOO_FEW);
        check_untested(three, items, 2, 1, AUDIT_TESTED);
        check_untested(tests, items, 1, 1, AUDIT_TOO_FEW);
        check_untested(tests, items, MOST, 0, AUDIT_STOPPED);
        check_untested(tests, items, MOST, 1, AUDIT_TESTED);
        /* six coins are one in 64, and so are the next six */
        static uint32_t coins[6 * 20];
        const audit_plan toss = {.n = 2, .sample = 6, .put_back = 1};
        check_untested(toss, coins, 2, 0, AUDIT_TOO_FEW);
        check_untested(toss, coins, 20, 0, AUDIT_TESTED);
        for (size_t i = 0; i < 6 * 20; i++)
            coins[i] = (uint32_t)audit_source_below(&source, 2);
        check_untested(toss, coins, 2, 0, AUDIT_TOO_FEW);
        check_untested(toss, coins, 20, 0, AUDIT_TESTED);
        /* samples of one item have no pairs */
        check_untested((audit_plan){.n = N, .sample = 1, .views = "sample-pairs"}, items,
                       MOST, 1, AUDIT_NO_VIEWS);
        /* if all items are drawn, there is nothing to bet on */
        static uint32_t all[5 * 4];
        for (uint32_t i = 0; i < 20; i++)
            all[i] = (i / 5 + i) % 5;
        check_untested((audit_plan){.n = 5, .sample = 5, .views = "sample-item"}, all, 4,
                       1, AUDIT_NO_VIEWS);
    }
    TEST("samples: one long sample with replacement is enough for a verdict")
    {
        static uint32_t rolls[3 * MOST];
        for (size_t i = 0; i < 3 * MOST; i++)
            rolls[i] = (uint32_t)audit_source_below(&source, 6);
        const audit_plan die = {
            .n = 6, .sample = 3 * MOST, .put_back = 1, .only_tests = 1};
        check_untested(die, rolls, 1, 1, AUDIT_TESTED);
        memset(rolls, 0, sizeof rolls);
        CHECK(judged(&die, rolls, 1, 1).verdict == FAIRAUDIT_UNFAIR);
    }
}

/* ---- thresholds -------------------------------------------------------------------- */

/* The verdict by betting alone, order by order, as documented: with numbers, not names,
 * so that a change of a constant is noticed. */
static void check_thresholds(void)
{
    const char *const names[] = {"swap-with-any", "even-only", "keys:4", "down"};
    unsigned suspect = 0, between = 0;
    TEST("betting: SUSPECT from a wealth of 2,000 on, UNFAIR from 2,000,000 on")
    {
        for (size_t s = 0; s < sizeof names / sizeof *names; s++) {
            unsigned char *orders = orders_of(names[s], "exact", 5, 2500, 7 + s);
            static audit_judgement judgement;
            audit_run *audit = NULL;
            if (!CHECK(audit_create(&audit, &(audit_plan){.n = 5, .threads = 1}) == 0))
                return;
            for (size_t t = 0; t < 2500; t++) {
                audit_add(audit, orders + t * 5, 1);
                audit_judge(audit, 0, &judgement);
                const double highest = exp(fmin(judgement.highest, 100));
                const enum fairaudit_verdict right = t < 3            ? FAIRAUDIT_UNTESTED
                                                     : highest >= 2e6 ? FAIRAUDIT_UNFAIR
                                                     : highest >= 2000
                                                         ? FAIRAUDIT_SUSPECT
                                                         : FAIRAUDIT_NO_EVIDENCE;
                CHECKF(judgement.verdict == right,
                       "%s, order %zu: highest %g, verdict %d", names[s], t + 1, highest,
                       (int)judgement.verdict);
                suspect += right == FAIRAUDIT_SUSPECT;
                between += highest > 20 && highest < 2000;
            }
            audit_free(audit);
            free(orders);
        }
        CHECKF(suspect > 5 && between > 20, "%u suspect, %u between 20 and 2000", suspect,
               between);
    }
}

/* ---- the function of fairaudit.h --------------------------------------------------- */

static void shuffle_down(const fairaudit_die *die, unsigned char *cards, size_t n,
                         void *context)
{
    (void)context;
    for (size_t i = n - 1; i > 0; i--) {
        const size_t j = fairaudit_choose(die, i + 1);
        const unsigned char kept = cards[i];
        cards[i] = cards[j];
        cards[j] = kept;
    }
}

static void check_function(void)
{
    TEST("fairaudit_test() of a single shuffle: FAIRAUDIT_EFEW, and no verdict")
    {
        fairaudit_result result = {.verdict = FAIRAUDIT_NO_EVIDENCE};
        fairaudit_options options = {.trials = 1, .seed = 1, .threads = 1};
        for (size_t n = 2; n <= 256; n += n < 8 ? 1 : 62) {
            options.trials = 1;
            CHECKF(fairaudit_test(shuffle_down, NULL, n, &options, &result) ==
                           FAIRAUDIT_EFEW &&
                       result.verdict == FAIRAUDIT_UNTESTED && result.trials == 1,
                   "%zu cards: verdict %d", n, (int)result.verdict);
            options.trials = n < 10 ? 20 : 2;
            CHECKF(fairaudit_test(shuffle_down, NULL, n, &options, &result) ==
                           FAIRAUDIT_OK &&
                       result.verdict == FAIRAUDIT_NO_EVIDENCE,
                   "%zu cards: verdict %d", n, (int)result.verdict);
        }
        CHECK(strcmp(fairaudit_strerror(FAIRAUDIT_EFEW), fairaudit_strerror(-99)) != 0);
    }
}

int main(void)
{
    check_orders();
    check_samples();
    check_thresholds();
    check_function();
    return test_done();
}

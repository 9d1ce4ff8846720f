/* SPDX-License-Identifier: MIT
 *
 * test_false_alarms.c - the engine of audits: results depend on the orders alone, false
 * alarms are as rare as promised, in both tails, and every way to a verdict works.
 */
#include <math.h>

#include "audit/views/wealth.h"
#include "tests/audit/engine/cases.h"

/* ---- the same whatever the threads and the portions -------------------------------- */

enum { TRIALS = 3000, CARDS = 12 };

static audit_judgement judge(const unsigned char *orders, size_t portion,
                             unsigned threads)
{
    const audit_plan plan = {.n = CARDS, .threads = threads};
    audit_judgement judgement;
    audit_run *audit;
    CHECK(audit_create(&audit, &plan) == FAIRAUDIT_OK);
    for (size_t done = 0; done < TRIALS; done += portion) {
        const size_t some = TRIALS - done < portion ? TRIALS - done : portion;
        audit_add(audit, orders + done * CARDS, some);
    }
    audit_judge(audit, 1, &judgement);
    audit_free(audit);
    return judgement;
}

/* ---- false alarms ------------------------------------------------------------------ */

struct alarms {
    unsigned audits, levels[4]; /* highest wealth at least 5, 20, 100, 1000 */
    unsigned low, high;         /* tests with a tail below 1 % */
    unsigned tests;
    unsigned verdicts;
};

static void count_alarms(struct alarms *alarms, size_t n, unsigned audits,
                         uint64_t trials)
{
    static const double levels[] = {5, 20, 100, 1000};
    for (unsigned i = 0; i < audits; i++) {
        audit_builtin builtin = case_of("down", "exact", n, 1000 * n + i);
        const audit_plan plan = {.threads = 1};
        builtin.threads = 1;
        const audit_judgement judgement = case_audit(&builtin, trials, &plan);
        alarms->audits++;
        for (size_t k = 0; k < 4; k++)
            alarms->levels[k] += judgement.highest >= log(levels[k]);
        for (size_t k = 0; k < judgement.results; k++)
            if (judgement.result[k].test.usable) {
                alarms->tests++;
                alarms->high += judgement.result[k].test.tails.upper < 0.01;
                alarms->low += judgement.result[k].test.tails.lower < 0.01;
            }
        alarms->verdicts += judgement.verdict != FAIRAUDIT_NO_EVIDENCE;
    }
}

/* Checks that the number of events with that probability is not too large, by four
 * standard deviations. */
static int is_rare(unsigned events, unsigned chances, double chance)
{
    const double mean = chances * chance;
    return events <= mean + 4 * sqrt(mean) + 1;
}

static void check_alarms(size_t n, unsigned audits, uint64_t trials)
{
    struct alarms alarms = {0};
    count_alarms(&alarms, n, audits, trials);
    printf("# n %zu: of %u audits wealth 5: %u, 20: %u, 100: %u, 1000: %u; of %u tests "
           "upper 1 %%: %u, lower 1 %%: %u; not 'no evidence': %u\n",
           n, alarms.audits, alarms.levels[0], alarms.levels[1], alarms.levels[2],
           alarms.levels[3], alarms.tests, alarms.high, alarms.low, alarms.verdicts);
    CHECK(is_rare(alarms.levels[0], audits, 1 / 5.0));
    CHECK(is_rare(alarms.levels[1], audits, 1 / 20.0));
    CHECK(is_rare(alarms.levels[2], audits, 1 / 100.0));
    CHECK(is_rare(alarms.levels[3], audits, 1 / 1000.0));
    /* Tests of one audit depend on each other, so twice the deviation is allowed. */
    CHECK(alarms.tests > 10 * audits);
    CHECK(alarms.high <= 0.013 * alarms.tests && alarms.low <= 0.013 * alarms.tests);
    CHECK(is_rare(alarms.verdicts, audits, 2e-3));
}

/* Compares member by member, because padding is undefined. */
static int is_same(const audit_judgement *a, const audit_judgement *b)
{
    int same = a->verdict == b->verdict && a->complete == b->complete &&
               a->trials == b->trials && a->decided == b->decided &&
               a->evidence == b->evidence && a->highest == b->highest &&
               a->results == b->results && a->bettors == b->bettors &&
               a->curve == b->curve && strcmp(a->strongest, b->strongest) == 0;
    for (size_t i = 0; same && i < a->results; i++) {
        const audit_test *x = &a->result[i].test, *y = &b->result[i].test;
        same = strcmp(x->name, y->name) == 0 && x->value == y->value && x->df == y->df &&
               x->expected == y->expected && x->usable == y->usable &&
               x->tails.upper == y->tails.upper && x->tails.lower == y->tails.lower &&
               a->result[i].p == b->result[i].p &&
               a->result[i].corrected == b->result[i].corrected;
    }
    for (size_t i = 0; same && i < a->bettors; i++)
        same = strcmp(a->bettor[i].name, b->bettor[i].name) == 0 &&
               a->bettor[i].evidence == b->bettor[i].evidence &&
               a->bettor[i].decisive == b->bettor[i].decisive;
    for (size_t i = 0; same && i < a->curve; i++)
        same = a->point[i].trials == b->point[i].trials &&
               a->point[i].evidence == b->point[i].evidence;
    return same;
}

int main(void)
{
    TEST("threads and portions change nothing")
    {
        unsigned char *orders = malloc(TRIALS * CARDS);
        audit_builtin builtin = case_of("swap-with-any", "exact", CARDS, 5);
        audit_builtin_fill(&builtin, 0, TRIALS, orders);
        const audit_judgement one = judge(orders, TRIALS, 1);
        static const size_t portions[] = {1, 7, 100, 2048, TRIALS};
        for (size_t i = 0; i < sizeof portions / sizeof portions[0]; i++)
            for (unsigned threads = 1; threads <= 3; threads++) {
                const audit_judgement other = judge(orders, portions[i], threads);
                CHECKF(is_same(&one, &other), "portion %zu, threads %u", portions[i],
                       threads);
            }
        unsigned char *again = malloc(TRIALS * CARDS);
        builtin.threads = 3;
        for (size_t done = 0; done < TRIALS; done += 500)
            audit_builtin_fill(&builtin, done, 500, again + done * CARDS);
        CHECK(memcmp(orders, again, TRIALS * CARDS) == 0);
        free(orders);
        free(again);
    }

    TEST("false alarms are as rare as promised")
    {
        check_alarms(3, 2000, 100);
        check_alarms(5, 1500, 200);
        check_alarms(10, 600, 400);
        check_alarms(52, 60, 600);
    }

    TEST("a decision stays, and so does the number of orders it took")
    {
        audit_builtin builtin = case_of("sattolo", "exact", 10, 1);
        const audit_judgement judgement = case_audit(&builtin, 1000, NULL);
        CHECK(judgement.verdict == FAIRAUDIT_UNFAIR);
        CHECK(judgement.decided > 2 && judgement.decided < 25);
        CHECK(judgement.strongest[0] != '\0' && judgement.strongest_title[0] != '\0');
    }

    TEST("tests at the end find what no bet has found")
    {
        audit_builtin builtin = case_of("keys:6", "exact", 10, 2);
        const audit_plan plan = {.only_tests = 1};
        const audit_judgement judgement = case_audit(&builtin, 20000, &plan);
        CHECK(judgement.decided == 0 && judgement.bettors == 0);
        CHECK(judgement.verdict == FAIRAUDIT_UNFAIR);
    }

    TEST("some views only")
    {
        audit_builtin builtin = case_of("even-only", "exact", 10, 2);
        audit_plan plan = {.views = "sign,position"};
        const audit_judgement judgement = case_audit(&builtin, 1000, &plan);
        CHECK(judgement.bettors == 2 && judgement.verdict == FAIRAUDIT_UNFAIR);
        audit_run *audit;
        plan.n = 10;
        plan.views = "position,nonsense";
        CHECK(audit_create(&audit, &plan) == FAIRAUDIT_EINVAL && audit == NULL);
        plan.views = "";
        CHECK(audit_create(&audit, &plan) == FAIRAUDIT_EINVAL);
    }

    TEST("invalid plans are refused")
    {
        audit_run *audit;
        CHECK(audit_create(&audit, &(audit_plan){.n = 1}) == FAIRAUDIT_EINVAL);
        CHECK(audit_create(&audit, &(audit_plan){.n = 257}) == FAIRAUDIT_EINVAL);
        CHECK(audit_create(&audit, &(audit_plan){.n = 5, .sample = 6}) ==
              FAIRAUDIT_EINVAL);
    }
    return test_done();
}

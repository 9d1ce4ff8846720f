/* SPDX-License-Identifier: MIT
 *
 * test_compose.c - composing the report of an audit: what counts after an interruption,
 * why there may be no verdict, what is left out if permutations depend on each other, and
 * what happens without memory.
 *
 * faulty_malloc.h makes the k-th allocation fail.
 */
#include <math.h>

#include "audit/command/report/compose.h"
#include "audit/command/subject/input_effects.h"
#include "tests/audit/engine/cases.h"
#include "tests/support/faulty_malloc.h"

/* ---- reports ----------------------------------------------------------------------- */

static audit_run *audit_of(const struct request *request, const void *orders,
                           size_t count)
{
    const audit_plan plan = {.n = request->plan.n,
                             .sample = request->plan.sample,
                             .put_back = request->plan.put_back,
                             .threads = 1,
                             .only_tests = request->only_tests,
                             .views = request->views};
    audit_run *audit;
    if (audit_create(&audit, &plan) != FAIRAUDIT_OK) {
        printf("Bail out! no audit\n");
        exit(1);
    }
    if (request->plan.sample > 0)
        audit_add_samples(audit, orders, count);
    else
        audit_add(audit, orders, count);
    return audit;
}

/* The report as text and as JSON; the struct points into the audit. */
struct shown {
    struct report report;
    char text[1 << 16], *json;
};

static void show(struct shown *shown, const struct request *request,
                 const audit_run *audit, bool interrupted, int width)
{
    struct report *report = &shown->report;
    *report = (struct report){.n = request->plan.n, .interrupted = interrupted};
    compose_header(report, request);
    CHECK(compose_report(report, request, audit, false, true) == FAIRAUDIT_OK);
    FILE *file = tmpfile();
    const struct report_style style = {.width = width};
    report_print(file, report, style);
    rewind(file);
    shown->text[fread(shown->text, 1, sizeof shown->text - 1, file)] = '\0';
    fclose(file);
    shown->json = report_json(report);
    for (char *at = shown->text; *at != '\0'; at++) /* lines are wrapped anywhere */
        if (*at == '\n' && at[1] == ' ') {
            char *next = at + 1;
            while (*next == ' ')
                next++;
            if (next - at > 14) {
                *at = ' ';
                memmove(at + 1, next, strlen(next) + 1);
            }
        }
}

static bool says(const struct shown *shown, const char *words)
{
    return strstr(shown->text, words) != NULL;
}

static bool has(const struct shown *shown, const char *member)
{
    return strstr(shown->json, member) != NULL;
}

static struct request ask(size_t n, uint64_t trials)
{
    return (struct request){.task = TASK_BUILTIN,
                            .name = "made here",
                            .plan = {.n = n, .trials = trials},
                            .threads = 1};
}

/* ---- no verdict -------------------------------------------------------------------- */

static void check_no_verdict(struct shown *shown)
{
    unsigned char *orders = orders_of("sattolo", "exact", 10, 5000, 1);
    struct request request = ask(10, 5000);
    request.only_tests = true;
    audit_run *audit = audit_of(&request, orders, 5000);

    TEST("tests do not count after an interruption, and then there is no verdict")
    {
        show(shown, &request, audit, true, 80);
        CHECK(!shown->report.judgement.complete && !shown->report.judged);
        CHECK(report_status(&shown->report) == 2);
        CHECKF(says(shown, "COULD NOT TEST") && says(shown, "--only-tests") &&
                   says(shown, "what to do"),
               "%s", shown->text);
        CHECK(!says(shown, "would find") && !says(shown, "NO EVIDENCE"));
        CHECKF(has(shown, "\"verdict\": \"could-not-test\"") &&
                   has(shown, "\"reason\": \"stopped\"") && has(shown, "\"status\": 2"),
               "%s", shown->json);
        free(shown->json);

        show(shown, &request, audit, false, 80);
        CHECK(shown->report.judgement.complete && report_status(&shown->report) == 1);
        CHECK(has(shown, "\"untested\": null"));
        free(shown->json);
    }
    audit_free(audit);

    TEST("views that do not apply: no verdict")
    {
        request = ask(10, 5000);
        request.views = "whole";
        audit = audit_of(&request, orders, 5000);
        show(shown, &request, audit, false, 80);
        CHECK(report_status(&shown->report) == 2 &&
              has(shown, "\"reason\": \"no-views\""));
        CHECKF(says(shown, "--views"), "%s", shown->text);
        free(shown->json);
        audit_free(audit);
    }
    TEST("one order, and none: no verdict; two orders: bets were placed")
    {
        for (size_t count = 0; count <= 2; count++) {
            request = ask(10, UINT64_MAX);
            audit = audit_of(&request, orders, count);
            show(shown, &request, audit, false, 80);
            CHECKF(report_status(&shown->report) == (count < 2 ? 2 : 0), "%zu", count);
            CHECKF(has(shown, "\"reason\": \"too-few\"") == (count == 1) &&
                       has(shown, "\"reason\": \"no-orders\"") == (count == 0),
                   "%zu orders: %s", count, shown->json);
            free(shown->json);
            audit_free(audit);
        }
    }
    TEST("a finding is the only reason, if there is one")
    {
        request = ask(10, 5000);
        audit = audit_of(&request, orders, 1);
        struct report report = {.n = 10, .finding = {.kind = FINDING_TIMEOUT}};
        compose_header(&report, &request);
        CHECK(compose_report(&report, &request, audit, true, true) == FAIRAUDIT_OK);
        CHECK(report_outcome(&report) == OUTCOME_UNTESTED);
        CHECK(report_why_untested(&report).reason == NULL);
        audit_free(audit);
    }
    free(orders);
}

static void check_promises(struct shown *shown)
{
    unsigned char *orders = orders_of("down", "exact", 10, 3000, 1);
    struct request request = ask(10, 3000);
    audit_run *audit = audit_of(&request, orders, 3000);
    TEST("what would be found is stated if the run ended, and unknown if it was stopped")
    {
        show(shown, &request, audit, false, 80);
        CHECK(shown->report.detectable.count > 0);
        CHECKF(says(shown, shown->report.detectable.text[0]) &&
                   has(shown, shown->report.detectable.text[0]),
               "%s", shown->text);
        free(shown->json);
        show(shown, &request, audit, true, 80);
        CHECK(report_status(&shown->report) == 0);
        CHECK(shown->report.detectable.count == 0);
        CHECKF(says(shown, "unknown") && says(shown, "the tests at the end") &&
                   has(shown, "\"detectable\": []"),
               "%s", shown->text);
        free(shown->json);
    }
    TEST("intervals are explained only where they are shown, with what they assume")
    {
        show(shown, &request, audit, false, 80);
        CHECK(says(shown, "intervals") && says(shown, "independent"));
        free(shown->json);
        show(shown, &request, audit, false, 60);
        CHECK(!says(shown, "intervals") && says(shown, "Fair is 10"));
        free(shown->json);
    }
    audit_free(audit);
    free(orders);
}

/* ---- orders that depend on each other ---------------------------------------------- */

static void check_dependent(struct shown *shown)
{
    TEST("orders that depend on each other: no distance, no cells, no other effects")
    {
        unsigned char *orders = orders_of("keeps-the-deck:1", "exact", 52, 2000, 1);
        const struct request request = ask(52, 2000);
        audit_run *audit = audit_of(&request, orders, 2000);
        show(shown, &request, audit, false, 80);
        CHECK(report_status(&shown->report) == 1);
        CHECKF(says(shown, "shuffles depend on each other"), "%s", shown->text);
        CHECK(shown->report.distance.bound == 0 && shown->report.cells == 0);
        CHECK(has(shown, "\"dependence\": \"seen\"") && has(shown, "\"cells\": []"));
        free(shown->json);
        audit_free(audit);
        free(orders);
    }
    TEST("independent orders: distance and cells")
    {
        unsigned char *orders = orders_of("stops-early", "exact", 10, 2000, 1);
        const struct request request = ask(10, 2000);
        audit_run *audit = audit_of(&request, orders, 2000);
        show(shown, &request, audit, false, 80);
        CHECK(shown->report.distance.bound > 0.5 && shown->report.cells > 0);
        CHECK(has(shown, "\"dependence\": \"not-seen\""));
        free(shown->json);
        audit_free(audit);
        free(orders);
    }
}

/* Whether `count` orders of n cards that are all the same are called deterministic. */
static bool is_deterministic(size_t n, size_t count)
{
    static unsigned char orders[100 * 52];
    for (size_t i = 0; i < count * n; i++)
        orders[i] = (unsigned char)(i % n);
    const struct request request = ask(n, count);
    audit_run *audit = audit_of(&request, orders, count);
    struct report report = {.n = n};
    compose_header(&report, &request);
    CHECK(compose_report(&report, &request, audit, true, false) == FAIRAUDIT_OK);
    audit_free(audit);
    return report.deterministic;
}

static void check_deterministic(void)
{
    TEST("deterministic: only if a fair shuffle would not do it")
    {
        CHECK(!is_deterministic(2, 3));  /* one of four fair audits */
        CHECK(!is_deterministic(2, 20)); /* 2^-19 */
        CHECK(is_deterministic(2, 21));  /* 2^-20 */
        CHECK(!is_deterministic(10, 2)); /* two are not "every time" */
        CHECK(is_deterministic(10, 3));
        CHECK(is_deterministic(52, 3));
    }
}

/* ---- no memory --------------------------------------------------------------------- */

static void refuse_each(const struct request *request, const void *orders, size_t count)
{
    audit_run *audit = audit_of(request, orders, count);
    static struct report report;
    long all = 1;
    for (long k = -1; k < all; k += k < 60 ? 1 : k / 3) {
        report = (struct report){.n = request->plan.n};
        compose_header(&report, request);
        faulty_start();
        faulty_fail(k);
        const int error = compose_report(&report, request, audit, true, true);
        faulty_stop();
        if (k < 0)
            all = faulty.allocations;
        CHECKF(error == (k < 0 ? FAIRAUDIT_OK : FAIRAUDIT_ENOMEM),
               "%d if allocation %ld of %ld fails", error, k, all);
    }
    CHECKF(all > 2, "%ld allocations", all);
    audit_free(audit);
}

static void check_memory(void)
{
    TEST("if there is no memory for the diagnosis, that is an error, not a result")
    {
        unsigned char *orders = orders_of("stops-early", "exact", 5, 500, 1);
        struct request request = ask(5, 500);
        refuse_each(&request, orders, 500);
        free(orders);

        static uint32_t items[2 * 500]; /* two of the first four of nine */
        unsigned char *fours = orders_of("down", "exact", 4, 500, 1);
        for (size_t i = 0; i < 1000; i++)
            items[i] = fours[i / 2 * 4 + i % 2];
        free(fours);
        request = ask(9, 500);
        request.plan.sample = 2;
        refuse_each(&request, items, 500);
    }
}

/* ---- lines that matter ------------------------------------------------------------- */

static void check_inputs(void)
{
    enum { N = 8, COUNT = 500 };
    audit_sentence effect;
    TEST("effects of copies and words are found where they are, and nowhere else")
    {
        for (uint64_t seed = 1; seed <= 50; seed++) {
            unsigned char *orders = orders_of("down", "exact", N, COUNT, seed);
            CHECKF(!input_effect_copies(orders, COUNT, N, 2, &effect), "%s", effect.text);
            CHECKF(!input_effect_tokens(orders, COUNT, N, &effect), "%s", effect.text);
            free(orders);
        }
        /* lines i and i + N / 2 are equal, and stand side by side */
        unsigned char *many = orders_of("down", "exact", N / 2, COUNT, 1), all[COUNT * N];
        for (size_t i = 0; i < COUNT * N / 2; i++) {
            all[2 * i] = many[i];
            all[2 * i + 1] = (unsigned char)(many[i] + N / 2);
        }
        CHECK(input_effect_copies(all, COUNT, N, 2, &effect));
        for (size_t i = 0; i < COUNT / 2; i++) /* each twice */
            memcpy(all + (2 * i + 1) * N, all + 2 * i * N, N);
        CHECK(input_effect_tokens(all, COUNT, N, &effect));
        free(many);
    }
}

/* ---- exact laws of shuffles that keep the deck ------------------------------------- */

static void check_exact(void)
{
    TEST("for a shuffle that keeps the deck, the text says what was analysed")
    {
        const char *const names[] = {"keeps-the-deck", "repeats-last", "transpositions"};
        for (int i = 0; i < 3; i++) {
            audit_exact exact;
            uint64_t parameter = 0;
            const audit_shuffle *shuffle = shuffle_named(names[i], 4, &parameter);
            char text[8192];
            CHECK(audit_exact_find(shuffle, parameter, audit_dice, 0, 4, &exact) == 0);
            FILE *file = tmpfile();
            exact_print(file, &exact, names[i], "", (struct report_style){.width = 200});
            rewind(file);
            text[fread(text, 1, sizeof text - 1, file)] = '\0';
            fclose(file);
            char *json = exact_json(&exact, names[i], "exact");
            CHECKF((strstr(text, "PROVED UNFAIR") != NULL) == (i == 2), "%s", text);
            CHECKF((strstr(text, "sorted deck") != NULL) == (i < 2), "%s", text);
            CHECKF((strstr(json, "\"keeps\": true") != NULL) == (i < 2), "%s", json);
            CHECK(strstr(json, "\"analysed\": \"one shuffle of a sorted deck\"") != NULL);
            free(json);
            audit_exact_free(&exact);
        }
    }
}

int main(void)
{
    static struct shown shown;
    check_no_verdict(&shown);
    check_promises(&shown);
    check_dependent(&shown);
    check_deterministic();
    check_memory();
    check_inputs();
    check_exact();
    return test_done();
}

/* SPDX-License-Identifier: MIT
 *
 * audits.c - audits of the page.
 *
 * They do what the command does (audit/command/run_audit.c), piece by piece, with the
 * same permutations, plan and report.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/builtin.h"
#include "audit/command/report/compose.h"
#include "lab/core/library.h"
#include "audit/orders/rank.h"
#include "lab/core/lab_parts.h"

enum {
    CHUNK = 4096 /* permutations made at once */
};

struct lab_audit {
    struct request request; /* what the page asks for */
    const char *how;        /* see struct report; NULL: as the request says */
    audit_builtin builtin;  /* makes permutations, unless the page adds them */
    audit_run *audit;       /* takes the permutations and counts; owned */
    struct finding finding; /* the first fault of a permutation that the page added */
    unsigned char *orders;  /* [CHUNK][n]; NULL: the page adds permutations */
};

/* ---- beginning and end ------------------------------------------------------------- */

static bool take_trials(struct request *request, double trials)
{
    const double most = 256.0 * UINT32_MAX; /* as for the command */
    if (isinf(trials) && trials > 0) {
        request->plan.trials = UINT64_MAX;
        return true;
    }
    if (!(trials >= 1 && trials <= most && trials == floor(trials))) {
        audit_details *details =
            lab_fail("bad-trials", "trials: a whole number from 1 to %.0f", most);
        audit_detail_real(details, "most", most);
        return false;
    }
    request->plan.trials = (uint64_t)trials;
    return true;
}

/* Makes an audit with the arguments that all kinds of audits have. */
static struct lab_audit *make_audit(enum request_task task, size_t n, const char *seed,
                                    double trials)
{
    struct lab_audit *audit = calloc(1, sizeof *audit);
    if (audit == NULL) {
        lab_no_memory();
        return NULL;
    }
    audit->request.task = task;
    audit->request.plan.copies = 1;
    if (lab_take_size(&audit->request, n) && lab_take_seed(&audit->request, seed) &&
        take_trials(&audit->request, trials))
        return audit;
    free(audit);
    return NULL;
}

static bool start(struct lab_audit *audit)
{
    const audit_plan plan = {.n = audit->request.plan.n};
    if (audit->builtin.die != NULL)
        audit->orders = malloc(CHUNK * plan.n);
    if (audit_create(&audit->audit, &plan) != FAIRAUDIT_OK ||
        (audit->builtin.die != NULL && audit->orders == NULL))
        return lab_no_memory();
    return true;
}

/* Starts the audit if its arguments are good. Returns NULL, and frees it, if not. */
static struct lab_audit *started(struct lab_audit *audit, bool good)
{
    if (audit == NULL || (good && start(audit)))
        return audit;
    lab_audit_close(audit);
    return NULL;
}

struct lab_audit *lab_audit_builtin(const char *shuffle, const char *die, size_t n,
                                    const char *seed, double trials)
{
    struct lab_audit *audit = make_audit(TASK_BUILTIN, n, seed, trials);
    if (audit == NULL)
        return NULL;
    const bool good = lab_take_names(&audit->request, shuffle, die);
    audit->builtin = request_builtin(&audit->request);
    return started(audit, good);
}

struct lab_audit *lab_audit_library(const char *function, size_t n, const char *seed,
                                    double trials)
{
    struct lab_audit *audit = make_audit(TASK_BUILTIN, n, seed, trials);
    if (audit == NULL)
        return NULL;
    struct request *request = &audit->request;
    snprintf(request->name, sizeof request->name, "libfairshuf: %s", function);
    request->plan.cycle = strcmp(function, "cycle") == 0;
    audit->how = "library";
    audit->builtin = request_builtin(request);
    audit->builtin.function = library_find(function);
    return started(audit, audit->builtin.function != NULL ||
                              lab_fail_name("unknown-function", "function of the library",
                                            function));
}

struct lab_audit *lab_audit_fed(const char *subject, const char *how, size_t n,
                                const char *seed, double trials)
{
    /* A JavaScript function is as fast as a program that prints many permutations. */
    static const struct {
        const char *how;        /* selects this row */
        enum request_task task; /* decides how many permutations are wanted */
    } kinds[] = {{"file", TASK_FILE}, {"javascript", TASK_BATCH}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].how, how) == 0) {
            struct lab_audit *audit = make_audit(kinds[i].task, n, seed, trials);
            if (audit != NULL) {
                audit->how = kinds[i].how;
                snprintf(audit->request.name, sizeof audit->request.name, "%s", subject);
            }
            return started(audit, true);
        }
    lab_fail("bad-how", "how: 'file' or 'javascript'");
    return NULL;
}

void lab_audit_close(struct lab_audit *audit)
{
    if (audit == NULL)
        return;
    audit_free(audit->audit);
    free(audit->orders);
    free(audit);
}

/* ---- permutations ------------------------------------------------------------------ */

int lab_audit_fill(struct lab_audit *audit, size_t count)
{
    size_t made = 0;
    if (audit->orders == NULL) {
        lab_fail("page-must-add", "the page must add the permutations of this audit");
        return -1;
    }
    const audit_schedule schedule = request_schedule(&audit->request);
    while (made < count) {
        const size_t room = count - made < CHUNK ? count - made : CHUNK;
        const size_t some = audit_next_batch(audit->audit, &schedule, 0, room);
        if (some == 0)
            break;
        if (audit_builtin_fill(&audit->builtin, audit_count(audit->audit), some,
                               audit->orders) != FAIRAUDIT_OK) {
            lab_fail("not-a-permutation", "the result is not a permutation");
            return -1;
        }
        audit_add(audit->audit, audit->orders, some);
        made += some;
    }
    return (int)made;
}

/* Sets the finding for something that is not a permutation. */
static void set_finding(struct lab_audit *audit, const unsigned char *order)
{
    const size_t n = audit->request.plan.n;
    unsigned seen[256] = {0};
    size_t twice = 0, missing = 0, beyond = n;
    struct finding *finding = &audit->finding;
    for (size_t i = 0; i < n; i++) {
        seen[order[i]]++;
        if (order[i] >= n && beyond == n)
            beyond = i;
    }
    while (twice < n && seen[twice] < 2)
        twice++;
    while (missing < n && seen[missing] > 0)
        missing++;
    finding->trial = audit_count(audit->audit) + 1;
    /* If all numbers are in range and one is missing, another one occurs twice. */
    finding->kind = beyond < n ? FINDING_NUMBER : FINDING_DUPLICATED;
    audit_details *details = &finding->details;
    if (beyond < n) {
        snprintf(finding->text, sizeof finding->text,
                 "shuffle %llu: card %u is out of range (1 to %zu)",
                 (unsigned long long)finding->trial, order[beyond] + 1U, n);
        audit_details_begin(details, "card-out-of-range");
        audit_detail_integer(details, "shuffle", finding->trial);
        audit_detail_integer(details, "card", order[beyond] + 1U);
        audit_detail_integer(details, "least", 1);
        audit_detail_integer(details, "most", n);
    } else {
        snprintf(finding->text, sizeof finding->text,
                 "shuffle %llu: card %zu occurs twice, and card %zu is missing",
                 (unsigned long long)finding->trial, twice + 1, missing + 1);
        audit_details_begin(details, "card-twice");
        audit_detail_integer(details, "shuffle", finding->trial);
        audit_detail_integer(details, "card", twice + 1);
        audit_detail_integer(details, "missing", missing + 1);
    }
}

int lab_audit_add(struct lab_audit *audit, const unsigned char *orders, size_t count)
{
    const size_t n = audit->request.plan.n;
    size_t good = 0;
    if (audit->orders != NULL) {
        lab_fail("page-cannot-add", "the page cannot add permutations to this audit");
        return -1;
    }
    while (good < count && audit->finding.kind == FINDING_NONE &&
           audit_is_order(orders + good * n, n))
        good++;
    if (good > 0)
        audit_add(audit->audit, orders, good);
    if (good == count)
        return 0;
    if (audit->finding.kind == FINDING_NONE)
        set_finding(audit, orders + good * n);
    lab_fail_as(&audit->finding.details, audit->finding.text);
    return -1;
}

/* ---- state and report -------------------------------------------------------------- */

double lab_audit_count(const struct lab_audit *audit)
{
    return (double)audit_count(audit->audit);
}

double lab_audit_evidence(const struct lab_audit *audit)
{
    return audit_evidence(audit->audit);
}

double lab_audit_decided(const struct lab_audit *audit)
{
    return (double)audit_decided(audit->audit);
}

double lab_audit_wanted(const struct lab_audit *audit)
{
    const audit_schedule schedule = request_schedule(&audit->request);
    const uint64_t orders = audit_orders_wanted(audit->audit, &schedule, 0);
    return orders == UINT64_MAX ? (double)INFINITY : (double)orders;
}

const uint64_t *lab_audit_position(const struct lab_audit *audit)
{
    const audit_view *view = audit_view_named(audit->audit, "position");
    return view != NULL ? audit_position_counts(view) : NULL;
}

char *lab_audit_report(struct lab_audit *audit, int interrupted, int ended, int diagnose,
                       double seconds)
{
    struct report *report = calloc(1, sizeof *report);
    if (report == NULL) {
        lab_no_memory();
        return NULL;
    }
    compose_header(report, &audit->request);
    report->how = audit->how != NULL ? audit->how : report->how;
    report->n = audit->request.plan.n;
    report->finding = audit->finding;
    report->interrupted = interrupted != 0;
    report->seconds = seconds;
    const int error =
        compose_report(report, &audit->request, audit->audit, ended != 0, diagnose != 0);
    char *text = error == FAIRAUDIT_OK ? report_json(report) : NULL;
    free(report);
    if (text == NULL)
        lab_no_memory();
    return text;
}

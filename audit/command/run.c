/* SPDX-License-Identifier: MIT
 *
 * run.c - an audit from the first order to the report.
 */
#include "audit/command/run.h"

#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/builtin.h"
#include "audit/command/report/findings.h"
#include "audit/command/report/report.h"
#include "audit/command/report/results.h"
#include "audit/command/report/save.h"
#include "audit/command/subject/child.h"
#include "audit/command/subject/cycles.h"
#include "audit/command/watch.h"
#include "cli/say.h"

enum {
    CHUNK = 4096,          /* orders made or taken at once */
    CHUNK_BYTES = 1 << 21, /* of them, so that a signal is seen soon */
    FEW = 64               /* orders at the beginning: what is gross ends at once */
};

struct work {
    const struct request *request;
    const volatile sig_atomic_t *stop;
    struct subject *subject; /* NULL: builtin */
    audit_builtin builtin;
    audit_run *audit;
    size_t n, size; /* cards; bytes of an order */
    size_t chunk;   /* orders taken at once */
    void *orders;   /* [chunk] */
    struct save save;
    struct results results;
    struct watch watch;
    double clear; /* seconds until it was decided */
    bool ended;
    struct report report;
};

/* ---- where orders come from ------------------------------------------------------- */

static bool open_builtin(struct work *work)
{
    const struct request *request = work->request;
    work->builtin = request_builtin(request);
    work->n = request->n - request->cycle;
    return true;
}

static bool open_subject(struct work *work)
{
    const struct request *request = work->request;
    const struct subject_plan plan = {
        .n = request->n,
        .sample = request->sample,
        .put_back = request->put_back,
        .unordered = request->unordered,
        .cycle = request->cycle,
        .copies = request->copies,
        .tokens = request->tokens,
        .from_zero = request->from_zero,
        .batch = request->task == TASK_BATCH,
        .jobs = request->jobs,
        .timeout = request->timeout,
        .trials = request->trials,
        .seed = request->seed,
        .command = request->command,
        .file = request->file,
        .stop = work->stop,
        .until = request->time > 0 ? child_now() + (uint64_t)(request->time * 1e9) : 0,
    };
    work->subject = subject_open(&plan, &work->report.finding);
    if (work->subject == NULL) {
        if (work->report.finding.kind == FINDING_NONE) {
            work->report.interrupted = true;
            work->report.judgement.untested = AUDIT_NO_ORDERS;
        }
        return false;
    }
    work->n = request->sample > 0 ? request->n : subject_cards(work->subject);
    return true;
}

static bool from_outside(const struct request *request)
{
    return request->task == TASK_PROGRAM || request->task == TASK_BATCH ||
           request->task == TASK_FILE;
}

/* What was made here is not what it should be. */
static size_t make_no_more(struct work *work, enum finding_kind kind, uint64_t trial,
                           const char *what)
{
    struct finding *finding = &work->report.finding;
    finding->kind = kind;
    finding->trial = trial;
    snprintf(finding->text, sizeof finding->text, "%s", what);
    work->ended = true;
    return 0;
}

static size_t make_orders(struct work *work, size_t most)
{
    const uint64_t first = audit_count(work->audit);
    if (audit_builtin_fill(&work->builtin, first, most, work->orders) != FAIRAUDIT_OK)
        return make_no_more(work, FINDING_COUNT, 0,
                            "the function gave something that is no order");
    if (!work->request->cycle)
        return most;
    const size_t good = cycles_follow(work->orders, most, work->builtin.n);
    return good == most ? most
                        : make_no_more(work, FINDING_CYCLE, first + good + 1,
                                       "the order is not one cycle");
}

/* Gets up to `most` orders; how many. */
static size_t next_orders(struct work *work, size_t most)
{
    size_t count = 0;
    if (work->subject == NULL)
        return make_orders(work, most);
    const enum subject_state state =
        subject_next(work->subject, most, work->orders, &count, &work->report.finding);
    work->ended = state != SUBJECT_MORE;
    work->report.interrupted = work->report.interrupted || state == SUBJECT_STOPPED;
    return count;
}

/* ---- orders go in ----------------------------------------------------------------- */

static uint64_t wanted(const struct work *work)
{
    return findings_wanted(work->request, work->audit,
                           watch_seconds(&work->watch) - work->clear);
}

static bool add_orders(struct work *work, size_t count)
{
    const size_t sample = work->request->sample;
    if (count == 0)
        return true;
    if (sample > 0) {
        audit_add_samples(work->audit, work->orders, count);
        return save_samples(&work->save, work->orders, count, sample);
    }
    audit_add(work->audit, work->orders, count);
    return save_orders(&work->save, work->orders, count, work->n);
}

static bool go_on(struct work *work)
{
    const struct request *request = work->request;
    if (work->ended || audit_count(work->audit) >= wanted(work))
        return false; /* all came: what happens now interrupts nothing */
    if (*work->stop != 0 ||
        (request->time > 0 && watch_seconds(&work->watch) >= request->time))
        work->report.interrupted = true;
    return !work->report.interrupted;
}

static bool take_orders(struct work *work)
{
    while (go_on(work)) {
        const uint64_t count = audit_count(work->audit), end = wanted(work);
        const uint64_t left = end > count ? end - count : 0;
        const uint64_t some = FEW + count / 2;
        const size_t most = some < work->chunk ? (size_t)some : work->chunk;
        if (!add_orders(work, next_orders(work, left < most ? (size_t)left : most)))
            return false;
        if (audit_decided(work->audit) == 0)
            work->clear = watch_seconds(&work->watch);
        watch_tell(&work->watch, audit_count(work->audit), work->request->trials,
                   audit_evidence(work->audit));
    }
    watch_end(&work->watch);
    return true;
}

/* ---- what was found --------------------------------------------------------------- */

static bool judge(struct work *work)
{
    struct report *report = &work->report;
    if (work->subject != NULL) {
        report->note = subject_note(work->subject);
        if (*subject_remark(work->subject) != '\0')
            report->remark = subject_remark(work->subject);
    }
    /* After a signal there is no diagnosis: it takes seconds. */
    const int error =
        findings_judge(report, work->request, work->audit, work->ended, *work->stop == 0);
    if (error != FAIRAUDIT_OK)
        say("%s while looking for the cause; audit fewer %s with -t",
            fairaudit_strerror(error), report->sample > 0 ? "samples" : "shuffles");
    return error == FAIRAUDIT_OK;
}

/* Why there was nothing to audit, and what to do. */
static void tell_why(const char *why)
{
    const bool named =
        strncmp(why, "cannot run", 10) == 0 || strncmp(why, "cannot read", 11) == 0;
    say("%s%s", why, named ? "; check the name, the path and the permissions" : "");
}

static bool show(const struct work *work)
{
    const struct request *request = work->request;
    const struct report *report = &work->report;
    if (report->finding.kind == FINDING_CANNOT_RUN && !results_want_json(request))
        return tell_why(report->finding.text), false; /* there is nothing to report on */
    if (results_want_text(request)) {
        struct report_style style = report_style_for(stdout, request->colour);
        style.brief = request->brief;
        report_print(stdout, report, style);
        if (fflush(stdout) != 0)
            return say("standard output: cannot write"), false;
    }
    return !results_want_json(request) ||
           results_write(&work->results, report_json(report));
}

/* ---- all of it -------------------------------------------------------------------- */

static bool start(struct work *work)
{
    const struct request *request = work->request;
    const audit_plan plan = {
        .n = work->n,
        .sample = request->sample,
        .put_back = request->put_back,
        .threads = request->threads,
        .only_tests = request->only_tests,
        .views = request->views,
    };
    const int error = audit_create(&work->audit, &plan);
    if (error == FAIRAUDIT_EINVAL && request->views != NULL)
        return say("--views: %s: no such view; the table of a report has the names",
                   say_quoted(request->views)),
               false;
    if (error != FAIRAUDIT_OK)
        return say("%s", fairaudit_strerror(error)), false;
    work->report.n = work->n;
    if (work->subject != NULL)
        work->report.lines = subject_lines(work->subject);
    work->size = request->sample > 0 ? request->sample * sizeof(uint32_t) : work->n;
    work->chunk = CHUNK_BYTES / work->size;
    work->chunk = work->chunk < 1 ? 1 : work->chunk > CHUNK ? CHUNK : work->chunk;
    work->orders = malloc(work->chunk * (work->size + 1)); /* cycles have a card more */
    if (work->orders == NULL)
        return say("out of memory"), false;
    return save_head(&work->save,
                     (struct save_head){
                         .subject = request->name,
                         .n = request->sample > 0 ? request->sample : work->n,
                         .items = request->sample > 0 ? work->n : 0,
                         .put_back = request->put_back,
                         .cycle = request->cycle,
                     });
}

static int do_audit(struct work *work)
{
    const struct request *request = work->request;
    struct report *report = &work->report;
    watch_start(&work->watch, request->progress);
    findings_describe(report, request);
    if (!results_open(&work->results, request) || !save_open(&work->save, request->save))
        return RUN_COULD_NOT;
    bool saved = true;
    if (from_outside(request) ? open_subject(work) : open_builtin(work)) {
        if (!start(work) || !take_orders(work))
            return RUN_COULD_NOT;
        if (report->finding.kind == FINDING_NONE && audit_count(work->audit) > 0)
            saved = save_commit(&work->save);
        if (!judge(work))
            return RUN_COULD_NOT;
    }
    report->seconds = watch_seconds(&work->watch);
    return show(work) && saved ? report_status(report) : RUN_COULD_NOT;
}

int run_audit(const struct request *request, const volatile sig_atomic_t *stop)
{
    struct work *work = calloc(1, sizeof *work);
    if (work == NULL)
        return say("out of memory"), RUN_COULD_NOT;
    work->request = request;
    work->stop = stop;
    const int status = do_audit(work);
    save_abandon(&work->save);
    results_close(&work->results);
    if (work->subject != NULL)
        subject_close(work->subject);
    audit_free(work->audit);
    free(work->orders);
    free(work);
    return status;
}

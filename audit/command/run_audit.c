/* SPDX-License-Identifier: MIT
 *
 * run_audit.c - runs an audit, from the first permutation to the report.
 */
#include "audit/command/run.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/builtin.h"
#include "audit/command/progress.h"
#include "audit/command/report/compose.h"
#include "audit/command/report/documents.h"
#include "audit/command/report/report.h"
#include "audit/command/report/save.h"
#include "audit/command/subject/child.h"
#include "audit/command/subject/subject.h"
#include "cli/say.h"

enum {
    CHUNK = 4096,         /* the most permutations taken at once */
    CHUNK_BYTES = 1 << 21 /* their bytes at most, so that a signal is noticed soon */
};

struct work {
    const struct request *request;     /* what the command line asks for; not owned */
    const volatile sig_atomic_t *stop; /* non-zero after a signal */
    struct subject *subject;           /* NULL: a shuffle of the catalogue */
    audit_builtin builtin;             /* the shuffle of the catalogue */
    audit_run *audit;                  /* takes the permutations and counts; owned */
    audit_schedule schedule;           /* how many permutations to take */
    size_t n;                          /* cards of a permutation */
    size_t chunk;                      /* permutations that `orders` has room for */
    void *orders;                      /* permutations or samples */
    struct save save;                  /* the file for --save */
    struct documents documents;        /* where the result goes */
    struct progress progress;          /* the progress line on stderr */
    double decided_at;    /* seconds after the start when the verdict became clear */
    bool ended;           /* the subject gives no more permutations */
    struct report report; /* the result, filled in step by step */
};

/* ---- where permutations come from -------------------------------------------------- */

static void open_builtin(struct work *work)
{
    const struct request *request = work->request;
    work->builtin = request_builtin(request);
    work->n = request->plan.n - request->plan.cycle;
}

/* Returns false if there is no subject. The report says why. */
static bool open_subject(struct work *work)
{
    const struct request *request = work->request;
    struct report *report = &work->report;
    struct subject_plan plan = request->plan;
    plan.stop = work->stop;
    plan.until = request->time > 0 ? child_now() + (uint64_t)(request->time * 1e9) : 0;
    work->subject = subject_open(&plan, &report->finding);
    if (work->subject == NULL) {
        if (report->finding.kind == FINDING_NONE) {
            report->interrupted = true;
            report->judgement.untested = AUDIT_NO_ORDERS;
        }
        return false;
    }
    work->n = plan.sample > 0 ? plan.n : subject_cards(work->subject);
    return true;
}

static bool comes_from_outside(const struct request *request)
{
    return request->task == TASK_PROGRAM || request->task == TASK_BATCH ||
           request->task == TASK_FILE;
}

/* Records that a shuffle of the catalogue gave a wrong permutation, and ends the audit.
 */
static size_t fail_builtin(struct work *work, enum finding_kind kind, uint64_t trial,
                           const char *code, const char *what)
{
    struct finding *finding = &work->report.finding;
    finding->kind = kind;
    finding->trial = trial;
    snprintf(finding->text, sizeof finding->text, "%s", what);
    audit_details_begin(&finding->details, code);
    work->ended = true;
    return 0;
}

static size_t make_orders(struct work *work, size_t most)
{
    const uint64_t first = audit_count(work->audit);
    if (audit_builtin_fill(&work->builtin, first, most, work->orders) != FAIRAUDIT_OK)
        return fail_builtin(work, FINDING_COUNT, 0, "not-a-permutation",
                            "the result is not a permutation");
    if (!work->request->plan.cycle)
        return most;
    const size_t good = subject_follow_cycles(work->orders, most, work->builtin.n);
    return good == most ? most
                        : fail_builtin(work, FINDING_CYCLE, first + good + 1, "no-cycle",
                                       "the permutation is not a single cycle");
}

/* Gets up to `most` permutations or samples. Returns how many. */
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

/* ---- the audit --------------------------------------------------------------------- */

static bool add_orders(struct work *work, size_t count)
{
    const size_t sample = work->request->plan.sample;
    assert(count <= work->chunk);
    if (count == 0)
        return true;
    if (sample > 0) {
        audit_add_samples(work->audit, work->orders, count);
        return save_samples(&work->save, work->orders, count, sample);
    }
    audit_add(work->audit, work->orders, count);
    return save_orders(&work->save, work->orders, count, work->n);
}

/* How many permutations to take next; 0 if the audit is complete or interrupted. What
 * happens after the last permutation interrupts nothing. */
static size_t next_batch(struct work *work)
{
    const double seconds = progress_seconds(&work->progress);
    const double limit = work->request->time;
    if (work->ended)
        return 0;
    const size_t some = audit_next_batch(work->audit, &work->schedule,
                                         seconds - work->decided_at, work->chunk);
    if (some > 0 && (*work->stop != 0 || (limit > 0 && seconds >= limit)))
        work->report.interrupted = true;
    return work->report.interrupted ? 0 : some;
}

static bool take_orders(struct work *work)
{
    size_t some;
    while ((some = next_batch(work)) > 0) {
        if (!add_orders(work, next_orders(work, some)))
            return false;
        if (audit_decided(work->audit) == 0)
            work->decided_at = progress_seconds(&work->progress);
        progress_show(&work->progress, audit_count(work->audit), work->schedule.trials,
                      audit_evidence(work->audit));
    }
    progress_end(&work->progress);
    return true;
}

static bool create_audit(struct work *work)
{
    const struct request *request = work->request;
    const audit_plan plan = {
        .n = work->n,
        .sample = request->plan.sample,
        .put_back = request->plan.put_back,
        .threads = request->threads,
        .only_tests = request->only_tests,
        .views = request->views,
    };
    const int error = audit_create(&work->audit, &plan);
    if (error == FAIRAUDIT_EINVAL && request->views != NULL)
        return say("--views: %s: no such view for this audit; the table of a report "
                   "lists the names",
                   say_quoted(request->views)),
               false;
    if (error != FAIRAUDIT_OK)
        return say("%s", fairaudit_strerror(error)), false;
    return true;
}

static bool start(struct work *work)
{
    const struct subject_plan *plan = &work->request->plan;
    const bool samples = plan->sample > 0;
    if (!create_audit(work))
        return false;
    work->report.n = work->n;
    if (work->subject != NULL)
        work->report.lines = subject_lines(work->subject);
    const size_t size = samples ? plan->sample * sizeof(uint32_t) : work->n;
    work->chunk = CHUNK_BYTES / size;
    work->chunk = work->chunk < 1 ? 1 : work->chunk > CHUNK ? CHUNK : work->chunk;
    /* A permutation that is to be one cycle has one more card at first. */
    work->orders = malloc(work->chunk * (size + 1));
    if (work->orders == NULL)
        return say("out of memory"), false;
    return save_head(&work->save, (struct save_head){
                                      .subject_name = work->request->name,
                                      .n = samples ? plan->sample : work->n,
                                      .items = samples ? work->n : 0,
                                      .put_back = plan->put_back,
                                      .cycle = plan->cycle,
                                  });
}

/* ---- the report -------------------------------------------------------------------- */

static bool make_report(struct work *work)
{
    struct report *report = &work->report;
    if (work->subject != NULL) {
        report->note = subject_note(work->subject);
        if (subject_remark(work->subject) != NULL)
            report->remark = subject_remark(work->subject);
    }
    /* After a signal the diagnosis is left out, because it takes seconds. */
    const int error =
        compose_report(report, work->request, work->audit, work->ended, *work->stop == 0);
    if (error != FAIRAUDIT_OK)
        say("%s while looking for the cause; audit fewer %s with -t",
            fairaudit_strerror(error), report->sample > 0 ? "samples" : "shuffles");
    return error == FAIRAUDIT_OK;
}

/* Prints why there was nothing to audit, and what to do. */
static void say_why(const char *why)
{
    const char *advice = "";
    if (strncmp(why, "cannot run", 10) == 0 || strncmp(why, "cannot read", 11) == 0)
        advice = "; check the name, the path and the permissions";
    else if (strstr(why, "no permutations") != NULL)
        advice = "; expected one per line, such as 3 1 2";
    say("%s%s", why, advice);
}

static bool show_report(const struct work *work)
{
    const struct request *request = work->request;
    const struct report *report = &work->report;
    if (report->finding.kind == FINDING_CANNOT_RUN && !documents_have_json(request))
        return say_why(report->finding.text), false;
    if (documents_have_text(request)) {
        struct report_style style = report_style_for(stdout, request->colour);
        style.brief = request->brief;
        report_print(stdout, report, style);
        if (run_flush(0) != 0)
            return false;
    }
    return !documents_have_json(request) ||
           documents_write(&work->documents, report_json(report));
}

/* ---- the task ---------------------------------------------------------------------- */

static int do_audit(struct work *work)
{
    const struct request *request = work->request;
    struct report *report = &work->report;
    progress_start(&work->progress, request->progress);
    compose_header(report, request);
    if (!documents_open(&work->documents, request) ||
        !save_open(&work->save, request->save))
        return RUN_FAILED;
    const bool outside = comes_from_outside(request);
    if (!outside)
        open_builtin(work);
    bool saved = true;
    if (!outside || open_subject(work)) {
        if (!start(work) || !take_orders(work))
            return RUN_FAILED;
        if (report->finding.kind == FINDING_NONE && audit_count(work->audit) > 0)
            saved = save_commit(&work->save);
        if (!make_report(work))
            return RUN_FAILED;
    }
    report->seconds = progress_seconds(&work->progress);
    return show_report(work) && saved ? report_status(report) : RUN_FAILED;
}

int run_audit(const struct request *request, const volatile sig_atomic_t *stop)
{
    struct work *work = calloc(1, sizeof *work);
    if (work == NULL)
        return say("out of memory"), RUN_FAILED;
    work->request = request;
    work->stop = stop;
    work->schedule = request_schedule(request);
    const int status = do_audit(work);
    save_abandon(&work->save);
    documents_close(&work->documents);
    if (work->subject != NULL)
        subject_close(work->subject);
    audit_free(work->audit);
    free(work->orders);
    free(work);
    return status;
}

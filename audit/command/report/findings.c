/* SPDX-License-Identifier: MIT
 *
 * findings.c - out of an audit and what was asked for, its report.
 */
#include "audit/command/report/findings.h"

#include <math.h>
#include <string.h>

#include "audit/command/report/pictures.h"
#include "audit/command/subject/inputs.h"
#include "audit/numbers/factorial.h"

enum {
    MORE_BUILT_IN = 50000, /* orders wanted for effect and mistake, if they cost little */
    LONGEST = 5,           /* seconds that may be spent on them */
    MORE_PROGRAM = 500     /* and if each is a run of a program */
};

/* Cards are the lines that a cycle visits, from the first on. */
static bool visits_cycles(const struct request *request)
{
    return request->cycle ||
           (request->library != NULL && strcmp(request->library, "cycle") == 0);
}

void findings_describe(struct report *report, const struct request *request)
{
    static const char *const how[] = {
        [TASK_PROGRAM] = "program",  [TASK_BATCH] = "batch",     [TASK_FILE] = "file",
        [TASK_BUILTIN] = "built-in", [TASK_LIBRARY] = "library",
    };
    report->kind = request->sample > 0 ? REPORT_SAMPLES : REPORT_ORDERS;
    report->subject = request->name;
    report->how = how[request->task];
    report->remark = visits_cycles(request)
                         ? "the order in which the cycle visits the lines, from line 1 "
                           "on: card 1 is line 2, and so on"
                         : "";
    report->seed = request->seed_text;
    report->lines = request->n;
    report->sample = request->sample;
    report->put_back = request->put_back;
    report->planned = request->trials;
}

uint64_t findings_wanted(const struct request *request, const audit_run *audit,
                         double since)
{
    const uint64_t decided = audit_decided(audit);
    if (decided == 0 || request->all_trials || request->task == TASK_FILE)
        return request->trials;
    if (since > LONGEST)
        return 0;
    uint64_t some = request->task == TASK_PROGRAM ? MORE_PROGRAM : MORE_BUILT_IN;
    if (request->sample > 0) { /* until what has not come will never come */
        const uint64_t rounds = 20 * (uint64_t)request->n / request->sample;
        some += rounds < MORE_BUILT_IN ? rounds : MORE_BUILT_IN;
    }
    const uint64_t more = decided * 2 > some ? decided * 2 : some;
    return more < request->trials ? more : request->trials;
}

/* If the lines themselves are the cause, that is reported instead of its effects. */
static void tell_inputs(struct report *report, const struct request *request,
                        const unsigned char *orders, size_t count)
{
    audit_sentences *effects = &report->effects;
    const size_t room = sizeof effects->text[0];
    char text[AUDIT_SENTENCE];
    if (count == 0 || report->deterministic)
        return;
    if ((request->copies > 1 && report->n == request->n &&
         report->dependence == AUDIT_INDEPENDENT &&
         inputs_tell_copies(orders, count, report->n, request->copies, text, room)) ||
        (request->tokens && inputs_tell_tokens(orders, count, report->n, text, room))) {
        memcpy(effects->text[0], text, room);
        effects->count = 1;
    }
}

/* How far from fair it is, if orders are independent. */
static int find_distance(struct report *report, const struct request *request,
                         const audit_run *audit)
{
    size_t orders_kept, samples_kept;
    const unsigned char *orders = audit_kept(audit, &orders_kept);
    const uint32_t *samples = audit_kept_samples(audit, &samples_kept);
    if (report->dependence != AUDIT_INDEPENDENT)
        return FAIRAUDIT_OK;
    if (samples_kept > 0)
        return audit_distance_of_samples(samples, samples_kept, report->n,
                                         request->sample, &report->distance);
    if (orders_kept > 0)
        return audit_distance_find(orders, orders_kept, report->n, &request->seed,
                                   request->threads, &report->distance);
    return FAIRAUDIT_OK;
}

/* What is wrong, how far from fair it is, and what it looks like. */
static int tell_effects(struct report *report, const struct request *request,
                        const audit_run *audit)
{
    size_t kept;
    const unsigned char *orders = audit_kept(audit, &kept);
    if (report->judgement.verdict == FAIRAUDIT_NO_EVIDENCE)
        return FAIRAUDIT_OK;
    int error =
        audit_effects(audit, &report->judgement, report->dependence, &report->effects);
    tell_inputs(report, request, orders, kept);
    if (error == FAIRAUDIT_OK)
        error = find_distance(report, request, audit);
    /* The catalogue looks neither at lines nor at cycles, and what is always the same
     * needs no name. */
    if (error == FAIRAUDIT_OK && kept > 0 &&
        report->judgement.verdict == FAIRAUDIT_UNFAIR && request->copies < 2 &&
        !request->tokens && !visits_cycles(request) && !report->deterministic)
        error = audit_identify(orders, kept, report->n, &request->seed, request->threads,
                               report->suspect, &report->suspects);
    return error;
}

/* Whether the same order came every time, and so often that this is not chance: the
 * probability is at most one in a million for fair orders. */
static bool is_deterministic(const audit_run *audit, size_t n)
{
    const audit_view *view = audit_view_named(audit, "repeats");
    if (view == NULL)
        return false;
    const audit_repeat_count same = audit_repeats(view);
    return same.kept >= 3 && same.distinct == 1 &&
           (double)(same.kept - 1) * audit_log_factorial(n) >= log(1e6);
}

static enum audit_origin find_origin(const struct report *report,
                                     const struct request *request)
{
    if (visits_cycles(request))
        return AUDIT_ALONG_CYCLES;
    if (request->copies > 1 || request->unordered)
        return AUDIT_TIES_DRAWN;
    return report->lines > report->n ? AUDIT_SOME_CARDS : AUDIT_AS_THEY_CAME;
}

/* What was counted, as far as it is shown. */
static void show_counts(struct report *report, const audit_run *audit)
{
    size_t cells;
    const audit_view *position = audit_view_named(audit, "position");
    const audit_view *whole = audit_view_named(audit, "whole");
    report->position = position != NULL ? audit_position_counts(position) : NULL;
    report->whole =
        whole != NULL && report->n <= 5 ? audit_whole_counts(whole, &cells) : NULL;
    report_pictures(report, audit);
}

int findings_judge(struct report *report, const struct request *request,
                   const audit_run *audit, bool ended, bool diagnose)
{
    const uint64_t count = audit_count(audit);
    const bool sound = report->finding.kind == FINDING_NONE;
    show_counts(report, audit);
    const bool complete =
        sound && !report->interrupted && (ended || count >= request->trials);
    int error = audit_judge(audit, complete, &report->judgement);
    report->judged = sound && report->judgement.untested == AUDIT_TESTED;
    if (error != FAIRAUDIT_OK || !report->judged)
        return error;
    error = audit_dependence_find(audit, &report->judgement, &report->dependence);
    if (error != FAIRAUDIT_OK)
        return error;
    report->deterministic = is_deterministic(audit, report->n);
    if (report->position != NULL && report->dependence == AUDIT_INDEPENDENT)
        report->cells =
            audit_extreme_cells(report->position, report->n, count, report->cell,
                                sizeof report->cell / sizeof report->cell[0]);
    report->origin = find_origin(report, request);
    audit_detectable_effects(audit, &report->judgement, report->origin,
                             &report->detectable);
    report->undiagnosed = !diagnose && report->judgement.verdict != FAIRAUDIT_NO_EVIDENCE;
    return diagnose ? tell_effects(report, request, audit) : FAIRAUDIT_OK;
}

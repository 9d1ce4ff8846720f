/* SPDX-License-Identifier: MIT
 *
 * compose.c - composes the report of an audit.
 */
#include "audit/command/report/compose.h"

#include <assert.h>
#include <math.h>

#include "audit/command/report/view_counts.h"
#include "audit/command/subject/input_effects.h"
#include "audit/engine/levels.h"
#include "audit/numbers/factorial.h"

void compose_header(struct report *report, const struct request *request)
{
    static const char *const how[] = {
        [TASK_PROGRAM] = "program",
        [TASK_BATCH] = "batch",
        [TASK_FILE] = "file",
        [TASK_BUILTIN] = "built-in",
    };
    static const audit_sentence cycle = {
        .text = "the order in which the cycle visits the other lines, starting from line "
                "1; card 1 is line 2, and so on",
        .details = {.code = "cycle"},
    };
    report->kind = request->plan.sample > 0 ? REPORT_SAMPLES : REPORT_ORDERS;
    report->subject_name = request->name;
    report->how = how[request->task];
    report->remark = request->plan.cycle ? &cycle : NULL;
    report->seed = request->seed_text;
    report->lines = request->plan.n;
    report->sample = request->plan.sample;
    report->put_back = request->plan.put_back;
    report->planned = request->plan.trials;
}

/* If the lines themselves are the cause, only that is reported. */
static void find_input_effects(struct report *report, const struct request *request,
                               const unsigned char *orders, size_t count)
{
    audit_sentence effect;
    if (count == 0 || report->deterministic)
        return;
    if ((request->plan.copies > 1 && report->n == request->plan.n &&
         report->dependence == AUDIT_INDEPENDENT &&
         input_effect_copies(orders, count, report->n, request->plan.copies, &effect)) ||
        (request->plan.tokens &&
         input_effect_tokens(orders, count, report->n, &effect))) {
        report->effects.count = 0;
        audit_sentences_add(&report->effects, &effect);
    }
}

/* Finds a lower bound on the distance from fair, if permutations are independent. */
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
                                         request->plan.sample, &report->distance);
    if (orders_kept > 0)
        return audit_distance_find(orders, orders_kept, report->n, &request->plan.seed,
                                   request->threads, &report->distance);
    return FAIRAUDIT_OK;
}

/* Finds effects, distance and suspects. */
static int diagnose_bias(struct report *report, const struct request *request,
                         const audit_run *audit)
{
    size_t kept;
    const unsigned char *orders = audit_kept(audit, &kept);
    if (report->judgement.verdict == FAIRAUDIT_NO_EVIDENCE)
        return FAIRAUDIT_OK;
    int error =
        audit_effects(audit, &report->judgement, report->dependence, &report->effects);
    find_input_effects(report, request, orders, kept);
    if (error == FAIRAUDIT_OK)
        error = find_distance(report, request, audit);
    /* Shuffles of the catalogue do not depend on lines, and do not follow cycles. A
     * deterministic subject resembles no mistake. */
    if (error == FAIRAUDIT_OK && kept > 0 &&
        report->judgement.verdict == FAIRAUDIT_UNFAIR && request->plan.copies < 2 &&
        !request->plan.tokens && !request->plan.cycle && !report->deterministic)
        error = audit_identify(orders, kept, report->n, &request->plan.seed,
                               request->threads, report->suspect, &report->suspects);
    return error;
}

/* Whether the same permutation came every time, so often that this is not chance: for
 * fair permutations the probability is at most AUDIT_LEVEL_DIAGNOSIS. */
static bool is_deterministic(const audit_run *audit, size_t n)
{
    const audit_view *view = audit_view_named(audit, "repeats");
    if (view == NULL)
        return false;
    const audit_repeat_count same = audit_repeats(view);
    return same.kept >= 3 && same.distinct == 1 &&
           (double)(same.kept - 1) * audit_log_factorial(n) >=
               -log(AUDIT_LEVEL_DIAGNOSIS);
}

static enum audit_origin find_origin(const struct report *report,
                                     const struct request *request)
{
    if (request->plan.cycle)
        return AUDIT_ALONG_CYCLES;
    if (request->plan.copies > 1 || request->plan.unordered)
        return AUDIT_TIES_DRAWN;
    return report->lines > report->n ? AUDIT_SOME_CARDS : AUDIT_AS_THEY_CAME;
}

static void add_counts(struct report *report, const audit_run *audit)
{
    size_t cells;
    const audit_view *position = audit_view_named(audit, "position");
    const audit_view *whole = audit_view_named(audit, "whole");
    report->position = position != NULL ? audit_position_counts(position) : NULL;
    report->whole =
        whole != NULL && report->n <= 5 ? audit_whole_counts(whole, &cells) : NULL;
    report_add_counts(report, audit);
}

int compose_report(struct report *report, const struct request *request,
                   const audit_run *audit, bool ended, bool diagnose)
{
    assert(report->subject_name != NULL && report->n > 0);
    const uint64_t count = audit_count(audit);
    const bool sound = report->finding.kind == FINDING_NONE;
    add_counts(report, audit);
    const bool complete =
        sound && !report->interrupted && (ended || count >= request->plan.trials);
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
    return diagnose ? diagnose_bias(report, request, audit) : FAIRAUDIT_OK;
}

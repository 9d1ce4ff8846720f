/* SPDX-License-Identifier: MIT
 *
 * report_json.c - the whole report as JSON. docs/audit-json.md describes its members,
 * docs/fairaudit.schema.json is its schema.
 *
 * All members are always present, in the same order. The last is the time that the audit
 * took: without that line, equal reports are equal bytes.
 */
#include "audit/command/report/report_parts.h"

#include <math.h>

#include "audit/command/report/json_parts.h"
#include "audit/engine/levels.h"

static const char *finding_word(enum finding_kind kind)
{
    static const char *const words[] = {
        [FINDING_NONE] = "none",
        [FINDING_LOST] = "lost",
        [FINDING_DUPLICATED] = "duplicated",
        [FINDING_ALTERED] = "altered",
        [FINDING_ADDED] = "added",
        [FINDING_COUNT] = "count",
        [FINDING_NUMBER] = "number",
        [FINDING_NO_NEWLINE] = "no-newline",
        [FINDING_STATUS] = "status",
        [FINDING_TIMEOUT] = "timeout",
        [FINDING_CANNOT_RUN] = "cannot-run",
        [FINDING_CYCLE] = "cycle",
    };
    return words[kind];
}

static const char *outcome_word(enum outcome outcome)
{
    static const char *const words[] = {
        [OUTCOME_NO_EVIDENCE] = "no-evidence", [OUTCOME_UNFAIR] = "unfair",
        [OUTCOME_SUSPECT] = "suspect",         [OUTCOME_NO_SHUFFLE] = "not-a-shuffle",
        [OUTCOME_UNTESTED] = "could-not-test",
    };
    return words[outcome];
}

/* ---- parts ------------------------------------------------------------------------- */

static json_t *finding_object(const struct finding *finding)
{
    if (finding->kind == FINDING_NONE)
        return json_null();
    struct json_making making = json_begin();
    json_add(&making, "kind", json_text(finding_word(finding->kind)));
    json_add(&making, "trial",
             finding->trial > 0 ? json_natural(finding->trial) : json_null());
    json_add(&making, "text", json_text(finding->text));
    json_add(&making, "complaint",
             finding->complaint[0] != '\0' ? json_text(finding->complaint) : json_null());
    json_add(&making, "details", json_details(&finding->details));
    return json_end(&making);
}

/* Adds a logarithm twice: natural and decimal. */
static void add_logarithm(struct json_making *making, const char *ln, const char *log10,
                          double value)
{
    json_add(making, ln, json_number(value));
    json_add(making, log10, json_number(value / log(10)));
}

static json_t *evidence_object(const audit_judgement *judgement)
{
    struct json_making making = json_begin();
    add_logarithm(&making, "ln", "log10", judgement->evidence);
    add_logarithm(&making, "highest_ln", "highest_log10", judgement->highest);
    add_logarithm(&making, "needed_ln", "needed_log10", log(AUDIT_WEALTH_ENOUGH));
    return json_end(&making);
}

static json_t *curve_array(const audit_judgement *judgement)
{
    json_t *array = json_array();
    for (size_t i = 0; i < judgement->curve; i++) {
        json_t *pair = json_and(json_array(), json_natural(judgement->point[i].trials));
        array =
            json_and(array, json_and(pair, json_number(judgement->point[i].evidence)));
    }
    return array;
}

static json_t *test_object(const audit_result *result)
{
    const audit_test *test = &result->test;
    struct json_making making = json_begin();
    json_add(&making, "name", json_text(test->name));
    json_add(&making, "title", json_text(test->title));
    json_add(&making, "value", json_number(test->value));
    json_add(&making, "df", test->df > 0 ? json_number(test->df) : json_null());
    json_add(&making, "expected", json_number(test->expected));
    json_add(&making, "p_upper", json_number(test->tails.upper));
    json_add(&making, "p_lower", json_number(test->tails.lower));
    json_add(&making, "p", json_number(result->p));
    json_add(&making, "corrected", json_number(result->corrected));
    json_add(&making, "usable", json_boolean(test->usable));
    return json_end(&making);
}

static json_t *tests_array(const audit_judgement *judgement)
{
    json_t *array = json_array();
    for (size_t i = 0; i < judgement->results; i++)
        array = json_and(array, test_object(&judgement->result[i]));
    return array;
}

static json_t *bettors_array(const audit_judgement *judgement)
{
    json_t *array = json_array();
    for (size_t i = 0; i < judgement->bettors; i++) {
        const audit_bettor *bettor = &judgement->bettor[i];
        struct json_making making = json_begin();
        json_add(&making, "name", json_text(bettor->name));
        json_add(&making, "title", json_text(bettor->title));
        add_logarithm(&making, "ln", "log10", bettor->evidence);
        json_add(&making, "decisive_ln", json_number(bettor->decisive));
        array = json_and(array, json_end(&making));
    }
    return array;
}

static json_t *cells_array(const struct report *report)
{
    json_t *array = json_array();
    for (size_t i = 0; i < report->cells; i++) {
        const audit_cell *cell = &report->cell[i];
        struct json_making making = json_begin();
        json_add(&making, "card", json_natural(cell->card + 1));
        json_add(&making, "place", json_natural(cell->position + 1));
        json_add(&making, "count", json_natural(cell->count));
        json_add(&making, "share", json_number(cell->share));
        json_add(&making, "low", json_number(cell->low));
        json_add(&making, "high", json_number(cell->high));
        json_add(&making, "z", json_number(cell->z));
        array = json_and(array, json_end(&making));
    }
    return array;
}

static json_t *sentences_array(const audit_sentences *sentences)
{
    json_t *array = json_array();
    for (size_t i = 0; i < sentences->count; i++)
        array = json_and(array, json_text(sentences->text[i]));
    return array;
}

static json_t *details_array(const audit_sentences *sentences)
{
    json_t *array = json_array();
    for (size_t i = 0; i < sentences->count; i++)
        array = json_and(array, json_details(&sentences->details[i]));
    return array;
}

static json_t *untested_object(struct report_untested untested)
{
    if (untested.reason == NULL)
        return json_null();
    struct json_making making = json_begin();
    json_add(&making, "reason", json_text(untested.reason));
    json_add(&making, "text", json_text(untested.text));
    json_add(&making, "what_to_do", json_text(untested.advice));
    return json_end(&making);
}

static const char *dependence_word(enum audit_dependence dependence)
{
    static const char *const words[] = {
        [AUDIT_INDEPENDENT] = "not-seen",
        [AUDIT_MAYBE_DEPENDENT] = "possible",
        [AUDIT_DEPENDENT] = "seen",
    };
    return words[dependence];
}

static json_t *distance_object(const audit_distance *distance)
{
    struct json_making making = json_begin();
    json_add(&making, "bound", json_number(distance->bound));
    json_add(&making, "estimate", json_number(distance->estimate));
    json_add(&making, "view", json_text(distance->view));
    return json_end(&making);
}

static json_t *suspects_array(const struct report *report)
{
    json_t *array = json_array();
    for (size_t i = 0; i < report->suspects; i++) {
        const audit_candidate *suspect = &report->suspect[i];
        const audit_shuffle *shuffle = suspect->shuffle;
        const audit_die_kind *die = suspect->die;
        struct json_making making = json_begin();
        json_add(&making, "name", json_text(suspect->name));
        json_add(&making, "shuffle", json_text(shuffle != NULL ? shuffle->name : NULL));
        json_add(&making, "parameter",
                 shuffle != NULL && shuffle->parameter.meaning != NULL
                     ? json_natural(suspect->parameter)
                     : json_null());
        json_add(&making, "die", json_text(die != NULL ? die->name : NULL));
        json_add(&making, "die_parameter",
                 die != NULL && die->parameter.meaning != NULL
                     ? json_natural(suspect->die_parameter)
                     : json_null());
        json_add(&making, "mismatch", json_number(suspect->mismatch));
        json_add(&making, "fits", json_boolean(suspect->fits));
        array = json_and(array, json_end(&making));
    }
    return array;
}

/* ---- the document ------------------------------------------------------------------ */

static void add_subject(struct json_making *making, const struct report *report)
{
    const bool samples = report->kind == REPORT_SAMPLES;
    json_add(making, "kind", json_text(samples ? "samples" : "orders"));
    json_add(making, "subject", json_text(report->subject_name));
    json_add(making, "how", json_text(report->how));
    json_add(making, "remark",
             json_text(report->remark != NULL ? report->remark->text : ""));
    json_add(making, "remark_details",
             report->remark != NULL ? json_details(&report->remark->details)
                                    : json_null());
    json_add(making, "seed", json_text(report->seed));
    json_add(making, "lines", json_natural(report->lines));
    json_add(making, "n", json_natural(report->n));
    json_add(making, "sample", samples ? json_natural(report->sample) : json_null());
    json_add(making, "put_back", json_boolean(report->put_back));
}

char *report_json(const struct report *report)
{
    static const audit_judgement none;
    const audit_judgement *judgement = report->judged ? &report->judgement : &none;
    struct json_making making = json_document("fairaudit-report");
    json_add(&making, "verdict", json_text(outcome_word(report_outcome(report))));
    json_add(&making, "status", json_integer(report_status(report)));
    add_subject(&making, report);
    json_add(&making, "planned", json_natural(report->planned));
    json_add(&making, "trials", json_natural(report->judgement.trials));
    json_add(&making, "decided",
             judgement->decided > 0 ? json_natural(judgement->decided) : json_null());
    json_add(&making, "complete", json_boolean(judgement->complete));
    json_add(&making, "interrupted", json_boolean(report->interrupted));
    json_add(&making, "judged", json_boolean(report->judged));
    json_add(&making, "undiagnosed", json_boolean(report->undiagnosed));
    json_add(&making, "untested", untested_object(report_why_untested(report)));
    json_add(&making, "false_alarm_rate", json_number(AUDIT_FALSE_ALARM_RATE));
    json_add(&making, "finding", finding_object(&report->finding));
    json_add(&making, "note", finding_object(&report->note));
    json_add(&making, "deterministic", json_boolean(report->deterministic));
    json_add(&making, "strongest", json_text(judgement->strongest));
    json_add(&making, "strongest_title", json_text(judgement->strongest_title));
    json_add(&making, "evidence",
             report->judged ? evidence_object(judgement) : json_null());
    json_add(&making, "effects", sentences_array(&report->effects));
    json_add(&making, "effect_details", details_array(&report->effects));
    json_add(&making, "dependence", json_text(dependence_word(report->dependence)));
    json_add(&making, "distance", distance_object(&report->distance));
    json_add(&making, "suspects", suspects_array(report));
    json_add(&making, "detectable", sentences_array(&report->detectable));
    json_add(&making, "detectable_details", details_array(&report->detectable));
    json_add(&making, "tests", tests_array(judgement));
    json_add(&making, "bettors", bettors_array(judgement));
    json_add(&making, "cells", cells_array(report));
    json_add(&making, "curve", curve_array(judgement));
    report_json_counts(&making, report);
    json_add(&making, "seconds", json_number(report->seconds));
    return json_page(json_end(&making));
}

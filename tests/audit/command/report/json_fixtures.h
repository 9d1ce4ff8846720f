/* SPDX-License-Identifier: MIT
 *
 * json_fixtures.h - reports of real audits as JSON, and functions to read them.
 */
#ifndef AUDIT_JSON_FIXTURES_H
#define AUDIT_JSON_FIXTURES_H

#include <stdbool.h>

#include "audit/command/report/view_counts.h"
#include "tests/audit/command/report/json_schema.h"
#include "tests/audit/engine/cases.h"

enum { TRIALS = 500 };

static json_t *schema; /* set by main() */

/* ---- reports of audits ------------------------------------------------------------- */

/* The JSON of an audit of permutations or samples, to be freed. */
static inline char *report_of(const audit_plan *plan, const void *orders, size_t count)
{
    audit_run *audit;
    if (audit_create(&audit, plan) != FAIRAUDIT_OK) {
        printf("Bail out! no audit of %zu cards\n", plan->n);
        exit(1);
    }
    if (plan->sample > 0)
        audit_add_samples(audit, orders, count);
    else
        audit_add(audit, orders, count);
    struct report report = {.kind = plan->sample > 0 ? REPORT_SAMPLES : REPORT_ORDERS,
                            .subject_name = "test",
                            .how = "library",
                            .lines = plan->n,
                            .n = plan->n,
                            .sample = plan->sample,
                            .planned = count};
    audit_judge(audit, 1, &report.judgement);
    report.judged = report.judgement.untested == AUDIT_TESTED;
    report_add_counts(&report, audit);
    char *text = report_json(&report);
    audit_free(audit);
    return text;
}

/* The same as a JSON value, after checking it against the schema. */
static inline json_t *read_again(const audit_plan *plan, const void *orders, size_t count)
{
    char *text = report_of(plan, orders, count);
    json_t *report = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    CHECKF(schema_holds(schema, schema, report), "%zu cards", plan->n);
    free(text);
    return report;
}

static inline json_t *report_on(const char *shuffle, size_t n, const char *views)
{
    unsigned char *orders = orders_of(shuffle, "exact", n, TRIALS, 1);
    json_t *report = read_again(&(audit_plan){.n = n, .views = views}, orders, TRIALS);
    free(orders);
    return report;
}

/* ---- reading reports --------------------------------------------------------------- */

static inline json_int_t at(json_t *array, size_t i)
{
    return json_integer_value(json_array_get(array, i));
}

static inline json_int_t at_both(json_t *matrix, size_t i, size_t j)
{
    return at(json_array_get(matrix, i), j);
}

static inline json_int_t sum_of(json_t *array)
{
    json_int_t sum = 0;
    for (size_t i = 0; i < json_array_size(array); i++)
        sum += at(array, i);
    return sum;
}

static inline const char *name_of(json_t *object)
{
    return json_string_value(json_object_get(object, "name"));
}

/* The counts of a view in a list of views. */
static inline json_t *counts_of(json_t *report, const char *list, const char *name)
{
    json_t *views = json_object_get(report, list);
    for (size_t i = 0; i < json_array_size(views); i++)
        if (strcmp(name_of(json_array_get(views, i)), name) == 0)
            return json_object_get(json_array_get(views, i), "counts");
    return NULL;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * report_json_counts.c - the part of the JSON that has the counts: matrices, digits,
 * statistics and repeats.
 */
#include "audit/command/report/report_parts.h"

#include "audit/command/report/json_parts.h"
#include "audit/orders/rank.h"

static json_t *row_array(const uint64_t *counts, size_t size)
{
    json_t *array = json_array();
    for (size_t i = 0; i < size; i++)
        array = json_and(array, json_natural(counts[i]));
    return array;
}

static json_t *matrix_array(const uint64_t *counts, size_t rows, size_t columns)
{
    if (counts == NULL)
        return json_null();
    json_t *array = json_array();
    for (size_t i = 0; i < rows; i++)
        array = json_and(array, row_array(counts + i * columns, columns));
    return array;
}

static json_t *whole_array(const struct report *report)
{
    if (report->whole == NULL)
        return json_null();
    return row_array(report->whole, audit_factorial(report->n));
}

/* Digit k has a row of k + 2 values. */
static json_t *code_object(const struct report_code *code, size_t n)
{
    json_t *rows = json_array();
    const uint64_t *counts = code->counts;
    for (size_t values = 2; values <= n; counts += values++)
        rows = json_and(rows, row_array(counts, values));
    struct json_making making = json_begin();
    json_add(&making, "name", json_text(code->name));
    json_add(&making, "title", json_text(code->title));
    json_add(&making, "counts", rows);
    return json_end(&making);
}

static json_t *codes_array(const struct report *report)
{
    json_t *array = json_array();
    for (size_t i = 0; i < report->codes; i++)
        array = json_and(array, code_object(&report->code[i], report->n));
    return array;
}

static json_t *law_array(const struct report_scalar *scalar)
{
    json_t *array = json_array();
    for (size_t i = 0; i < scalar->size; i++)
        array = json_and(array, json_number(scalar->law[i]));
    return array;
}

static json_t *scalars_array(const struct report *report)
{
    json_t *array = json_array();
    for (size_t i = 0; i < report->scalars; i++) {
        const struct report_scalar *scalar = &report->scalar[i];
        struct json_making making = json_begin();
        json_add(&making, "name", json_text(scalar->name));
        json_add(&making, "title", json_text(scalar->title));
        json_add(&making, "counts", row_array(scalar->counts, scalar->size));
        json_add(&making, "law", law_array(scalar));
        array = json_and(array, json_end(&making));
    }
    return array;
}

static json_t *repeats_object(const struct report *report)
{
    if (!report->has_repeats)
        return json_null();
    struct json_making making = json_begin();
    json_add(&making, "kept", json_natural(report->repeats.kept));
    json_add(&making, "distinct", json_natural(report->repeats.distinct));
    json_add(&making, "pairs", json_natural(report->repeats.pairs));
    json_add(&making, "expected", json_number(report->repeats.expected));
    return json_end(&making);
}

void report_json_counts(struct json_making *making, const struct report *report)
{
    const size_t n = report->n;
    const size_t positions = report->kind == REPORT_SAMPLES ? report->sample : n;
    json_add(making, "position", matrix_array(report->position, positions, n));
    json_add(making, "whole", whole_array(report));
    json_add(making, "precedence", matrix_array(report->precedence, n, n));
    json_add(making, "successor", matrix_array(report->successor, n, n));
    json_add(making, "digits", codes_array(report));
    json_add(making, "scalars", scalars_array(report));
    json_add(making, "repeats", repeats_object(report));
}

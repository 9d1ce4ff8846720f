/* SPDX-License-Identifier: MIT
 *
 * test_json.c - reports as JSON: they obey the schema, and the schema rejects what is
 * wrong.
 *
 *     test_json [SCHEMA]      the default is docs/fairaudit.schema.json
 */
#include "tests/audit/command/report/fixtures.h"

#include "tests/audit/command/report/json_schema.h"
#include "tests/support/test.h"

static bool has(const char *text, const char *wanted)
{
    return text != NULL && strstr(text, wanted) != NULL;
}

/* Whether a text obeys the schema. Frees the text. */
static bool obeys(json_t *schema, char *text)
{
    json_error_t error;
    json_t *value =
        text != NULL ? json_loads(text, JSON_REJECT_DUPLICATES, &error) : NULL;
    const bool good = value != NULL && schema_holds(schema, schema, value);
    json_decref(value);
    free(text);
    return good;
}

static void test_json(json_t *schema)
{
    uint64_t *position = made_position(10, 2000, MADE_SWAP_WITH_ANY);
    struct report report = made_report(position, 10, 2000, FAIRAUDIT_UNFAIR);
    TEST("reports of all kinds obey the schema")
    {
        CHECK(obeys(schema, report_json(&report)));
        made_counts(&report);
        CHECK(obeys(schema, report_json(&report)));
        report.how = "javascript";
        CHECK(obeys(schema, report_json(&report)));
        struct report other = made_report(position, 10, 2000, FAIRAUDIT_SUSPECT);
        other.whole = position; /* it has only 100 of the 5! counts */
        other.n = 4;
        CHECK(obeys(schema, report_json(&other)));
        other = (struct report){.subject_name = "x", .how = "program", .lines = 3};
        for (int kind = FINDING_NONE; kind <= FINDING_CYCLE; kind++) {
            other.finding.kind = (enum finding_kind)kind;
            audit_details_begin(&other.finding.details, "no-memory");
            CHECKF(obeys(schema, report_json(&other)), "kind %d", kind);
        }
        other.finding.kind = FINDING_NONE;
        for (int why = AUDIT_TESTED; why <= AUDIT_STOPPED; why++) {
            other.judgement.untested = (enum audit_untested)why;
            CHECKF(obeys(schema, report_json(&other)), "untested %d", why);
        }
        for (int d = AUDIT_INDEPENDENT; d <= AUDIT_DEPENDENT; d++) {
            other.dependence = (enum audit_dependence)d;
            CHECKF(obeys(schema, report_json(&other)), "dependence %d", d);
        }
        other = (struct report){.kind = REPORT_SAMPLES,
                                .subject_name = "shuf -n 2",
                                .how = "program",
                                .lines = 50,
                                .n = 50,
                                .sample = 2,
                                .position = position,
                                .judged = true};
        CHECK(obeys(schema, report_json(&other)));
        CHECK(obeys(schema, list_json()));
        audit_natural numerator[6];
        double probabilities[9];
        audit_exact exact = made_exact(numerator, probabilities);
        CHECK(obeys(schema, exact_json(&exact, "swap-with-any", "exact")));
        exact.largest = INFINITY;
        exact.impossible = -1;
        exact.orders = 0;
        exact.has_distance = exact.has_position = 0;
        CHECK(obeys(schema, exact_json(&exact, "swap-with-any", NULL)));
    }
    TEST("no NaN and no infinity; invalid UTF-8 and numbers above 2^53")
    {
        struct report odd = report;
        odd.judgement.evidence = NAN;
        odd.judgement.result[0].test.value = INFINITY;
        odd.judgement.result[1].p = -NAN;
        odd.distance.estimate = -INFINITY;
        odd.seconds = NAN;
        odd.planned = UINT64_MAX;
        odd.repeats = (audit_repeat_count){1, 1, (UINT64_C(1) << 53) + 1, INFINITY};
        odd.subject_name = "a\xff\xc0\x80\xed\xa0\x80z\xc3";
        char *text = report_json(&odd);
        CHECK(!has(text, "nan") && !has(text, "inf") && !has(text, "NaN"));
        CHECK(has(text, "\"18446744073709551615\""));
        CHECK(has(text, "\"pairs\": \"9007199254740993\", \"expected\": null"));
        CHECK(has(text, "\"subject\": \"a\xef\xbf\xbd\xef\xbf\xbd"));
        CHECK(obeys(schema, text));
    }
    TEST("the same report is the same bytes, but for the last member")
    {
        char *one = report_json(&report), *two = report_json(&report);
        CHECK(strcmp(one, two) == 0);
        free(two);
        report.seconds = 17;
        two = report_json(&report);
        const char *end = strstr(one, "  \"seconds\": ");
        CHECK(end != NULL && strncmp(one, two, (size_t)(end - one)) == 0);
        CHECK(end != NULL && strchr(end, '\n') != NULL &&
              strcmp(strchr(end, '\n'), "\n}\n") == 0);
        free(one);
        free(two);
    }
    free(position);
}

static void test_schema(json_t *schema)
{
    TEST("the schema rejects members that are missing, unknown or of the wrong type")
    {
        struct report report = {.subject_name = "x", .how = "program", .lines = 3};
        char *text = report_json(&report);
        json_t *good = json_loads(text, 0, NULL);
        CHECK(schema_holds(schema, schema, good));
        const char *key;
        json_t *value;
        json_object_foreach(good, key, value)
        {
            json_t *bad = json_copy(good);
            json_object_del(bad, key);
            CHECKF(!schema_holds(schema, schema, bad), "without %s", key);
            json_object_set_new(bad, key, json_pack("{s:b}", "odd", 1));
            CHECKF(!schema_holds(schema, schema, bad), "wrong %s", key);
            json_decref(bad);
        }
        json_object_set_new(good, "new", json_null());
        CHECK(!schema_holds(schema, schema, good));
        json_decref(good);
        free(text);
    }
}

/* ---- memory that fails ------------------------------------------------------------- */

static size_t until_failure;

static void *failing(size_t size)
{
    return until_failure > 0 && --until_failure == 0 ? NULL : malloc(size);
}

static void test_memory(void)
{
    TEST("without memory there is no JSON, and nothing leaks")
    {
        uint64_t *position = made_position(3, 100, MADE_FAIR);
        struct report report = made_report(position, 3, 100, FAIRAUDIT_UNFAIR);
        report.judgement.results = report.judgement.bettors = report.judgement.curve = 2;
        made_counts(&report);
        json_set_alloc_funcs(failing, free);
        size_t failed = 0;
        for (size_t k = 1;; k++) {
            until_failure = k;
            char *text = report_json(&report);
            const bool used = until_failure == 0;
            free(text);
            if (!used)
                break;
            CHECKF(text == NULL, "allocation %zu failed", k);
            failed++;
        }
        until_failure = 0;
        json_set_alloc_funcs(malloc, free);
        CHECKF(failed > 100, "only %zu", failed);
        free(position);
    }
}

int main(int argc, char **argv)
{
    json_error_t error;
    json_t *schema =
        json_load_file(argc > 1 ? argv[1] : "docs/fairaudit.schema.json", 0, &error);
    TEST("the schema can be read")
    {
        CHECKF(schema != NULL, "%s: %s", error.source, error.text);
    }
    if (schema != NULL) {
        test_json(schema);
        test_schema(schema);
    }
    json_decref(schema);
    test_memory();
    return test_done();
}

/* SPDX-License-Identifier: MIT
 *
 * test_json_counts.c - the counts in the JSON of real audits, compared with the
 * permutations themselves; and which counts are left out.
 *
 *     test_json_counts [SCHEMA]      the default is docs/fairaudit.schema.json
 */
#include "tests/audit/command/report/json_fixtures.h"

#include <math.h>

/* ---- sums -------------------------------------------------------------------------- */

static void check_matrices(json_t *report, size_t n)
{
    json_t *before = json_object_get(report, "precedence");
    json_t *after = json_object_get(report, "successor");
    CHECK(json_array_size(before) == n && json_array_size(after) == n);
    for (size_t a = 0; a < n; a++) {
        CHECK(json_array_size(json_array_get(before, a)) == n);
        CHECK(json_array_size(json_array_get(after, a)) == n);
        CHECKF(sum_of(json_array_get(after, a)) == TRIALS, "%zu cards", n);
        CHECK(at_both(before, a, a) == 0 && at_both(after, a, a) == 0);
        for (size_t b = 0; b < a; b++)
            CHECKF(at_both(before, a, b) + at_both(before, b, a) == TRIALS, "%zu cards",
                   n);
    }
}

static void check_digits(json_t *report, size_t n)
{
    json_t *codes = json_object_get(report, "digits");
    CHECK(json_array_size(codes) == AUDIT_CODES);
    for (size_t i = 0; i < json_array_size(codes); i++) {
        json_t *rows = json_object_get(json_array_get(codes, i), "counts");
        CHECK(json_array_size(rows) == n - 1);
        for (size_t k = 0; k + 1 < n; k++) {
            CHECK(json_array_size(json_array_get(rows, k)) == k + 2);
            CHECKF(sum_of(json_array_get(rows, k)) == TRIALS, "%zu cards, digit %zu", n,
                   k);
        }
    }
}

static void check_scalars(json_t *report, size_t n)
{
    json_t *scalars = json_object_get(report, "scalars");
    CHECK(json_array_size(scalars) > AUDIT_SCALARS);
    for (size_t i = 0; i < json_array_size(scalars); i++) {
        json_t *scalar = json_array_get(scalars, i);
        json_t *counts = json_object_get(scalar, "counts");
        json_t *law = json_object_get(scalar, "law");
        const bool serial = strncmp(name_of(scalar), "serial-", 7) == 0;
        double sum = 0;
        for (size_t v = 0; v < json_array_size(law); v++)
            sum += json_number_value(json_array_get(law, v));
        CHECK(json_array_size(counts) == json_array_size(law));
        CHECKF(sum_of(counts) == TRIALS - serial, "%zu cards, %s", n, name_of(scalar));
        CHECKF(fabs(sum - 1) < 1e-10, "%zu cards, %s: %.15g", n, name_of(scalar), sum);
    }
}

static void test_sums(void)
{
    static const size_t sizes[] = {2, 3, 5, 10, 52, REPORT_COUNTS_CARDS};
    TEST("counts add up to the trials, and probabilities to 1")
    {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            json_t *report = report_on("swap-with-any", sizes[i], NULL);
            check_matrices(report, sizes[i]);
            check_digits(report, sizes[i]);
            check_scalars(report, sizes[i]);
            json_t *repeats = json_object_get(report, "repeats");
            CHECK(json_integer_value(json_object_get(repeats, "kept")) == TRIALS);
            json_decref(report);
        }
    }
}

/* ---- comparison with the permutations ---------------------------------------------- */

enum { CARDS = 7 };

struct counted {
    json_int_t before[CARDS][CARDS], after[CARDS][CARDS];
    json_int_t larger[CARDS][CARDS]; /* before position k + 1 */
    json_int_t own[CARDS + 1], kept[CARDS + 1];
    json_int_t pairs;
};

static void count_one(struct counted *is, const unsigned char *orders, size_t t)
{
    const unsigned char *order = orders + t * CARDS;
    size_t own = 0, kept = 0;
    for (size_t i = 0; i < CARDS; i++) {
        size_t larger = 0;
        for (size_t j = 0; j < i; j++) {
            is->before[order[j]][order[i]]++;
            larger += order[j] > order[i];
        }
        if (i > 0)
            is->larger[i - 1][larger]++;
        is->after[order[i]][order[(i + 1) % CARDS]]++;
        own += order[i] == i;
        kept += t > 0 && orders[(t - 1) * CARDS + i] == order[i];
    }
    is->own[own]++;
    is->kept[kept] += t > 0;
    for (size_t s = 0; s < t; s++)
        is->pairs += memcmp(orders + s * CARDS, order, CARDS) == 0;
}

static void test_orders(void)
{
    TEST("counts agree with the permutations")
    {
        static struct counted is;
        unsigned char *orders = orders_of("riffle:2", "exact", CARDS, TRIALS, 1);
        json_t *report = read_again(&(audit_plan){.n = CARDS}, orders, TRIALS);
        for (size_t t = 0; t < TRIALS; t++)
            count_one(&is, orders, t);
        json_t *before = json_object_get(report, "precedence");
        json_t *after = json_object_get(report, "successor");
        json_t *larger = counts_of(report, "digits", "lehmer");
        json_t *own = counts_of(report, "scalars", "fixed-points");
        json_t *kept = counts_of(report, "scalars", "serial-fixed-points");
        for (size_t a = 0; a < CARDS; a++)
            for (size_t b = 0; b < CARDS; b++) {
                CHECK(at_both(before, a, b) == is.before[a][b]);
                CHECK(at_both(after, a, b) == is.after[a][b]);
                if (a + 1 < CARDS && b < a + 2)
                    CHECK(at_both(larger, a, b) == is.larger[a][b]);
            }
        CHECK(json_array_size(own) == CARDS + 1 && json_array_size(kept) == CARDS + 1);
        for (size_t v = 0; v <= CARDS; v++)
            CHECK(at(own, v) == is.own[v] && at(kept, v) == is.kept[v]);
        json_t *repeats = json_object_get(report, "repeats");
        CHECK(json_integer_value(json_object_get(repeats, "pairs")) == is.pairs);
        CHECK(is.pairs > 0);
        json_decref(report);
        free(orders);
    }
}

/* ---- which counts there are -------------------------------------------------------- */

/* Whether precedence, successor, digits, scalars and repeats are all missing. */
static bool has_none(json_t *report)
{
    return json_is_null(json_object_get(report, "precedence")) &&
           json_is_null(json_object_get(report, "successor")) &&
           json_array_size(json_object_get(report, "digits")) == 0 &&
           json_array_size(json_object_get(report, "scalars")) == 0 &&
           json_is_null(json_object_get(report, "repeats"));
}

static void test_left_out(void)
{
    TEST("no statistic is forgotten: they are the views with a mean")
    {
        json_t *report = report_on("down", 10, NULL);
        json_t *tests = json_object_get(report, "tests");
        size_t means = 0;
        for (size_t i = 0; i < json_array_size(tests); i++) {
            char name[64];
            snprintf(name, sizeof name, "%s", name_of(json_array_get(tests, i)));
            char *end = strstr(name, "-mean");
            if (end == NULL)
                continue;
            *end = '\0';
            means++;
            CHECKF(counts_of(report, "scalars", name) != NULL, "%s", name);
        }
        const size_t scalars = json_array_size(json_object_get(report, "scalars"));
        CHECKF(scalars == means + 1, "%zu and the sign", means);
        json_decref(report);
    }
    TEST("no counts for more than 64 cards, samples, and views that are left out")
    {
        static const uint32_t samples[] = {0, 1, 2, 3, 1, 0, 4, 2};
        json_t *report = report_on("down", REPORT_COUNTS_CARDS + 1, NULL);
        CHECK(has_none(report));
        json_decref(report);
        report = report_on("down", 256, NULL);
        CHECK(has_none(report));
        json_decref(report);
        report = read_again(&(audit_plan){.n = 5, .sample = 2}, samples, 4);
        CHECK(has_none(report));
        json_decref(report);
        report = report_on("down", 10, "position");
        CHECK(has_none(report));
        json_decref(report);
        report = report_on("down", 10, "swap-up,serial-cycles,precedence");
        CHECK(!json_is_null(json_object_get(report, "precedence")));
        CHECK(json_is_null(json_object_get(report, "successor")));
        CHECK(json_array_size(json_object_get(report, "digits")) == 1);
        CHECK(counts_of(report, "digits", "swap-up") != NULL);
        CHECK(json_array_size(json_object_get(report, "scalars")) == 1);
        CHECK(counts_of(report, "scalars", "serial-cycles") != NULL);
        CHECK(json_is_null(json_object_get(report, "repeats")));
        json_decref(report);
    }
    TEST("without permutations, all counts are 0")
    {
        json_t *report = read_again(&(audit_plan){.n = 3}, "", 0);
        CHECK(sum_of(counts_of(report, "scalars", "cycles")) == 0);
        CHECK(sum_of(json_array_get(counts_of(report, "digits", "lehmer"), 0)) == 0);
        json_t *repeats = json_object_get(report, "repeats");
        CHECK(json_integer_value(json_object_get(repeats, "kept")) == 0);
        json_decref(report);
    }
}

/* ---- the text, and the schema ------------------------------------------------------ */

static void test_text(void)
{
    TEST("threads change no byte; each row and each view has a line")
    {
        unsigned char *orders = orders_of("riffle:7", "exact", 52, TRIALS, 1);
        char *one = report_of(&(audit_plan){.n = 52, .threads = 1}, orders, TRIALS);
        char *two = report_of(&(audit_plan){.n = 52, .threads = 3}, orders, TRIALS);
        CHECK(strcmp(one, two) == 0);
        CHECKF(strlen(one) < 160000, "%zu bytes", strlen(one));
        CHECK(strstr(one, "\n  \"precedence\": [\n    [") != NULL);
        CHECK(strstr(one, "\n  \"successor\": [\n    [") != NULL);
        CHECK(strstr(one, "\n  \"digits\": [\n    {\"name\": \"lehmer\", ") != NULL);
        CHECK(strstr(one, ",\n    {\"name\": \"swap-up\", ") != NULL);
        CHECK(strstr(one, "\n  \"scalars\": [\n    {\"name\": \"sign\", ") != NULL);
        CHECK(strstr(one, "\n  \"repeats\": {\"kept\": 500, ") != NULL);
        free(orders);
        free(one);
        free(two);
    }
}

/* Whether the schema rejects the report if a member has another value. */
static bool refuses(json_t *report, const char *member, const char *value)
{
    json_t *bad = json_copy(report);
    json_object_set_new(bad, member, json_loads(value, JSON_DECODE_ANY, NULL));
    const bool refused = !schema_holds(schema, schema, bad);
    json_decref(bad);
    return refused;
}

static void test_schema(void)
{
    TEST("the schema rejects counts of the wrong form")
    {
        json_t *report = report_on("down", 3, NULL);
        CHECK(!refuses(report, "precedence", "[[0, 1], [2, 0]]"));
        CHECK(refuses(report, "precedence", "[[0, -1], [2, 0]]"));
        CHECK(refuses(report, "precedence", "[[0, 1.5], [2, 0]]"));
        CHECK(refuses(report, "successor", "[0, 1]"));
        CHECK(refuses(report, "successor", "[[0]]"));
        CHECK(refuses(report, "digits", "null"));
        CHECK(refuses(report, "digits", "[{\"name\": \"x\", \"title\": \"x\"}]"));
        CHECK(refuses(report, "digits",
                      "[{\"name\": \"x\", \"title\": \"x\", \"counts\": [[1]]}]"));
        CHECK(refuses(report, "scalars", "[null]"));
        CHECK(refuses(report, "scalars",
                      "[{\"name\": \"x\", \"title\": \"x\", \"counts\": [1], "
                      "\"law\": [null]}]"));
        CHECK(refuses(report, "repeats", "{\"kept\": 1, \"distinct\": 1, \"pairs\": 0}"));
        json_decref(report);
    }
}

int main(int argc, char **argv)
{
    json_error_t error;
    schema = json_load_file(argc > 1 ? argv[1] : "docs/fairaudit.schema.json", 0, &error);
    TEST("the schema can be read")
    {
        CHECKF(schema != NULL, "%s: %s", error.source, error.text);
    }
    if (schema != NULL) {
        test_sums();
        test_orders();
        test_left_out();
        test_text();
        test_schema();
    }
    json_decref(schema);
    return test_done();
}

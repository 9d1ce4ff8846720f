/* SPDX-License-Identifier: MIT
 *
 * test_details.c - the details of effects have everything that the sentences have: for
 * all sentences that audits of the catalogue and of samples give, the sentence is made
 * again from the JSON of its details.
 *
 *     test_details [SCHEMA [DOCUMENT]]      the defaults are docs/fairaudit.schema.json
 * and docs/audit-json.md
 */
#include "tests/audit/command/details.h"
#include "tests/audit/command/report/json_schema.h"

#include "audit/command/report/report.h"
#include "audit/orders/rank.h"
#include "tests/audit/engine/cases.h"

static json_t *schema; /* set by main() */

/* The codes of all sentences, and of what means suggest. */
enum {
    PATTERNS = sizeof effect_patterns / sizeof effect_patterns[0],
    SUGGESTIONS = sizeof suggestion_patterns / sizeof suggestion_patterns[0],
    OTHERS = 3,
    CODES = PATTERNS + SUGGESTIONS + OTHERS
};
static bool seen[CODES]; /* the codes that occurred */

static const char *code_number(size_t i)
{
    static const char *const others[OTHERS] = {"orders-repeat", "at-most-orders",
                                               "at-most-samples"};
    if (i < PATTERNS)
        return effect_patterns[i].code;
    i -= PATTERNS;
    return i < SUGGESTIONS ? suggestion_patterns[i].code : others[i - SUGGESTIONS];
}

static void mark_seen(const char *code)
{
    for (size_t i = 0; i < CODES && code != NULL; i++)
        seen[i] = seen[i] || strcmp(code_number(i), code) == 0;
}

/* ---- one audit --------------------------------------------------------------------- */

static void check_sentences(json_t *report, const char *list, const char *list_details,
                            const char *what)
{
    json_t *texts = json_object_get(report, list);
    json_t *details = json_object_get(report, list_details);
    CHECKF(json_array_size(texts) == json_array_size(details), "%s: %s", what, list);
    for (size_t i = 0; i < json_array_size(texts); i++) {
        json_t *one = json_array_get(details, i);
        const char *text = json_string_value(json_array_get(texts, i));
        CHECKF(details_give(one, text), "%s: %s", what, text);
        mark_seen(text_in(one, "code"));
        mark_seen(text_in(one, "suggests"));
    }
}

static void check_report(const audit_run *audit, const audit_judgement *judgement,
                         enum audit_dependence dependence, enum audit_origin origin,
                         const char *what)
{
    const audit_plan *plan = audit_plan_of(audit);
    struct report *report = calloc(1, sizeof *report);
    if (report == NULL)
        abort();
    report->kind = plan->sample > 0 ? REPORT_SAMPLES : REPORT_ORDERS;
    report->subject_name = what;
    report->how = "built-in";
    report->lines = report->n = plan->n;
    report->sample = plan->sample;
    report->judged = true;
    report->judgement = *judgement;
    CHECK(audit_effects(audit, judgement, dependence, &report->effects) == FAIRAUDIT_OK);
    audit_detectable_effects(audit, judgement, origin, &report->detectable);
    CHECK(judgement->verdict != FAIRAUDIT_UNFAIR || report->effects.count > 0);
    char *text = report_json(report);
    json_t *read = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    CHECKF(schema_holds(schema, schema, read), "%s: schema", what);
    check_sentences(read, "effects", "effect_details", what);
    check_sentences(read, "detectable", "detectable_details", what);
    json_decref(read);
    free(text);
    free(report);
}

/* Checks an audit as it is, and as if its orders depended on each other or were made from
 * others. */
static void check_audit(const audit_plan *plan, const void *orders, size_t count,
                        const char *what)
{
    static audit_judgement judgement;
    audit_run *audit;
    if (audit_create(&audit, plan) != FAIRAUDIT_OK)
        abort();
    if (plan->sample > 0)
        audit_add_samples(audit, orders, count);
    else
        audit_add(audit, orders, count);
    CHECK(audit_judge(audit, 1, &judgement) == FAIRAUDIT_OK);
    check_report(audit, &judgement, AUDIT_INDEPENDENT, AUDIT_AS_THEY_CAME, what);
    check_report(audit, &judgement, AUDIT_MAYBE_DEPENDENT, AUDIT_SOME_CARDS, what);
    check_report(audit, &judgement, AUDIT_DEPENDENT, AUDIT_TIES_DRAWN, what);
    audit_free(audit);
}

static void check_shuffle(const char *shuffle, const char *die, size_t n, size_t count)
{
    char what[100];
    unsigned char *orders = orders_of(shuffle, die, n, count, 3);
    snprintf(what, sizeof what, "%s with %s, %zu cards", shuffle, die, n);
    check_audit(&(audit_plan){.n = n, .threads = 1}, orders, count, what);
    free(orders);
}

/* ---- orders ------------------------------------------------------------------------ */

static void test_catalogue(void)
{
    static const struct {
        size_t n, count;
    } sizes[] = {{3, 20000}, {5, 20000}, {10, 10000}, {52, 2000}};
    TEST("every shuffle and every die of the catalogue")
    {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
                check_shuffle(s->name, "exact", sizes[i].n, sizes[i].count);
            for (const audit_die_kind *d = audit_dice; d->name != NULL; d++)
                check_shuffle("down", d->name, sizes[i].n, sizes[i].count);
        }
    }
}

static void test_other_orders(void)
{
    TEST("other parameters, and few orders")
    {
        static const char *const shuffles[] = {
            "keys:1",     "riffle:1",       "riffle:4",        "transpositions:3",
            "overhand:1", "repeats-last:2", "keeps-the-deck:1"};
        for (size_t i = 0; i < sizeof shuffles / sizeof shuffles[0]; i++) {
            check_shuffle(shuffles[i], "exact", 8, 300);
            check_shuffle(shuffles[i], "exact", 20, 5000);
        }
        for (unsigned bits = 1; bits < 20; bits += 3) {
            char die[32];
            snprintf(die, sizeof die, "few-seeds:%u", bits);
            check_shuffle("down", die, 12, 5000);
            snprintf(die, sizeof die, "modulo:%u", bits);
            check_shuffle("swap-with-any", die, 6, 5000);
        }
    }
    TEST("all orders of four cards in turn, the same order, and all orders but one")
    {
        enum { COUNT = 24 * 500 };
        static unsigned char orders[COUNT * 4];
        for (size_t i = 0; i < COUNT; i++)
            audit_unrank(i % 24, 4, orders + 4 * i);
        check_audit(&(audit_plan){.n = 4, .threads = 1}, orders, COUNT, "in turn");
        check_audit(&(audit_plan){.n = 4, .threads = 1, .views = "position"}, orders,
                    COUNT, "in turn, positions");
        for (size_t rank = 0; rank < 24; rank += 7) {
            for (size_t i = 0; i < COUNT; i++)
                audit_unrank(rank, 4, orders + 4 * i);
            check_audit(&(audit_plan){.n = 4, .threads = 1}, orders, COUNT, "the same");
        }
        unsigned char *same = orders_of("down", "exact", 10, COUNT / 10, 1);
        for (size_t i = 1; i < COUNT / 10; i++)
            memcpy(same + 10 * i, same, 10);
        check_audit(&(audit_plan){.n = 10, .threads = 1, .views = "repeats"}, same,
                    COUNT / 10, "the same, repeats");
        free(same);
        for (size_t i = 0; i < COUNT; i++)
            audit_unrank(i % 23, 4, orders + 4 * i);
        check_audit(&(audit_plan){.n = 4, .threads = 1}, orders, COUNT, "all but one");
    }
    TEST("one view at a time")
    {
        static const char *const views[] = {
            "position",     "precedence",      "whole",
            "fixed-points", "descents",        "sign",
            "inversions",   "successions",     "cycles",
            "repeats",      "lehmer",          "serial-fixed-points",
            "successor",    "inverse-descents"};
        static const char *const shuffles[] = {"riffle:2", "keys:2"};
        for (size_t k = 0; k < 4; k++) {
            unsigned char *orders = orders_of(shuffles[k / 2], "exact", 5, 4000, 5);
            for (size_t i = 0; i < 4000 * 5 && k % 2 == 1; i++)
                orders[i] = (unsigned char)(4 - orders[i]); /* the opposite */
            for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
                const audit_plan plan = {.n = 5, .threads = 1, .views = views[i]};
                check_audit(&plan, orders, 4000, views[i]);
            }
            free(orders);
        }
    }
}

/* ---- samples ----------------------------------------------------------------------- */

enum { DRAWN = 6000, K = 2, N = 20 };

/* Draws samples of K different items below n; item `often`, if it is below n, comes twice
 * as often as the others. */
static void draw(uint32_t *items, size_t n, size_t often, uint64_t seed)
{
    audit_source source;
    const audit_seed of = audit_seed_of_number(seed);
    audit_source_start(&source, &of, AUDIT_STREAM_DIE, 0);
    for (size_t i = 0; i < DRAWN; i++)
        do
            for (size_t k = 0; k < K; k++) {
                const uint32_t item = (uint32_t)audit_source_below(&source, n + 1);
                items[K * i + k] =
                    item < n
                        ? item
                        : (uint32_t)(often < n ? often : audit_source_below(&source, n));
            }
        while (items[K * i] == items[K * i + 1]);
}

static void test_samples(void)
{
    static uint32_t items[DRAWN * K];
    TEST("samples")
    {
        for (int put_back = 0; put_back < 2; put_back++) {
            const audit_plan plan = {
                .n = N, .sample = K, .put_back = put_back, .threads = 1};
            draw(items, N, N, 1);
            check_audit(&plan, items, DRAWN, "fair samples");
            draw(items, N, 6, 2);
            check_audit(&plan, items, DRAWN, "one item too often");
            draw(items, N - 1, N, 3);
            check_audit(&plan, items, DRAWN, "one item never");
            draw(items, N - 10, N, 4);
            check_audit(&plan, items, DRAWN, "ten items never");
            for (size_t i = 0; i < DRAWN; i++) /* the smaller one first */
                if (items[K * i] > items[K * i + 1]) {
                    const uint32_t item = items[K * i];
                    items[K * i] = items[K * i + 1];
                    items[K * i + 1] = item;
                }
            check_audit(&plan, items, DRAWN, "sorted samples");
        }
        const audit_plan many = {.n = 100000, .sample = K, .threads = 1};
        draw(items, 100000, 100000, 5);
        check_audit(&many, items, DRAWN, "many items");
        for (size_t i = 64 * K; i < sizeof items / sizeof items[0]; i++)
            items[i] = items[i % (64 * K)];
        check_audit(&many, items, DRAWN, "64 different samples");
    }
}

static void test_all_seen(void)
{
    /* These depend on the input of programs; test_input_effects.c makes them. */
    static const char *const elsewhere[] = {"equal-lines-together", "equal-lines-apart",
                                            "depends-on-words"};
    TEST("every sentence has occurred")
    {
        for (size_t i = 0; i < CODES; i++) {
            bool other = false;
            for (size_t k = 0; k < sizeof elsewhere / sizeof elsewhere[0]; k++)
                other = other || strcmp(elsewhere[k], code_number(i)) == 0;
            CHECKF(seen[i] || other, "%s", code_number(i));
        }
    }
}

/* ---- documents --------------------------------------------------------------------- */

static char *contents_of(const char *name)
{
    static char text[1 << 17];
    FILE *file = fopen(name, "r");
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

static void check_explained(const char *document, json_t *code)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "`%s`", json_string_value(code));
    CHECKF(strstr(document, quoted) != NULL, "%s", quoted);
}

/* Goes through a definition, and looks at each code. */
static void check_definition(const char *document, json_t *definition)
{
    json_t *rows = json_object_get(definition, "oneOf");
    CHECK(json_array_size(rows) > 1);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *members = json_object_get(json_array_get(rows, i), "properties");
        json_t *code = json_object_get(members, "code");
        json_t *codes = json_object_get(code, "enum");
        const char *name;
        json_t *value;
        json_object_foreach(members, name, value)
        {
            char quoted[64];
            snprintf(quoted, sizeof quoted, "`%s`", name);
            CHECKF(strstr(document, quoted) != NULL, "%s", quoted);
        }
        if (codes == NULL && code != NULL)
            check_explained(document, json_object_get(code, "const"));
        for (size_t k = 0; k < json_array_size(codes); k++)
            check_explained(document, json_array_get(codes, k));
    }
}

static void test_document(const char *name)
{
    static const char *const names[] = {"effectDetails", "detectableDetails",
                                        "findingDetails", "remarkDetails"};
    const char *document = contents_of(name);
    json_t *definitions = json_object_get(schema, "$defs");
    TEST("the document explains all codes and values of the schema")
    {
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            check_definition(document, json_object_get(definitions, names[i]));
        json_t *exact =
            json_object_get(json_object_get(definitions, "exact"), "properties");
        json_t *how = json_object_get(json_object_get(exact, "how_code"), "enum");
        CHECK(json_array_size(how) == AUDIT_HOWS - 1);
        for (size_t i = 0; i < json_array_size(how); i++) {
            check_explained(document, json_array_get(how, i));
            CHECK(strcmp(json_string_value(json_array_get(how, i)),
                         audit_exact_how[i + 1].code) == 0);
        }
    }
}

int main(int argc, char **argv)
{
    json_error_t error;
    schema = json_load_file(argc > 1 ? argv[1] : "docs/fairaudit.schema.json", 0, &error);
    if (schema == NULL) {
        printf("Bail out! no schema: %s\n", error.text);
        return 1;
    }
    test_catalogue();
    test_other_orders();
    test_samples();
    test_all_seen();
    test_document(argc > 2 ? argv[2] : "docs/audit-json.md");
    json_decref(schema);
    return test_done();
}

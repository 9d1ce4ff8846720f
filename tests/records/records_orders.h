/* SPDX-License-Identifier: MIT
 *
 * records_orders.h - the tests of cycles, derangements, pairs, and draws with
 * replacement, part of test_records.c.
 */
#ifndef RECORDS_ORDERS_H
#define RECORDS_ORDERS_H

#include "tests/records/records_cases.h"

static inline uint64_t *order_by(int order, unsigned seed, size_t n)
{
    if (order == FAIR_ORDER_SHUFFLE)
        return order_of(test_key(seed), n);
    uint64_t *p = must_malloc(n * sizeof *p);
    fair_rng rng;
    for (size_t i = 0; i < n; i++)
        p[i] = i;
    fair_rng_init_key(&rng, test_key(seed));
    if (order == FAIR_ORDER_CYCLE)
        fair_cycle(&rng, p, n, sizeof *p);
    else
        CHECK(fair_derange(&rng, p, n, sizeof *p, NULL) ==
              (n == 1 ? FAIR_EINVAL : FAIR_OK));
    return p;
}

/* Whether the sink holds pairs: each record without its newline, a tab, and the record
 * that takes its place. */
static inline int pairs_are(const sink *s, const text *t, const uint64_t *p, size_t n)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t bare = text_length(t, i) - 1;
        if (s->length - at < bare + 1 ||
            memcmp(s->data + at, t->data + t->starts[i], bare) != 0 ||
            s->data[at + bare] != '\t')
            return 0;
        at += bare + 1;
        if (!sink_holds(s, &at, t, p, i, i + 1))
            return 0;
    }
    return at == s->length;
}

static inline void test_other_orders(void)
{
    for (size_t i = 0; i < EDGES - 3; i += STEP)
        for (int order = FAIR_ORDER_SHUFFLE; order <= FAIR_ORDER_DERANGE; order++)
            for (int pairs = order == FAIR_ORDER_SHUFFLE; pairs < 2; pairs++)
                for (size_t cut = 0; cut < 2; cut++) { /* all, or a head */
                    text t = text_make(edges[i], eight_bytes, '\n');
                    uint64_t *p = order_by(order, 207, t.n);
                    const size_t have = cut ? (t.n + 1) / 2 : t.n;
                    sink out = {0};
                    fair_records_options options = lines;
                    options.order = order;
                    options.pairs = pairs;
                    options.threads = thread_counts[i % 3];
                    options.head = cut ? have + (have == 0) : 0;
                    const fair_part part = part_to(&out, cut ? have : UINT64_MAX);
                    fair_records *records = collection(207, &options);
                    CHECK(feed(records, &t, (int)i % WAYS) == FAIR_OK);
                    const int error = fair_records_write(records, &part, 1);
                    if (order != FAIR_ORDER_SHUFFLE && t.n == 1)
                        CHECK(error == FAIR_EINVAL && out.length == 0);
                    else
                        CHECKF(error == FAIR_OK &&
                                   (pairs ? pairs_are(&out, &t, p, have)
                                          : sink_is(&out, &t, p, 0, have)),
                               "n %zu, order %d, pairs %d, cut %zu: %s", t.n, order,
                               pairs, cut, fair_strerror(error));
                    fair_records_free(records);
                    sink_clear(&out);
                    free(p);
                    text_free(&t);
                }
}

static const struct {
    fair_format format;
    const char *first; /* a record */
    const char *bare;  /* the same without its terminator */
} endings[] = {
    {{.delimiter = '\n'}, "ab\n", "ab"},
    {{.delimiter = '\n'}, "ab\r\n", "ab"},
    {{.delimiter = '\n'}, "\n", ""},
    {{.delimiter = '\n', .count = 2}, "a\nb\n", "a\nb"},
    {{.delimiter = ';'}, "a\n;", "a\n"},
    {{.delimiter = ';'}, "a\r;", "a\r"},
    {{.kind = FAIR_FIXED, .count = 4}, "ab\r\n", "ab\r\n"},
    {{.kind = FAIR_CSV, .delimiter = ','}, "\"a\nb\",c\r\n", "\"a\nb\",c"},
    {{.kind = FAIR_PARAGRAPHS}, "a\r\nb\n\n\r\n\n", "a\r\nb"},
    {{.kind = FAIR_PARAGRAPHS}, "a\nb\n\n", "a\nb"},
};

static inline void test_pair_endings(void)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        sink out = {0};
        const fair_part whole = part_to(&out, UINT64_MAX);
        const fair_records_options options = {.format = endings[i].format, .pairs = 1};
        char expected[64];
        fair_records *records = collection(208, &options);
        const char *first = endings[i].first;
        CHECK(read_bytes(records, first, strlen(first)) == FAIR_OK);
        CHECK(fair_records_count(records) == 1);
        CHECK(fair_records_write(records, &whole, 1) == FAIR_OK);
        snprintf(expected, sizeof expected, "%s\t%s", endings[i].bare, first);
        CHECKF(out.length == strlen(expected) &&
                   memcmp(out.data, expected, out.length) == 0,
               "case %zu", i);
        fair_records_free(records);
        sink_clear(&out);
    }
}

/* Draws `count` records. BY_ADDING, there is a header, too. */
static inline void check_draw(const text *t, const uint64_t *dice, uint64_t count,
                              int way)
{
    sink out = {0};
    const fair_part part = part_to(&out, 3); /* its count is ignored */
    fair_records_options options = lines;
    options.header = way == BY_ADDING;
    fair_records *records = collection(209, &options);
    size_t at = 0;
    if (way == BY_ADDING) {
        CHECK(read_bytes(records, "h\n", 2) == FAIR_OK);
        at = 2;
    }
    CHECK((way < WAYS ? feed(records, t, way) : feed_slowly(records, t, t->n / 9 + 1)) ==
          FAIR_OK);
    const int error = fair_records_draw(records, count, &part);
    if (t->n == 0 && count > 0)
        CHECK(error == FAIR_EINVAL && out.length == 0);
    else
        CHECKF(error == FAIR_OK && out.length >= at &&
                   (at == 0 || memcmp(out.data, "h\n", 2) == 0) &&
                   sink_holds(&out, &at, t, dice, 0, (size_t)count) && at == out.length &&
                   !out.bad,
               "n %zu, %" PRIu64 " drawn, way %d", t->n, count, way);
    fair_records_free(records);
    sink_clear(&out);
}

/* A draw without end ends when the sink fails. */
static inline void check_endless(const text *t, const uint64_t *dice, size_t most)
{
    sink out = {.fail_at = 9, .error = ENOSPC};
    const fair_part part = part_to(&out, 0);
    fair_records *records = collection(209, &lines);
    CHECK(feed(records, t, BY_ADDING) == FAIR_OK);
    CHECK(fair_records_draw(records, UINT64_MAX, &part) == FAIR_EWRITE);
    CHECK(fair_records_mark(records).error == ENOSPC);
    CHECK(out.calls == 9 && !out.bad);
    for (size_t at = 0, k = 0; k < most; k++)
        if (out.length - at >= text_length(t, (size_t)dice[k]))
            CHECK(sink_holds(&out, &at, t, dice, k, k + 1));
    fair_records_free(records);
    sink_clear(&out);
}

static inline void test_draws(void)
{
    enum { MOST = 5000 };
    static const uint64_t counts[] = {0, 1, 1023, 1024, 1025, MOST};
    static uint64_t dice[MOST + 1024];
    for (size_t i = 0; i < EDGES; i += STEP) {
        text t = text_make(edges[i], eight_bytes, '\n');
        fair_rng rng;
        fair_rng_init_key(&rng, test_key(209));
        for (size_t at = 0; at < MOST; at += 1024)
            fair_dice(&rng, dice + at, 1024, t.n);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            check_draw(&t, dice, counts[c], BY_ADDING);
            check_draw(&t, dice, counts[c], c % 2 == 0 ? WAYS : (int)c % WAYS);
        }
        if (t.n > 0)
            check_endless(&t, dice, MOST);
        text_free(&t);
    }
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * records_parts.h - the tests of parts and headers, part of test_records.c. Each part
 * starts with the header, which is the same in all files.
 */
#ifndef RECORDS_PARTS_H
#define RECORDS_PARTS_H

#include "tests/records/records_cases.h"

/* ---- parts ------------------------------------------------------------------------- */

enum { PARTS = 6 };

/* Each part has the header and its records. */
static inline void check_parts(const text *t, const uint64_t *p, const uint64_t *counts,
                               unsigned threads)
{
    fair_records_options options = lines;
    options.header = 2;
    options.threads = threads;
    sink out[PARTS] = {0};
    fair_part parts[PARTS];
    for (size_t i = 0; i < PARTS; i++)
        parts[i] = part_to(&out[i], counts[i]);
    fair_records *records = collection(204, &options);
    CHECK(read_bytes(records, "one\ntwo\n", 8) == FAIR_OK);
    CHECK(feed(records, t, BY_ADDING) == FAIR_OK);
    const int error = fair_records_write(records, parts, PARTS);
    CHECKF(error == FAIR_OK, "n %zu: %s", t->n, fair_strerror(error));
    size_t from = 0;
    for (size_t i = 0; i < PARTS; i++) {
        const size_t to = t->n - from < counts[i] ? t->n : from + (size_t)counts[i];
        size_t at = 8;
        CHECKF(out[i].length >= 8 && memcmp(out[i].data, "one\ntwo\n", 8) == 0,
               "no header in part %zu", i);
        CHECKF(out[i].length >= 8 && sink_holds(&out[i], &at, t, p, from, to) &&
                   at == out[i].length && !out[i].bad,
               "n %zu, part %zu: %zu to %zu", t->n, i, from, to);
        sink_clear(&out[i]);
        from = to;
    }
    fair_records_free(records);
}

static inline void test_parts(void)
{
    for (size_t i = 0; i < EDGES; i += STEP) {
        text t = text_make(edges[i], eight_bytes, '\n');
        const uint64_t n = t.n;
        uint64_t *p = order_of(test_key(204), t.n);
        const uint64_t counts[][PARTS] = {
            {0, 5, 0, n / 2, n, 3},
            {n, 0, 1, 1, 1, UINT64_MAX},
            {1, 1, n / 3, n / 3, 0, 0}, /* some are left out */
            {0, 0, 0, 0, 0, 0},
            {n / 6, n / 6, UINT64_MAX, UINT64_MAX, 1, 0},
            {n / 2, n - n / 2, UINT64_MAX - 1, 7, 0, 9},
        };
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            check_parts(&t, p, counts[c], thread_counts[c % 3]);
        free(p);
        text_free(&t);
    }
}

/* ---- headers --------------------------------------------------------------------- */

static const struct {
    const char *files[4];
    uint64_t header;
    int error;
    const char *kept;
    uint64_t count;
} headers[] = {
    {{"h\na\nb\n"}, 1, FAIR_OK, "h\n", 2},
    {{"h\na\nb\n", "h\nc\n"}, 1, FAIR_OK, "h\n", 3},
    {{"h\nI\na\n", "h\nI\n", "h\nI\nb\nc"}, 2, FAIR_OK, "h\nI\n", 3},
    {{"h"}, 1, FAIR_OK, "h\n", 0},
    {{"h", "h\na\n", "h"}, 1, FAIR_OK, "h\n", 1}, /* the missing terminator is added */
    {{""}, 1, FAIR_OK, "", 0},
    {{"", ""}, 3, FAIR_OK, "", 0},
    {{"h\n"}, 3, FAIR_OK, "h\n", 0},
    {{"h\n", "h\n"}, 3, FAIR_OK, "h\n", 0},
    {{"h\na\n"}, UINT64_MAX, FAIR_OK, "h\na\n", 0},
    {{"h\n", "h\nI\na\n"}, 3, FAIR_EHEADER, "", 0},
    {{"h\nI\na\n", "h\n"}, 3, FAIR_EHEADER, "", 0},
    {{"h\na\n", ""}, 1, FAIR_OK, "h\n", 1}, /* an empty file needs no header */
    {{"", "h\na\n", "", "h\nb\n"}, 1, FAIR_OK, "h\n", 2},
    {{"", "h\na\n", "", "g\nb\n"}, 1, FAIR_EHEADER, "", 0},
    {{"h\nI\n", "", "h\n"}, 2, FAIR_EHEADER, "", 0},
    {{"h\na\n", "H\na\n"}, 1, FAIR_EHEADER, "", 0},
    {{"hi\na\n", "ho\na\n"}, 1, FAIR_EHEADER, "", 0},
    {{"h\na\n", "hh\na\n"}, 1, FAIR_EHEADER, "", 0},
    {{"hh\na\n", "h\na\n"}, 1, FAIR_EHEADER, "", 0},
    {{"h\nI\na\n", "h\nJ\na\n"}, 2, FAIR_EHEADER, "", 0},
    {{"h\na\n", "h\nb\n", "g\n"}, 1, FAIR_EHEADER, "", 0},
};

static inline void test_header(void)
{
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        for (uint64_t head = 0; head < 2; head++) {
            fair_records_options options = lines;
            options.header = headers[i].header;
            options.head = head * 100;
            sink out = {0};
            fair_records *records = collection(205, &options);
            int error = FAIR_OK;
            for (size_t f = 0; f < 4 && headers[i].files[f] != NULL; f++) {
                CHECK(error == FAIR_OK);
                const char *bytes = headers[i].files[f];
                error = read_bytes(records, bytes, strlen(bytes));
            }
            CHECKF(error == headers[i].error, "case %zu: %s", i, fair_strerror(error));
            if (error == FAIR_OK) {
                const fair_part whole = part_to(&out, 100);
                const size_t length = strlen(headers[i].kept);
                CHECK(fair_records_count(records) == headers[i].count);
                CHECK(fair_records_write(records, &whole, 1) == FAIR_OK);
                CHECKF(
                    out.length == length + 2 * headers[i].count &&
                        (length == 0 || memcmp(out.data, headers[i].kept, length) == 0),
                    "case %zu: %zu bytes", i, out.length);
            }
            fair_records_free(records);
            sink_clear(&out);
        }
}

/* A header of several batches. */
static inline void test_long_header(void)
{
    enum { HEADER = 150000 };
    text t = text_make(HEADER + 500, eight_bytes, '\n');
    fair_records_options options = lines;
    options.header = HEADER;
    options.threads = 2;
    for (int way = BY_FILE; way <= BY_PIPE; way++) {
        uint64_t *p = order_of(test_key(206), 500);
        for (size_t i = 0; i < 500; i++)
            p[i] += HEADER;
        sink out = {0};
        const fair_part whole = part_to(&out, UINT64_MAX);
        fair_records *records = collection(206, &options);
        CHECK(feed(records, &t, way) == FAIR_OK);
        CHECK(feed_some(records, &t, 0, HEADER, way) == FAIR_OK);
        CHECK(fair_records_count(records) == 500);
        CHECK(fair_records_write(records, &whole, 1) == FAIR_OK);
        size_t at = t.starts[HEADER];
        CHECK(out.length > at && memcmp(out.data, t.data, at) == 0);
        CHECK(sink_holds(&out, &at, &t, p, 0, 500) && at == out.length);
        fair_records_free(records);
        records = collection(206, &options);
        CHECK(feed(records, &t, way) == FAIR_OK);
        t.data[t.starts[HEADER - 1]] ^= 1;
        CHECK(feed_some(records, &t, 0, HEADER, way) == FAIR_EHEADER);
        t.data[t.starts[HEADER - 1]] ^= 1;
        fair_records_free(records);
        sink_clear(&out);
        free(p);
    }
    text_free(&t);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * records_head.h - the tests of the first k records, part of test_records.c: they are the
 * first k of the order of all records, however the records are read.
 */
#ifndef RECORDS_HEAD_H
#define RECORDS_HEAD_H

#include "tests/records/records_cases.h"

/* Writes the first k records in `part_count` parts. */
static inline void check_head(const text *t, const uint64_t *p, unsigned seed, size_t k,
                              int way, size_t part_count)
{
    fair_records_options options = lines;
    fair_part parts[3];
    sink out[3] = {0};
    const size_t have = k < t->n ? k : t->n;
    options.head = k;
    options.threads = thread_counts[k % 3];
    fair_records *records = collection(seed, &options);
    int error =
        way >= WAYS ? feed_slowly(records, t, t->n / 4 + 1) : feed(records, t, way);
    CHECKF(error == FAIR_OK, "n %zu, k %zu: %s", t->n, k, fair_strerror(error));
    CHECK(fair_records_count(records) == t->n);
    for (size_t i = 0; i < part_count; i++)
        parts[i] = part_to(&out[i],
                           i + 1 < part_count ? k / part_count : k - k / part_count * i);
    error = fair_records_write(records, parts, part_count);
    CHECKF(error == FAIR_OK, "n %zu, k %zu, way %d: %s", t->n, k, way,
           fair_strerror(error));
    for (size_t i = 0, from = 0; i < part_count; i++) {
        const size_t to =
            have - from < parts[i].count ? have : (size_t)(from + parts[i].count);
        CHECKF(sink_is(&out[i], t, p, from, to), "n %zu, k %zu, way %d, part %zu", t->n,
               k, way, i);
        sink_clear(&out[i]);
        from = to;
    }
    fair_records_free(records);
}

#ifdef TINY
static inline void test_every_head(void)
{
    for (unsigned seed = 0; seed < 3; seed++)
        for (size_t n = seed; n <= 300; n += n < 60 ? 3 : 17) {
            text t = text_make(n, eight_bytes, '\n');
            uint64_t *p = order_of(test_key(seed), n);
            for (size_t k = 1; k <= n + 2; k += STEP)
                check_head(&t, p, seed, k, WAYS, 1 + k % 3);
            free(p);
            text_free(&t);
        }
}

/* With enough bytes, records after the boundary are dropped while others are read. */
static inline void test_heavy_head(void)
{
    text t = text_make(6000, to_300_bytes, '\n');
    uint64_t *p = order_of(test_key(3), t.n);
    for (size_t k = 1; k < 2 * t.n; k = k * 5 / 3 + 1)
        check_head(&t, p, 3, k, k % 2 == 0 ? WAYS : (int)k % WAYS, 1);
    free(p);
    text_free(&t);
}
#endif

static inline void test_head(void)
{
    for (size_t i = 0; i < EDGES; i += STEP) {
        text t = text_make(edges[i], eight_bytes, '\n');
        uint64_t *p = order_of(test_key(202), t.n);
        const size_t n = t.n, some[] = {1, 2, 1000, n / 2, n - 1, n, n + 1, 2 * n};
        for (size_t j = 0; j < sizeof some / sizeof *some; j++)
            if (some[j] > 0 && some[j] < SIZE_MAX)
                check_head(&t, p, 202, some[j], (int)(i + j) % (WAYS + 1), 1 + j % 2);
        free(p);
        text_free(&t);
    }
}

/* If parts ask for more records than the head has, they get those of the head. */
static inline void test_head_alone(void)
{
    for (size_t i = 0; i < EDGES; i += 2) {
        sink out = {0};
        const fair_part whole = part_to(&out, UINT64_MAX);
        fair_records_options options = lines;
        options.head = 5;
        text t = text_make(edges[i], eight_bytes, '\n');
        uint64_t *p = order_of(test_key(203), t.n);
        fair_records *records = collection(203, &options);
        CHECK(feed(records, &t, BY_FILE) == FAIR_OK);
        const int error = fair_records_write(records, &whole, 1);
        CHECKF(error == FAIR_OK, "n %zu: %s", t.n, fair_strerror(error));
        CHECKF(sink_is(&out, &t, p, 0, t.n < 5 ? t.n : 5), "n %zu", t.n);
        fair_records_free(records);
        sink_clear(&out);
        free(p);
        text_free(&t);
    }
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * records_numbers.h - the tests of fair_numbers_write() and fair_numbers_draw(), part of
 * test_records.c.
 */
#ifndef RECORDS_NUMBERS_H
#define RECORDS_NUMBERS_H

#include "tests/records/records_fixtures.h"

/* Whether the sink holds the numbers first + p[from..to), each with `end`, and nothing
 * else. */
static inline int numbers_are(const sink *s, uint64_t first, const uint64_t *p,
                              size_t from, size_t to, unsigned char end)
{
    size_t at = 0;
    for (size_t i = from; i < to; i++) {
        char expected[32];
        const int length = snprintf(expected, sizeof expected, "%" PRIu64, first + p[i]);
        expected[length] = (char)end;
        if (s->length - at < (size_t)length + 1 ||
            memcmp(s->data + at, expected, (size_t)length + 1) != 0)
            return 0;
        at += (size_t)length + 1;
    }
    return at == s->length && !s->bad;
}

/* Writes `wanted` of n numbers in three parts; the second part gets none. */
static inline void check_numbers(unsigned seed, uint64_t first, uint64_t n,
                                 const uint64_t *p, size_t wanted, unsigned threads)
{
    sink out[3] = {0};
    const fair_records_options options = {.threads = threads};
    const size_t half = wanted / 3, have = wanted < n ? wanted : (size_t)n;
    const fair_part parts[3] = {part_to(&out[0], half), part_to(&out[1], 0),
                                part_to(&out[2], wanted - half)};
    int number = -1;
    const int error =
        fair_numbers_write(test_key(seed), first, n, '\n', parts, 3, &options, &number);
    CHECKF(error == FAIR_OK, "n %" PRIu64 ", %zu wanted: %s", n, wanted,
           fair_strerror(error));
    CHECKF(numbers_are(&out[0], first, p, 0, half < have ? half : have, '\n') &&
               out[1].length == 0 &&
               numbers_are(&out[2], first, p, half < have ? half : have, have, '\n'),
           "n %" PRIu64 " from %" PRIu64 ", %zu wanted, %u threads", n, first, wanted,
           threads);
    for (size_t i = 0; i < 3; i++)
        sink_clear(&out[i]);
}

#ifdef TINY
static const size_t number_edges[] = {1,  2,  12,  13,  16,   17,
                                      33, 49, 100, 257, 1000, 20000};
#else
static const size_t number_edges[] = {1,     2,      1000,   98303, 98304,
                                      98305, 131072, 131073, 262145};
#endif
enum { NUMBER_EDGES = sizeof number_edges / sizeof *number_edges };

static inline void test_numbers_all(void)
{
    for (size_t i = 0; i < NUMBER_EDGES; i += STEP) {
        const size_t n = number_edges[i];
        uint64_t *p = order_of(test_key(220), n);
        const uint64_t firsts[] = {0, 1, 95, 999990, UINT64_MAX - (n - 1)};
        for (size_t f = 0; f < 5; f++)
            check_numbers(220, firsts[f], n, p, n + f / 2, (unsigned)(i + f) % 3 + 1);
        free(p);
    }
}

static inline void test_numbers_part(void)
{
    for (size_t i = 0; i < NUMBER_EDGES; i += STEP) {
        const size_t n = number_edges[i];
        uint64_t *p = order_of(test_key(221), n);
        const size_t some[] = {1, 2, 100, n / 3, n / 2, n - 1};
        for (size_t j = 0; j < 6; j++)
            if (some[j] <= n)
                check_numbers(221, j * 1000, n, p, some[j], (unsigned)j % 3 + 1);
        free(p);
    }
#ifdef TINY
    for (size_t n = 1; n < 300; n += 1 + n / 8) {
        uint64_t *p = order_of(test_key(222), n);
        for (size_t k = 0; k < n; k += STEP)
            check_numbers(222, 10, n, p, k, 1);
        free(p);
    }
#endif
    /* More than 2^27 numbers: a sample is taken. */
    const uint64_t large[] = {((uint64_t)1 << 27) + 1, (uint64_t)1 << 32,
                              ((uint64_t)1 << 32) + 1, (uint64_t)1 << 40, UINT64_MAX};
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 1; k <= 100000; k *= 10) {
            uint64_t *p = must_malloc(k * sizeof *p);
            fair_rng rng;
            fair_rng_init_key(&rng, test_key(223));
            CHECK(fair_sample(&rng, large[i], p, k, NULL) == FAIR_OK);
            check_numbers(223, i % 2, large[i], p, k, 2);
            if (large[i] < UINT64_MAX)
                check_numbers(223, UINT64_MAX - large[i] + 1, large[i], p, k, 1);
            free(p);
        }
}

static inline void test_numbers_draw(void)
{
    enum { MOST = 5000 };
    static const uint64_t sizes[] = {1, 6, 1000, (uint64_t)1 << 33, UINT64_MAX};
    static uint64_t dice[MOST + 1024];
    int number = -1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fair_rng rng;
        fair_rng_init_key(&rng, test_key(224));
        for (size_t at = 0; at < MOST; at += 1024)
            fair_dice(&rng, dice + at, 1024, sizes[i]);
        for (uint64_t count = 0; count <= MOST; count = count * 3 / 2 + 1) {
            sink out = {0};
            const fair_part part = part_to(&out, 0);
            CHECK(fair_numbers_draw(test_key(224), 1, sizes[i], 0, count, &part, NULL,
                                    &number) == FAIR_OK);
            CHECK(numbers_are(&out, 1, dice, 0, (size_t)count, 0));
            sink_clear(&out);
        }
        sink out = {.fail_at = 3, .error = EPIPE};
        const fair_part part = part_to(&out, 0);
        CHECK(fair_numbers_draw(test_key(224), 1, sizes[i], '\n', UINT64_MAX, &part, NULL,
                                &number) == FAIR_EWRITE);
        CHECK(number == EPIPE && out.calls == 3 && !out.bad);
        sink_clear(&out);
    }
    sink out = {0};
    const fair_part part = part_to(&out, 5);
    const uint8_t *key = test_key(0);
    CHECK(fair_numbers_draw(key, 1, 0, '\n', 1, &part, NULL, &number) == FAIR_EINVAL);
    CHECK(fair_numbers_draw(key, 2, UINT64_MAX, '\n', 1, &part, NULL, &number) ==
          FAIR_ERANGE);
    CHECK(fair_numbers_write(key, 2, UINT64_MAX, '\n', &part, 1, NULL, &number) ==
          FAIR_ERANGE);
    CHECK(fair_numbers_write(key, UINT64_MAX, 2, '\n', &part, 1, NULL, &number) ==
          FAIR_ERANGE);
    CHECK(fair_numbers_write(key, 7, 0, '\n', &part, 1, NULL, &number) == FAIR_OK);
    CHECK(out.calls == 0);
    CHECK(fair_numbers_write(key, UINT64_MAX, 1, '\n', &part, 1, NULL, &number) ==
          FAIR_OK);
    CHECK(out.length == 21 && memcmp(out.data, "18446744073709551615\n", 21) == 0);
    sink_clear(&out);
    sink full = {.fail_at = 1, .error = ENOSPC};
    const fair_part to_full = part_to(&full, UINT64_MAX);
    CHECK(fair_numbers_write(key, 1, number_edges[NUMBER_EDGES - 1], '\n', &to_full, 1,
                             NULL, &number) == FAIR_EWRITE);
    CHECK(number == ENOSPC && full.calls == 1);
    sink_clear(&full);
}

#ifndef TINY
/* The largest range without a sample. */
static inline void test_numbers_large(void)
{
    enum { K = 100000 };
    const size_t n = (size_t)1 << 27;
    uint32_t *narrow = must_malloc(n * sizeof *narrow);
    uint64_t *p = must_malloc(K * sizeof *p);
    CHECK(fair_permutation_parallel32(test_key(225), narrow, n, NULL) == FAIR_OK);
    for (size_t i = 0; i < K; i++)
        p[i] = narrow[i];
    free(narrow);
    check_numbers(225, 1, n, p, 1, 2);
    check_numbers(225, 1, n, p, K, 2);
    free(p);
}
#endif

#endif

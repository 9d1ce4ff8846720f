/* SPDX-License-Identifier: MIT
 *
 * test_records.c - records come out in the order of fair_permutation_parallel64() with
 * the same key, for all kinds and lengths of records, ways of reading, and numbers of
 * threads: all records, the first k, or records divided into parts. This file tests the
 * order; each header below tests another topic.
 *
 * It is compiled twice: with the library as shipped, and with tiny constants (TINY), so
 * that a few hundred records go through several levels of buckets, and through heads
 * within heads. The argument `large` runs the large cases.
 */
#define _GNU_SOURCE
#include "tests/records/records_cases.h"
#include "tests/records/records_head.h"
#include "tests/records/records_numbers.h"
#include "tests/records/records_orders.h"
#include "tests/records/records_parts.h"
#include "tests/records/records_reader.h"

/* ---- the order --------------------------------------------------------------------- */

static void check_order(const text *t, const uint64_t *p, unsigned seed,
                        const fair_records_options *options, int way)
{
    sink out = {0};
    const fair_part whole = part_to(&out, UINT64_MAX);
    fair_records *records = collection(seed, options);
    int error = feed(records, t, way);
    CHECKF(error == FAIR_OK, "n %zu, way %d: %s", t->n, way, fair_strerror(error));
    CHECK(fair_records_count(records) == t->n);
    error = fair_records_write(records, &whole, 1);
    CHECKF(error == FAIR_OK, "n %zu, way %d: %s", t->n, way, fair_strerror(error));
    CHECKF(sink_is(&out, t, p, 0, t->n), "n %zu, way %d, %u threads", t->n, way,
           options->threads);
    fair_records_free(records);
    sink_clear(&out);
}

static void test_order(void)
{
    unsigned turn = 0;
    for (size_t i = 0; i < EDGES; i += STEP) {
        text t = text_make(edges[i], eight_bytes, '\n');
        uint64_t *p = order_of(test_key(200), t.n);
        for (int way = 0; way < WAYS; way++) {
            fair_records_options options = lines;
            options.threads = thread_counts[turn++ % 3];
            check_order(&t, p, 200, &options, way);
        }
        free(p);
        text_free(&t);
    }
}

#ifdef TINY
static void test_every_n(void)
{
    for (size_t n = 0; n <= 200; n += STEP) {
        text t = text_make(n, to_300_bytes, '\n');
        for (int way = 0; way < WAYS; way++) {
            const unsigned seed = (unsigned)n + (unsigned)way;
            uint64_t *p = order_of(test_key(seed), n);
            check_order(&t, p, seed, &lines, way);
            free(p);
        }
        text_free(&t);
    }
}
#endif

/* Lengths around those where something changes: copies of 4, 8, 16 and 32 bytes, the size
 * of the prefix, the room in an output buffer, pieces of the reader. */
static const size_t lengths[] = {1,     2,     3,     4,     5,     7,       8,      9,
                                 15,    16,    17,    31,    32,    33,      34,     63,
                                 64,    65,    126,   127,   128,   129,     255,    256,
                                 257,   4063,  4064,  4065,  4095,  4096,    4097,   8191,
                                 16383, 16384, 16385, 65535, 65536, 2097151, 2097152};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* Each of these lengths now and then, and three records that are longer than a batch. */
static size_t any_length(size_t i)
{
    if (i == 33 || i == 90 || i == 70000)
        return (3u << 20) + i;
    i = i * 7 % 9973;
    return i < LENGTHS ? lengths[i] : i % 41;
}

static size_t any_line(size_t i)
{
    return any_length(i) + (any_length(i) == 0);
}

static void test_lengths(void)
{
#ifdef TINY
    const size_t n = 2000;
#else
    const size_t n = 98400;
#endif
    uint64_t *p = order_of(test_key(201), n);
    text t = text_make(n, any_line, '\n');
    fair_records_options options = lines;
    for (int way = 0; way < WAYS; way++) {
        options.threads = thread_counts[way % 3];
        check_order(&t, p, 201, &options, way);
    }
    text_free(&t);
    t = text_make(n, any_length, -1); /* some are empty */
    check_order(&t, p, 201, &options, BY_ADDING);
    text_free(&t);
    for (uint64_t size = 1; size < 50; size += size < 10 ? STEP : 6 * STEP) {
        t = (text){must_malloc((size_t)(n * size)), must_malloc((n + 1) * sizeof(size_t)),
                   n};
        for (size_t i = 0; i < n * size; i++)
            t.data[i] = (unsigned char)(i * i / 7 + i / size);
        for (size_t i = 0; i <= n; i++)
            t.starts[i] = (size_t)(i * size);
        options.format = (fair_format){.kind = FAIR_FIXED, .count = size};
        check_order(&t, p, 201, &options, size % 2 == 0 ? BY_FILE : BY_PIPE);
        text_free(&t);
    }
    free(p);
}

/* ---- the option `observe` -----------------------------------------------------------
 */

/* The numbers of records that were read and written, and the sums of their hashes. */
struct checksums {
    atomic_size_t count[2], sum[2];
};

static size_t hash_of(const unsigned char *record, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ record[i]) * 0x100000001b3u;
    return (size_t)(hash ^ hash >> 29);
}

static void add_record(void *context, int out, const void *record, size_t length)
{
    struct checksums *w = context;
    atomic_fetch_add(&w->count[out], 1);
    atomic_fetch_add(&w->sum[out], hash_of(record, length));
}

static void test_observe(void)
{
    for (size_t i = 0; i < EDGES; i += STEP)
        for (int kind = 0; kind < 4; kind++) {
            text t = text_make(edges[i], eight_bytes, '\n');
            struct checksums w = {0};
            sink out = {0};
            const fair_part whole = part_to(&out, t.n + 1);
            fair_records_options options = lines;
            options.header = 1;
            options.head = kind == 1 ? t.n + 1 : 0;
            options.pairs = kind == 2;
            options.order = kind == 3 && t.n > 1 ? FAIR_ORDER_CYCLE : FAIR_ORDER_SHUFFLE;
            options.threads = 3;
            options.observe = add_record;
            options.context = &w;
            size_t sum = 0;
            for (size_t k = 0; k < t.n; k++)
                sum += hash_of(t.data + t.starts[k], text_length(&t, k));
            fair_records *records = collection(210, &options);
            CHECK(read_bytes(records, "h\n", 2) == FAIR_OK);
            CHECK(feed_some(records, &t, 0, t.n / 2, BY_ADDING) == FAIR_OK);
            unsigned char *rest =
                must_malloc(t.starts[t.n] + 2); /* with the same header */
            const size_t from = t.starts[t.n / 2], length = t.starts[t.n] - from;
            memcpy(rest, "h\n", 2);
            memcpy(rest + 2, t.data + from, length);
            CHECK(read_bytes(records, rest, length + 2) == FAIR_OK);
            free(rest);
            CHECK(w.count[0] == t.n && w.sum[0] == sum); /* not the header */
            CHECK(w.count[1] == 0);
            CHECK(fair_records_write(records, &whole, 1) == FAIR_OK);
            CHECKF(w.count[1] == t.n && w.sum[1] == sum, "n %zu, kind %d: %zu came out",
                   t.n, kind, (size_t)w.count[1]);
            CHECK(w.count[0] == t.n);
            fair_records_free(records);
            sink_clear(&out);
            text_free(&t);
        }
}

/* ---- large ----------------------------------------------------------------------- */

#ifndef TINY
static void test_large_order(size_t n, unsigned threads, int way)
{
    text t = text_make(n, eight_bytes, '\n');
    uint64_t *p = order_of(test_key(211), n);
    fair_records_options options = lines;
    options.threads = threads;
    check_order(&t, p, 211, &options, way);
    free(p);
    text_free(&t);
}

static void test_large_head(size_t n)
{
    text t = text_make(n, eight_bytes, '\n');
    uint64_t *p = order_of(test_key(212), n);
    const size_t some[] = {1, 1000, 100000, n / 2, n - 1, n, n + 1};
    for (size_t j = 0; j < sizeof some / sizeof *some; j++)
        check_head(&t, p, 212, some[j], j % 2 == 0 ? BY_PIPE : BY_FILE, 1 + j % 2);
    free(p);
    text_free(&t);
}

static void test_large_draw(size_t n)
{
    static uint64_t dice[1024];
    text t = text_make(n, eight_bytes, '\n');
    fair_rng rng;
    fair_rng_init_key(&rng, test_key(209));
    fair_dice(&rng, dice, 1024, n);
    check_draw(&t, dice, 1000, BY_FILE);
    text_free(&t);
}
#endif

int main(int argc, char **argv)
{
#ifndef TINY
    if (argc > 1 && strcmp(argv[1], "large") == 0) {
        TEST("8388608 records and one more: the number of buckets changes")
        {
            test_large_order(8388608, 2, BY_FILE);
            test_large_order(8388609, 2, BY_PIPE);
        }
        TEST("9 million records: the first k, and some drawn")
        {
            test_large_head(9000000);
            test_large_draw(9000000);
        }
        TEST("25.4 million records: two levels, and a head within a head")
        {
            test_large_order(25400000, 2, BY_FILE);
            test_large_head(25400000);
        }
        TEST("2^27 numbers: the first of them")
        test_numbers_large();
        return test_done();
    }
#else
    TEST("the order, for every n to 200")
    test_every_n();
    TEST("the first k, for every k")
    test_every_head();
    TEST("the first k of heavier records")
    test_heavy_head();
#endif
    (void)argc, (void)argv;
    TEST("the order: files, pipes, single records; 1, 2 and 5 threads")
    test_order();
    TEST("the order is the same for records of any length and kind")
    test_lengths();
    TEST("the first k are those of the whole order")
    test_head();
    TEST("no more than a head is written")
    test_head_alone();
    TEST("parts get their records, each with the header")
    test_parts();
    TEST("headers, of several files, too short, different")
    test_header();
    TEST("a header of several batches")
    test_long_header();
    TEST("cycles, derangements, pairs")
    test_other_orders();
    TEST("pairs: the first record has no terminator")
    test_pair_endings();
    TEST("draws with replacement")
    test_draws();
    TEST("the option `observe` sees every record")
    test_observe();
    TEST("numbers: the order of all of them")
    test_numbers_all();
    TEST("numbers: a part of them")
    test_numbers_part();
    TEST("numbers: drawn with replacement, and out of range")
    test_numbers_draw();
    TEST("the reader: every record with its mark, in every kind")
    test_reader();
    TEST("the reader: an incomplete record is an error with its mark")
    test_reader_errors();
    TEST("the reader: from the current offset, one file after the other")
    test_reader_files();
    return test_done();
}

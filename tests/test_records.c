/* SPDX-License-Identifier: MIT
 *
 * test_records.c - records come out in the order of fair_permutation_parallel64() with
 * the same key, whatever their kind and length, the way they came in, and the threads;
 * all of them, the first k, or dealt out to parts.
 *
 * It is compiled twice: with the library as shipped, and with tiny constants (TINY), with
 * which a few hundred records go through several levels of buckets, and through sieves
 * within sieves. What is large is left for the argument `large`.
 */
#define _GNU_SOURCE
#include "records_material.h"
#include "records_numbers.h"
#include "records_reader.h"

static const fair_records_options lines = {.format = {.delimiter = '\n'}};
static const unsigned thread_counts[] = {1, 2, 5};

/* Numbers of records where something changes: leaves, bits, and (large) all the bits. */
#ifdef TINY
static const size_t edges[] = {0,  1,  2,  11, 12, 13,  16,  17,
                               32, 33, 47, 48, 49, 200, 1000};
#else
static const size_t edges[] = {0,      1,      2,      98303,  98304, 98305,
                               131072, 131073, 196608, 262144, 262145};
#endif
enum { EDGES = sizeof edges / sizeof *edges };

static fair_records *collection(unsigned seed, const fair_records_options *options)
{
    fair_records *records = fair_records_new(test_key(seed), options);
    CHECK(records != NULL);
    if (records == NULL)
        exit(test_done());
    return records;
}

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

/* Lengths around those where something changes: moves of 4, 8, 16 and 32 bytes, one byte
 * more for the length, the room of an outlet, pieces of the reader. */
static const size_t lengths[] = {1,     2,     3,     4,     5,     7,       8,      9,
                                 15,    16,    17,    31,    32,    33,      34,     63,
                                 64,    65,    126,   127,   128,   129,     255,    256,
                                 257,   4063,  4064,  4065,  4095,  4096,    4097,   8191,
                                 16383, 16384, 16385, 65535, 65536, 2097151, 2097152};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* All of them now and then, and three records that no batch can hold. */
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
        t = (text){room((size_t)(n * size)), room((n + 1) * sizeof(size_t)), n};
        for (size_t i = 0; i < n * size; i++)
            t.data[i] = (unsigned char)(i * i / 7 + i / size);
        for (size_t i = 0; i <= n; i++)
            t.starts[i] = (size_t)(i * size);
        options.format = (fair_format){FAIR_FIXED, 0, size};
        check_order(&t, p, 201, &options, size % 2 == 0 ? BY_FILE : BY_PIPE);
        text_free(&t);
    }
    free(p);
}

/* ---- the first k ------------------------------------------------------------------- */

/* Adds records in small batches: what is added is sifted before a file is read. */
static int feed_slowly(fair_records *records, const text *t, size_t most)
{
    const int nothing = open("/dev/null", O_RDONLY);
    int error = FAIR_OK;
    for (size_t at = 0; at < t->n && error == FAIR_OK;) {
        const size_t some = 1 + chance(most);
        const size_t to = t->n - at < some ? t->n : at + some;
        error = feed_some(records, t, at, to, BY_ADDING);
        if (error == FAIR_OK)
            error = fair_records_read(records, nothing);
        at = to;
    }
    close(nothing);
    return error;
}

/* The first k, in `part_count` parts. */
static void check_head(const text *t, const uint64_t *p, unsigned seed, size_t k, int way,
                       size_t part_count)
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
static void test_every_head(void)
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

/* So many bytes that what is behind the border is dropped on the way. */
static void test_heavy_head(void)
{
    text t = text_make(6000, to_300_bytes, '\n');
    uint64_t *p = order_of(test_key(3), t.n);
    for (size_t k = 1; k < 2 * t.n; k = k * 5 / 3 + 1)
        check_head(&t, p, 3, k, k % 2 == 0 ? WAYS : (int)k % WAYS, 1);
    free(p);
    text_free(&t);
}
#endif

static void test_head(void)
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

/* Parts may ask for more: the head is all that there is. */
static void test_head_alone(void)
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

/* ---- parts ------------------------------------------------------------------------- */

enum { PARTS = 6 };

/* A header in each part, and the records dealt out. */
static void check_parts(const text *t, const uint64_t *p, const uint64_t *counts,
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

static void test_parts(void)
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
    {{"h", "h\na\n", "h"}, 1, FAIR_OK, "h\n", 1}, /* the end that is missing is added */
    {{""}, 1, FAIR_OK, "", 0},
    {{"", ""}, 3, FAIR_OK, "", 0},
    {{"h\n"}, 3, FAIR_OK, "h\n", 0},
    {{"h\n", "h\n"}, 3, FAIR_OK, "h\n", 0},
    {{"h\na\n"}, UINT64_MAX, FAIR_OK, "h\na\n", 0},
    {{"h\n", "h\nI\na\n"}, 3, FAIR_EHEADER, "", 0},
    {{"h\nI\na\n", "h\n"}, 3, FAIR_EHEADER, "", 0},
    {{"h\na\n", ""}, 1, FAIR_OK, "h\n", 1}, /* an empty file need not have one */
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

static void test_header(void)
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

/* A header that goes on over several batches. */
static void test_long_header(void)
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

/* ---- other orders, pairs, draws -------------------------------------------------- */

static uint64_t *order_by(int order, unsigned seed, size_t n)
{
    if (order == FAIR_ORDER_SHUFFLE)
        return order_of(test_key(seed), n);
    uint64_t *p = room(n * sizeof *p);
    fair_rng rng;
    for (size_t i = 0; i < n; i++)
        p[i] = i;
    fair_rng_init_key(&rng, test_key(seed));
    if (order == FAIR_ORDER_CYCLE)
        fair_cycle(&rng, p, n, sizeof *p);
    else
        CHECK(fair_derange(&rng, p, n, sizeof *p) == (n == 1 ? FAIR_EINVAL : FAIR_OK));
    return p;
}

/* Pairs: the record without its newline, a tab, the one in its place. */
static int pairs_are(const sink *s, const text *t, const uint64_t *p, size_t n)
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

static void test_other_orders(void)
{
    for (size_t i = 0; i < EDGES - 3; i += STEP)
        for (int order = FAIR_ORDER_SHUFFLE; order <= FAIR_ORDER_DERANGE; order++)
            for (int pairs = order == FAIR_ORDER_SHUFFLE; pairs < 2; pairs++)
                for (size_t cut = 0; cut < 2; cut++) { /* and the head: a part of it */
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
    const char *first, *bare; /* what is left of it before the tab */
} endings[] = {
    {{FAIR_DELIMITED, '\n', 0}, "ab\n", "ab"},
    {{FAIR_DELIMITED, '\n', 0}, "ab\r\n", "ab"},
    {{FAIR_DELIMITED, '\n', 0}, "\n", ""},
    {{FAIR_DELIMITED, '\n', 2}, "a\nb\n", "a\nb"},
    {{FAIR_DELIMITED, ';', 0}, "a\n;", "a\n"},
    {{FAIR_DELIMITED, ';', 0}, "a\r;", "a\r"},
    {{FAIR_FIXED, 0, 4}, "ab\r\n", "ab\r\n"},
    {{FAIR_CSV, ',', 0}, "\"a\nb\",c\r\n", "\"a\nb\",c"},
    {{FAIR_PARAGRAPHS, 0, 0}, "a\r\nb\n\n\r\n\n", "a\r\nb"},
    {{FAIR_PARAGRAPHS, 0, 0}, "a\nb\n\n", "a\nb"},
};

static void test_pair_endings(void)
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

/* With a header where all come one by one, and without it where they come in batches. */
static void check_draw(const text *t, const uint64_t *dice, uint64_t count, int way)
{
    sink out = {0};
    const fair_part part = part_to(&out, 3); /* its count means nothing */
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

/* A draw without end, but for a sink that fails. */
static void check_endless(const text *t, const uint64_t *dice, size_t most)
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

static void test_draws(void)
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

/* ---- witnesses --------------------------------------------------------------------- */

struct witnessed {
    atomic_size_t count[2], sum[2];
};

static size_t mixed(const unsigned char *record, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ record[i]) * 0x100000001b3u;
    return (size_t)(hash ^ hash >> 29);
}

static void witness(void *context, int out, const void *record, size_t length)
{
    struct witnessed *w = context;
    atomic_fetch_add(&w->count[out], 1);
    atomic_fetch_add(&w->sum[out], mixed(record, length));
}

static void test_witness(void)
{
    for (size_t i = 0; i < EDGES; i += STEP)
        for (int kind = 0; kind < 4; kind++) {
            text t = text_make(edges[i], eight_bytes, '\n');
            struct witnessed w = {0};
            sink out = {0};
            const fair_part whole = part_to(&out, t.n + 1);
            fair_records_options options = lines;
            options.header = 1;
            options.head = kind == 1 ? t.n + 1 : 0;
            options.pairs = kind == 2;
            options.order = kind == 3 && t.n > 1 ? FAIR_ORDER_CYCLE : FAIR_ORDER_SHUFFLE;
            options.threads = 3;
            options.witness = witness;
            options.context = &w;
            size_t sum = 0;
            for (size_t k = 0; k < t.n; k++)
                sum += mixed(t.data + t.starts[k], text_length(&t, k));
            fair_records *records = collection(210, &options);
            CHECK(read_bytes(records, "h\n", 2) == FAIR_OK);
            CHECK(feed_some(records, &t, 0, t.n / 2, BY_ADDING) == FAIR_OK);
            unsigned char *rest = room(t.starts[t.n] + 2); /* with a header, again */
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

static void test_arguments(void)
{
    fair_records_options options = lines;
    options.order = FAIR_ORDER_DERANGE + 1;
    CHECK(fair_records_new(test_key(0), &options) == NULL);
    options.order = -1;
    CHECK(fair_records_new(test_key(0), &options) == NULL);
    options = lines;
    options.format = (fair_format){FAIR_FIXED, 0, 0};
    CHECK(fair_records_new(test_key(0), &options) == NULL);
    CHECK(fair_reader_new(&options.format) == NULL);
    fair_records_free(NULL);
    fair_reader_free(NULL);
    fair_records *records = collection(0, &lines); /* no parts, nothing written */
    CHECK(feed_some(records, &(text){(unsigned char *)"a\n", (size_t[]){0, 2}, 1}, 0, 1,
                    BY_ADDING) == FAIR_OK);
    CHECK(fair_records_write(records, NULL, 0) == FAIR_OK);
    CHECK(fair_records_write(records, NULL, 0) == FAIR_ESTATE); /* once */
    CHECK(fair_records_add(records, "b\n", 2) == FAIR_ESTATE);
    fair_records_free(records);
    sink out = {0}; /* a record of nothing, and nothing before it */
    const fair_part whole = part_to(&out, UINT64_MAX);
    records = collection(0, &lines);
    CHECK(fair_records_add(records, "", 0) == FAIR_OK);
    CHECK(fair_records_count(records) == 1);
    CHECK(fair_records_write(records, &whole, 1) == FAIR_OK && out.length == 0);
    fair_records_free(records);
    sink_clear(&out);
    records = collection(0, &lines);
    CHECK(fair_records_read(records, -1) == FAIR_EREAD);
    CHECK(fair_records_mark(records).error == EBADF);
    fair_records_free(records);
}

int main(int argc, char **argv)
{
#ifndef TINY
    if (argc > 1 && strcmp(argv[1], "large") == 0) {
        TEST("8388608 records and one more: the order, as the bits change")
        {
            test_large_order(8388608, 2, BY_FILE);
            test_large_order(8388609, 2, BY_PIPE);
        }
        TEST("9 million records: the first k, and some drawn")
        {
            test_large_head(9000000);
            test_large_draw(9000000);
        }
        TEST("25.4 million records: two levels, and a sieve within a sieve")
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
    TEST("the order: by files, pipes, one by one, by 1, 2 and 5 threads")
    test_order();
    TEST("the order is the same for records of any length and kind")
    test_lengths();
    TEST("the first k are those of the whole order")
    test_head();
    TEST("a head is the most that is written")
    test_head_alone();
    TEST("parts get their records, each with the header")
    test_parts();
    TEST("headers, of several files, too short, different")
    test_header();
    TEST("a header of several batches")
    test_long_header();
    TEST("cycles, derangements, pairs")
    test_other_orders();
    TEST("pairs: what ends the first record goes")
    test_pair_endings();
    TEST("draws with replacement")
    test_draws();
    TEST("a witness sees every record come and go")
    test_witness();
    TEST("numbers: the order of all of them")
    test_numbers_all();
    TEST("numbers: a part of them")
    test_numbers_part();
    TEST("numbers: drawn with replacement, and out of range")
    test_numbers_draw();
    TEST("the reader: every record with its mark, in every kind")
    test_reader();
    TEST("the reader: an incomplete record is told with its mark")
    test_reader_errors();
    TEST("the reader: from where the file is, one file after the other")
    test_reader_files();
    TEST("arguments that make no sense")
    test_arguments();
    return test_done();
}

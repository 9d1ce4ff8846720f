/* SPDX-License-Identifier: MIT
 *
 * test_external.c - collections larger than their memory limit: the output is byte by
 * byte that without a limit, for all kinds of records, limits, threads, orders, heads,
 * headers, parts, and ways of reading. Also what they use: the temporary file
 * (external_usage.h) and memory (external_peak.h, with the argument `memory`).
 *
 * It is compiled twice: with the library as shipped, and with tiny constants (TINY), so
 * that a few hundred records go through many levels.
 */
#define _GNU_SOURCE
#include "tests/records/external_fixtures.h"

#include "src/records/memory_limits.h"
#include "src/records/reader.h"
#include "tests/records/external_usage.h"
#ifndef TINY
#include "tests/records/external_peak.h"
#endif

/* The smallest memory limit. */
#ifdef TINY
enum { LEAST = 1 << 16 };
#else
enum { LEAST = 1 << 20 };
#endif

/* ---- with and without a limit ----------------------------------------------------- */

static struct {
    unsigned cases;   /* comparisons */
    unsigned spilled; /* runs with a temporary file */
    unsigned levels;  /* the most levels of a run */
    unsigned retried; /* runs that were repeated with a larger limit */
    size_t segments;  /* the most segments of a run */
} tally;

/* Whether a run may fail with FAIR_ELIMIT: some orders need all records, or a table of
 * all records, at once. Then the limit in the mark must be enough. */
static int may_need_more(const plan *p)
{
    return p->order != FAIR_ORDER_SHUFFLE || p->pairs;
}

/* Runs the plan, and repeats it with the limit it asks for. Returns whether the output is
 * the expected one. */
static int matches(const dataset *s, const plan *p, const outcome *expected)
{
    plan retry = *p;
    for (unsigned turn = 0; turn < 12; turn++) {
        outcome o = {0};
        run_plan(s, &retry, &o, NULL);
        const int good = o.error == expected->error &&
                         (o.error != FAIR_OK || same_output(&o, expected));
        const int asks = o.error == FAIR_ELIMIT && may_need_more(p) &&
                         o.mark.needed > retry.memory &&
                         o.env.count[1] == 0; /* perhaps only the header was written */
        CHECKF(good || asks,
               "case %u: %s, %s, %zu records, %zu bytes, memory %" PRIu64
               ", %u threads, order %d, head %" PRIu64 ", header %" PRIu64
               ", %zu parts, pairs %d, as %s: %s, needs %" PRIu64 ", %zu of %zu bytes",
               tally.cases, kind_names[s->kind], length_names[s->lengths], s->t.n,
               s->length, retry.memory, p->threads, p->order, p->head, p->header,
               p->parts, p->pairs, entry_names[p->entry], fair_strerror(o.error),
               o.mark.needed, o.out[0].length, expected->out[0].length);
        CHECK(o.env.opened <= 1);
        if (o.error == FAIR_OK)
            CHECK(o.env.sum[0] == expected->env.sum[0] &&
                  o.env.count[0] == expected->env.count[0]);
        CHECK((o.usage.written > 0) == (o.env.opened > 0));
        tally.spilled += o.env.opened;
        if (o.segments > tally.segments)
            tally.segments = o.segments;
        if (o.usage.levels > tally.levels)
            tally.levels = o.usage.levels;
        retry.memory = o.mark.needed;
        outcome_clear(&o);
        if (good || !asks)
            return good;
        tally.retried++;
    }
    return 0;
}

static int compare(const dataset *s, const plan *p)
{
    outcome expected = {0};
    plan unlimited = *p;
    unlimited.memory = 0;
    unlimited.threads = 1;
    unlimited.entry = p->entry == AS_ADDED || p->entry == AS_ANY ? p->entry : AS_FILE;
    run_plan(s, &unlimited, &expected, NULL);
    CHECK(expected.env.opened == 0);
    tally.cases++;
    const int good = matches(s, p, &expected);
    outcome_clear(&expected);
    return good;
}

/* Prints what was tested. Checks that at least `spilled` percent of the cases used a
 * file, and that some had this many levels and segments. */
static void report_tally(unsigned spilled, unsigned levels, size_t segments)
{
    printf("# %u cases, %u with a file, up to %u levels and %zu segments, %u repeated "
           "with the limit they asked for\n",
           tally.cases, tally.spilled, tally.levels, tally.segments, tally.retried);
    CHECKF(tally.spilled * 100 >= tally.cases * spilled, "%u of %u cases with a file",
           tally.spilled, tally.cases);
    CHECKF(tally.levels >= levels && tally.segments >= segments,
           "%u levels, %zu segments", tally.levels, tally.segments);
    memset(&tally, 0, sizeof tally);
}

static const unsigned thread_counts[] = {1, 2, 5};

/* Everything at random. */
static plan random_plan(const dataset *s, uint64_t memory)
{
    const size_t n = s->t.n;
    const uint64_t heads[] = {1,     5,    n / 4 + 1, n / 2 + 1, n > 1 ? n - 1 : 1,
                              n + 1, n + 9};
    plan p = {.memory = memory, .threads = thread_counts[chance(3)], .parts = 1};
    p.entry = (int)chance(ENTRIES);
    p.order = chance(4) > 0 ? FAIR_ORDER_SHUFFLE : 1 + (int)chance(2);
    p.head = chance(2) == 0 ? heads[chance(sizeof heads / sizeof *heads)] : 0;
    p.parts = chance(3) > 0 ? 1 : 2 + chance(2);
    if (p.entry != AS_ANY && p.entry != AS_ADDED && chance(3) == 0)
        p.header = 1 + chance(2);
    p.pairs = chance(12) == 0;
    p.map = chance(2) == 0;
    p.offset = chance(3) * 4095;
    return p;
}

#ifdef TINY
static void test_by_chance(void)
{
    static const uint64_t limits[] = {1,      65536,  65537,  80000,
                                      100000, 150000, 300000, 1000000};
    for (unsigned i = 0; i < (SANITIZED || STEP > 1 ? 400 : 2000); i++) {
        const uint64_t memory = limits[chance(sizeof limits / sizeof *limits)];
        const int lengths = (int)chance(LENGTHS);
        const size_t most = lengths == RARELY_LONG
                                ? (size_t)(memory > 65536 ? memory : 65536) / 4 - 8
                                : chance(i % 4 == 0 ? 2000 : 300) + 1;
        const size_t n = most > 300 ? chance(400) : chance(i % 5 == 0 ? 5000 : 1200);
        dataset s = dataset_make((int)chance(KINDS), lengths, n, most, chance(3) == 0);
        const plan p = random_plan(&s, memory);
        compare(&s, &p);
        dataset_free(&s);
    }
    report_tally(20, 4, 8);
}

/* Many empty lines, of which nearly none can be in the head, and then long ones: these go
 * to the file. There must be no error in the middle of the input. */
static void test_head_of_long(void)
{
    enum { LONG = 300 };
    for (uint64_t head = 1; head <= 50; head += 7)
        for (unsigned i = 0; i < 6; i++) {
            const uint64_t memory = i % 2 == 0 ? LEAST : 100000;
            const size_t longest = (size_t)memory / 4 - 8;
            const size_t empty = i < 2 ? 200 : i < 4 ? 3000 : 40000;
            dataset s = {.kind = LINES, .format = {.delimiter = '\n'}};
            s.t = (text){must_malloc(empty + LONG * longest),
                         must_malloc((empty + LONG + 1) * sizeof(size_t)), empty + LONG};
            for (size_t k = 0; k < s.t.n; k++) {
                s.t.starts[k] = s.length;
                s.length += k < empty ? 1 : longest;
                memset(s.t.data + s.t.starts[k], 'a' + (int)(k % 26),
                       s.length - s.t.starts[k] - 1);
                s.t.data[s.length - 1] = '\n';
            }
            s.t.starts[s.t.n] = s.length;
            const plan p = {.memory = memory,
                            .threads = thread_counts[i % 3],
                            .entry = (int)i % (AS_ADDED + 1),
                            .head = head,
                            .parts = 1};
            compare(&s, &p);
            dataset_free(&s);
        }
    report_tally(30, 1, 8);
}

/* Limits that are large enough for several threads. */
static void test_threads(void)
{
    for (unsigned i = 0; i < 12; i += STEP) {
        dataset s = dataset_make((int)i % KINDS, i % 4 == 3 ? RARELY_LONG : ANY, 9000,
                                 i % 4 == 3 ? 100000 : 600, 0);
        for (unsigned j = 0; j < 3; j++) {
            plan p = random_plan(&s, j == 0 ? 1400000 : 3300000);
            p.threads = j == 0 ? 2 : 5;
            p.head = i % 3 == 0 ? p.head : 0;
            compare(&s, &p);
        }
        dataset_free(&s);
    }
    report_tally(80, 2, 8);
}
#else
/* Every kind of record and length, with three limits each, the rest at random. */
static void test_matrix(void)
{
    static const uint64_t limits[] = {LEAST, 1400000, 2200000, 3300000, 1 << 30};
    unsigned turn = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int lengths = 0; lengths < LENGTHS; lengths++) {
            const size_t bytes = SANITIZED ? 1800000 : 3000000;
            const size_t most = lengths == RARELY_LONG ? 16000
                                : lengths == ALIKE     ? 99
                                                       : 1900;
            const size_t each = lengths == EMPTY         ? 4
                                : lengths == TINIEST     ? 5
                                : lengths == RARELY_LONG ? 110
                                : lengths == ANY         ? 950
                                                         : 100;
            dataset s = dataset_make(kind, lengths, bytes / each, most, kind % 2);
            for (size_t i = 0; i < 3; i++) { /* the least, and two others in turn */
                const plan p = random_plan(&s, limits[i == 0 ? 0 : 1 + turn++ % 4]);
                compare(&s, &p);
            }
            dataset_free(&s);
        }
    report_tally(50, 2, 8);
}

/* All ways of reading, orders, heads and parts, once with each number of threads. */
static void test_ways(void)
{
    dataset s = dataset_make(LINES, SHORT, SANITIZED ? 40000 : 60000, 100, 1);
    const size_t n = s.t.n;
    const uint64_t heads[] = {0, 1, 100, n / 2, n - 1, n};
    for (unsigned i = 0; i < 3; i++)
        for (int entry = 0; entry < ENTRIES; entry++)
            for (size_t k = 0; k < 6; k += SANITIZED ? 2 : 1) {
                plan p = {.memory = i == 0   ? LEAST
                                    : i == 1 ? 1400000
                                             : 3300000,
                          .threads = thread_counts[i],
                          .entry = entry,
                          .head = heads[k],
                          .parts = 1 + k % 3,
                          .order = k == 0 ? (int)i : FAIR_ORDER_SHUFFLE,
                          .header = entry <= AS_FEED};
                compare(&s, &p);
            }
    dataset_free(&s);
    report_tally(80, 2, 8);
}
#endif

/* ---- edges ----------------------------------------------------------------------- */

/* Inputs that end at the end of a piece, or one byte before or after. */
static void test_piece_edges(void)
{
    static const uint64_t limits[] = {LEAST, 1400000};
    for (size_t i = 0; i < 2; i++) {
        fs_limits limits_of;
        fs_limits_plan(&limits_of, limits[i], 2);
        const size_t first =
            limits_of.piece < FS_FIRST_PIECE ? limits_of.piece : FS_FIRST_PIECE;
        for (size_t pieces = 1; pieces < 40; pieces += pieces < 3 ? 1 : 35)
            for (int off = -1; off <= 1; off++)
                for (size_t each = 4; each <= 4096; each *= 32) {
                    const size_t bytes = first + pieces * limits_of.piece + (size_t)off;
                    dataset s = dataset_lines(bytes, each, bytes % each != 0);
                    plan p = {.memory = limits[i], .threads = 2, .parts = 1};
                    p.entry = (int)(pieces + each) % (AS_FEED + 1);
                    compare(&s, &p);
                    dataset_free(&s);
                }
    }
    report_tally(10, 1, 1);
}

/* One line is too long: the mark says where it is, and the limit it asks for is enough.
 */
static void check_huge(size_t length, size_t before, int entry, int ended,
                       uint64_t memory)
{
    dataset s = dataset_make(LINES, SHORT, before + 300, 90, 0);
    const size_t from = s.t.starts[before];
    unsigned char *data = must_malloc(s.length + length + 1);
    memcpy(data, s.t.data, from);
    any_bytes(data + from, length, "\n", 1);
    data[from + length] = '\n';
    memcpy(data + from + length + 1, s.t.data + from, s.length - from);
    free(s.t.data);
    s.t.data = data;
    s.length = ended ? s.length + length + 1 : from + length;
    plan p = {.memory = memory, .threads = 2, .parts = 1, .entry = entry};
    outcome o = {0};
    run_plan(&s, &p, &o, NULL);
    CHECKF(o.error == FAIR_ELIMIT, "%zu bytes after %zu lines: %s", length, before,
           fair_strerror(o.error));
    CHECKF(o.mark.record == before && o.mark.offset == from,
           "%zu bytes after %zu lines, as %s: record %" PRIu64 " at %" PRIu64, length,
           before, entry_names[entry], o.mark.record, o.mark.offset);
    CHECKF(o.mark.needed >= 4 * (uint64_t)length && o.mark.needed <= 5 * (uint64_t)length,
           "%zu bytes need %" PRIu64, length, o.mark.needed);
    CHECK(o.out[0].calls == 0);
    p.memory = o.mark.needed;
    outcome_clear(&o);
    compare(&s, &p);
    s.length = s.t.n = 0;
    dataset_free(&s);
}

static void test_huge_line(void)
{
    for (size_t before = 0; before < 20000; before = before * 20 + 7)
        for (int entry = AS_FILE; entry <= AS_FEED; entry++) {
            check_huge(300000, before, entry, (int)before % 2, 1 << 20);
            check_huge(800000, before, entry, entry % 2, 1400000);
        }
    for (unsigned threads = 1; threads < 6;
         threads += 2) { /* added records: the limit is exact */
        const fair_records_options options = {.format = {.delimiter = '\n'},
                                              .memory = 1 << 20,
                                              .threads = threads,
                                              .temporary = open_temporary,
                                              .context = &(environment){0}};
        unsigned char *record = must_malloc((1 << 18) + 1);
        memset(record, 'x', (1 << 18) + 1);
        fair_records *records;
        CHECK(fair_records_new(&records, test_key(78), &options) == FAIR_OK);
        for (int i = 0; i < 9; i++)
            CHECK(fair_records_add(records, record, 1 << 18) == FAIR_OK);
        CHECK(fair_records_add(records, record, (1 << 18) + 1) == FAIR_ELIMIT);
        CHECK(fair_records_mark(records).record == 9);
        CHECK(fair_records_mark(records).needed > 1 << 20);
        CHECK(fair_records_add(records, record, 1) == FAIR_ELIMIT);
        fair_records_free(records);
        free(record);
    }
    report_tally(0, 0, 0);
}

/* Records of up to nearly a quarter of the limit. */
static void test_long_lines(void)
{
    for (unsigned i = 0; i < 9; i += STEP) {
        const uint64_t memory = i % 3 == 0 ? LEAST : i % 3 == 1 ? 1400000 : 3300000;
        dataset s = dataset_make(i % 2 ? LINES : CSV, ANY, 14, (size_t)memory / 4 - 8, 0);
        for (int entry = 0; entry < ENTRIES; entry++) {
            const plan p = {.memory = memory,
                            .threads = thread_counts[i / 3],
                            .entry = entry,
                            .parts = 1,
                            .head = i % 4 == 3 ? s.t.n / 2 : 0,
                            .order = i % 5 == 4};
            compare(&s, &p);
        }
        dataset_free(&s);
    }
    report_tally(60, 2, 6);
}

/* Without a file, records that do not fit are an error. */
static void test_without_file(void)
{
    for (int spills = 0; spills < 2; spills++) {
        const fair_records_options options = {.format = {.delimiter = '\n'},
                                              .memory = 1 << 20};
        dataset s = dataset_make(LINES, ALIKE, spills ? 20000 : 4000, 99, 0);
        fair_records *records;
        CHECK(fair_records_new(&records, test_key(79), &options) == FAIR_OK);
        const int error = read_bytes(records, s.t.data, s.length);
        CHECKF(error == (spills ? FAIR_ELIMIT : FAIR_OK), "%s", fair_strerror(error));
        CHECK(fair_records_usage(records).levels == 0);
        fair_records_free(records);
        dataset_free(&s);
    }
}

int main(int argc, char **argv)
{
    (void)argc, (void)argv;
#ifdef TINY
    TEST("a few hundred records of all kinds, everything at random")
    test_by_chance();
    TEST("several threads")
    test_threads();
    TEST("the first of many empty lines and then long ones: no error in the middle")
    test_head_of_long();
#else
    if (argc > 1 && strcmp(argv[1], "memory") == 0) {
#ifdef __GLIBC__
        mallopt(M_MMAP_THRESHOLD, 1 << 20); /* as the command does, see tools/main.c */
#endif
        test_peaks();
        return test_done();
    }
    TEST("all kinds of records with limits from 1 MiB on")
    test_matrix();
    TEST("files, pipes, feeds, one by one; orders, heads, parts; 1, 2 and 5 threads")
    test_ways();
    TEST("bytes in the temporary file: one level")
    test_one_level();
    TEST("bytes in the temporary file: as many levels as predicted")
    test_levels();
    TEST("one descriptor, and progress that only grows")
    test_descriptors();
#endif
    TEST("inputs that end with a piece, a byte before and after")
    test_piece_edges();
    TEST("one line that is too long")
    test_huge_line();
    TEST("lines of the largest length that is allowed")
    test_long_lines();
    TEST("without a temporary file")
    test_without_file();
    return test_done();
}

/* SPDX-License-Identifier: MIT
 *
 * test_stores.c - the output does not depend on the store. Records in memory, in mapped
 * files, in a temporary file, or in several of these give the same output byte by byte:
 * for all kinds of records, orders, heads, parts, headers, draws, limits and threads,
 * with sizes around every threshold.
 *
 * The expected output is that of a collection in memory which one thread has read from a
 * file. test_records.c and fuzz_records.c compare such output with the order itself.
 *
 * It is compiled twice: with the library as shipped, and with tiny constants (TINY).
 */
#define _GNU_SOURCE
#include "tests/records/external_fixtures.h"

#include "src/records/memory_limits.h"

static struct {
    unsigned cases;   /* runs */
    unsigned mapped;  /* runs with a mapped file */
    unsigned spilled; /* runs with a temporary file */
    unsigned both;    /* runs with both */
    unsigned larger;  /* runs that repeat another one with a larger limit */
} tally;

static void report_tally(void)
{
    printf("# %u runs: %u mapped, %u with a temporary file, %u with both, %u repeated "
           "with a "
           "larger limit\n",
           tally.cases, tally.mapped, tally.spilled, tally.both, tally.larger);
    memset(&tally, 0, sizeof tally);
}

/* ---- one dataset in all stores -------------------------------------------------- */

static size_t longest(const dataset *s)
{
    size_t most = 0;
    for (size_t i = 0; i < s->t.n; i++)
        most = text_length(&s->t, i) > most ? text_length(&s->t, i) : most;
    return most;
}

static void report_case(const dataset *s, const plan *p, const outcome *o)
{
    CHECKF(0,
           "%s, %s, %zu records, %zu bytes, memory %" PRIu64
           ", %u threads, order %d, head %" PRIu64 ", header %" PRIu64
           ", %zu parts, pairs %d, map %d, draws %zu, as %s: %s, needs %" PRIu64,
           kind_names[s->kind], length_names[s->lengths], s->t.n, s->length, p->memory,
           p->threads, p->order, p->head, p->header, p->parts, p->pairs, p->map, p->draws,
           entry_names[p->entry], fair_strerror(o->error), o->mark.needed);
}

/* With a limit, some records are too long, and some orders need all records at once. Then
 * the run is repeated with the limit that it asks for. */
static void check_run(const dataset *s, const plan *p, const outcome *expected)
{
    plan retry = *p;
    const int may_ask = p->order != FAIR_ORDER_SHUFFLE || p->pairs || p->draws > 0 ||
                        longest(s) * (p->header > 0 ? p->header : 1) + 16 > p->memory / 4;
    for (unsigned turn = 0; turn < 8; turn++) {
        outcome o = {0};
        run_plan(s, &retry, &o, NULL);
        const uint64_t larger =
            o.mark.needed == 0 && p->header > 1
                ? 2 * retry.memory /* the mark has no limit for a long header */
                : o.mark.needed;
        const int asks = may_ask && p->memory > 0 && o.error == FAIR_ELIMIT &&
                         larger > retry.memory && o.env.count[1] == 0;
        const int good = o.error == expected->error &&
                         (o.error != FAIR_OK || same_output(&o, expected));
        tally.cases++;
        tally.mapped += o.mapped > 0;
        tally.spilled += o.usage.levels > 0;
        tally.both += o.mapped > 0 && o.usage.levels > 0;
        tally.larger += turn > 0;
        CHECK(o.env.opened <= 1);
        if (!good && !asks)
            report_case(s, &retry, &o);
        else
            CHECK(o.error != FAIR_OK || p->no_observer ||
                  o.env.sum[0] == expected->env.sum[0]);
        retry.memory = larger;
        outcome_clear(&o);
        if (!asks)
            return;
    }
    CHECKF(0, "the limit that is asked for is never enough");
}

static const struct {
    int entry, map, limit;
} stores[] = {
    {AS_FILE, 0, 0},   {AS_FILE, 1, 0},   {AS_FILE, 0, 1},   {AS_FILE, 1, 1},
    {AS_FILE, 1, 2},   {AS_FILE, 1, 3},   {AS_PIPE, 0, 0},   {AS_PIPE, 1, 2},
    {AS_FEED, 1, 1},   {AS_REST, 0, 0},   {AS_REST, 1, 0},   {AS_REST, 1, 3},
    {AS_JOINED, 0, 0}, {AS_JOINED, 1, 0}, {AS_JOINED, 1, 1}, {AS_JOINED, 1, 2},
    {AS_JOINED, 1, 3}, {AS_ADDED, 1, 0},  {AS_ADDED, 0, 1},  {AS_ANY, 1, 3},
};
enum { STORES = sizeof stores / sizeof *stores };

/* Compares the outputs of every `step`-th store, from `first` on. `options` has the
 * order, head, parts and so on. */
static void check_stores(const dataset *s, const plan *options, size_t first, size_t step)
{
    const uint64_t limits[] = {0, 1, s->length / 2, s->length + s->length / 2};
    static const size_t offsets[] = {1, 4095, 4096, 70000};
    plan plain = *options;
    outcome expected = {0};
    plain.threads = 1;
    plain.no_observer = 0;
    run_plan(s, &plain, &expected, NULL);
    if (expected.error != FAIR_OK && expected.error != FAIR_EINVAL &&
        expected.error != FAIR_ERECORD)
        report_case(s, &plain, &expected);
    for (size_t i = first; i < STORES; i += step) {
        plan p = *options;
        p.entry = stores[i].entry;
        p.map = stores[i].map;
        p.memory = limits[stores[i].limit];
        p.threads = 1 + (unsigned)(options->threads + i) % 5;
        p.offset = offsets[(i + s->t.n) % 4];
        p.no_observer = 0;
        if ((p.entry == AS_ADDED || p.entry == AS_ANY) &&
            (p.header > 0 || s->unterminated))
            continue;
        check_run(s, &p, &expected);
    }
    outcome_clear(&expected);
}

/* A task for n records; it depends on `turn`. */
static plan some_task(size_t n, unsigned turn)
{
    const uint64_t heads[] = {1, 7, n / 3 + 1, n > 1 ? n - 1 : 1, n + 2};
    plan p = {.parts = 1, .threads = turn};
    switch (turn % 9) {
    case 1:
        p.head = heads[turn / 9 % 5];
        break;
    case 2:
        p.parts = 2 + turn / 9 % 2;
        p.header = 1 + turn / 9 % 3;
        break;
    case 3:
        p.order = FAIR_ORDER_CYCLE;
        break;
    case 4:
        p.order = FAIR_ORDER_DERANGE;
        p.header = turn / 9 % 2;
        break;
    case 5:
        p.pairs = 1;
        p.order = (int)(turn / 9 % 3);
        break;
    case 6:
        p.draws = n > 0 ? 1 + n / 2 : 0;
        break;
    case 7:
        p.head = heads[(turn / 9 + 2) % 5];
        p.header = 1;
        break;
    default:
        break;
    }
    return p;
}

/* ---- tests ------------------------------------------------------------------- */

#ifdef TINY
enum { BYTES = 20000, LONG = 700, SHORT_BODY = 12, MEAN = 60, TASKS = 3, SKIP = 2 };
#else
enum { BYTES = 1300000, LONG = 70000, SHORT_BODY = 30, MEAN = 200, TASKS = 1, SKIP = 3 };
#endif

/* Records that are short at first and long later, and the other way round. */
static void test_lengths(void)
{
    unsigned turn = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < 4; i++) {
            const int fixed = kind == FIXED;
            dataset s = dataset_make(kind, ALIKE, BYTES / MEAN, MEAN, 0);
            if (!fixed && i != 1) {
                dataset t =
                    dataset_make(kind, ANY, BYTES / (SHORT_BODY / 2 + 3), SHORT_BODY, 0);
                s = i == 0 ? dataset_join(s, t) : dataset_join(t, s);
            }
            if (!fixed && i > 0)
                s = dataset_join(
                    s, dataset_make(kind, ANY, BYTES / (LONG / 2), LONG, i == 3));
            for (int j = 0; j < TASKS; j++, turn++) {
                const plan p = some_task(s.t.n, turn);
                check_stores(&s, &p, turn % SKIP, SKIP);
            }
            dataset_free(&s);
        }
    CHECK(tally.mapped > 15 && tally.spilled > 20 && tally.both > 1);
    report_tally();
}

/* Sizes of files around the smallest one that is mapped, and around the end of a page.
 * Lengths of lines around the shortest that are mapped, and around the longest short
 * span.
 */
static void test_thresholds(void)
{
    const size_t page = 4096, first = FS_FIRST_PIECE + FS_MAP_BYTES;
    const size_t whole = (first / page + 3) * page;
    const size_t sizes[] = {first - 1, first,     first + 1, whole - 1,
                            whole,     whole + 1, whole + 7, whole + 33};
    const size_t lengths[] = {FS_MAP_LENGTH - 1, FS_MAP_LENGTH,     FS_MAP_LENGTH + 1,
                              FS_SPAN_SHORT - 1, FS_SPAN_SHORT,     FS_SPAN_SHORT + 1,
                              FS_FIRST_PIECE,    FS_FIRST_PIECE + 1};
    unsigned turn = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof lengths / sizeof *lengths; j += STEP, turn++) {
            dataset s = dataset_lines(sizes[i], lengths[j], (i + j) % 2 == 0);
            const plan p = some_task(s.t.n, turn);
            outcome o = {0};
            plan mapped = {.map = 1, .parts = 1};
            run_plan(&s, &mapped, &o, NULL);
            const int map = lengths[j] >= FS_MAP_LENGTH && sizes[i] >= first;
            CHECKF(o.mapped == (size_t)map, "%zu bytes, lines of %zu: %zu mapped",
                   sizes[i], lengths[j], o.mapped);
            outcome_clear(&o);
            check_stores(&s, &p, turn % (SKIP + 1), SKIP + 1);
            dataset_free(&s);
        }
    report_tally();
}

/* Numbers of records around that of a leaf, and around the number from which on blocks
 * are regrouped at once. */
static void test_counts(void)
{
#ifdef TINY
    const size_t narrow = FS_ALL_BUCKETS_ABOVE;
#else
    const size_t narrow = 0; /* too many for this test */
#endif
    const size_t counts[] = {0,       1,           2,      3,          FS_LEAF - 1,
                             FS_LEAF, FS_LEAF + 1, narrow, narrow + 1, 2 * narrow};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (unsigned turn = 0; turn<9; turn += counts[i]> 1000 ? 5
                                : TASKS == 1                    ? 2
                                                                : 1) {
            size_t each = FS_MAP_LENGTH + 1; /* long enough to be mapped */
            if (counts[i] > 2 && counts[i] < 1000)
                each += (FS_FIRST_PIECE + FS_MAP_BYTES) / counts[i];
            dataset s = dataset_lines(counts[i] * each, each, 0);
            const plan p = some_task(counts[i], turn + (unsigned)i);
            check_stores(&s, &p, turn % SKIP, counts[i] > 1000 ? 6 : SKIP);
            dataset_free(&s);
        }
    report_tally();
}

/* The last record of a mapped file is short, and ends at the end of a page. Copying it
 * reads bytes after it, which must be mapped, too. */
static void test_page_ends(void)
{
    for (size_t last = 1; last < 34; last += STEP) {
        const size_t bytes = (BYTES / 4096 + 1) * (size_t)4096;
        dataset s = dataset_join(dataset_lines(bytes - last, 2 * FS_MAP_LENGTH, 0),
                                 dataset_lines(last, 2 * FS_MAP_LENGTH, 0));
        const plan p = some_task(s.t.n, (unsigned)last % 2);
        outcome o = {0}, expected = {0};
        plan mapped = p, plain = p;
        mapped.map = 1;
        run_plan(&s, &plain, &expected, NULL);
        run_plan(&s, &mapped, &o, NULL);
        CHECKF(o.mapped == 1 && same_output(&o, &expected), "last record of %zu bytes",
               last);
        outcome_clear(&o);
        outcome_clear(&expected);
        dataset_free(&s);
    }
}

/* Without the option `observe`; with records of zeros only. */
static void test_blind(void)
{
    for (int i = 0; i < 2; i++) {
        dataset s = dataset_lines(BYTES, 3 * FS_MAP_LENGTH, 0);
        for (size_t at = 0; i == 1 && at < s.length; at++)
            s.t.data[at] = s.t.data[at] == '\n' ? '\n' : 0;
        const plan plain = {.parts = 1, .no_observer = 1};
        plan mapped = {.parts = 1, .map = 1, .no_observer = 1, .threads = 3};
        outcome a = {0}, b = {0};
        run_plan(&s, &plain, &a, NULL);
        run_plan(&s, &mapped, &b, NULL);
        CHECK(a.error == FAIR_OK && b.mapped == 1 && same_output(&a, &b));
        outcome_clear(&a);
        outcome_clear(&b);
        dataset_free(&s);
    }
}

/* A mapped file takes most of the limit; then long records come that must be copied. */
static void test_little_left(void)
{
#ifdef TINY
    const uint64_t memory = 190000, most = memory / 20 * 9;
#else
    const uint64_t memory = (6 << 20) - 1, most = memory / 25 * 15;
#endif
    for (int i = 0; i < 3; i++)
        for (unsigned threads = 1; threads < 4; threads += 2) {
            const fair_records_options options = {.format = {.delimiter = '\n'},
                                                  .memory = memory,
                                                  .map = 1,
                                                  .threads = threads,
                                                  .order = i == 2 ? FAIR_ORDER_CYCLE : 0,
                                                  .head = i == 1 ? 100 : 0,
                                                  .temporary = open_temporary,
                                                  .context = &(environment){0}};
            fair_records_options plain = options;
            plain.memory = plain.map = 0;
            dataset s = dataset_lines((size_t)most, 400, 0);
            dataset t = dataset_lines((size_t)memory, (size_t)memory / 4 - 16, 0);
            sink out[2] = {{0}, {0}};
            for (int j = 0; j < 2; j++) {
                fair_records *records;
                const fair_part part = part_to(&out[j], UINT64_MAX);
                CHECK(fair_records_new(&records, test_key(81), j ? &options : &plain) ==
                      0);
                int error = read_bytes(records, s.t.data, s.length);
                CHECK(error == FAIR_OK);
                if (threads == 1) /* more threads take more memory */
                    CHECK(records->mapped_count == (size_t)j);
                error = read_pipe(records, t.t.data, t.length);
                CHECKF(error == FAIR_OK, "%s", fair_strerror(error));
                error = fair_records_write(records, &part, 1);
                CHECKF(error == FAIR_OK, "%s", fair_strerror(error));
                fair_records_free(records);
            }
            CHECK(out[0].length == out[1].length &&
                  memcmp(out[0].data, out[1].data, out[0].length) == 0);
            sink_clear(&out[0]);
            sink_clear(&out[1]);
            dataset_free(&s);
            dataset_free(&t);
        }
}

#ifdef TINY
static void test_by_chance(void)
{
    for (unsigned i = 0; i < (SANITIZED ? 300 : 900); i += STEP) {
        const size_t most = chance(i % 4 == 0 ? 2000 : 300) + 1;
        const size_t n = chance(most > 300 ? 200 : 700);
        const int kind = (int)chance(KINDS);
        dataset s = dataset_make(kind, (int)chance(LENGTHS), n, most, 0);
        if (chance(2) == 0 && kind != FIXED)
            s = dataset_join(s, dataset_make(kind, (int)chance(LENGTHS), chance(300),
                                             chance(300) + 1, chance(2) == 0));
        const plan p = some_task(s.t.n, (unsigned)chance(90));
        check_stores(&s, &p, chance(5), 5);
        dataset_free(&s);
    }
    report_tally();
}
#endif

int main(void)
{
    TEST("records short at first and long later, and the other way round")
    test_lengths();
    TEST("sizes and lengths around every threshold")
    test_thresholds();
    TEST("as many records as a leaf, and one more or less")
    test_counts();
    TEST("short records at the end of a page, and of the file")
    test_page_ends();
    TEST("without the option `observe`")
    test_blind();
    TEST("long records after a mapped file that leaves little memory")
    test_little_left();
#ifdef TINY
    TEST("everything at random")
    test_by_chance();
#endif
    return test_done();
}

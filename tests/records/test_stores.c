/* SPDX-License-Identifier: MIT
 *
 * test_stores.c - the store makes no difference. Records that stay in memory, in mapped
 * files, in a temporary file, or in several of these come out byte by byte the same: all
 * kinds of records, orders, heads, parts, headers, draws, limits and threads, with sizes
 * around every threshold.
 *
 * What must come out is what a collection in memory writes that one thread has read from
 * a file. test_records.c and fuzz_records.c compare that with the order itself.
 *
 * It is compiled twice: with the library as shipped, and with tiny constants (TINY).
 */
#define _GNU_SOURCE
#include "tests/records/external_material.h"

#include "src/records/memory_limits.h"

static struct {
    unsigned cases, mapped, spilled, both, larger;
} tally;

static void say_tally(void)
{
    printf(
        "# %u runs: %u mapped, %u with a temporary file, %u with both, %u again with a "
        "larger limit\n",
        tally.cases, tally.mapped, tally.spilled, tally.both, tally.larger);
    memset(&tally, 0, sizeof tally);
}

/* ---- one material in all stores -------------------------------------------------- */

static size_t longest(const stock *s)
{
    size_t most = 0;
    for (size_t i = 0; i < s->t.n; i++)
        most = text_length(&s->t, i) > most ? text_length(&s->t, i) : most;
    return most;
}

static void say_case(const stock *s, const plan *p, const outcome *o)
{
    CHECKF(0,
           "%s, %s, %zu records, %zu bytes, memory %" PRIu64
           ", %u threads, order %d, head %" PRIu64 ", header %" PRIu64
           ", %zu parts, pairs %d, map %d, draws %zu, as %s: %s, needs %" PRIu64,
           kind_names[s->kind], length_names[s->lengths], s->t.n, s->length, p->memory,
           p->threads, p->order, p->head, p->header, p->parts, p->pairs, p->map, p->draws,
           entry_names[p->entry], fair_strerror(o->error), o->mark.needed);
}

/* With a limit, some records are too long, and some orders need all records at once: then
 * the run is repeated with the limit that is asked for. */
static void check_run(const stock *s, const plan *p, const outcome *expected)
{
    plan again = *p;
    const int may_ask = p->order != FAIR_ORDER_SHUFFLE || p->pairs || p->draws > 0 ||
                        longest(s) * (p->header > 0 ? p->header : 1) + 16 > p->memory / 4;
    for (unsigned turn = 0; turn < 8; turn++) {
        outcome o = {0};
        carry_out(s, &again, &o, NULL);
        const uint64_t larger = o.mark.needed == 0 && p->header > 1
                                    ? 2 * again.memory /* no amount for a long header */
                                    : o.mark.needed;
        const int asks = may_ask && p->memory > 0 && o.error == FAIR_ELIMIT &&
                         larger > again.memory && o.around.count[1] == 0;
        const int good = o.error == expected->error &&
                         (o.error != FAIR_OK || same_output(&o, expected));
        tally.cases++;
        tally.mapped += o.mapped > 0;
        tally.spilled += o.usage.levels > 0;
        tally.both += o.mapped > 0 && o.usage.levels > 0;
        tally.larger += turn > 0;
        CHECK(o.around.opened <= 1);
        if (!good && !asks)
            say_case(s, &again, &o);
        else
            CHECK(o.error != FAIR_OK || p->blind ||
                  o.around.sum[0] == expected->around.sum[0]);
        again.memory = larger;
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

/* `options` has what is done with the records. */
static void check_stores(const stock *s, const plan *options, size_t first, size_t step)
{
    const uint64_t limits[] = {0, 1, s->length / 2, s->length + s->length / 2};
    static const size_t offsets[] = {1, 4095, 4096, 70000};
    plan plain = *options;
    outcome expected = {0};
    plain.threads = 1;
    plain.blind = 0;
    carry_out(s, &plain, &expected, NULL);
    if (expected.error != FAIR_OK && expected.error != FAIR_EINVAL &&
        expected.error != FAIR_ERECORD)
        say_case(s, &plain, &expected);
    for (size_t i = first; i < STORES; i += step) {
        plan p = *options;
        p.entry = stores[i].entry;
        p.map = stores[i].map;
        p.memory = limits[stores[i].limit];
        p.threads = 1 + (unsigned)(options->threads + i) % 5;
        p.offset = offsets[(i + s->t.n) % 4];
        p.blind = 0;
        if ((p.entry == AS_ADDED || p.entry == AS_ANY) && (p.header > 0 || s->unended))
            continue;
        check_run(s, &p, &expected);
    }
    outcome_clear(&expected);
}

/* What can be done with n records, turn by turn. */
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

/* ---- materials ------------------------------------------------------------------- */

/* The records of one after those of the other. */
static stock join(stock a, stock b)
{
    stock s = {.kind = a.kind, .lengths = a.lengths, .format = a.format};
    s.unended = b.unended;
    s.length = a.length + b.length;
    s.t =
        (text){room(s.length), room((a.t.n + b.t.n + 1) * sizeof(size_t)), a.t.n + b.t.n};
    memcpy(s.t.data, a.t.data, a.length);
    memcpy(s.t.data + a.length, b.t.data, b.length);
    for (size_t i = 0; i < a.t.n; i++)
        s.t.starts[i] = a.t.starts[i];
    for (size_t i = 0; i <= b.t.n; i++)
        s.t.starts[a.t.n + i] = a.length + b.t.starts[i];
    stock_free(&a);
    stock_free(&b);
    return s;
}

/* Lines of `each` bytes, `bytes` bytes in all; the last one is cut short. */
static stock lines_of(size_t bytes, size_t each, int unended)
{
    stock s = {.kind = LINES, .lengths = ALIKE, .format = {.delimiter = '\n'}};
    s.length = bytes;
    s.t = (text){room(bytes), room((bytes / each + 2) * sizeof(size_t)), 0};
    any_bytes(s.t.data, bytes, "\n", 1);
    for (size_t at = 0; at < bytes; at += each) {
        s.t.starts[s.t.n++] = at;
        s.t.data[(bytes - at < each ? bytes : at + each) - 1] = '\n';
    }
    s.t.starts[s.t.n] = bytes;
    s.unended = unended && bytes > 0;
    if (s.unended)
        s.t.data[bytes - 1] = 'x';
    return s;
}

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
            stock s = stock_make(kind, ALIKE, BYTES / MEAN, MEAN, 0);
            if (!fixed && i != 1) {
                stock t =
                    stock_make(kind, ANY, BYTES / (SHORT_BODY / 2 + 3), SHORT_BODY, 0);
                s = i == 0 ? join(s, t) : join(t, s);
            }
            if (!fixed && i > 0)
                s = join(s, stock_make(kind, ANY, BYTES / (LONG / 2), LONG, i == 3));
            for (int j = 0; j < TASKS; j++, turn++) {
                const plan p = some_task(s.t.n, turn);
                check_stores(&s, &p, turn % SKIP, SKIP);
            }
            stock_free(&s);
        }
    CHECK(tally.mapped > 15 && tally.spilled > 20 && tally.both > 1);
    say_tally();
}

/* Sizes around those from which on files are mapped, and the ends of pages; lines around
 * the length from which on they are; spans that are just short, and just not. */
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
            stock s = lines_of(sizes[i], lengths[j], (i + j) % 2 == 0);
            const plan p = some_task(s.t.n, turn);
            outcome o = {0};
            plan mapped = {.map = 1, .parts = 1};
            carry_out(&s, &mapped, &o, NULL);
            const int map = lengths[j] >= FS_MAP_LENGTH && sizes[i] >= first;
            CHECKF(o.mapped == (size_t)map, "%zu bytes, lines of %zu: %zu mapped",
                   sizes[i], lengths[j], o.mapped);
            outcome_clear(&o);
            check_stores(&s, &p, turn % (SKIP + 1), SKIP + 1);
            stock_free(&s);
        }
    say_tally();
}

/* As many records as a leaf, and around the number from which on blocks are regrouped;
 * and pages whose last record ends with them, of few bytes. */
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
            size_t each = FS_MAP_LENGTH + 1; /* so long that the file is mapped */
            if (counts[i] > 2 && counts[i] < 1000)
                each += (FS_FIRST_PIECE + FS_MAP_BYTES) / counts[i];
            stock s = lines_of(counts[i] * each, each, 0);
            const plan p = some_task(counts[i], turn + (unsigned)i);
            check_stores(&s, &p, turn % SKIP, counts[i] > 1000 ? 6 : SKIP);
            stock_free(&s);
        }
    say_tally();
}

/* The last record of a mapped file is short, and ends with the page: what is read beyond
 * it must be mapped, too. */
static void test_page_ends(void)
{
    for (size_t last = 1; last < 34; last += STEP) {
        const size_t bytes = (BYTES / 4096 + 1) * (size_t)4096;
        stock s = join(lines_of(bytes - last, 2 * FS_MAP_LENGTH, 0),
                       lines_of(last, 2 * FS_MAP_LENGTH, 0));
        const plan p = some_task(s.t.n, (unsigned)last % 2);
        outcome o = {0}, expected = {0};
        plan mapped = p, plain = p;
        mapped.map = 1;
        carry_out(&s, &plain, &expected, NULL);
        carry_out(&s, &mapped, &o, NULL);
        CHECKF(o.mapped == 1 && same_output(&o, &expected), "last record of %zu bytes",
               last);
        outcome_clear(&o);
        outcome_clear(&expected);
        stock_free(&s);
    }
}

/* Without a witness; with records of zeros only. */
static void test_blind(void)
{
    for (int i = 0; i < 2; i++) {
        stock s = lines_of(BYTES, 3 * FS_MAP_LENGTH, 0);
        for (size_t at = 0; i == 1 && at < s.length; at++)
            s.t.data[at] = s.t.data[at] == '\n' ? '\n' : 0;
        const plan plain = {.parts = 1, .blind = 1};
        plan mapped = {.parts = 1, .map = 1, .blind = 1, .threads = 3};
        outcome a = {0}, b = {0};
        carry_out(&s, &plain, &a, NULL);
        carry_out(&s, &mapped, &b, NULL);
        CHECK(a.error == FAIR_OK && b.mapped == 1 && same_output(&a, &b));
        outcome_clear(&a);
        outcome_clear(&b);
        stock_free(&s);
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
                                                  .context = &(surroundings){0}};
            fair_records_options plain = options;
            plain.memory = plain.map = 0;
            stock s = lines_of((size_t)most, 400, 0);
            stock t = lines_of((size_t)memory, (size_t)memory / 4 - 16, 0);
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
            stock_free(&s);
            stock_free(&t);
        }
}

#ifdef TINY
static void test_by_chance(void)
{
    for (unsigned i = 0; i < (SANITIZED ? 300 : 900); i += STEP) {
        const size_t most = chance(i % 4 == 0 ? 2000 : 300) + 1;
        const size_t n = chance(most > 300 ? 200 : 700);
        const int kind = (int)chance(KINDS);
        stock s = stock_make(kind, (int)chance(LENGTHS), n, most, 0);
        if (chance(2) == 0 && kind != FIXED)
            s = join(s, stock_make(kind, (int)chance(LENGTHS), chance(300),
                                   chance(300) + 1, chance(2) == 0));
        const plan p = some_task(s.t.n, (unsigned)chance(90));
        check_stores(&s, &p, chance(5), 5);
        stock_free(&s);
    }
    say_tally();
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
    TEST("without a witness")
    test_blind();
    TEST("long records after a mapped file that leaves little memory")
    test_little_left();
#ifdef TINY
    TEST("everything by chance")
    test_by_chance();
#endif
    return test_done();
}

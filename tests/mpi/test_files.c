/* SPDX-License-Identifier: MIT
 *
 * test_files.c - files that several ranks shuffle together: the outputs are byte for byte
 * those of the library on one machine, for every kind of record, for sizes around every
 * threshold, for few records and none, for several files, and for memory limits that are
 * too small for all records. Inputs that one machine refuses are refused.
 *
 * It is compiled twice: with the library as shipped, and with tiny constants (TINY), so
 * that few records go through several levels and spill.
 */
#define _GNU_SOURCE
#include "src/records/constants.h"
#include "src/shuffle/scatter.h"
#include "tests/mpi/files_fixtures.h"

#ifdef TINY
enum { SOME = 700, LONGEST = 900, RANDOM_JOBS = 60 };
#else
enum { SOME = 5000, LONGEST = 200, RANDOM_JOBS = 30 };
#endif

/* ---- inputs -------------------------------------------------------------------------
 */

/* A job that reads these bytes as `file_count` files. The records are cut where records
 * start, so that each file is valid. Every third file is empty if there are many. */
static job job_of(const dataset *s, uint64_t file_count)
{
    job j = {.format = s->format,
             .threads = 1,
             .key = 17,
             .file_count = file_count,
             .part_count = 1,
             .counts = {UINT64_MAX}};
    size_t from = 0;
    for (uint64_t i = 0; i < file_count; i++) {
        size_t to = i + 1 == file_count ? s->t.n
                    : i % 3 == 2        ? from
                                        : from + (s->t.n - from) / (file_count - i);
        put_file("in", i, s->t.data + s->t.starts[from],
                 s->t.starts[to] - s->t.starts[from]);
        from = to;
    }
    return j;
}

/* A job with one file that has these bytes. */
static job job_with(fair_format format, const void *data, size_t length)
{
    put_file("in", 0, data, length);
    return (job){.format = format,
                 .threads = 1,
                 .key = 18,
                 .file_count = 1,
                 .part_count = 1,
                 .counts = {UINT64_MAX}};
}

/* Many ranks on few CPUs are slow: they run every fourth case; which ones depends on the
 * number of ranks. With the argument "few", as for valgrind, every tenth case runs. */
static unsigned step = 1;

/* Whether the next case is left out. The same on all ranks. */
static int is_left_out(void)
{
    static unsigned number;
    return (number++ + (unsigned)rank_count) % step != 0;
}

/* ---- checks -------------------------------------------------------------------------
 */

static uint64_t most_temporary; /* the most bytes that went to temporary files */
static unsigned most_levels;    /* the most levels of cells */

/* Checks what comes out. check_same() has found that all ranks have the same error and
 * the same details, so one of them checks these. */
static void check_outcome(const job *j, const trial *t, const char *what)
{
    const fs_files_usage *used = &t->used;
    CHECKF(t->error == j->error, "%s, %" PRIu64 " records: %s, not %s", what, j->records,
           fair_strerror(t->error), fair_strerror(j->error));
    CHECK(t->failure.error == t->error);
    if (t->error == FAIR_OK && j->error == FAIR_OK) {
        CHECKF(outputs_are_right(j),
               "%s, kind %d, %" PRIu64 " records, %" PRIu64 " files, header %" PRIu64
               ", %" PRIu64 " parts, memory %" PRIu64 ", %u threads: wrong output",
               what, j->format.kind, j->records, j->file_count, j->header, j->part_count,
               j->memory, j->threads);
        CHECKF(used->written == j->written, "%s: %" PRIu64 " bytes written, not %" PRIu64,
               what, used->written, j->written);
        CHECK(used->least_written <= used->most_written &&
              used->most_written <= used->written);
        CHECKF(j->memory > 0 || used->temporary == 0, "%s: a temporary file", what);
    } else if (t->error == FAIR_ERECORD) {
        CHECKF(t->failure.index == j->file && t->failure.record == j->record &&
                   t->failure.offset == j->offset,
               "%s: file %" PRIu64 ", record %" PRIu64 " at %" PRIu64 ", not %" PRIu64
               ", %" PRIu64 " at %" PRIu64,
               what, t->failure.index, t->failure.record, t->failure.offset, j->file,
               j->record, j->offset);
    } else if (t->error == FAIR_EHEADER) { /* any file that has another header */
        CHECKF(t->failure.index > 0, "%s: file %" PRIu64, what, t->failure.index);
    }
}

/* Runs the job of rank 0, and checks what comes out. */
static void check_job(job *j, const char *what)
{
    if (my_rank == 0)
        expect(j);
    announce(j);
    trial t = {.j = j};
    run_job(&t);
    check_same(&t);
    if (my_rank == 0)
        check_outcome(j, &t, what);
    if (t.used.temporary > most_temporary)
        most_temporary = t.used.temporary;
    if (t.used.levels > most_levels)
        most_levels = t.used.levels;
}

/* The same for a job whose records are random. Only rank 0 makes them. */
static void check_dataset(int kind, int lengths, size_t n, size_t most, int unterminated,
                          uint64_t file_count)
{
    job j = {.key = 0};
    if (is_left_out())
        return;
    if (my_rank == 0) {
        dataset s = dataset_make(kind, lengths, n, most, unterminated);
        j = job_of(&s, file_count);
        dataset_free(&s);
    }
    check_job(&j, length_names[lengths]);
}

/* ---- tests --------------------------------------------------------------------------
 */

static void test_kinds(void)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (int lengths = 0; lengths < LENGTHS; lengths++)
            check_dataset(kind, lengths, SOME, LONGEST, (kind + lengths) % 2, 1);
}

/* Numbers of records around every threshold of the order format. */
static void test_sizes(void)
{
    const uint64_t ranks = (uint64_t)rank_count;
    const uint64_t sizes[] = {FS_CHUNK,
                              FS_LEAF,
                              2 * FS_AIM,
#ifdef TINY
                              4 * FS_AIM,
                              4 * FS_LEAF,
                              8 * FS_LEAF,
                              64 * FS_LEAF,
                              FS_ALL_BUCKETS_ABOVE
#endif
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t n = sizes[i] - 1; n <= sizes[i] + 1; n++)
            check_dataset(i % 2 == 0 ? LINES : FIXED, TINIEST, (size_t)n, 3, 0, 1);
    for (uint64_t n = 0; n < 4; n++) {
        check_dataset(LINES, SHORT, (size_t)n, 40, n % 2 == 1, 1);
        check_dataset(CSV, SHORT, (size_t)(ranks + n - 1), 40, n % 2 == 0, 1);
    }
}

static void test_tiny(void)
{
    static const fair_format lines = {.delimiter = '\n'};
    static const fair_format pairs = {.delimiter = '\n', .count = 2};
    static const fair_format csv = {.kind = FAIR_CSV, .delimiter = ','};
    static const fair_format paragraphs = {.kind = FAIR_PARAGRAPHS};
    static const struct {
        const fair_format *format;
        const char *text;
    } texts[] = {
        {&lines, ""},
        {&lines, "\n"},
        {&lines, "a"},
        {&lines, "a\n"},
        {&lines, "\n\n"},
        {&lines, "a\nb"},
        {&lines, "a\n\nb\n"},
        {&pairs, ""},
        {&pairs, "a\nb\n"},
        {&pairs, "a\nb\nc\nd"},
        {&pairs, "a\nb\nc"},   /* incomplete */
        {&pairs, "a\nb\nc\n"}, /* incomplete */
        {&csv, "\"a\nb\"\n\"c\"\"\n\"\n"},
        {&csv, "\"\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\"\n1,2"},
        {&csv, "a,\"b\nc"}, /* incomplete */
        {&csv, "\"a\n\"\r\nb\r\n\"c\n\"\r\n"},
        {&paragraphs, "\n\n\n"},
        {&paragraphs, "a\n\nb"},
        {&paragraphs, "\n\na\nb\n\n\n\nc\n"},
        {&paragraphs, "a\r\n\r\nb\r\n"},
        {&paragraphs, "\n\n\n\n\n\n\n\n\n\n\n\n\n\na"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        job j = {.key = 0};
        if (is_left_out())
            continue;
        if (my_rank == 0)
            j = job_with(*texts[i].format, texts[i].text, strlen(texts[i].text));
        check_job(&j, texts[i].text);
    }
}

/* Records that are longer than the range of bytes of a rank. */
static void test_long(void)
{
    static const int kinds[] = {LINES, CSV, PARAGRAPHS, TRIPLES, FIXED};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t n = 1; n < 5; n++)
            check_dataset(kinds[i], ANY, n, 120000, n % 2 == 0, 1);
    check_dataset(LINES, RARELY_LONG, SOME, 300000, 1, 1);
    check_dataset(CSV, RARELY_LONG, SOME, 300000, 1, 3);
}

static void test_files(void)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (uint64_t files = 2; files <= MOST_FILES; files += 3)
            check_dataset(kind, files % 2 == 0 ? SHORT : ANY, SOME / 3, 100, 1, files);
    check_dataset(LINES, SHORT, 2, 10, 1, MOST_FILES); /* most files are empty */
    check_dataset(LINES, SHORT, 0, 10, 0, MOST_FILES); /* all are */
}

/* -n and --split. */
static void test_parts(void)
{
    static const uint64_t counts[][PARTS] = {{0},
                                             {1},
                                             {SOME / 2},
                                             {SOME - 1},
                                             {SOME},
                                             {SOME + 1},
                                             {SOME / 3, UINT64_MAX},
                                             {0, 1, SOME / 2, UINT64_MAX},
                                             {1, 1, 1, 1},
                                             {SOME, 1},
                                             {UINT64_MAX, UINT64_MAX},
                                             {SOME / 4, SOME / 4, SOME / 4, SOME / 4}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        job j = {.key = 0};
        if (is_left_out())
            continue;
        if (my_rank == 0) {
            dataset s = dataset_make(i % 2 == 0 ? LINES : PARAGRAPHS, ANY, SOME, 90, 1);
            j = job_of(&s, 1 + i % 2);
            memcpy(j.counts, counts[i], sizeof j.counts);
            for (j.part_count = PARTS;
                 j.part_count > 1 && counts[i][j.part_count - 1] == 0;)
                j.part_count--;
            j.header = i % 3;
            j.sync = i == 0;
            dataset_free(&s);
        }
        check_job(&j, "parts");
    }
}

/* Files with the same header, with another one, and without records after it. */
static void test_headers(void)
{
    static const fair_format lines = {.delimiter = '\n'};
    static const fair_format csv = {.kind = FAIR_CSV, .delimiter = ','};
    static const char *const texts[][3] = {
        {"name,age\n1,2\n3,4\n", "name,age\n5,6", "name,age\n"},
        {"name,age\n1,2\n3,4\n", "", "name,age"},
        {"", "name,age\n5,6", "name,age\n7,8\n"},
        {"\"na\nme\",age\n1,2\n", "\"na\nme\",age\n5,6\n", "\"na\nme\",age\n"},
        {"name,age\n1,2\n3,4\n", "name,size\n5,6", "name,age\n"}, /* another one */
        {"a\nb\n1\n2\n", "a\nb\n3\n4\n", "a\nb\n"},
        {"a\nb\n1\n2\n", "a\n", "a\nb\n"}, /* too short */
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (uint64_t header = 1; header < 4; header++) {
            job j = {.key = 0};
            if (is_left_out())
                continue;
            if (my_rank == 0) {
                j = job_with(i < 5 ? csv : lines, texts[i][0], strlen(texts[i][0]));
                for (uint64_t k = 1; k < 3; k++)
                    put_file("in", k, texts[i][k], strlen(texts[i][k]));
                j.file_count = 3;
                j.header = header;
            }
            check_job(&j, texts[i][1]);
        }
}

/* Memory limits that are too small for all records. */
static void test_memory(void)
{
    const size_t limit = FS_LEAST_MEMORY, bytes = limit * 2 * (size_t)rank_count;
    static const struct {
        int kind;
        int lengths;
        size_t mean;
        size_t most;
    } cases[] = {{LINES, ANY, 45, 90},
                 {CSV, RARELY_LONG, 90, FS_LEAST_MEMORY / 6},
#ifdef TINY
                 {LINES, TINIEST, 3, 3},
                 {FIXED, ALIKE, 300, 300},
                 {TRIPLES, SHORT, 60, 120},
#endif
                 {PARAGRAPHS, ALIKE, FS_LEAST_MEMORY / 16, FS_LEAST_MEMORY / 16}};
    most_temporary = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases && (step == 1 || i == 0); i++) {
        job j = {.key = 0};
        if (my_rank == 0) {
            dataset s = dataset_make(cases[i].kind, cases[i].lengths,
                                     bytes / cases[i].mean, cases[i].most, 1);
            j = job_of(&s, 1 + i % 3);
            j.memory = limit;
            j.threads = 1 + (uint32_t)i % 2;
            dataset_free(&s);
        }
        check_job(&j, "little memory");
    }
    CHECKF(most_temporary > bytes / 4, "only %" PRIu64 " bytes went to temporary files",
           most_temporary);
    for (int known = 0; known < 2; known++) { /* no temporary file; a record too long */
        job j = {.key = 0};
        if (my_rank == 0) {
            dataset s = dataset_make(LINES, ALIKE, known ? 5 : bytes / 100,
                                     known ? limit : 100, 0);
            j = job_of(&s, 1);
            expect(&j);
            j.memory = limit;
            j.no_temporary = 1;
            dataset_free(&s);
        }
        announce(&j);
        trial t = {.j = &j};
        run_job(&t);
        check_same(&t);
        CHECKF(t.error == FAIR_ELIMIT, "%s", fair_strerror(t.error));
    }
}

static void test_random(void)
{
    for (int i = 0; i < RANDOM_JOBS; i++) {
        job j = {.key = 0};
        if (is_left_out())
            continue;
        if (my_rank == 0) {
            const int kind = (int)chance(KINDS);
            dataset s = dataset_make(kind, (int)chance(LENGTHS), chance(2 * SOME),
                                     1 + chance(LONGEST), (int)chance(2));
            j = job_of(&s, 1 + chance(MOST_FILES));
            j.key = (uint32_t)chance(200);
            j.threads = 1 + (uint32_t)chance(3);
            j.memory = chance(2) == 0 ? 0 : FS_LEAST_MEMORY + chance(FS_LEAST_MEMORY);
            j.part_count = 1 + chance(PARTS);
            for (size_t k = 0; k < PARTS; k++)
                j.counts[k] = chance(3) == 0 ? UINT64_MAX : chance(SOME);
            dataset_free(&s);
        }
        check_job(&j, "random");
    }
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    set_up();
    step = argc > 1 && strcmp(argv[1], "few") == 0 ? 10 : rank_count > 5 ? 4 : 1;
    RANKS_TEST("every kind of record, every kind of length")
    test_kinds();
    RANKS_TEST("numbers of records around every threshold")
    test_sizes();
    RANKS_TEST("texts of a few bytes, among them incomplete ones")
    test_tiny();
    RANKS_TEST("records longer than the range of a rank")
    test_long();
    RANKS_TEST("several files, among them empty ones")
    test_files();
    RANKS_TEST("the first records only, and several outputs")
    test_parts();
    RANKS_TEST("headers")
    test_headers();
    RANKS_TEST("memory limits that are too small for all records")
    test_memory();
    RANKS_TEST("random jobs")
    test_random();
#ifdef TINY
    CHECKF(rank_count == 1 || most_levels >= 3, "only %u levels", most_levels);
#endif
    tear_down();
    return ranks_done();
}

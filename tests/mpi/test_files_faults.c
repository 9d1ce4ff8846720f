/* SPDX-License-Identifier: MIT
 *
 * test_files_faults.c - faults on one rank while several ranks shuffle files: no memory,
 * reads and writes that fail, files that cannot be opened, that change, or that differ
 * between ranks, and a caller who cancels. All ranks return the same error, and know the
 * rank, the file and the errno; or the output is right. No rank waits forever, and no
 * memory is lost.
 *
 * files_faults.h has the faults. It is compiled with tiny constants, so that few records
 * spill, and a run is short.
 */
#define _GNU_SOURCE
#include "tests/mpi/files_faults.h"

#include "src/records/constants.h"

/* ---- jobs ---------------------------------------------------------------------------
 */

enum { PLAIN, SPILLING, JOBS };
static const char *const job_names[JOBS] = {"in memory", "with temporary files"};
static job jobs[JOBS];
static sink wanted[JOBS][PARTS]; /* what must come out; only on rank 0 */
static dataset sets[JOBS];       /* only on rank 0 */
enum { FILES = 3 };

/* Makes the input files of a job again. */
static void put_inputs(int which, const char *name)
{
    const text *t = &sets[which].t;
    for (size_t i = 0, from = 0; i < FILES; i++) {
        const size_t to = t->n * (i + 1) / FILES;
        put_file(name, i, t->data + t->starts[from], t->starts[to] - t->starts[from]);
        from = to;
    }
}

static void make_jobs(void)
{
    const size_t limit = FS_LEAST_MEMORY;
    for (int i = 0; i < JOBS; i++) {
        job *j = &jobs[i];
        *j = (job){.format = {.delimiter = '\n'},
                   .memory = i == SPILLING ? limit : 0,
                   .threads = i == SPILLING ? 1 : 2,
                   .key = 30,
                   .file_count = FILES,
                   .part_count = 2,
                   .sync = 1,
                   .counts = {100, UINT64_MAX}};
        if (my_rank > 0)
            continue;
        sets[i] = i == SPILLING ? dataset_make(LINES, SHORT,
                                               limit / 40 * (size_t)rank_count, 110, 0)
                                : dataset_make(LINES, SHORT, 1000, 60, 1);
        put_inputs(i, "in");
        expect(j);
        for (size_t k = 0; k < PARTS; k++) {
            wanted[i][k] = expected[k];
            expected[k] = (sink){0};
        }
    }
}

/* Prepares for a run of a job. */
static trial prepare(int which)
{
    for (size_t k = 0; k < PARTS; k++)
        expected[k] = wanted[which][k];
    announce(&jobs[which]);
    return (trial){.j = &jobs[which]};
}

static void free_jobs(void)
{
    for (int i = 0; i < JOBS && my_rank == 0; i++) {
        dataset_free(&sets[i]);
        for (size_t k = 0; k < PARTS; k++)
            sink_clear(&wanted[i][k]);
    }
    for (size_t k = 0; k < PARTS; k++)
        expected[k] = (sink){0};
}

/* ---- checks -------------------------------------------------------------------------
 */

/* Whether the outputs are right; only rank 0 knows. */
static int is_right(const trial *t)
{
    return t->error == FAIR_OK && outputs_are_right(t->j);
}

/* The ranks on which faults happen: the first, the last, and one between them. */
static int next_rank(int rank)
{
    return rank == rank_count - 1        ? rank_count
           : rank == 0 && rank_count > 2 ? rank_count / 2
                                         : rank_count - 1;
}

/* Tries each of the first calls, then some. */
static int next_of(int k)
{
    return k < 12 ? k + 1 : k + 1 + k / 5;
}

/* Checks each call of a kind, on several ranks, in both jobs. */
static void try_each(int what, int error, int step, int result, int number)
{
    int tried = 0;
    for (int which = 0; which < JOBS; which++) {
        if (my_rank == 0)
            put_inputs(which, "in");
        for (int rank = 0; rank < rank_count; rank = next_rank(rank))
            for (int k = 1, hit = 1; hit; k = next_of(k)) {
                trial t = prepare(which);
                hit = run_with(&t, what, rank, k, result, number);
                tried += hit;
                const fs_failure *f = &t.failure;
                const int right = is_right(&t);
                if (my_rank > 0) /* check_same() has compared the failures */
                    continue;
                CHECKF(right ||
                           (hit && t.error == error && f->error == error &&
                            f->rank == rank && f->step == step && f->number == number),
                       "%s, %s, call %d of rank %d: %s, errno %d, step %d, rank %d",
                       job_names[which], fault_names[what], k, rank,
                       fair_strerror(t.error), f->number, f->step, f->rank);
                CHECKF(!hit || !right || result > 0 || what == ALLOCATING,
                       "%s, %s, call %d of rank %d: no error", job_names[which],
                       fault_names[what], k, rank);
            }
    }
    CHECK(tried > 0);
    if (my_rank == 0)
        printf("# %s: %d calls\n", fault_names[what], tried);
}

static void test_no_faults(void)
{
    for (int i = 0; i < JOBS; i++) {
        if (my_rank == 0)
            put_inputs(i, "in");
        trial t = prepare(i);
        run_with(&t, NO_FAULT, 0, 0, 0, 0);
        CHECKF(is_right(&t), "%s: %s", job_names[i], fair_strerror(t.error));
        CHECKF((t.used.temporary > 0) == (i == SPILLING), "%s: %" PRIu64 " temporary",
               job_names[i], t.used.temporary);
    }
}

static void test_no_memory(void)
{
    int tried = 0;
    for (int which = 0; which < JOBS; which++) {
        if (my_rank == 0)
            put_inputs(which, "in");
        for (int rank = 0; rank < rank_count; rank = next_rank(rank))
            for (int k = 1, hit = 1; hit; k = next_of(k)) {
                trial t = prepare(which);
                hit = run_with(&t, ALLOCATING, rank, k, -1, ENOMEM);
                tried += hit;
                CHECKF(is_right(&t) || (hit && t.error == FAIR_ENOMEM),
                       "%s, allocation %d of rank %d: %s", job_names[which], k, rank,
                       fair_strerror(t.error));
            }
    }
    CHECK(tried > 0);
    if (my_rank == 0)
        printf("# %d allocations\n", tried);
}

/* Reads and writes that return one byte, or are interrupted, are repeated. */
static void test_short(void)
{
    for (int what = READING_INPUT; what <= WRITING_TEMPORARY; what++)
        for (int number = 0; number <= EINTR; number += EINTR) {
            if (my_rank == 0)
                put_inputs(SPILLING, "in");
            for (int k = 1, hit = 1; hit; k = 1 + k * 2) {
                trial t = prepare(SPILLING);
                hit = run_with(&t, what, rank_count - 1, k, number == 0 ? 1 : -1, number);
                CHECKF(is_right(&t), "%s, call %d: %s", fault_names[what], k,
                       fair_strerror(t.error));
            }
        }
}

static void test_cancel(void)
{
    for (int which = 0; which < JOBS; which++) {
        if (my_rank == 0)
            put_inputs(which, "in");
        for (int rank = 0; rank < rank_count; rank = next_rank(rank))
            for (int k = 1, hit = 1; hit; k = 1 + k * 2) {
                trial t = prepare(which);
                hit = run_with(&t, CANCELLING, rank, k, 0, 0);
                CHECKF(hit ? t.error == FAIR_ECANCELED : is_right(&t),
                       "%s, call %d of rank %d: %s", job_names[which], k, rank,
                       fair_strerror(t.error));
            }
    }
}

/* An input that changes while it is read: an error, or the output is right. */
static void test_changes(void)
{
    int found = 0;
    for (int what = SHRINKING; what <= GROWING; what++)
        for (int which = 0; which < JOBS; which++)
            for (int k = 1, hit = 1; hit; k = 1 + k * 2) {
                if (my_rank == 0)
                    put_inputs(which, "in");
                trial t = prepare(which);
                hit = run_with(&t, what, rank_count / 2, k, 0, 0);
                found += t.error != FAIR_OK;
                CHECKF(is_right(&t) || (hit && (t.error == FAIR_ECHANGED ||
                                                t.error == FAIR_EMISMATCH)),
                       "%s, %s, call %d: %s", job_names[which], fault_names[what], k,
                       fair_strerror(t.error));
            }
    CHECK(found > 0);
}

static void shrink_between(void)
{
    char path[PATH + 40];
    path_of(path, "in", 1);
    if (my_rank == rank_count - 1)
        CHECK(truncate(path, 10) == 0);
}

/* The same after it was read, and before it is read again. */
static void test_changes_between(void)
{
    for (int which = 0; which < JOBS; which++) {
        if (my_rank == 0)
            put_inputs(which, "in");
        trial t = prepare(which);
        t.between = shrink_between;
        run_with(&t, NO_FAULT, 0, 0, 0, 0);
        CHECKF(is_right(&t) || t.error == FAIR_ECHANGED || t.error == FAIR_EMISMATCH,
               "%s: %s", job_names[which], fair_strerror(t.error));
    }
}

/* One rank sees other files: of another size, or modified at another time. */
static void test_differ(void)
{
    CHECK(1); /* with one rank, nobody can disagree */
    for (int size = 0; size < 2 && rank_count > 1; size++)
        for (int rank = 0; rank < rank_count; rank = next_rank(rank)) {
            if (my_rank == 0) {
                put_inputs(PLAIN, "in");
                put_inputs(PLAIN, "other");
                for (uint64_t i = 0; i < FILES; i++) {
                    char path[PATH + 40];
                    path_of(path, "other", i);
                    if (size)
                        CHECK(truncate(path, 100) == 0);
                    const struct timespec times[2] = {{.tv_sec = 1000000},
                                                      {.tv_sec = 1000000}};
                    CHECK(size || utimensat(AT_FDCWD, path, times, 0) == 0);
                }
            }
            trial t = prepare(PLAIN);
            input_name = my_rank == rank ? "other" : "in";
            run_with(&t, NO_FAULT, 0, 0, 0, 0);
            input_name = "in";
            CHECKF(t.error == FAIR_EMISMATCH || is_right(&t), "rank %d: %s", rank,
                   fair_strerror(t.error));
        }
}

/* The ranks have different keys, numbers of files, headers, or numbers of outputs. */
static void test_disagree(void)
{
    for (int what = 0; what < 4; what++)
        for (int rank = 0; rank < rank_count && rank_count > 1; rank = next_rank(rank)) {
            if (my_rank == 0)
                put_inputs(PLAIN, "in");
            trial t = prepare(PLAIN);
            job mine = jobs[PLAIN];
            if (my_rank == rank) {
                mine.key += what == 0;
                mine.file_count -= what == 1;
                mine.header += what == 2;
                mine.format.delimiter = what == 3 ? 0 : mine.format.delimiter;
            }
            t.j = &mine;
            run_with(&t, NO_FAULT, 0, 0, 0, 0);
            CHECKF(t.error == FAIR_EMISMATCH, "%d, rank %d: %s", what, rank,
                   fair_strerror(t.error));
        }
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    set_up();
    make_jobs();
    RANKS_TEST("without faults: the right output, no memory is lost")
    test_no_faults();
    RANKS_TEST("no memory on one rank")
    test_no_memory();
    RANKS_TEST("an input cannot be opened on one rank")
    try_each(OPENING_INPUT, FAIR_EREAD, FS_STEP_OPEN, -1, EACCES);
    RANKS_TEST("an input cannot be read on one rank")
    try_each(READING_INPUT, FAIR_EREAD, FS_STEP_READ, -1, EIO);
    RANKS_TEST("an output cannot be written on one rank")
    try_each(WRITING_OUTPUT, FAIR_EWRITE, FS_STEP_WRITE, -1, ENOSPC);
    RANKS_TEST("an output cannot be flushed to disk on one rank")
    try_each(SYNCING, FAIR_EWRITE, FS_STEP_WRITE, -1, EIO);
    RANKS_TEST("a temporary file cannot be opened on one rank")
    try_each(OPENING_TEMPORARY, FAIR_ETEMP, FS_STEP_OTHER, -1, EACCES);
    RANKS_TEST("a temporary file cannot be written on one rank")
    try_each(WRITING_TEMPORARY, FAIR_ETEMP, FS_STEP_OTHER, -1, ENOSPC);
    RANKS_TEST("a temporary file cannot be read on one rank")
    try_each(READING_TEMPORARY, FAIR_ETEMP, FS_STEP_OTHER, -1, EIO);
    RANKS_TEST("reads and writes of one byte, and interrupted ones")
    test_short();
    RANKS_TEST("one rank cancels")
    test_cancel();
    RANKS_TEST("an input shrinks or grows while it is read")
    test_changes();
    RANKS_TEST("an input shrinks after it was read")
    test_changes_between();
    RANKS_TEST("one rank sees other files")
    test_differ();
    RANKS_TEST("ranks that do not agree on key, files or format")
    test_disagree();
    free_jobs();
    tear_down();
    return ranks_done();
}

/* SPDX-License-Identifier: MIT
 *
 * test_records_faults.c - records with faults: no memory, no threads, reads of a few
 * bytes, reads that fail, files that shrink, a full disk, a caller who cancels. The
 * result is the right error or the right output. Nothing is written after an error, and
 * no memory is lost. The argument `large` measures the memory for the first k of very
 * many records.
 *
 * read_faults.h has the faults, fault_cases.h what they happen to. It is compiled twice:
 * with the library as shipped, and with tiny constants (TINY).
 */
#define _GNU_SOURCE
#include "tests/records/fault_cases.h"
#include "tests/records/progress_watch.h"
#include "tests/records/read_faults.h"

/* ---- faults in every case --------------------------------------------------------- */

static void test_no_faults(void)
{
    for (int which = 0; which < CASES; which++)
        for (trial.threads = 1; trial.threads <= 3; trial.threads += STEP) {
            const int error = run_case(which);
            CHECKF(error == FAIR_OK && is_right(which), "%s, %u threads: %s",
                   case_names[which], trial.threads, fair_strerror(error));
        }
    trial.threads = 3;
}

/* Whether there may be output before memory is short. Draws are written at once, and
 * parts start with a header. With several levels, each node allocates its memory late. */
static int may_have_written(int which)
{
#ifdef TINY
    if (which == HEAD || which == HEAD_OF_TWO || which == MAPPED_HEAD)
        return 1;
#endif
    return which == DRAW || which == NUMBERS_DRAW || which == PARTS;
}

/* Without some memory, a run fails or continues with fewer threads. */
static void test_no_memory(void)
{
    for (int which = 0; which < CASES; which++) {
        int failures = 0;
        for (int k = 0;; k += 2 * STEP - 1) {
            trial.fail_allocation = k;
            const int error = run_case(which);
            trial.fail_allocation = -1;
            CHECKF(error == FAIR_ENOMEM || (error == FAIR_OK && is_right(which)),
                   "%s, allocation %d: %s", case_names[which], k, fair_strerror(error));
            if (faulty.refused == 0) {
                CHECK(error == FAIR_OK);
                break;
            }
            failures += error == FAIR_ENOMEM;
            if (may_have_written(which))
                continue;
            CHECKF(error == FAIR_OK || trial.out.calls == 0,
                   "%s, allocation %d: bytes were written", case_names[which], k);
        }
        CHECKF(failures > 0, "%s", case_names[which]);
    }
}

static void test_no_threads(void)
{
    trial.threads = 4;
    for (int which = 0; which < CASES; which++)
        for (int have = 0; have < 4; have += STEP) {
            atomic_store(&faulty_threads.left, have);
            const int error = run_case(which);
            atomic_store(&faulty_threads.left, -1);
            CHECKF(error == FAIR_OK && is_right(which), "%s, %d threads: %s",
                   case_names[which], have, fair_strerror(error));
        }
    atomic_store(&faulty_threads.made, 0);
    CHECK(run_case(SHUFFLE) == FAIR_OK);
    CHECK(faulty_threads.made > 0);
    trial.threads = 3;
}

static void test_trickle(void)
{
    static const int cases[] = {HEAD_OF_TWO, PIPE, CSV, READER};
    atomic_store(&trickling, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int error = run_case(cases[i]);
        CHECKF(error == FAIR_OK && is_right(cases[i]), "%s: %s", case_names[cases[i]],
               fair_strerror(error));
    }
    atomic_store(&trickling, 0);
}

/* The number of the record that has this byte. */
static size_t record_at(size_t byte)
{
    size_t i = 0;
    while (t.starts[i + 1] <= byte)
        i++;
    return i;
}

static const size_t places[] = {0, 1, 7, 65535, 65536, 65537, 200000, 1114112, 1114113};

static void check_mark(int which, size_t byte)
{
    size_t record = record_at(byte);
    if (which == READER)
        record -= record % 2;
    CHECKF(trial.mark.record == record && trial.mark.offset == t.starts[record],
           "%s, byte %zu: marked %" PRIu64 " at %" PRIu64 ", not %zu at %zu",
           case_names[which], byte, trial.mark.record, trial.mark.offset, record,
           t.starts[record]);
}

static void test_read_error(void)
{
    static const int cases[] = {SHUFFLE, HEAD, PARTS, PIPE, CSV, READER};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t j = 0; j <= sizeof places / sizeof *places; j++) {
            const size_t at =
                j < sizeof places / sizeof *places ? places[j] : t.starts[N] - 1;
            if (at >= t.starts[N])
                continue;
            atomic_store(&error_from, (long)at);
            const int error = run_case(cases[i]);
            atomic_store(&error_from, -1);
            CHECKF(error == FAIR_EREAD, "%s, byte %zu: %s", case_names[cases[i]], at,
                   fair_strerror(error));
            CHECK(trial.mark.error == EIO && trial.out.calls == 0);
            check_mark(cases[i], at);
        }
}

/* The file is truncated when it is read from some offset on. */
static void test_shrinking(void)
{
    static const int cases[] = {SHUFFLE, HEAD, PARTS, CSV, READER};
    const size_t length = t.starts[N];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t j = 0; j < 30; j += STEP) {
            const size_t from = j < 3 ? 0 : j < 8 ? 65536 * (j - 2) : chance(length / 2);
            const size_t to = j < 8 ? (j % 3 == 0   ? length - 1
                                       : j % 3 == 1 ? 0
                                                    : length / 2)
                                    : chance(length);
            close(whole_file);
            whole_file = file_with(t.data, length);
            cut_to = (off_t)to;
            atomic_store(&cut_from, (long)from);
            const int error = run_case(cases[i]);
            const int cut = atomic_exchange(&cut_from, -1) < 0;
            CHECKF(!cut || error == FAIR_ECHANGED ||
                       (error == FAIR_OK && is_right(cases[i])),
                   "%s, cut from %zu at %zu to %zu: %s", case_names[cases[i]], length,
                   from, to, fair_strerror(error));
            if (from == 0) /* before anything was read */
                CHECKF(error == FAIR_ECHANGED, "%s, cut at the start to %zu: %s",
                       case_names[cases[i]], to, fair_strerror(error));
            CHECK(error == FAIR_OK || trial.out.calls == 0);
        }
    close(whole_file);
    whole_file = file_with(t.data, length);
}

static void test_write_error(void)
{
    for (int which = 0; which < READER; which++) {
        unsigned at = 1;
        for (;; at = at < 8 ? at + STEP : at * 2) {
            trial.fail_at = at;
            trial.mark.error = 0;
            const int error = run_case(which);
            if (trial.out.calls < at) {
                CHECKF(error == FAIR_OK && is_right(which), "%s", case_names[which]);
                break;
            }
            CHECKF(error == FAIR_EWRITE && trial.mark.error == ENOSPC,
                   "%s, call %u: %s, %d", case_names[which], at, fair_strerror(error),
                   trial.mark.error);
            CHECK(trial.second.calls <= 1); /* at most the header of the second part */
        }
        CHECK(at > 1);
    }
    trial.fail_at = 0;
}

/* ---- cancelling -------------------------------------------------------------------- */

static void test_cancel(void)
{
    trial.progress = watch;
    for (int which = 0; which < READER; which++)
        for (trial.threads = 1; trial.threads <= 3; trial.threads += 2) {
            unsigned at = 1, cancelled = 0;
            for (;; at = at < 8 ? at + STEP : at * 3 / 2) {
                struct watch w = {.cancel_at = at, .caller = pthread_self(), .good = 1};
                trial.context = &w;
                const int error = run_case(which);
                CHECKF(w.good, "%s, cancelled at call %u of %u", case_names[which], at,
                       w.calls);
                CHECKF(error == (w.calls >= at ? FAIR_ECANCELED : FAIR_OK),
                       "%s, cancelled at call %u: %s", case_names[which], at,
                       fair_strerror(error));
                cancelled += error == FAIR_ECANCELED;
                if (w.calls < at) {
                    CHECK(is_right(which));
                    if (which < NUMBERS && which != ADD && which != HEAD_OF_TWO)
                        CHECKF(w.done[FAIR_PHASE_READ] == t.starts[N],
                               "%s: %" PRIu64 " bytes read", case_names[which],
                               w.done[FAIR_PHASE_READ]);
                    break;
                }
            }
            CHECKF(cancelled > 0 || trial.threads > 1 || which == ADD, "%s: never asked",
                   case_names[which]);
        }
    trial.progress = NULL;
    trial.threads = 3;
}

/* The writer of a pipe has stopped: after cancelling, nobody waits for it. */
static void test_cancel_waiting(void)
{
    static const char *const beginnings[] = {"a", "a\n", "a\nb", "a\nb\n"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        int ends[2];
        struct watch w = {.cancel_at = 1, .caller = pthread_self(), .good = 1};
        const fair_records_options options = {
            .format = {.delimiter = '\n'}, .progress = watch, .context = &w};
        CHECK(pipe(ends) == 0);
        write_all(ends[1], (const unsigned char *)beginnings[i], strlen(beginnings[i]));
        fair_records *records;
        CHECK(fair_records_new(&records, test_key(243), &options) == FAIR_OK);
        const int error = fair_records_read(records, ends[0]);
        CHECKF(error == FAIR_ECANCELED && w.calls == 1, "case %zu: %s", i,
               fair_strerror(error));
        fair_records_free(records);
        close(ends[0]);
        close(ends[1]);
    }
}

/* ---- how much memory --------------------------------------------------------------- */

/* The memory of a head. Records are added one by one, so that no buffers count. */
static void test_head_memory(void)
{
#ifdef TINY
    enum {
        COUNT = 100000,
        LENGTH = 100
    }; /* of buckets in buckets, too, only the first are kept */
    const long most = 1200000;
#else
    enum { COUNT = 1500000, LENGTH = 8 }; /* what is after the boundary must be dropped */
    const long most = 3000000;
#endif
    const char record[LENGTH + 1] = {'x'};
    const fair_records_options options = {.format = {.delimiter = '\n'}, .head = 5};
    sink out = {0};
    const fair_part part = part_to(&out, 5);
    faulty_start();
    fair_records *records;
    CHECK(fair_records_new(&records, test_key(242), &options) == FAIR_OK);
    int error = FAIR_OK;
    for (size_t i = 0; i < COUNT && error == FAIR_OK; i++)
        error = fair_records_add(records, record, LENGTH);
    CHECK(error == FAIR_OK);
    CHECKF(faulty.peak < most, "%ld bytes in use", faulty.peak);
    CHECK(fair_records_write(records, &part, 1) == FAIR_OK && out.length == 5 * LENGTH);
    fair_records_free(records);
    faulty_stop();
    CHECK(faulty.bytes == 0);
    sink_clear(&out);
}

#ifndef TINY
/* Ten of 30 million records: memory holds buffers and the records that may be in the
 * head. */
static void *write_many(void *context)
{
    enum { BATCH = 1 << 16, BATCHES = 458 };
    piped *p = context;
    unsigned char *lines = must_malloc(8 * BATCH);
    for (unsigned b = 0; b < BATCHES; b++) {
        for (unsigned i = 0; i < BATCH; i++) {
            char line[16];
            snprintf(line, sizeof line, "%07x\n", b << 16 | i);
            memcpy(lines + 8 * i, line, 8);
        }
        write_all(p->to, lines, 8 * BATCH);
    }
    close(p->to);
    __real_free(lines);
    return NULL;
}

static void test_bounded(void)
{
    const size_t n = (size_t)458 << 16;
    int ends[2];
    CHECK(pipe(ends) == 0);
    piped p = {.fd = ends[0], .to = ends[1]};
    CHECK(__real_pthread_create(&p.writer, NULL, write_many, &p) == 0);
    sink out = {0};
    const fair_part part = part_to(&out, 10);
    const fair_records_options options = {
        .format = {.delimiter = '\n'}, .head = 10, .threads = 2};
    faulty_start();
    fair_records *records;
    CHECK(fair_records_new(&records, test_key(241), &options) == FAIR_OK);
    CHECK(fair_records_read(records, p.fd) == FAIR_OK);
    CHECK(fair_records_count(records) == n);
    CHECK(fair_records_write(records, &part, 1) == FAIR_OK);
    fair_records_free(records);
    faulty_stop();
    pipe_close(&p);
    printf("# %ld KiB\n", faulty.peak >> 10);
    CHECKF(faulty.peak < 40 << 20, "%ld bytes in use", faulty.peak);
    uint32_t *order = must_malloc(n * sizeof *order);
    CHECK(fair_permutation_parallel32(test_key(241), order, n, NULL) == FAIR_OK);
    CHECK(out.length == 80);
    for (size_t i = 0; i < 10 && out.length == 80; i++) {
        char line[16];
        snprintf(line, sizeof line, "%07x\n", order[i]);
        CHECK(memcmp(out.data + 8 * i, line, 8) == 0);
    }
    free(order);
    sink_clear(&out);
}
#endif

int main(int argc, char **argv)
{
    (void)argc, (void)argv;
#ifndef TINY
    if (argc > 1 && strcmp(argv[1], "large") == 0) {
        TEST("ten of 30 million records take little memory")
        test_bounded();
        return test_done();
    }
#endif
    set_up();
    TEST("without faults: everything comes out, no memory is lost")
    test_no_faults();
    TEST("no memory: an error and nothing lost, or the right output")
    test_no_memory();
    TEST("threads that cannot be created: fewer threads do the work")
    test_no_threads();
    TEST("reads of a few bytes, and interrupted ones")
    test_trickle();
    TEST("a read that fails: the error, and the record where it happened")
    test_read_error();
    TEST("a file that shrinks while it is read")
    test_shrinking();
    TEST("a write that fails is the last")
    test_write_error();
    TEST("cancelled at every call of progress")
    test_cancel();
    TEST("cancelled while waiting for a pipe")
    test_cancel_waiting();
    TEST("the first few of many records take little memory")
    test_head_memory();
    return test_done();
}

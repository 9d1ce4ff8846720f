/* SPDX-License-Identifier: MIT
 *
 * test_records_faults.c - records when things go wrong: no memory, no threads, files that
 * give a byte at a time, fail or shrink, a full disk, a caller who cancels. Each ends in
 * its error, or in the right output; nothing is written after an error, and no memory is
 * lost. And how much memory the first k of very many take (`large`).
 *
 * The faults are in read_faults.h, what they happen to in records_scenes.h. It is
 * compiled twice: with the library as shipped, and with tiny constants (TINY).
 */
#define _GNU_SOURCE
#include "tests/records/records_scenes.h"
#include "tests/records/read_faults.h"

/* ---- faults in every scene --------------------------------------------------------- */

static void test_no_faults(void)
{
    for (int scene = 0; scene < SCENES; scene++)
        for (stage.threads = 1; stage.threads <= 3; stage.threads += STEP) {
            const int error = play(scene);
            CHECKF(error == FAIR_OK && good(scene), "%s, %u threads: %s",
                   scene_names[scene], stage.threads, fair_strerror(error));
        }
    stage.threads = 3;
}

/* Draws have no end, parts have headers. With several levels, the memory of a node below
 * is allocated when its turn comes. */
static int may_have_written(int scene)
{
#ifdef TINY
    if (scene == HEAD || scene == HEAD_OF_TWO || scene == MAPPED_HEAD)
        return 1;
#endif
    return scene == DRAW || scene == NUMBERS_DRAW || scene == PARTS;
}

/* What all need must be there; a team, or the room of its other members, need not. */
static void test_no_memory(void)
{
    for (int scene = 0; scene < SCENES; scene++) {
        int failures = 0;
        for (int k = 0;; k += 2 * STEP - 1) {
            stage.fail_allocation = k;
            const int error = play(scene);
            stage.fail_allocation = -1;
            CHECKF(error == FAIR_ENOMEM || (error == FAIR_OK && good(scene)),
                   "%s, allocation %d: %s", scene_names[scene], k, fair_strerror(error));
            if (faulty.refused == 0) {
                CHECK(error == FAIR_OK);
                break;
            }
            failures += error == FAIR_ENOMEM;
            if (may_have_written(scene))
                continue;
            CHECKF(error == FAIR_OK || stage.out.calls == 0,
                   "%s, allocation %d: bytes were written", scene_names[scene], k);
        }
        CHECKF(failures > 0, "%s", scene_names[scene]);
    }
}

static void test_no_threads(void)
{
    stage.threads = 4;
    for (int scene = 0; scene < SCENES; scene++)
        for (int have = 0; have < 4; have += STEP) {
            atomic_store(&faulty_threads.left, have);
            const int error = play(scene);
            atomic_store(&faulty_threads.left, -1);
            CHECKF(error == FAIR_OK && good(scene), "%s, %d threads: %s",
                   scene_names[scene], have, fair_strerror(error));
        }
    atomic_store(&faulty_threads.made, 0);
    CHECK(play(SHUFFLE) == FAIR_OK);
    CHECK(faulty_threads.made > 0);
    stage.threads = 3;
}

static void test_trickle(void)
{
    static const int scenes[] = {HEAD_OF_TWO, PIPE, CSV, READER};
    atomic_store(&trickling, 1);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        const int error = play(scenes[i]);
        CHECKF(error == FAIR_OK && good(scenes[i]), "%s: %s", scene_names[scenes[i]],
               fair_strerror(error));
    }
    atomic_store(&trickling, 0);
}

/* The record that the byte is in. */
static size_t record_at(size_t byte)
{
    size_t i = 0;
    while (t.starts[i + 1] <= byte)
        i++;
    return i;
}

static const size_t places[] = {0, 1, 7, 65535, 65536, 65537, 200000, 1114112, 1114113};

static void check_mark(int scene, size_t byte)
{
    size_t record = record_at(byte);
    if (scene == READER)
        record -= record % 2;
    CHECKF(stage.mark.record == record && stage.mark.offset == t.starts[record],
           "%s, byte %zu: marked %" PRIu64 " at %" PRIu64 ", not %zu at %zu",
           scene_names[scene], byte, stage.mark.record, stage.mark.offset, record,
           t.starts[record]);
}

static void test_read_error(void)
{
    static const int scenes[] = {SHUFFLE, HEAD, PARTS, PIPE, CSV, READER};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        for (size_t j = 0; j <= sizeof places / sizeof *places; j++) {
            const size_t at =
                j < sizeof places / sizeof *places ? places[j] : t.starts[N] - 1;
            if (at >= t.starts[N])
                continue;
            atomic_store(&error_from, (long)at);
            const int error = play(scenes[i]);
            atomic_store(&error_from, -1);
            CHECKF(error == FAIR_EREAD, "%s, byte %zu: %s", scene_names[scenes[i]], at,
                   fair_strerror(error));
            CHECK(stage.mark.error == EIO && stage.out.calls == 0);
            check_mark(scenes[i], at);
        }
}

/* The file is cut when it is read from some place on. */
static void test_shrinking(void)
{
    static const int scenes[] = {SHUFFLE, HEAD, PARTS, CSV, READER};
    const size_t length = t.starts[N];
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
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
            const int error = play(scenes[i]);
            const int cut = atomic_exchange(&cut_from, -1) < 0;
            CHECKF(!cut || error == FAIR_ECHANGED ||
                       (error == FAIR_OK && good(scenes[i])),
                   "%s, cut from %zu at %zu to %zu: %s", scene_names[scenes[i]], length,
                   from, to, fair_strerror(error));
            if (from == 0) /* before anything was read */
                CHECKF(error == FAIR_ECHANGED, "%s, cut at the start to %zu: %s",
                       scene_names[scenes[i]], to, fair_strerror(error));
            CHECK(error == FAIR_OK || stage.out.calls == 0);
        }
    close(whole_file);
    whole_file = file_with(t.data, length);
}

static void test_write_error(void)
{
    for (int scene = 0; scene < READER; scene++) {
        unsigned at = 1;
        for (;; at = at < 8 ? at + STEP : at * 2) {
            stage.fail_at = at;
            stage.mark.error = 0;
            const int error = play(scene);
            if (stage.out.calls < at) {
                CHECKF(error == FAIR_OK && good(scene), "%s", scene_names[scene]);
                break;
            }
            CHECKF(error == FAIR_EWRITE && stage.mark.error == ENOSPC,
                   "%s, call %u: %s, %d", scene_names[scene], at, fair_strerror(error),
                   stage.mark.error);
            CHECK(stage.second.calls <= 1); /* the header of the second part at most */
        }
        CHECK(at > 1);
    }
    stage.fail_at = 0;
}

/* ---- cancelling -------------------------------------------------------------------- */

struct watch {
    unsigned calls, cancel_at;
    pthread_t caller;
    uint64_t done[3];
    int phase, good;
};

static int watch(void *context, int phase, uint64_t done, uint64_t total)
{
    struct watch *w = context;
    w->calls++;
    w->good &= pthread_equal(pthread_self(), w->caller) != 0;
    w->good &= phase >= FAIR_PHASE_READ && phase <= FAIR_PHASE_WRITE;
    w->good &= total == 0 || done <= total;
    if (phase == w->phase && w->calls > 1) /* HEAD_OF_TWO begins again */
        w->good &= done >= w->done[phase] || phase == FAIR_PHASE_READ;
    w->phase = phase;
    w->done[phase] = done;
    w->good &= w->cancel_at == 0 || w->calls <= w->cancel_at;
    return w->calls == w->cancel_at;
}

static void test_cancel(void)
{
    stage.progress = watch;
    for (int scene = 0; scene < READER; scene++)
        for (stage.threads = 1; stage.threads <= 3; stage.threads += 2) {
            unsigned at = 1, cancelled = 0;
            for (;; at = at < 8 ? at + STEP : at * 3 / 2) {
                struct watch w = {.cancel_at = at, .caller = pthread_self(), .good = 1};
                stage.context = &w;
                const int error = play(scene);
                CHECKF(w.good, "%s, cancelled at call %u of %u", scene_names[scene], at,
                       w.calls);
                CHECKF(error == (w.calls >= at ? FAIR_ECANCELED : FAIR_OK),
                       "%s, cancelled at call %u: %s", scene_names[scene], at,
                       fair_strerror(error));
                cancelled += error == FAIR_ECANCELED;
                if (w.calls < at) {
                    CHECK(good(scene));
                    if (scene < NUMBERS && scene != ADD && scene != HEAD_OF_TWO)
                        CHECKF(w.done[FAIR_PHASE_READ] == t.starts[N],
                               "%s: %" PRIu64 " bytes read", scene_names[scene],
                               w.done[FAIR_PHASE_READ]);
                    break;
                }
            }
            CHECKF(cancelled > 0 || stage.threads > 1 || scene == ADD, "%s: never asked",
                   scene_names[scene]);
        }
    stage.progress = NULL;
    stage.threads = 3;
}

/* A pipe whose writer does not go on: nobody waits for it after cancelling. */
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

/* What is kept of the head: added one by one, so that no file's buffers are counted. */
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
/* Ten of 30 million: no more than buffers and what may still be among the ten. */
static void *write_many(void *context)
{
    enum { BATCH = 1 << 16, BATCHES = 458 };
    piped *p = context;
    unsigned char *lines = room(8 * BATCH);
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
    uint32_t *order = room(n * sizeof *order);
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
    TEST("threads that cannot be created are done without")
    test_no_threads();
    TEST("reads of a few bytes, and interrupted ones")
    test_trickle();
    TEST("a read that fails: the error, and the record where it was")
    test_read_error();
    TEST("a file that shrinks while it is read")
    test_shrinking();
    TEST("a write that fails is the last")
    test_write_error();
    TEST("cancelled at every call of progress")
    test_cancel();
    TEST("cancelled while waiting for a pipe")
    test_cancel_waiting();
    TEST("the first few of many take little memory")
    test_head_memory();
    return test_done();
}

/* SPDX-License-Identifier: MIT
 *
 * test_external_faults.c - collections larger than memory with faults: no memory, no
 * threads, a temporary file that cannot be opened, is full, fails, is short, is damaged,
 * or cannot give space back; a caller who cancels. The result is the right error or the
 * right output. Output before an error is right, and no memory is lost.
 *
 * tempfile_faults.h has the faults. It is compiled twice: with the library as shipped,
 * and with tiny constants (TINY), so that there are many levels.
 */
#define _GNU_SOURCE
#include "tests/records/progress_watch.h"
#include "tests/records/tempfile_faults.h"

/* ---- cases ---------------------------------------------------------------------- */

enum { SHUFFLE, HEAD, SHARES, CYCLE, LONG_LINES, ONES, MAPPED, CASES };
static const char *const case_names[] = {"shuffle",    "head", "parts", "cycle",
                                         "long lines", "0xff", "mapped"};
static struct {
    dataset s;
    plan p;
    outcome expected;
} cases[CASES];

static void set_up(void)
{
#ifdef TINY
    enum {
        MEMORY = 1 << 16,
        N = 300,
        LONGEST = 600,
        SHORT_LINES = 6000,
        MAPPED_LINES = 250
    };
    enum { MAPPED_MEMORY = 70000 };
#else
    enum { MEMORY = 1 << 20, N = 12000, LONGEST = 250, SHORT_LINES = 150000 };
    enum { MAPPED_LINES = 13000, MAPPED_MEMORY = 2900000 };
#endif
    for (int i = 0; i < CASES; i++) {
        plan *p = &cases[i].p;
        dataset *s = &cases[i].s;
        *p = (plan){.memory = MEMORY, .threads = 1, .parts = 1, .entry = AS_FEED};
        *s = i == LONG_LINES ? dataset_make(CSV, ANY, 30, MEMORY / 5, 0)
             : i == ONES     ? dataset_make(LINES, ALIKE, SHORT_LINES, 9, 0)
             : i == MAPPED   ? dataset_make(LINES, ALIKE, MAPPED_LINES, 330, 0)
                             : dataset_make(LINES, ANY, N, LONGEST, 1);
        for (size_t j = 0; i == ONES && j < s->length; j++) /* looks like long lengths */
            s->t.data[j] |= s->t.data[j] == '\n' ? 0 : 0xff;
        p->head = i == HEAD ? s->t.n * 2 / 3 : 0;
        p->header = i == SHARES;
        p->parts = i == SHARES ? 3 : 1;
        p->order = i == CYCLE ? FAIR_ORDER_CYCLE : FAIR_ORDER_SHUFFLE;
        if (i == MAPPED) { /* a mapped file, a pipe, and a file that does not fit */
            p->entry = AS_JOINED;
            p->map = 1;
            p->memory = MAPPED_MEMORY;
        }
        plan unlimited = *p;
        unlimited.memory = 0;
        run_plan(s, &unlimited, &cases[i].expected, NULL);
        CHECK(cases[i].expected.error == FAIR_OK);
    }
}

static void tear_down(void)
{
    for (int i = 0; i < CASES; i++) {
        outcome_clear(&cases[i].expected);
        dataset_free(&cases[i].s);
    }
}

/* Runs a case with the faults that are set. */
static void run_case(int which, outcome *o, void (*between)(outcome *o))
{
    faults_start(&o->env);
    run_plan(&cases[which].s, &cases[which].p, o, between);
    faulty_stop();
    CHECKF(faulty.bytes == 0, "%s: %ld bytes lost after %s", case_names[which],
           faulty.bytes, fair_strerror(o->error));
    CHECKF(o->env.fd < 0 || fcntl(o->env.fd, F_GETFD) < 0, "%s: the file is open",
           case_names[which]);
    CHECK(o->env.opened <= 1);
}

static int is_right(int which, const outcome *o)
{
    return o->error == FAIR_OK && same_output(o, &cases[which].expected);
}

/* Whether the output before an error is the start of the expected output. */
static int begins_right(int which, const outcome *o)
{
    for (size_t i = 0; i < PARTS; i++) {
        const sink *all = &cases[which].expected.out[i], *some = &o->out[i];
        if (some->length > all->length || some->bad ||
            (some->length > 0 && memcmp(some->data, all->data, some->length) != 0))
            return 0;
    }
    return 1;
}

/* Checks that a fault at call k has given this error and errno, or the right output. */
static void check_fault(int which, const outcome *o, const char *fault, int k, int error,
                        int number)
{
    CHECKF(is_right(which, o) ||
               (o->error == error && (number == 0 || o->mark.error == number) &&
                begins_right(which, o)),
           "%s, %s at call %d: %s (%d)%s", case_names[which], fault, k,
           fair_strerror(o->error), o->mark.error,
           begins_right(which, o) ? "" : ", and wrong output");
}

/* Tries each of the first calls, then some. With the constants as shipped a run takes
 * longer, so fewer calls are tried. */
static int next_of(int k)
{
#ifdef TINY
    return k < (SANITIZED ? 30 : 50) ? k + STEP : k + 1 + k / (SANITIZED ? 8 : 12);
#else
    return k < 10 ? k + STEP : k + 1 + k / 4;
#endif
}

/* ---- no faults, no memory, no threads -------------------------------------------- */

static void test_no_faults(void)
{
    for (int i = 0; i < CASES; i++) {
        outcome o = {0};
        run_case(i, &o, NULL);
        CHECKF(is_right(i, &o), "%s: %s", case_names[i], fair_strerror(o.error));
        CHECKF(o.env.opened == 1 && o.usage.levels > 0, "%s: no file", case_names[i]);
        CHECKF((o.mapped > 0) == (i == MAPPED), "%s: %zu mapped", case_names[i],
               o.mapped);
        printf("# %s: %u levels, %ld allocations, %d writes, %d reads, %d holes\n",
               case_names[i], o.usage.levels, faulty.allocations, (int)calls[WRITING],
               (int)calls[READING], (int)calls[PUNCHING]);
        outcome_clear(&o);
    }
}

static void test_no_memory(void)
{
    for (int i = 0; i < CASES; i++)
        for (int k = 1, hit = 1; hit; k = next_of(k))
            for (int lasting = 0; lasting < 2; lasting++) {
                outcome o = {0};
                set_fault(ALLOCATING, k, lasting, ENOMEM);
                run_case(i, &o, NULL);
                hit = fault_happened();
                check_fault(i, &o, "no memory", k, FAIR_ENOMEM, 0);
                CHECK(hit || is_right(i, &o));
                outcome_clear(&o);
            }
}

static dataset many_lines(void)
{
    return dataset_make(LINES, SHORT, SANITIZED ? 40000 : 80000, 100, 0);
}

/* The limit is large enough for four threads. */
static void test_no_threads(void)
{
    dataset s = many_lines();
    outcome expected = {0};
    plan p = {.threads = 4, .parts = 1};
    run_plan(&s, &p, &expected, NULL);
    p.memory = 2700000;
    p.entry = AS_FILE;
    for (int k = 1; k < 9; k += STEP) {
        outcome o = {0};
        set_fault(STARTING, k, 1, EAGAIN);
        faults_start(&o.env);
        run_plan(&s, &p, &o, NULL);
        faulty_stop();
        CHECKF(o.error == FAIR_OK && same_output(&o, &expected), "%d threads: %s", k - 1,
               fair_strerror(o.error));
        outcome_clear(&o);
    }
    clear_faults();
    outcome_clear(&expected);
    dataset_free(&s);
}

/* Faults while several threads work. */
static void test_several_threads(void)
{
    dataset s = many_lines();
    outcome expected = {0};
    plan p = {.threads = 4, .parts = 1};
    run_plan(&s, &p, &expected, NULL);
    p.memory = 2700000;
    static const int what[] = {ALLOCATING, WRITING, READING};
    for (size_t i = 0; i < 3; i++)
        for (int k = 1, hit = 1; hit; k += k / 2 + STEP) {
            outcome o = {0};
            set_fault(what[i], k, 1, EIO);
            faults_start(&o.env);
            run_plan(&s, &p, &o, NULL);
            faulty_stop();
            hit = fault_happened();
            CHECKF((o.error == FAIR_OK && same_output(&o, &expected)) ||
                       (hit &&
                        o.error == (what[i] == ALLOCATING ? FAIR_ENOMEM : FAIR_ETEMP)),
                   "fault %zu at call %d: %s", i, k, fair_strerror(o.error));
            CHECK(o.error != FAIR_ETEMP || o.mark.error == EIO);
            CHECK(faulty.bytes == 0);
            outcome_clear(&o);
        }
    clear_faults();
    outcome_clear(&expected);
    dataset_free(&s);
}

/* ---- the temporary file ---------------------------------------------------------- */

static void test_not_opened(void)
{
    for (int i = 0; i < CASES; i++) {
        outcome o = {.env = {.refuses = EACCES}};
        run_case(i, &o, NULL);
        CHECKF(o.error == FAIR_ETEMP && o.mark.error == EACCES, "%s: %s, %d",
               case_names[i], fair_strerror(o.error), o.mark.error);
        CHECK(o.env.opened == 1 && o.out[0].length == 0);
        outcome_clear(&o);
    }
}

/* `result` is what the call returns: -1 with an errno; 0; or 1 byte. */
static void check_calls(int what, const char *fault, int result, int number, int lasting,
                        int must_fail)
{
    for (int i = 0; i < CASES; i++)
        for (int k = 1, hit = 1; hit; k = next_of(k)) {
            outcome o = {0};
            set_fault(what, k, lasting, number);
            fault_result = result;
            run_case(i, &o, NULL);
            hit = fault_happened();
            const int expected = number == 0 ? (what == READING ? EIO : ENOSPC) : number;
            if (must_fail)
                check_fault(i, &o, fault, k, FAIR_ETEMP, expected);
            else
                CHECKF(is_right(i, &o), "%s, %s at call %d: %s", case_names[i], fault, k,
                       fair_strerror(o.error));
            if (hit && must_fail && what == WRITING)
                CHECKF(o.error == FAIR_ETEMP, "%s, %s at call %d: %s", case_names[i],
                       fault, k, fair_strerror(o.error));
            outcome_clear(&o);
            if (lasting && k == 1 && !must_fail)
                break; /* from the first call on: all of them */
        }
    clear_faults();
}

static void test_writes(void)
{
    check_calls(WRITING, "disk full", -1, ENOSPC, 1, 1);
    check_calls(WRITING, "write error", -1, EIO, 0, 1);
    check_calls(WRITING, "nothing written", 0, 0, 0, 1);
    check_calls(WRITING, "write interrupted", -1, EINTR, 0, 0);
    check_calls(WRITING, "one byte written", 1, 0, 0, 0);
}

static void test_reads(void)
{
    check_calls(READING, "read error", -1, EIO, 1, 1);
    check_calls(READING, "read error", -1, EBADF, 0, 1);
    check_calls(READING, "file too short", 0, 0, 0, 1);
    check_calls(READING, "read interrupted", -1, EINTR, 0, 0);
    check_calls(READING, "one byte read", 1, 0, 0, 0);
}

static void test_no_holes(void)
{
    check_calls(PUNCHING, "no holes", -1, EOPNOTSUPP, 1, 0);
    check_calls(PUNCHING, "interrupted", -1, EINTR, 0, 0);
    check_calls(PUNCHING, "no holes any more", -1, EOPNOTSUPP, 0, 0);
}

/* ---- damage ---------------------------------------------------------------------- */

static off_t damage_at;
static unsigned char damage_by;

static void damage(outcome *o)
{
    unsigned char byte;
    ASIDE(1);
    if (o->env.fd >= 0 && __real_pread64(o->env.fd, &byte, 1, damage_at) == 1) {
        byte ^= damage_by;
        CHECK(__real_pwrite64(o->env.fd, &byte, 1, damage_at) == 1);
    }
    ASIDE(0);
}

static off_t file_size;
static void measure(outcome *o)
{
    file_size = o->env.fd < 0 ? 0 : lseek(o->env.fd, 0, SEEK_END);
}

/* Damage never causes a crash. If the output is wrong, there is an error, or the sums of
 * hashes differ. */
static void check_damaged(int which, const outcome *o, const char *when, long at)
{
    const environment *a = &o->env;
    const int noticed = a->sum[0] != a->sum[1] || a->count[0] != a->count[1];
    const int whole = cases[which].p.head == 0 && cases[which].p.parts == 1;
    CHECKF(is_right(which, o) || o->error == FAIR_ETEMP || o->error == FAIR_ELOST ||
               (o->error == FAIR_OK &&
                (whole ? noticed : a->sum[1] != cases[which].expected.env.sum[1])),
           "%s, %s %ld: %s", case_names[which], when, at, fair_strerror(o->error));
    CHECK(o->error != FAIR_ETEMP || o->mark.error == EIO);
}

static void test_damage(void)
{
    static const unsigned char flips[] = {1, 0x80, 0xff, 0x20};
    unsigned wrong = 0, reported = 0;
    for (int i = 0; i < CASES; i++) {
        outcome first = {0};
        run_case(i, &first, measure);
        outcome_clear(&first);
        const int turns = SANITIZED ? 150 : 300;
        for (int turn = 0; turn < turns; turn++) {
            outcome o = {0};
            /* at the start of a page in a third of the cases, otherwise anywhere */
            damage_at =
                turn % 3 == 0
                    ? (off_t)(chance((size_t)file_size / 4096 + 1) * 4096 + chance(64))
                    : (off_t)chance((size_t)file_size);
            damage_by = flips[turn % 4];
            run_case(i, &o, damage);
            check_damaged(i, &o, "damaged at byte", (long)damage_at);
            reported += o.error != FAIR_OK;
            wrong += o.error == FAIR_OK && !is_right(i, &o);
            outcome_clear(&o);
        }
        for (int k = 1, hit = 1; hit; k = next_of(k)) { /* damaged while it is read */
            outcome o = {0};
            set_fault(SPOILING, k, 0, 0);
            spoil_by = flips[k % 4];
            run_case(i, &o, NULL);
            hit = fault_happened();
            check_damaged(i, &o, "spoiled at read", k);
            reported += o.error != FAIR_OK;
            wrong += o.error == FAIR_OK && !is_right(i, &o);
            outcome_clear(&o);
        }
    }
    clear_faults();
    printf("# %u with an error, %u only with other sums\n", reported, wrong);
    CHECK(wrong > 0 && reported > 0);
}

/* ---- cancelling ------------------------------------------------------------------ */

static void test_cancel(void)
{
    for (int i = 0; i < CASES; i++)
        for (int k = 1, hit = 1; hit; k = next_of(k)) {
            struct watch w = {
                .cancel_at = (unsigned)k, .caller = pthread_self(), .good = 1};
            outcome o = {.env = {.progress = watch, .watch = &w}};
            run_case(i, &o, NULL);
            hit = w.calls >= w.cancel_at;
            CHECKF(w.good, "%s, cancelled at call %d of %u", case_names[i], k, w.calls);
            CHECKF(
                hit ? o.error == FAIR_ECANCELED && begins_right(i, &o) : is_right(i, &o),
                "%s, cancelled at call %d: %s", case_names[i], k, fair_strerror(o.error));
            outcome_clear(&o);
        }
}

int main(void)
{
    set_up();
    TEST("without faults: everything comes out, no memory is lost")
    test_no_faults();
    TEST("no memory: an error and nothing lost, or the right output")
    test_no_memory();
    TEST("threads that cannot be created: fewer threads do the work")
    test_no_threads();
    TEST("a temporary file that cannot be opened")
    test_not_opened();
    TEST("writing to it fails, is interrupted, or takes one byte")
    test_writes();
    TEST("reading from it fails, is interrupted, gives one byte or none")
    test_reads();
    TEST("a file system that cannot give space back")
    test_no_holes();
    TEST("faults while several threads work")
    test_several_threads();
    TEST("a damaged file: an error, or sums of hashes that differ")
    test_damage();
    TEST("cancelled at every call of progress")
    test_cancel();
    tear_down();
    return test_done();
}

/* SPDX-License-Identifier: MIT
 *
 * test_external_faults.c - collections larger than memory when things go wrong: no
 * memory, no threads, a temporary file that cannot be opened, is full, fails, is short,
 * damaged, or cannot give space back; a caller who cancels. Each ends in its error, or in
 * the right output; what went out before an error is right; nothing is lost.
 *
 * Allocations, pthread_create, and what is done with the file are wrapped by the linker
 * (--wrap). It is compiled twice: with the library as shipped, and with tiny constants
 * (TINY), with which there are many levels.
 */
#define _GNU_SOURCE
#include "tests/records/tempfile_faults.h"

/* ---- scenes ---------------------------------------------------------------------- */

enum { SHUFFLE, HEAD, SHARES, CYCLE, LONG_LINES, ONES, MAPPED, SCENES };
static const char *const scene_names[] = {"shuffle",    "head", "parts", "cycle",
                                          "long lines", "0xff", "mapped"};
static struct {
    stock s;
    plan p;
    outcome expected;
} scenes[SCENES];

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
    for (int i = 0; i < SCENES; i++) {
        plan *p = &scenes[i].p;
        stock *s = &scenes[i].s;
        *p = (plan){.memory = MEMORY, .threads = 1, .parts = 1, .entry = AS_FEED};
        *s = i == LONG_LINES ? stock_make(CSV, ANY, 30, MEMORY / 5, 0)
             : i == ONES     ? stock_make(LINES, ALIKE, SHORT_LINES, 9, 0)
             : i == MAPPED   ? stock_make(LINES, ALIKE, MAPPED_LINES, 330, 0)
                             : stock_make(LINES, ANY, N, LONGEST, 1);
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
        carry_out(s, &unlimited, &scenes[i].expected, NULL);
        CHECK(scenes[i].expected.error == FAIR_OK);
    }
}

static void tear_down(void)
{
    for (int i = 0; i < SCENES; i++) {
        outcome_clear(&scenes[i].expected);
        stock_free(&scenes[i].s);
    }
}

/* Plays a scene with the faults that are set. */
static void play(int scene, outcome *o, void (*between)(outcome *o))
{
    faults_start(&o->around);
    carry_out(&scenes[scene].s, &scenes[scene].p, o, between);
    faulty_stop();
    CHECKF(faulty.bytes == 0, "%s: %ld bytes lost after %s", scene_names[scene],
           faulty.bytes, fair_strerror(o->error));
    CHECKF(o->around.fd < 0 || fcntl(o->around.fd, F_GETFD) < 0, "%s: the file is open",
           scene_names[scene]);
    CHECK(o->around.opened <= 1);
}

static int is_right(int scene, const outcome *o)
{
    return o->error == FAIR_OK && same_output(o, &scenes[scene].expected);
}

/* What went out before an error is the beginning of what should have. */
static int begins_right(int scene, const outcome *o)
{
    for (size_t i = 0; i < PARTS; i++) {
        const sink *all = &scenes[scene].expected.out[i], *some = &o->out[i];
        if (some->length > all->length || some->bad ||
            (some->length > 0 && memcmp(some->data, all->data, some->length) != 0))
            return 0;
    }
    return 1;
}

/* After a fault at call k: this error (and errno), or the right output. */
static void check_fault(int scene, const outcome *o, const char *fault, int k, int error,
                        int number)
{
    CHECKF(is_right(scene, o) ||
               (o->error == error && (number == 0 || o->mark.error == number) &&
                begins_right(scene, o)),
           "%s, %s at call %d: %s (%d)%s", scene_names[scene], fault, k,
           fair_strerror(o->error), o->mark.error,
           begins_right(scene, o) ? "" : ", and wrong output");
}

/* Each of the first calls, and then some. With the constants as shipped a run takes
 * longer, so fewer are tried. */
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
    for (int i = 0; i < SCENES; i++) {
        outcome o = {0};
        play(i, &o, NULL);
        CHECKF(is_right(i, &o), "%s: %s", scene_names[i], fair_strerror(o.error));
        CHECKF(o.around.opened == 1 && o.usage.levels > 0, "%s: no file", scene_names[i]);
        CHECKF((o.mapped > 0) == (i == MAPPED), "%s: %zu mapped", scene_names[i],
               o.mapped);
        printf("# %s: %u levels, %ld allocations, %d writes, %d reads, %d holes\n",
               scene_names[i], o.usage.levels, faulty.allocations, (int)calls[WRITING],
               (int)calls[READING], (int)calls[PUNCHING]);
        outcome_clear(&o);
    }
}

static void test_no_memory(void)
{
    for (int i = 0; i < SCENES; i++)
        for (int k = 1, hit = 1; hit; k = next_of(k))
            for (int lasting = 0; lasting < 2; lasting++) {
                outcome o = {0};
                set_fault(ALLOCATING, k, lasting, ENOMEM);
                play(i, &o, NULL);
                hit = fault_happened();
                check_fault(i, &o, "no memory", k, FAIR_ENOMEM, 0);
                CHECK(hit || is_right(i, &o));
                outcome_clear(&o);
            }
}

static stock many_lines(void)
{
    return stock_make(LINES, SHORT, SANITIZED ? 40000 : 80000, 100, 0);
}

/* With as many threads as are worth it. */
static void test_no_threads(void)
{
    stock s = many_lines();
    outcome expected = {0};
    plan p = {.threads = 4, .parts = 1};
    carry_out(&s, &p, &expected, NULL);
    p.memory = 2700000;
    p.entry = AS_FILE;
    for (int k = 1; k < 9; k += STEP) {
        outcome o = {0};
        set_fault(STARTING, k, 1, EAGAIN);
        faults_start(&o.around);
        carry_out(&s, &p, &o, NULL);
        faulty_stop();
        CHECKF(o.error == FAIR_OK && same_output(&o, &expected), "%d threads: %s", k - 1,
               fair_strerror(o.error));
        outcome_clear(&o);
    }
    clear_faults();
    outcome_clear(&expected);
    stock_free(&s);
}

/* Faults of files that several threads use. */
static void test_several_threads(void)
{
    stock s = many_lines();
    outcome expected = {0};
    plan p = {.threads = 4, .parts = 1};
    carry_out(&s, &p, &expected, NULL);
    p.memory = 2700000;
    static const int what[] = {ALLOCATING, WRITING, READING};
    for (size_t i = 0; i < 3; i++)
        for (int k = 1, hit = 1; hit; k += k / 2 + STEP) {
            outcome o = {0};
            set_fault(what[i], k, 1, EIO);
            faults_start(&o.around);
            carry_out(&s, &p, &o, NULL);
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
    stock_free(&s);
}

/* ---- the temporary file ---------------------------------------------------------- */

static void test_not_opened(void)
{
    for (int i = 0; i < SCENES; i++) {
        outcome o = {.around = {.refuses = EACCES}};
        play(i, &o, NULL);
        CHECKF(o.error == FAIR_ETEMP && o.mark.error == EACCES, "%s: %s, %d",
               scene_names[i], fair_strerror(o.error), o.mark.error);
        CHECK(o.around.opened == 1 && o.out[0].length == 0);
        outcome_clear(&o);
    }
}

/* `result` is what the call gives: -1 with an errno; 0; or 1 byte. */
static void check_calls(int what, const char *fault, int result, int number, int lasting,
                        int must_fail)
{
    for (int i = 0; i < SCENES; i++)
        for (int k = 1, hit = 1; hit; k = next_of(k)) {
            outcome o = {0};
            set_fault(what, k, lasting, number);
            fault_result = result;
            play(i, &o, NULL);
            hit = fault_happened();
            const int expected = number == 0 ? (what == READING ? EIO : ENOSPC) : number;
            if (must_fail)
                check_fault(i, &o, fault, k, FAIR_ETEMP, expected);
            else
                CHECKF(is_right(i, &o), "%s, %s at call %d: %s", scene_names[i], fault, k,
                       fair_strerror(o.error));
            if (hit && must_fail && what == WRITING)
                CHECKF(o.error == FAIR_ETEMP, "%s, %s at call %d: %s", scene_names[i],
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
    if (o->around.fd >= 0 && __real_pread64(o->around.fd, &byte, 1, damage_at) == 1) {
        byte ^= damage_by;
        CHECK(__real_pwrite64(o->around.fd, &byte, 1, damage_at) == 1);
    }
    ASIDE(0);
}

static off_t file_size;
static void measure(outcome *o)
{
    file_size = o->around.fd < 0 ? 0 : lseek(o->around.fd, 0, SEEK_END);
}

/* Never a crash, and never a wrong output that a witness does not see. */
static void check_damaged(int scene, const outcome *o, const char *when, long at)
{
    const surroundings *a = &o->around;
    const int noticed = a->sum[0] != a->sum[1] || a->count[0] != a->count[1];
    const int whole = scenes[scene].p.head == 0 && scenes[scene].p.parts == 1;
    CHECKF(is_right(scene, o) || o->error == FAIR_ETEMP || o->error == FAIR_ELOST ||
               (o->error == FAIR_OK &&
                (whole ? noticed : a->sum[1] != scenes[scene].expected.around.sum[1])),
           "%s, %s %ld: %s", scene_names[scene], when, at, fair_strerror(o->error));
    CHECK(o->error != FAIR_ETEMP || o->mark.error == EIO);
}

static void test_damage(void)
{
    static const unsigned char flips[] = {1, 0x80, 0xff, 0x20};
    unsigned wrong = 0, told = 0;
    for (int i = 0; i < SCENES; i++) {
        outcome first = {0};
        play(i, &first, measure);
        outcome_clear(&first);
        const int turns = SANITIZED ? 150 : 300;
        for (int turn = 0; turn < turns; turn++) {
            outcome o = {0};
            /* the starts of tables and of buckets now and then, else anywhere */
            damage_at =
                turn % 3 == 0
                    ? (off_t)(chance((size_t)file_size / 4096 + 1) * 4096 + chance(64))
                    : (off_t)chance((size_t)file_size);
            damage_by = flips[turn % 4];
            play(i, &o, damage);
            check_damaged(i, &o, "damaged at byte", (long)damage_at);
            told += o.error != FAIR_OK;
            wrong += o.error == FAIR_OK && !is_right(i, &o);
            outcome_clear(&o);
        }
        for (int k = 1, hit = 1; hit; k = next_of(k)) { /* what is read, on its way */
            outcome o = {0};
            set_fault(SPOILING, k, 0, 0);
            spoil_by = flips[k % 4];
            play(i, &o, NULL);
            hit = fault_happened();
            check_damaged(i, &o, "spoiled at read", k);
            told += o.error != FAIR_OK;
            wrong += o.error == FAIR_OK && !is_right(i, &o);
            outcome_clear(&o);
        }
    }
    clear_faults();
    printf("# %u told by an error, %u by the witness alone\n", told, wrong);
    CHECK(wrong > 0 && told > 0);
}

/* ---- cancelling ------------------------------------------------------------------ */

struct watch {
    unsigned calls, cancel_at;
    pthread_t caller;
    int good;
};

static int watch(void *context, int phase, uint64_t done, uint64_t total)
{
    struct watch *w = context;
    w->calls++;
    w->good &= pthread_equal(pthread_self(), w->caller) != 0;
    w->good &= phase >= FAIR_PHASE_READ && phase <= FAIR_PHASE_WRITE;
    w->good &= total == 0 || done <= total;
    w->good &= w->cancel_at == 0 || w->calls <= w->cancel_at;
    return w->calls == w->cancel_at;
}

static void test_cancel(void)
{
    for (int i = 0; i < SCENES; i++)
        for (int k = 1, hit = 1; hit; k = next_of(k)) {
            struct watch w = {
                .cancel_at = (unsigned)k, .caller = pthread_self(), .good = 1};
            outcome o = {.around = {.progress = watch, .watch = &w}};
            play(i, &o, NULL);
            hit = w.calls >= w.cancel_at;
            CHECKF(w.good, "%s, cancelled at call %d of %u", scene_names[i], k, w.calls);
            CHECKF(hit ? o.error == FAIR_ECANCELED && begins_right(i, &o)
                       : is_right(i, &o),
                   "%s, cancelled at call %d: %s", scene_names[i], k,
                   fair_strerror(o.error));
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
    TEST("threads that cannot be created are done without")
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
    TEST("a file that is damaged: told, or seen by the witness")
    test_damage();
    TEST("cancelled at every call of progress")
    test_cancel();
    tear_down();
    return test_done();
}

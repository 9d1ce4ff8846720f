/* SPDX-License-Identifier: MIT
 *
 * test_records_faults.c - records when things go wrong: no memory, no threads, files that
 * give a byte at a time, fail or shrink, a full disk, a caller who cancels. Each ends in
 * its error, or in the right output; nothing is written after an error, and no memory is
 * lost. And how much memory the first k of very many take (`large`).
 *
 * Allocations, pthread_create and reads are wrapped by the linker (--wrap). It is
 * compiled twice: with the library as shipped, and with tiny constants (TINY).
 */
#define _GNU_SOURCE
#include <stddef.h>

void *__real_realloc(void *old, size_t size);
#define SINK_REALLOC __real_realloc /* no fault of the library */
#include "records_material.h"

#include <malloc.h>
#include <sys/stat.h>

/* ---- faults: only while `armed` ---------------------------------------------------- */

static atomic_int armed;
static atomic_int allocations_left = -1, threads_left = -1; /* -1: no limit */
static atomic_int allocations_refused, threads_made;
static atomic_long in_use, most_in_use; /* bytes that the library has */

static int refused(void)
{
    if (!atomic_load(&armed) || atomic_load(&allocations_left) < 0 ||
        atomic_fetch_sub(&allocations_left, 1) != 0)
        return 0;
    atomic_fetch_add(&allocations_refused, 1);
    return 1;
}

static void account(long bytes)
{
    if (!atomic_load(&armed))
        return;
    const long now = atomic_fetch_add(&in_use, bytes) + bytes;
    long most = atomic_load(&most_in_use);
    while (now > most && !atomic_compare_exchange_weak(&most_in_use, &most, now))
        ;
}

static long size_of(void *room_)
{
    return room_ == NULL ? 0 : (long)malloc_usable_size(room_);
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    void *p = refused() ? NULL : __real_malloc(size);
    account(size_of(p));
    return p;
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    void *p = refused() ? NULL : __real_calloc(count, size);
    account(size_of(p));
    return p;
}

void *__wrap_realloc(void *old, size_t size)
{
    if (refused())
        return NULL;
    const long before = size_of(old);
    void *p = __real_realloc(old, size);
    account(p == NULL ? 0 : size_of(p) - before);
    return p;
}

int __real_posix_memalign(void **room_, size_t alignment, size_t size);
int __wrap_posix_memalign(void **room_, size_t alignment, size_t size)
{
    const int error = refused() ? ENOMEM : __real_posix_memalign(room_, alignment, size);
    account(error != 0 ? 0 : size_of(*room_));
    return error;
}

void __real_free(void *room_);
void __wrap_free(void *room_)
{
    account(-size_of(room_));
    __real_free(room_);
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    if (atomic_load(&armed)) {
        if (atomic_load(&threads_left) >= 0 && atomic_fetch_sub(&threads_left, 1) <= 0) {
            atomic_store(&threads_left, 0);
            return EAGAIN;
        }
        atomic_fetch_add(&threads_made, 1);
    }
    return __real_pthread_create(thread, attributes, start, argument);
}

/* Reads in small pieces, with interruptions, an error, or a file that is cut. Where a
 * pipe stands is counted here: there is one at a time. */
static atomic_int trickling;
static atomic_uint reads;
static atomic_long error_from = -1, cut_from = -1; /* a place in the file */
static off_t cut_to;
static off_t pipe_at;

/* What is read instead of `length` bytes from `at` on, or -1. */
static ssize_t spoil(int fd, size_t length, off_t at)
{
    const unsigned turn = atomic_fetch_add(&reads, 1) * 2654435761u >> 16;
    if (atomic_load(&trickling)) {
        if (turn % 5 == 0) {
            errno = EINTR;
            return -1;
        }
        if (length > 1 + turn % 7)
            length = 1 + turn % 7;
    }
    const long bad = atomic_load(&error_from);
    if (bad >= 0 && at + (off_t)length > bad) {
        if (at >= bad) {
            errno = EIO;
            return -1;
        }
        length = (size_t)(bad - at);
    }
    long cut = atomic_load(&cut_from);
    if (cut >= 0 && at >= cut && atomic_compare_exchange_strong(&cut_from, &cut, -1))
        CHECK(ftruncate(fd, cut_to) == 0);
    return (ssize_t)length;
}

ssize_t __real_read(int fd, void *to, size_t length);
ssize_t __wrap_read(int fd, void *to, size_t length)
{
    if (!atomic_load(&armed))
        return __real_read(fd, to, length);
    const ssize_t most = spoil(fd, length, pipe_at);
    const ssize_t got = most < 0 ? most : __real_read(fd, to, (size_t)most);
    pipe_at += got > 0 ? got : 0;
    return got;
}

ssize_t __real_pread(int fd, void *to, size_t length, off_t at);
ssize_t __wrap_pread(int fd, void *to, size_t length, off_t at)
{
    const ssize_t most = atomic_load(&armed) ? spoil(fd, length, at) : (ssize_t)length;
    return most < 0 ? most : __real_pread(fd, to, (size_t)most, at);
}

ssize_t __wrap_pread64(int fd, void *to, size_t length, off_t at);
ssize_t __wrap_pread64(int fd, void *to, size_t length, off_t at)
{
    return __wrap_pread(fd, to, length, at);
}

/* ---- scenes: everything that the library can do ------------------------------------ */

#ifdef TINY
enum { N = 1600, K = 500 };
static const uint64_t number_count = 12000;
#else
enum { N = 99000, K = 9000 };
static const uint64_t number_count = 140000;
#endif

static size_t about_ten(size_t i)
{
#ifdef TINY
    return i % 400 == 33 ? 150000 : 100 + i % 200;
#else
    return i % 30000 == 33 ? 150000 : 5 + i % 4;
#endif
}

static text t;
static uint64_t *shuffled, *cycled, *deranged, *drawn, *numbers, *sampled;
static int whole_file, half_file, other_half;

enum {
    SHUFFLE,
    HEAD,
    HEAD_OF_TWO,
    PARTS,
    PAIRS,
    CYCLE,
    DERANGE,
    DRAW,
    ADD,
    PIPE,
    CSV,
    NUMBERS,
    NUMBERS_PART,
    NUMBERS_SAMPLE,
    NUMBERS_DRAW,
    READER,
    SCENES
};
static const char *const scene_names[] = {"shuffle",
                                          "head",
                                          "head of two files",
                                          "parts",
                                          "pairs",
                                          "cycle",
                                          "derange",
                                          "draw",
                                          "add",
                                          "pipe",
                                          "csv",
                                          "numbers",
                                          "part of numbers",
                                          "sample of numbers",
                                          "numbers drawn",
                                          "reader"};

static struct {
    unsigned threads;
    int (*progress)(void *context, int phase, uint64_t done, uint64_t total);
    void *context;
    unsigned fail_at; /* the sink */
    fair_mark mark;   /* of what failed */
    int failed_reading;
    sink out, second;
} stage;

static int read_from(fair_records *records, int fd, off_t from)
{
    lseek(fd, from, SEEK_SET);
    const int error = fair_records_read(records, fd);
    stage.failed_reading = error != FAIR_OK;
    stage.mark = fair_records_mark(records);
    return error;
}

static int read_by_pipe(fair_records *records)
{
    piped p;
    atomic_store(&armed, 0);
    pipe_open(&p, t.data, t.starts[t.n]);
    atomic_store(&armed, 1);
    pipe_at = 0;
    const int error = fair_records_read(records, p.fd);
    stage.failed_reading = error != FAIR_OK;
    stage.mark = fair_records_mark(records);
    atomic_store(&armed, 0);
    pipe_close(&p);
    atomic_store(&armed, 1);
    return error;
}

static int bring(fair_records *records, int scene)
{
    int error = FAIR_OK;
    switch (scene) {
    case ADD:
        for (size_t i = 0; i < t.n && error == FAIR_OK; i++)
            error = fair_records_add(records, t.data + t.starts[i], text_length(&t, i));
        return error;
    case PIPE:
        return read_by_pipe(records);
    case HEAD_OF_TWO:
        error = read_from(records, half_file, 0);
        return error != FAIR_OK ? error : read_from(records, other_half, 0);
    default:
        return read_from(records, whole_file, 0);
    }
}

static int play_records(int scene)
{
    fair_records_options options = {.format = {.delimiter = '\n'},
                                    .threads = stage.threads,
                                    .progress = stage.progress,
                                    .context = stage.context};
    if (scene == CSV)
        options.format = (fair_format){FAIR_CSV, ',', 0};
    options.header = scene == PARTS;
    options.head = scene == HEAD || scene == HEAD_OF_TWO ? K : 0;
    options.pairs = scene == PAIRS;
    options.order = scene == CYCLE     ? FAIR_ORDER_CYCLE
                    : scene == DERANGE ? FAIR_ORDER_DERANGE
                                       : FAIR_ORDER_SHUFFLE;
    fair_part parts[2] = {part_to(&stage.out, options.head > 0 ? K : UINT64_MAX),
                          part_to(&stage.second, UINT64_MAX)};
    if (scene == PARTS)
        parts[0].count = N / 3;
    fair_records *records = fair_records_new(test_key(240), &options);
    if (records == NULL)
        return FAIR_ENOMEM;
    int error = bring(records, scene);
    if (error == FAIR_OK) {
        error = scene == DRAW
                    ? fair_records_draw(records, K, parts)
                    : fair_records_write(records, parts, scene == PARTS ? 2 : 1);
        stage.mark = fair_records_mark(records);
    }
    fair_records_free(records);
    return error;
}

static int play_reader(void)
{
    const fair_format format = {FAIR_DELIMITED, '\n', 2}; /* a splitter of its own */
    fair_reader *reader = fair_reader_new(&format);
    if (reader == NULL)
        return FAIR_ENOMEM;
    lseek(whole_file, 0, SEEK_SET);
    fair_reader_open(reader, whole_file);
    const unsigned char *record;
    size_t length, i = 0;
    int result;
    while ((result = fair_reader_next(reader, &record, &length)) == 1) {
        CHECK(length == t.starts[i + 2] - t.starts[i] &&
              memcmp(record, t.data + t.starts[i], length) == 0);
        i += 2;
    }
    stage.mark = fair_reader_mark(reader);
    stage.mark.record *= 2;
    stage.failed_reading = result != 0;
    CHECK(result < 0 || i == t.n);
    fair_reader_free(reader);
    return result;
}

/* Does a scene with the faults that are set: its error. The output is in the stage. */
static int play(int scene)
{
    const fair_part part = part_to(&stage.out, scene == NUMBERS ? UINT64_MAX : K);
    const fair_records_options options = {
        .threads = stage.threads, .progress = stage.progress, .context = stage.context};
    const uint64_t n = scene == NUMBERS_SAMPLE ? (uint64_t)1 << 40 : number_count;
    int error = -100, number = 0;
    sink_clear(&stage.out);
    sink_clear(&stage.second);
    stage.out.fail_at = stage.fail_at;
    stage.out.error = ENOSPC;
    stage.failed_reading = 0;
    atomic_store(&in_use, 0);
    atomic_store(&allocations_refused, 0);
    atomic_store(&armed, 1);
    if (scene < NUMBERS)
        error = play_records(scene);
    else if (scene == READER)
        error = play_reader();
    else if (scene == NUMBERS_DRAW)
        error = fair_numbers_draw(test_key(240), 1, n, '\n', K, &part, &options, &number);
    else
        error =
            fair_numbers_write(test_key(240), 1, n, '\n', &part, 1, &options, &number);
    atomic_store(&armed, 0);
    if (scene >= NUMBERS && scene != READER)
        stage.mark.error = number;
    CHECKF(in_use == 0, "%s: %lld bytes lost after %s", scene_names[scene],
           (long long)in_use, fair_strerror(error));
    CHECK(!stage.out.bad && !stage.second.bad);
    return error;
}

static int numbers_are(const uint64_t *p, size_t n)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        char expected[32];
        const int length = snprintf(expected, sizeof expected, "%" PRIu64 "\n", p[i] + 1);
        if (stage.out.length - at < (size_t)length ||
            memcmp(stage.out.data + at, expected, (size_t)length) != 0)
            return 0;
        at += (size_t)length;
    }
    return at == stage.out.length;
}

/* Whether what came out is what must. */
static int good(int scene)
{
    const sink *out = &stage.out;
    size_t at = text_length(&t, 0), also = at; /* of the header */
    switch (scene) {
    case HEAD:
    case HEAD_OF_TWO:
        return sink_is(out, &t, shuffled, 0, K);
    case PARTS:
        for (size_t i = 0; i < N - 1; i++) { /* the first record is the header */
            const uint64_t next = numbers[number_count + i] + 1;
            sink *to = &stage.out;
            size_t *place = &at;
            if (i >= N / 3) {
                to = &stage.second;
                place = &also;
            }
            if (!sink_holds(to, place, &t, &next, 0, 1))
                return 0;
        }
        return at == out->length && also == stage.second.length;
    case PAIRS:
        for (size_t i = at = 0; i < N; i++) {
            at += text_length(&t, i);
            if (at > out->length || out->data[at - 1] != '\t' ||
                !sink_holds(out, &at, &t, shuffled, i, i + 1))
                return 0;
        }
        return at == out->length;
    case CYCLE:
        return sink_is(out, &t, cycled, 0, N);
    case DERANGE:
        return sink_is(out, &t, deranged, 0, N);
    case DRAW:
        return sink_is(out, &t, drawn, 0, K);
    case NUMBERS:
        return numbers_are(numbers, number_count);
    case NUMBERS_PART:
        return numbers_are(numbers, K);
    case NUMBERS_SAMPLE:
        return numbers_are(sampled, K);
    case NUMBERS_DRAW:
        return numbers_are(sampled + K, K);
    case READER:
        return 1;
    default:
        return sink_is(out, &t, shuffled, 0, N);
    }
}

static uint64_t *dice_of(uint64_t n)
{
    uint64_t *dice = room((K + 1024) * sizeof *dice);
    fair_rng rng;
    fair_rng_init_key(&rng, test_key(240));
    for (size_t i = 0; i < K; i += 1024)
        fair_dice(&rng, dice + i, 1024, n);
    return dice;
}

static void set_up(void)
{
    fair_rng rng;
    t = text_make(N, about_ten, '\n');
    shuffled = order_of(test_key(240), N);
    cycled = room(N * sizeof *cycled);
    deranged = room(N * sizeof *deranged);
    for (size_t i = 0; i < N; i++)
        cycled[i] = deranged[i] = i;
    fair_rng_init_key(&rng, test_key(240));
    fair_cycle(&rng, cycled, N, sizeof *cycled);
    fair_rng_init_key(&rng, test_key(240));
    CHECK(fair_derange(&rng, deranged, N, sizeof *deranged) == FAIR_OK);
    drawn = dice_of(N);
    /* the numbers, and behind them the order of records without the header */
    numbers = order_of(test_key(240), (size_t)number_count);
    numbers = realloc(numbers, (size_t)(number_count + N) * sizeof *numbers);
    uint64_t *fewer = order_of(test_key(240), N - 1);
    memcpy(numbers + number_count, fewer, (N - 1) * sizeof *fewer);
    free(fewer);
    sampled = room(2 * K * sizeof *sampled);
    fair_rng_init_key(&rng, test_key(240));
    CHECK(fair_sample(&rng, (uint64_t)1 << 40, sampled, K) == FAIR_OK);
    uint64_t *dice = dice_of(number_count);
    memcpy(sampled + K, dice, K * sizeof *dice);
    free(dice);
    whole_file = file_with(t.data, t.starts[N]);
    half_file = file_with(t.data, t.starts[N / 2]);
    other_half = file_with(t.data + t.starts[N / 2], t.starts[N] - t.starts[N / 2]);
    stage.threads = 3;
}

/* ---- tests ------------------------------------------------------------------------- */

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

/* What all need must be there; a team, or the room of its other members, need not. */
static void test_no_memory(void)
{
    for (int scene = 0; scene < SCENES; scene++) {
        int failures = 0;
        for (int k = 0;; k += 2 * STEP - 1) {
            atomic_store(&allocations_left, k);
            const int error = play(scene);
            atomic_store(&allocations_left, -1);
            CHECKF(error == FAIR_ENOMEM || (error == FAIR_OK && good(scene)),
                   "%s, allocation %d: %s", scene_names[scene], k, fair_strerror(error));
            if (allocations_refused == 0) {
                CHECK(error == FAIR_OK);
                break;
            }
            failures += error == FAIR_ENOMEM;
            if (scene != DRAW && scene != NUMBERS_DRAW && scene != PARTS)
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
            atomic_store(&threads_left, have);
            const int error = play(scene);
            atomic_store(&threads_left, -1);
            CHECKF(error == FAIR_OK && good(scene), "%s, %d threads: %s",
                   scene_names[scene], have, fair_strerror(error));
        }
    atomic_store(&threads_made, 0);
    CHECK(play(SHUFFLE) == FAIR_OK);
    CHECK(threads_made > 0);
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
            CHECKF(!cut || error == FAIR_ESHRUNK || (error == FAIR_OK && good(scenes[i])),
                   "%s, cut from %zu at %zu to %zu: %s", scene_names[scenes[i]], length,
                   from, to, fair_strerror(error));
            if (from == 0) /* before anything was read */
                CHECKF(error == FAIR_ESHRUNK, "%s, cut at the start to %zu: %s",
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
        fair_records *records = fair_records_new(test_key(243), &options);
        const int error = fair_records_read(records, ends[0]);
        CHECKF(error == FAIR_ECANCELED && w.calls == 1, "case %zu: %s", i,
               fair_strerror(error));
        fair_records_free(records);
        close(ends[0]);
        close(ends[1]);
    }
}

/* What a sieve holds: added one by one, so that no file's buffers are counted. */
static void test_sieve_memory(void)
{
#ifdef TINY
    enum {
        COUNT = 100000,
        LENGTH = 100
    }; /* buckets within buckets must be sieved, too */
    const long long most = 1200000;
#else
    enum {
        COUNT = 1500000,
        LENGTH = 8
    }; /* what falls behind the border must be dropped */
    const long long most = 3000000;
#endif
    const char record[LENGTH + 1] = {'x'};
    const fair_records_options options = {.format = {.delimiter = '\n'}, .head = 5};
    sink out = {0};
    const fair_part part = part_to(&out, 5);
    atomic_store(&in_use, 0);
    atomic_store(&most_in_use, 0);
    atomic_store(&armed, 1);
    fair_records *records = fair_records_new(test_key(242), &options);
    int error = FAIR_OK;
    for (size_t i = 0; i < COUNT && error == FAIR_OK; i++)
        error = fair_records_add(records, record, LENGTH);
    CHECK(error == FAIR_OK);
    CHECKF(most_in_use < most, "%lld bytes in use", (long long)most_in_use);
    CHECK(fair_records_write(records, &part, 1) == FAIR_OK && out.length == 5 * LENGTH);
    fair_records_free(records);
    atomic_store(&armed, 0);
    CHECK(in_use == 0);
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
    atomic_store(&in_use, 0);
    atomic_store(&most_in_use, 0);
    atomic_store(&armed, 1);
    fair_records *records = fair_records_new(test_key(241), &options);
    CHECK(fair_records_read(records, p.fd) == FAIR_OK);
    CHECK(fair_records_count(records) == n);
    CHECK(fair_records_write(records, &part, 1) == FAIR_OK);
    fair_records_free(records);
    atomic_store(&armed, 0);
    pipe_close(&p);
    printf("# %lld KiB\n", (long long)most_in_use >> 10);
    CHECKF(most_in_use < 40 << 20, "%lld bytes in use", (long long)most_in_use);
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
    test_sieve_memory();
    return test_done();
}

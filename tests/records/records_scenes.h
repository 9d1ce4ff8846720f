/* SPDX-License-Identifier: MIT
 *
 * records_scenes.h - scenes for test_records_faults.c: everything that the library can do
 * with records, each played with the faults that are set, and held against what must come
 * out without them.
 */
#ifndef RECORDS_SCENES_H
#define RECORDS_SCENES_H

#include "tests/records/read_faults.h"

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
    MAPPED,      /* with tiny constants; the others copy short records */
    MAPPED_HEAD, /* likewise */
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
                                          "mapped",
                                          "head of a mapped file",
                                          "numbers",
                                          "part of numbers",
                                          "sample of numbers",
                                          "numbers drawn",
                                          "reader"};

static struct {
    unsigned threads;
    int (*progress)(void *context, int phase, uint64_t done, uint64_t total);
    void *context;
    unsigned fail_at;     /* the sink */
    long fail_allocation; /* the allocation that fails, from 0; -1: none */
    fair_mark mark;       /* of what failed */
    int failed_reading;
    sink out, second;
} stage = {.fail_allocation = -1};

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
    faulty_pause(1);
    pipe_open(&p, t.data, t.starts[t.n]);
    faulty_pause(0);
    pipe_at = 0;
    const int error = fair_records_read(records, p.fd);
    stage.failed_reading = error != FAIR_OK;
    stage.mark = fair_records_mark(records);
    faulty_pause(1);
    pipe_close(&p);
    faulty_pause(0);
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
        options.format = (fair_format){.kind = FAIR_CSV, .delimiter = ','};
    options.header = scene == PARTS;
    options.head = scene == HEAD || scene == HEAD_OF_TWO || scene == MAPPED_HEAD ? K : 0;
    options.map = scene == MAPPED || scene == MAPPED_HEAD;
    options.pairs = scene == PAIRS;
    options.order = scene == CYCLE     ? FAIR_ORDER_CYCLE
                    : scene == DERANGE ? FAIR_ORDER_DERANGE
                                       : FAIR_ORDER_SHUFFLE;
    fair_part parts[2] = {part_to(&stage.out, options.head > 0 ? K : UINT64_MAX),
                          part_to(&stage.second, UINT64_MAX)};
    if (scene == PARTS)
        parts[0].count = N / 3;
    fair_records *records;
    int error = fair_records_new(&records, test_key(240), &options);
    if (error != FAIR_OK)
        return CHECK(records == NULL) ? error : FAIR_OK;
    error = bring(records, scene);
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
    const fair_format format = {.delimiter = '\n',
                                .count = 2}; /* a splitter of its own */
    fair_reader *reader;
    const int error = fair_reader_new(&reader, &format);
    if (error != FAIR_OK)
        return CHECK(reader == NULL) ? error : FAIR_OK;
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
    faulty_start();
    faulty_fail(stage.fail_allocation);
    if (scene < NUMBERS)
        error = play_records(scene);
    else if (scene == READER)
        error = play_reader();
    else if (scene == NUMBERS_DRAW)
        error = fair_numbers_draw(test_key(240), 1, n, '\n', K, &part, &options, &number);
    else
        error =
            fair_numbers_write(test_key(240), 1, n, '\n', &part, 1, &options, &number);
    faulty_stop();
    if (scene >= NUMBERS && scene != READER)
        stage.mark.error = number;
    CHECKF(faulty.bytes == 0, "%s: %ld bytes lost after %s", scene_names[scene],
           faulty.bytes, fair_strerror(error));
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
    case MAPPED_HEAD:
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

#endif

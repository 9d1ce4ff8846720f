/* SPDX-License-Identifier: MIT
 *
 * fault_cases.h - cases for test_records_faults.c: everything that the library can do
 * with records. Each runs with the faults that are set. Its output is compared with what
 * must come out without faults.
 */
#ifndef FAULT_CASES_H
#define FAULT_CASES_H

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

static text t;                                         /* the records */
static uint64_t *shuffled, *cycled, *deranged, *drawn; /* the orders they must come in */
static uint64_t
    *numbers; /* the order of a range, then that of all records but the first */
static uint64_t *sampled; /* K numbers of a sample, then K numbers that were drawn */
static int whole_file, half_file, other_half; /* descriptors */

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
    MAPPED,      /* short records are copied, so only tiny constants map the file */
    MAPPED_HEAD, /* the same with a head */
    NUMBERS,
    NUMBERS_PART,
    NUMBERS_SAMPLE,
    NUMBERS_DRAW,
    READER,
    CASES
};
static const char *const case_names[] = {"shuffle",
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

/* How a case runs, and what comes out. */
static struct {
    unsigned threads;
    int (*progress)(void *context, int phase, uint64_t done, uint64_t total);
    void *context;        /* the first argument of progress() */
    unsigned fail_at;     /* the call of the sink that fails; 0: none */
    long fail_allocation; /* the allocation that fails, from 0; -1: none */
    fair_mark mark;       /* the mark after the last call */
    sink out;             /* the output */
    sink second;          /* the output of the second part */
} trial = {.fail_allocation = -1};

static int read_file(fair_records *records, int fd)
{
    lseek(fd, 0, SEEK_SET);
    const int error = fair_records_read(records, fd);
    trial.mark = fair_records_mark(records);
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
    trial.mark = fair_records_mark(records);
    faulty_pause(1);
    pipe_close(&p);
    faulty_pause(0);
    return error;
}

static int read_input(fair_records *records, int which)
{
    int error = FAIR_OK;
    switch (which) {
    case ADD:
        for (size_t i = 0; i < t.n && error == FAIR_OK; i++)
            error = fair_records_add(records, t.data + t.starts[i], text_length(&t, i));
        return error;
    case PIPE:
        return read_by_pipe(records);
    case HEAD_OF_TWO:
        error = read_file(records, half_file);
        return error != FAIR_OK ? error : read_file(records, other_half);
    default:
        return read_file(records, whole_file);
    }
}

static int run_records(int which)
{
    fair_records_options options = {.format = {.delimiter = '\n'},
                                    .threads = trial.threads,
                                    .progress = trial.progress,
                                    .context = trial.context};
    if (which == CSV)
        options.format = (fair_format){.kind = FAIR_CSV, .delimiter = ','};
    options.header = which == PARTS;
    options.head = which == HEAD || which == HEAD_OF_TWO || which == MAPPED_HEAD ? K : 0;
    options.map = which == MAPPED || which == MAPPED_HEAD;
    options.pairs = which == PAIRS;
    options.order = which == CYCLE     ? FAIR_ORDER_CYCLE
                    : which == DERANGE ? FAIR_ORDER_DERANGE
                                       : FAIR_ORDER_SHUFFLE;
    fair_part parts[2] = {part_to(&trial.out, options.head > 0 ? K : UINT64_MAX),
                          part_to(&trial.second, UINT64_MAX)};
    if (which == PARTS)
        parts[0].count = N / 3;
    fair_records *records;
    int error = fair_records_new(&records, test_key(240), &options);
    if (error != FAIR_OK)
        return CHECK(records == NULL) ? error : FAIR_OK;
    error = read_input(records, which);
    if (error == FAIR_OK) {
        error = which == DRAW
                    ? fair_records_draw(records, K, parts)
                    : fair_records_write(records, parts, which == PARTS ? 2 : 1);
        trial.mark = fair_records_mark(records);
    }
    fair_records_free(records);
    return error;
}

static int run_reader(void)
{
    const fair_format format = {.delimiter = '\n', .count = 2}; /* not plain */
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
    trial.mark = fair_reader_mark(reader);
    trial.mark.record *= 2;
    CHECK(result < 0 || i == t.n);
    fair_reader_free(reader);
    return result;
}

/* Runs a case with the faults that are set. Returns its error; the output is in `trial`.
 */
static int run_case(int which)
{
    const fair_part part = part_to(&trial.out, which == NUMBERS ? UINT64_MAX : K);
    const fair_records_options options = {
        .threads = trial.threads, .progress = trial.progress, .context = trial.context};
    const uint64_t n = which == NUMBERS_SAMPLE ? (uint64_t)1 << 40 : number_count;
    int error = -100, number = 0;
    sink_clear(&trial.out);
    sink_clear(&trial.second);
    trial.out.fail_at = trial.fail_at;
    trial.out.error = ENOSPC;
    faulty_start();
    faulty_fail(trial.fail_allocation);
    if (which < NUMBERS)
        error = run_records(which);
    else if (which == READER)
        error = run_reader();
    else if (which == NUMBERS_DRAW)
        error = fair_numbers_draw(test_key(240), 1, n, '\n', K, &part, &options, &number);
    else
        error =
            fair_numbers_write(test_key(240), 1, n, '\n', &part, 1, &options, &number);
    faulty_stop();
    if (which >= NUMBERS && which != READER)
        trial.mark.error = number;
    CHECKF(faulty.bytes == 0, "%s: %ld bytes lost after %s", case_names[which],
           faulty.bytes, fair_strerror(error));
    CHECK(!trial.out.bad && !trial.second.bad);
    return error;
}

static int numbers_are(const uint64_t *p, size_t n)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        char expected[32];
        const int length = snprintf(expected, sizeof expected, "%" PRIu64 "\n", p[i] + 1);
        if (trial.out.length - at < (size_t)length ||
            memcmp(trial.out.data + at, expected, (size_t)length) != 0)
            return 0;
        at += (size_t)length;
    }
    return at == trial.out.length;
}

/* Whether the output of a case is right. */
static int is_right(int which)
{
    const sink *out = &trial.out;
    size_t at = text_length(&t, 0), also = at; /* after the header */
    switch (which) {
    case HEAD:
    case HEAD_OF_TWO:
    case MAPPED_HEAD:
        return sink_is(out, &t, shuffled, 0, K);
    case PARTS:
        for (size_t i = 0; i < N - 1; i++) { /* the first record is the header */
            const uint64_t next = numbers[number_count + i] + 1;
            sink *to = &trial.out;
            size_t *place = &at;
            if (i >= N / 3) {
                to = &trial.second;
                place = &also;
            }
            if (!sink_holds(to, place, &t, &next, 0, 1))
                return 0;
        }
        return at == out->length && also == trial.second.length;
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
    uint64_t *dice = must_malloc((K + 1024) * sizeof *dice);
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
    cycled = must_malloc(N * sizeof *cycled);
    deranged = must_malloc(N * sizeof *deranged);
    for (size_t i = 0; i < N; i++)
        cycled[i] = deranged[i] = i;
    fair_rng_init_key(&rng, test_key(240));
    fair_cycle(&rng, cycled, N, sizeof *cycled);
    fair_rng_init_key(&rng, test_key(240));
    CHECK(fair_derange(&rng, deranged, N, sizeof *deranged, NULL) == FAIR_OK);
    drawn = dice_of(N);
    /* the numbers, followed by the order of records without the header */
    numbers = order_of(test_key(240), (size_t)number_count);
    numbers = realloc(numbers, (size_t)(number_count + N) * sizeof *numbers);
    uint64_t *fewer = order_of(test_key(240), N - 1);
    memcpy(numbers + number_count, fewer, (N - 1) * sizeof *fewer);
    free(fewer);
    sampled = must_malloc(2 * K * sizeof *sampled);
    fair_rng_init_key(&rng, test_key(240));
    CHECK(fair_sample(&rng, (uint64_t)1 << 40, sampled, K, NULL) == FAIR_OK);
    uint64_t *dice = dice_of(number_count);
    memcpy(sampled + K, dice, K * sizeof *dice);
    free(dice);
    whole_file = file_with(t.data, t.starts[N]);
    half_file = file_with(t.data, t.starts[N / 2]);
    other_half = file_with(t.data + t.starts[N / 2], t.starts[N] - t.starts[N / 2]);
    trial.threads = 3;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * arguments_records.h - the part of test_arguments.c that is about readers and
 * collections: formats, options, parts, and errors that stay.
 */
#ifndef ARGUMENTS_RECORDS_H
#define ARGUMENTS_RECORDS_H

#include "tests/records/records_cases.h"

#include <limits.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define RESERVED(s) COUNT((s).reserved)

/* ---- formats and the reader ----------------------------------------------------- */

static const fair_format no_formats[] = {
    {.kind = -1},
    {.kind = 1000},
    {.kind = INT_MAX},
    {.kind = FAIR_FIXED},
    {.kind = FAIR_CSV, .delimiter = '"'},
    {.kind = FAIR_CSV, .delimiter = '\n'},
    {.kind = FAIR_CSV, .delimiter = '\r'},
    {.delimiter = '\n', .reserved = {1}},
    {.delimiter = '\n', .reserved = {0, 1}},
};

/* Formats for which the file "a\nb" is an incomplete record. */
static const fair_format incomplete_formats[] = {
    {.delimiter = '\n', .count = UINT64_MAX},
    {.delimiter = '\n', .count = 3},
    {.kind = FAIR_FIXED, .count = 4},
    {.kind = FAIR_FIXED, .count = UINT32_MAX},
    {.kind = FAIR_FIXED, .count = (uint64_t)1 << 40},
    {.kind = FAIR_FIXED, .count = UINT64_MAX},
};

static int same_mark(fair_mark a, fair_mark b)
{
    return a.record == b.record && a.offset == b.offset && a.error == b.error &&
           a.needed == b.needed;
}

/* All further calls return the error, with the same mark. */
static void check_reader_stays(fair_reader *reader, int error)
{
    const unsigned char *record;
    size_t length;
    fair_mark mark = {0};
    for (int i = 0; i < 4; i++) {
        const int now = fair_reader_next(reader, &record, &length);
        CHECKF(now == error, "call %d: %d instead of %d", i, now, error);
        CHECK(i == 0 || same_mark(mark, fair_reader_mark(reader)));
        mark = fair_reader_mark(reader);
    }
}

static void check_next(fair_reader *reader, int fd, int records, int error)
{
    const unsigned char *record;
    size_t length;
    fair_reader_open(reader, fd);
    for (int i = 0; i < records; i++)
        CHECK(fair_reader_next(reader, &record, &length) == 1);
    check_reader_stays(reader, error);
}

static void test_reader_arguments(void)
{
    fair_reader *reader;
    for (size_t i = 0; i < COUNT(no_formats); i++)
        CHECKF(fair_reader_new(&reader, &no_formats[i]) == FAIR_EINVAL && reader == NULL,
               "format %zu", i);
    fair_reader_free(NULL);
    const int file = file_with("a\nb", 3), directory = open("/", O_RDONLY);
    for (size_t i = 0; i < COUNT(incomplete_formats); i++) {
        CHECK(fair_reader_new(&reader, &incomplete_formats[i]) == FAIR_OK);
        check_reader_stays(reader, 0); /* nothing opened yet */
        lseek(file, 0, SEEK_SET);
        check_next(reader, file, 0, FAIR_ERECORD);
        check_next(reader, -1, 0, FAIR_EREAD);
        check_next(reader, INT_MAX, 0, FAIR_EREAD);
        check_next(reader, directory, 0, FAIR_EREAD);
        check_next(reader, file, 0, 0); /* the file is at its end now */
        fair_reader_free(reader);
    }
    const fair_format csv = {.kind = FAIR_CSV, .delimiter = ','};
    const int broken = file_with("a\nb\n\"c", 6);
    CHECK(fair_reader_new(&reader, &csv) == FAIR_OK);
    check_next(reader, broken, 2, FAIR_ERECORD);
    lseek(file, 0, SEEK_SET);
    check_next(reader, file, 2, 0); /* opening another file clears the error */
    CHECK(lseek(file, 0, SEEK_CUR) == 3);
    fair_reader_free(reader);
    close(file), close(broken), close(directory);
}

/* ---- collections ---------------------------------------------------------------- */

static int make_no_file(void *context)
{
    (void)context;
    errno = EMFILE;
    return -1;
}

static int cancel(void *context, int phase, uint64_t done, uint64_t total)
{
    (void)context, (void)phase, (void)done, (void)total;
    return 1;
}

static ptrdiff_t feed_nothing(void *context, void *data, size_t length)
{
    (void)context, (void)data, (void)length;
    return 0;
}

static ptrdiff_t feed_error(void *context, void *data, size_t length)
{
    (void)context, (void)data, (void)length;
    errno = EIO;
    return -1;
}

static void test_options(void)
{
    fair_records *records;
    for (size_t i = 0; i < COUNT(no_formats); i++) {
        const fair_records_options options = {.format = no_formats[i]};
        CHECKF(fair_records_new(&records, test_key(0), &options) == FAIR_EINVAL &&
                   records == NULL,
               "format %zu", i);
    }
    for (int order = -1; order <= FAIR_ORDER_DERANGE + 1; order++) {
        const fair_records_options options = {.order = order};
        const int wrong = order == -1 || order == FAIR_ORDER_DERANGE + 1;
        CHECK(fair_records_new(&records, test_key(0), &options) ==
              (wrong ? FAIR_EINVAL : FAIR_OK));
        CHECK((records == NULL) == wrong);
        fair_records_free(records);
    }
    for (size_t i = 0; i < RESERVED(lines); i++) {
        fair_records_options later = lines;
        later.reserved[i] = 1;
        CHECK(fair_records_new(&records, test_key(0), &later) == FAIR_EINVAL);
    }
    /* NULL means all zeros: records end with a byte of 0. */
    CHECK(fair_records_new(&records, test_key(0), NULL) == FAIR_OK);
    CHECK(read_bytes(records, "a\0b\0", 4) == FAIR_OK &&
          fair_records_count(records) == 2);
    fair_records_free(records);
    fair_records_free(NULL);
}

/* The largest values of the types, for a file of five lines. */
static const struct {
    fair_records_options options;
    uint64_t records; /* records without the header */
    size_t written;   /* bytes of output */
} extremes[] = {
    {{.format = {.delimiter = '\n'}, .threads = UINT_MAX}, 5, 10},
    {{.format = {.delimiter = '\n'}, .head = UINT64_MAX}, 5, 10},
    {{.format = {.delimiter = '\n'}, .head = 1}, 5, 2},
    {{.format = {.delimiter = '\n'}, .header = UINT64_MAX}, 0, 10},
    {{.format = {.delimiter = '\n'}, .memory = 1}, 5, 10},
    {{.format = {.delimiter = '\n'}, .memory = UINT64_MAX}, 5, 10},
    {{.format = {.delimiter = '\n'}, .memory = UINT64_MAX, .head = UINT64_MAX}, 5, 10},
    {{.format = {.delimiter = '\n'}, .pairs = INT_MIN}, 5, 20},
    {{.format = {.delimiter = '\n'}, .pairs = 1, .head = 2, .threads = 99}, 5, 8},
    {{.format = {.delimiter = '\n'}, .order = FAIR_ORDER_CYCLE, .head = 2}, 5, 4},
};

static void test_extremes(void)
{
    for (size_t i = 0; i < COUNT(extremes); i++) {
        sink out = {0};
        const fair_part whole = part_to(&out, UINT64_MAX);
        fair_records *records = collection(1, &extremes[i].options);
        CHECK(read_bytes(records, "a\nb\nc\nd\ne\n", 10) == FAIR_OK);
        CHECK(fair_records_read_from(records, feed_nothing, NULL) == FAIR_OK);
        CHECK(fair_records_count(records) == extremes[i].records);
        CHECK(fair_records_write(records, &whole, 1) == FAIR_OK);
        CHECKF(out.length == extremes[i].written, "row %zu: %zu bytes", i, out.length);
        CHECK(fair_records_count(records) == extremes[i].records);
        (void)fair_records_usage(records);
        fair_records_free(records);
        sink_clear(&out);
    }
}

/* Every further call returns the error, and the mark does not change. */
static void check_stays(fair_records *records, int error, const char *what)
{
    sink out = {0};
    const fair_part whole = part_to(&out, UINT64_MAX);
    const fair_mark mark = fair_records_mark(records);
    for (int i = 0; i < 2; i++) {
        CHECKF(read_bytes(records, "x\n", 2) == error, "%s: read", what);
        CHECKF(fair_records_read_from(records, feed_nothing, NULL) == error,
               "%s: read from", what);
        CHECKF(fair_records_add(records, "x\n", 2) == error, "%s: add", what);
        CHECKF(fair_records_draw(records, 1, &whole) == error, "%s: draw", what);
        CHECKF(fair_records_write(records, &whole, 1) == error, "%s: write", what);
        CHECKF(same_mark(mark, fair_records_mark(records)), "%s: mark", what);
    }
    CHECKF(out.calls == 0, "%s: something written", what);
    sink_clear(&out);
    fair_records_free(records);
}

static void test_stay(void)
{
    sink full = {.fail_at = 1, .error = ENOSPC};
    const fair_part to_full = part_to(&full, UINT64_MAX);
    fair_records_options options = lines;
    fair_records *records = collection(2, &options);
    CHECK(fair_records_read(records, -1) == FAIR_EREAD);
    CHECK(fair_records_mark(records).error == EBADF);
    check_stays(records, FAIR_EREAD, "no file");

    records = collection(2, &options);
    CHECK(fair_records_read_from(records, feed_error, NULL) == FAIR_EREAD);
    CHECK(fair_records_mark(records).error == EIO);
    check_stays(records, FAIR_EREAD, "no input");

    records = collection(2, &options);
    CHECK(read_bytes(records, "a\nb\n", 4) == FAIR_OK);
    CHECK(fair_records_write(records, &to_full, 1) == FAIR_EWRITE);
    CHECK(fair_records_mark(records).error == ENOSPC);
    sink_clear(&full);
    check_stays(records, FAIR_EWRITE, "no space");

    records = collection(2, &options);
    CHECK(read_bytes(records, "a\nb\n", 4) == FAIR_OK);
    CHECK(fair_records_write(records, NULL, 0) == FAIR_OK);
    check_stays(records, FAIR_ESTATE, "written");

    records = collection(2, &options);
    CHECK(fair_records_draw(records, 1, &to_full) == FAIR_EINVAL);
    check_stays(records, FAIR_EINVAL, "nothing to draw from");

    records = collection(2, &options);
    CHECK(fair_records_add(records, NULL, SIZE_MAX) == FAIR_ERANGE);
    check_stays(records, FAIR_ERANGE, "too long");

    options.header = 1;
    records = collection(2, &options);
    CHECK(read_bytes(records, "a\nb\n", 4) == FAIR_OK);
    CHECK(read_bytes(records, "b\n", 2) == FAIR_EHEADER);
    check_stays(records, FAIR_EHEADER, "another header");

    options = lines;
    options.progress = cancel;
    records = collection(2, &options);
    CHECK(read_pipe(records, "a\n", 2) == FAIR_ECANCELED);
    check_stays(records, FAIR_ECANCELED, "cancelled");

    options = lines;
    options.order = FAIR_ORDER_DERANGE;
    records = collection(2, &options);
    CHECK(read_bytes(records, "a\n", 2) == FAIR_OK);
    CHECK(fair_records_write(records, NULL, 0) == FAIR_EINVAL);
    check_stays(records, FAIR_EINVAL, "a derangement of one record");

    static unsigned char large[1 << 20];
    options = lines;
    options.memory = 1;
    records = collection(2, &options);
    CHECK(fair_records_add(records, large, sizeof large) == FAIR_ELIMIT);
    CHECK(fair_records_mark(records).needed > sizeof large);
    check_stays(records, FAIR_ELIMIT, "too large for the limit");

    options.temporary = make_no_file;
    records = collection(2, &options);
    int error = FAIR_OK;
    for (int i = 0; i < 10000 && error == FAIR_OK; i++)
        error = fair_records_add(records, large, 1000);
    CHECK(error == FAIR_ETEMP && fair_records_mark(records).error == EMFILE);
    check_stays(records, FAIR_ETEMP, "no temporary file");
}

static fair_records *some_records(fair_records_options options)
{
    fair_records *records = collection(3, &options);
    CHECK(read_bytes(records, "h\na\nb\nc\n", 8) == FAIR_OK);
    return records;
}

static void test_part_arguments(void)
{
    fair_records_options options = lines;
    options.header = 1;
    sink out = {0};
    const fair_part nothing = {.count = 0}, nowhere = {.count = 1};
    fair_part parts[] = {nothing, part_to(&out, UINT64_MAX), nothing};
    fair_records *records = some_records(options);
    CHECK(fair_records_write(records, parts, 3) == FAIR_OK && out.length == 8);
    fair_records_free(records);
    sink_clear(&out);

    records = some_records(options);
    CHECK(fair_records_write(records, &nowhere, 1) == FAIR_EINVAL);
    check_stays(records, FAIR_EINVAL, "nowhere to write to");
    records = some_records(options);
    CHECK(fair_records_draw(records, 1, &nothing) == FAIR_EINVAL);
    check_stays(records, FAIR_EINVAL, "nowhere to draw to");
    records = some_records(options);
    CHECK(fair_records_draw(records, 0, &nothing) == FAIR_OK);
    check_stays(records, FAIR_ESTATE, "nothing drawn");
    records = some_records(options);
    CHECK(fair_records_draw(records, 0, NULL) == FAIR_OK);
    check_stays(records, FAIR_ESTATE, "nothing drawn, to nowhere");
    for (size_t i = 0; i < RESERVED(nothing); i++) {
        fair_part later = part_to(&out, UINT64_MAX);
        later.reserved[i] = 1;
        records = some_records(options);
        CHECK(fair_records_write(records, &later, 1) == FAIR_EINVAL);
        fair_records_free(records);
        records = some_records(options);
        CHECK(fair_records_draw(records, 1, &later) == FAIR_EINVAL);
        fair_records_free(records);
        CHECK(fair_numbers_write(test_key(3), 1, 5, ' ', &later, 1, NULL, NULL) ==
              FAIR_EINVAL);
        CHECK(fair_numbers_draw(test_key(3), 1, 5, ' ', 1, &later, NULL, NULL) ==
              FAIR_EINVAL);
    }
    for (int order = FAIR_ORDER_SHUFFLE; order <= FAIR_ORDER_DERANGE; order++) {
        options.head = 2;
        options.order = order;
        records = some_records(options);
        CHECK(fair_records_count(records) == 3);
        CHECK(fair_records_draw(records, 1, &parts[1]) == FAIR_EINVAL);
        check_stays(records, FAIR_EINVAL, "drawn with a head");
    }

    records = collection(3, &lines); /* an empty record */
    CHECK(fair_records_add(records, NULL, 0) == FAIR_OK);
    CHECK(fair_records_count(records) == 1);
    CHECK(fair_records_write(records, &parts[1], 1) == FAIR_OK && out.length == 0);
    fair_records_free(records);
    sink_clear(&out);
}

static void test_forecasts(void)
{
    static const uint64_t counts[] = {
        0, 1, 98304, 98305, 1 << 30, (uint64_t)1 << 60, UINT64_MAX, UINT64_MAX - 1};
    for (size_t o = 0; o <= COUNT(extremes); o++)
        for (size_t i = 0; i < COUNT(counts); i++)
            for (size_t j = 0; j < COUNT(counts); j++) {
                const fair_records_options *options =
                    o < COUNT(extremes) ? &extremes[o].options : NULL;
                const fair_forecast f =
                    fair_records_forecast(options, counts[i], counts[j]);
                CHECK(f.memory > 0 && f.sampled == 0);
            }
}

#endif

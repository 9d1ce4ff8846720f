/* SPDX-License-Identifier: MIT
 *
 * records_reader.h - the tests of fair_reader, part of test_records.c: files of every
 * kind of record, which are longer than a batch.
 *
 * The tests write the records themselves, so they know them without searching for ends.
 */
#ifndef RECORDS_READER_H
#define RECORDS_READER_H

#include "tests/records/records_fixtures.h"

static const fair_format kinds[] = {{.delimiter = '\n'},
                                    {.count = 1},
                                    {.delimiter = '\n', .count = 4},
                                    {.kind = FAIR_FIXED, .count = 1},
                                    {.kind = FAIR_FIXED, .count = 7},
                                    {.kind = FAIR_FIXED, .count = 100000},
                                    {.kind = FAIR_CSV, .delimiter = ','},
                                    {.kind = FAIR_PARAGRAPHS}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Writes record i, and returns its length: at most 100500 bytes. */
static inline size_t compose(unsigned char *to, const fair_format *format, size_t i)
{
    const size_t body = i % 611 == 610 ? 100000 + i % 300 : (i * 2654435761u >> 9) % 90;
    size_t n = format->kind == FAIR_FIXED ? (size_t)format->count : body;
    for (size_t j = 0; j < n; j++)
        to[j] = (unsigned char)('a' + (i + j * j) % 26);
    switch (format->kind) {
    case FAIR_FIXED:
        break;
    case FAIR_DELIMITED:
        for (uint64_t k = format->count > 1 ? format->count : 1; k > 0; k--) {
            if (format->count > 1)
                to[n++] = (unsigned char)('A' + k);
            to[n++] = format->delimiter;
        }
        break;
    case FAIR_CSV:
        if (i % 3 == 0) {
            memcpy(to + n, ",\"x\n\"\"\n,\",", 10);
            n += 10;
        }
        if (i % 5 == 0)
            to[n++] = '\r';
        to[n++] = '\n';
        break;
    default:
        if (n == 0)
            to[n++] = 'x';
        for (size_t k = 0; k < i % 3 + 2; k++)
            to[n++] = '\n';
    }
    return n;
}

static inline text compose_all(const fair_format *format, size_t bytes)
{
    size_t at = 0, count = 0, most = 64;
    text t = {must_malloc(bytes + 100600), must_malloc((most + 1) * sizeof(size_t)), 0};
    while (at < bytes) {
        if (count == most) {
            most *= 2;
            t.starts = realloc(t.starts, (most + 1) * sizeof *t.starts);
            if (t.starts == NULL)
                abort();
        }
        t.starts[count] = at;
        at += compose(t.data + at, format, count++);
    }
    t.starts[count] = at;
    t.n = count;
    return t;
}

/* Reads a file that has all bytes of the text except the last `cut`. */
static inline void check_reader(fair_reader *reader, const text *t, size_t cut,
                                int by_pipe)
{
    const size_t length = t->starts[t->n] - cut;
    piped p = {.fd = -1};
    if (by_pipe)
        pipe_open(&p, t->data, length);
    const int fd = by_pipe ? p.fd : file_with(t->data, length);
    fair_reader_open(reader, fd);
    const unsigned char *record = NULL;
    size_t got = 0, i = 0;
    int result;
    while ((result = fair_reader_next(reader, &record, &got)) == 1 && i < t->n) {
        const fair_mark mark = fair_reader_mark(reader);
        if (!CHECKF(got == text_length(t, i) &&
                        memcmp(record, t->data + t->starts[i], got) == 0,
                    "record %zu of %zu, length %zu", i, t->n, got) ||
            !CHECKF(mark.record == i && mark.offset == t->starts[i],
                    "record %zu at %zu is marked %" PRIu64 " at %" PRIu64, i,
                    t->starts[i], mark.record, mark.offset))
            break;
        i++;
    }
    CHECKF(result == 0 && i == t->n, "%zu of %zu, then %d", i, t->n, result);
    CHECK(fair_reader_next(reader, &record, &got) == 0);
    if (by_pipe) {
        pipe_close(&p);
    } else {
        CHECK(lseek(fd, 0, SEEK_CUR) == (off_t)length);
        close(fd);
    }
}

static const size_t file_sizes[] = {0,     1,       5000,    65535,  65536,
                                    65537, 1114111, 1114113, 2500000};
enum { FILE_SIZES = sizeof file_sizes / sizeof *file_sizes };

static inline void test_reader(void)
{
    for (size_t k = 0; k < KINDS; k++) {
        fair_reader *reader;
        CHECK(fair_reader_new(&reader, &kinds[k]) == FAIR_OK);
        if (!CHECK(reader != NULL))
            return;
        for (size_t i = 0; i < FILE_SIZES; i += STEP) {
            text t = compose_all(&kinds[k], file_sizes[i]);
            check_reader(reader, &t, 0, (int)i % 2);
            check_reader(reader, &t, 0, (int)(i + 1) % 2);
            const int ends = kinds[k].kind == FAIR_DELIMITED || kinds[k].kind == FAIR_CSV;
            if (ends && t.n > 0 && text_length(&t, t.n - 1) > 2 &&
                t.data[t.starts[t.n] - 2] != '\r')
                check_reader(reader, &t, 1, (int)i % 2); /* the terminator is added */
            text_free(&t);
        }
        fair_reader_free(reader);
    }
}

/* Bytes after complete records that make no record. */
static const struct {
    fair_format format;
    const char *rest;
} incomplete[] = {
    {{.kind = FAIR_FIXED, .count = 7}, "123456"},
    {{.kind = FAIR_FIXED, .count = 100000}, "1"},
    {{.delimiter = '\n', .count = 4}, "a\nb\n"},
    {{.delimiter = '\n', .count = 4}, "a\nb\nc\n"},
    {{.delimiter = '\n', .count = 4}, "a"},
    {{.kind = FAIR_CSV, .delimiter = ','}, "a,\"b\nc"},
    {{.kind = FAIR_CSV, .delimiter = ','}, "\""},
};

static inline void test_reader_errors(void)
{
    for (size_t i = 0; i < sizeof incomplete / sizeof *incomplete; i++)
        for (size_t s = 0; s < FILE_SIZES; s += STEP) {
            text t = compose_all(&incomplete[i].format, file_sizes[s]);
            const size_t more = strlen(incomplete[i].rest);
            const size_t length = t.starts[t.n] + more;
            unsigned char *data = must_malloc(length);
            memcpy(data, t.data, t.starts[t.n]);
            memcpy(data + t.starts[t.n], incomplete[i].rest, more);
            const int fd = file_with(data, length);
            const unsigned char *record;
            size_t got, count = 0;
            int result;
            fair_reader *reader;
            CHECK(fair_reader_new(&reader, &incomplete[i].format) == FAIR_OK);
            fair_reader_open(reader, fd);
            while ((result = fair_reader_next(reader, &record, &got)) == 1)
                count++;
            fair_mark mark = fair_reader_mark(reader);
            CHECKF(result == FAIR_ERECORD && count == t.n, "case %zu: %d after %zu", i,
                   result, count);
            CHECKF(mark.record == t.n && mark.offset == t.starts[t.n],
                   "case %zu, %zu at %zu: marked %" PRIu64 " at %" PRIu64, i, t.n,
                   t.starts[t.n], mark.record, mark.offset);
            fair_reader_free(reader);
            close(fd);

            /* A collection returns the same error. */
            sink out = {0};
            const fair_part whole = part_to(&out, UINT64_MAX);
            const fair_records_options options = {.format = incomplete[i].format,
                                                  .header = s % 3,
                                                  .threads = 2,
                                                  .head = s % 2 * 10};
            fair_records *records;
            CHECK(fair_records_new(&records, test_key(230), &options) == FAIR_OK);
            CHECK((s % 2 == 0 ? read_bytes : read_pipe)(records, data, length) ==
                  FAIR_ERECORD);
            mark = fair_records_mark(records);
            CHECK(mark.record == t.n && mark.offset == t.starts[t.n]);
            CHECK(fair_records_write(records, &whole, 1) != FAIR_OK && out.calls == 0);
            CHECK(fair_records_draw(records, 5, &whole) != FAIR_OK && out.calls == 0);
            fair_records_free(records);
            free(data);
            text_free(&t);
        }
}

static inline void test_reader_files(void)
{
    const fair_format format = {.delimiter = '\n'};
    fair_reader *reader;
    CHECK(fair_reader_new(&reader, &format) == FAIR_OK);
    text t = compose_all(&format, 3000000);
    const unsigned char *record;
    size_t length;
    CHECK(fair_reader_next(reader, &record, &length) == 0); /* nothing opened yet */
    for (size_t from = 0; from < t.n; from += t.n / 7 + 1) {
        const int fd = file_with(t.data, t.starts[t.n]);
        const size_t stop = from + (t.n - from) / 2;
        lseek(fd, (off_t)t.starts[from], SEEK_SET);
        fair_reader_open(reader, fd);
        for (size_t i = from; i < stop; i++) /* then the next file */
            if (!CHECK(fair_reader_next(reader, &record, &length) == 1 &&
                       length == text_length(&t, i) &&
                       memcmp(record, t.data + t.starts[i], length) == 0) ||
                !CHECK(fair_reader_mark(reader).record == i - from))
                break;
        close(fd);
    }
    text_free(&t);
    fair_reader_open(reader, -1);
    CHECK(fair_reader_next(reader, &record, &length) == FAIR_EREAD);
    CHECK(fair_reader_mark(reader).error == EBADF);
    const int directory = open("/", O_RDONLY);
    fair_reader_open(reader, directory);
    CHECK(fair_reader_next(reader, &record, &length) == FAIR_EREAD);
    CHECK(fair_reader_mark(reader).error == EISDIR);
    close(directory);
    fair_reader_free(reader);
}

#endif

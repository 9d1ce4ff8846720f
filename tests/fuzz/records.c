/* SPDX-License-Identifier: MIT
 *
 * records.c - fuzzes collections of records: for any files, kinds of records and options,
 * the output is that of a simple model. The model keeps all records in an array, splits
 * files as split_model.h does, and takes the order from fair_permutation_parallel64(),
 * fair_cycle(), fair_derange() or fair_dice(), which the target `array` checks.
 *
 * The library is compiled with tiny constants (meson.build), so that a few hundred bytes
 * are mapped, spill, and go through several levels. An input is HEAD bytes that choose
 * the options, and the bytes of a file, which can be repeated and cut into two files.
 *
 * The temporary file can be damaged between reading and writing. Then the output can be
 * anything, but the library must not access memory that it should not.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif
#include <sys/mman.h>
#include <unistd.h>

#include "fairshuf_records.h"
#include "src/records/constants.h"
#include "tests/records/split_model.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { HEAD = 14, MOST_BYTES = 1024, MOST_FILES = 2 };
enum { MOST_SHARED = 256 }; /* bytes: with more, threads spend most of the time waiting */
enum { BY_FILE, BY_FEED, BY_ADDING, BY_OFFSET, WAYS };

/* What the first bytes of an input choose. */
struct request {
    fair_records_options options;
    size_t times;        /* how often the bytes of the file are repeated */
    unsigned char cut;   /* the length of the second file, in 1/255 of all bytes */
    uint64_t first_part; /* the most records of the first of two parts */
    uint64_t draws;      /* records to draw with replacement; 0: shuffle */
    unsigned way[MOST_FILES];
    int read_alone;        /* a fair_reader reads the file, too */
    unsigned char damage;  /* how the temporary file is damaged; 0: not at all */
    unsigned char damaged; /* where it is damaged, in 1/256 of its length */
};

static const uint8_t key[FAIR_KEY_SIZE] = {1, 2, 3};

static int open_temporary(void *context);

/* No limit, a limit below FS_LEAST_MEMORY, or one from there up to 60 times as much. */
static uint64_t limit_of(unsigned char byte)
{
    return byte < 2 ? byte
                    : (uint64_t)FS_LEAST_MEMORY * (16 + byte % 16) / 16 << byte / 48;
}

static struct request request_of(const uint8_t *in)
{
    struct request r = {
        .options = {.format = {.kind = in[0] % fs_format_kinds(),
                               .delimiter = in[1],
                               .count = in[2]},
                    .order = in[3] % 3,
                    .pairs = in[3] >= 240,
                    .map = in[4] & 1,
                    .header = (in[4] >> 1 & 3) % 3,
                    .temporary = (in[4] & 24) == 24 ? NULL : open_temporary,
                    .threads = in[12] >> 4 == 13 ? 2 + in[12] % 2 : 1,
                    .head = in[5] >= 128 ? in[5] - 127 : 0,
                    .memory = limit_of(in[6])},
        .times = 1 + in[7] % 32,
        .cut = in[8],
        .first_part = in[9] < 200 ? UINT64_MAX : in[9] - 199u,
        .draws = in[10] >= 240 ? (in[10] - 239u) * 9 : 0,
        .way = {in[11] % WAYS, in[11] / WAYS % WAYS},
        .read_alone = in[11] >= 192,
        .damage = in[12] >= 224 ? in[12] : 0,
        .damaged = in[13]};
    return r;
}

/* ---- the model ------------------------------------------------------------------- */

struct bytes {
    unsigned char *data;
    size_t length, room;
};

static void put(struct bytes *to, const void *data, size_t length)
{
    if (to->room - to->length < length) {
        to->room = 2 * to->length + length + 256;
        to->data = realloc(to->data, to->room);
        MUST(to->data != NULL);
    }
    if (length > 0)
        memcpy(to->data + to->length, data, length);
    to->length += length;
}

/* The records of all files, one after the other. */
struct model {
    struct bytes all;    /* the records */
    struct bytes header; /* the header of the first file */
    size_t *starts;      /* where each record starts, and where the last one ends */
    size_t count;        /* records */
    size_t headers;      /* files with a header */
    size_t longest;      /* bytes of the longest record, or of an incomplete record */
    int error;           /* the error that must be returned */
    int other_error;     /* another error that may be returned instead, or FAIR_OK */
};

static void add_record(struct model *m, const unsigned char *data, size_t length)
{
    put(&m->all, data, length);
    m->starts[++m->count] = m->all.length;
    m->longest = length > m->longest ? length : m->longest;
}

static void add_file(struct model *m, const struct request *r, const unsigned char *data,
                     size_t length)
{
    result split;
    struct bytes header = {0};
    result_new(&split, length);
    model(&split, &r->options.format, data, length);
    for (size_t i = 0, start = 0; i < split.count; start = split.ends[i++]) {
        struct bytes record = {0};
        put(&record, data + start, split.ends[i] - start);
        if (i + 1 == split.count && split.error == FAIR_OK)
            put(&record, split.tail, split.tail_length);
        if (i < r->options.header)
            put(&header, record.data, record.length);
        else
            add_record(m, record.data, record.length);
        m->longest = record.length > m->longest ? record.length : m->longest;
        free(record.data);
    }
    if (split.count > 0 && m->headers++ == 0)
        put(&m->header, header.data, header.length);
    else if (split.count > 0 &&
             (header.length != m->header.length ||
              (header.length > 0 && memcmp(header.data, m->header.data, header.length))))
        m->error = FAIR_EHEADER;
    if (split.error != FAIR_OK && m->error != FAIR_OK)
        m->other_error = split.error;
    else if (split.error != FAIR_OK)
        m->error = split.error;
    const size_t rest = length - (split.count > 0 ? split.ends[split.count - 1] : 0);
    m->longest = rest > m->longest ? rest : m->longest;
    free(header.data);
    free(split.ends);
}

static void put_record(struct bytes *to, const struct model *m, uint64_t i)
{
    put(to, m->all.data + m->starts[i], m->starts[i + 1] - m->starts[i]);
}

/* A record without its terminator. */
static void put_bare(struct bytes *to, const struct model *m, const fair_format *format,
                     uint64_t i)
{
    const unsigned char *record = m->all.data + m->starts[i];
    size_t n = m->starts[i + 1] - m->starts[i];
    const int lines = format->kind != FAIR_DELIMITED || format->delimiter == '\n';
    if (format->kind == FAIR_FIXED)
        put(to, record, n);
    else if (!lines)
        put(to, record, n > 0 && record[n - 1] == format->delimiter ? n - 1 : n);
    else {
        do {
            if (n == 0 || record[n - 1] != '\n')
                break;
            n -= n > 1 && record[n - 2] == '\r' ? 2 : 1;
        } while (format->kind == FAIR_PARAGRAPHS);
        put(to, record, n);
    }
}

static uint64_t *order_of(const struct model *m, const struct request *r, size_t n)
{
    uint64_t *p = malloc((n + 1) * sizeof *p);
    fair_rng rng;
    MUST(p != NULL);
    fair_rng_init_key(&rng, key);
    for (size_t i = 0; i < n; i++)
        p[i] = i;
    if (r->draws > 0)
        for (size_t i = 0; i < n; i += 1024) { /* as docs/order-format.md says */
            uint64_t dice[1024];
            fair_dice(&rng, dice, 1024, m->count);
            memcpy(p + i, dice, (n - i < 1024 ? n - i : 1024) * sizeof *p);
        }
    else if (r->options.order == FAIR_ORDER_CYCLE)
        fair_cycle(&rng, p, n, sizeof *p);
    else if (r->options.order == FAIR_ORDER_DERANGE)
        MUST(fair_derange(&rng, p, n, sizeof *p, NULL) == FAIR_OK);
    else
        MUST(fair_permutation_parallel64(key, p, n, &(fair_options){.threads = 1}) == 0);
    return p;
}

/* The expected output, if the model has no error. */
static int expect(const struct model *m, const struct request *r, struct bytes out[2])
{
    const fair_records_options *o = &r->options;
    if (r->draws > 0 && (o->head > 0 || m->count == 0))
        return FAIR_EINVAL;
    if (r->draws == 0 && o->order != FAIR_ORDER_SHUFFLE && m->count == 1)
        return FAIR_EINVAL;
    const size_t n = r->draws > 0 ? (size_t)r->draws : m->count;
    const size_t most = o->head > 0 && o->head < n ? (size_t)o->head : n;
    const uint64_t first = r->draws > 0 ? UINT64_MAX : r->first_part;
    uint64_t *p = order_of(m, r, n);
    put(&out[0], m->header.data, m->header.length);
    if (r->draws == 0)
        put(&out[1], m->header.data, m->header.length);
    for (size_t i = 0; i < most; i++) {
        struct bytes *to = &out[i >= first];
        if (o->pairs && r->draws == 0) {
            put_bare(to, m, &o->format, i);
            put(to, "\t", 1);
        }
        put_record(to, m, p[i]);
    }
    free(p);
    return FAIR_OK;
}

/* ---- the library ----------------------------------------------------------------- */

static int sink(void *context, const void *data, size_t length)
{
    put(context, data, length);
    return 0;
}

/* The files that are read, and the temporary file. They are created once, because that
 * takes as long as the rest of a small input. */
enum { ALONE = MOST_FILES, TEMPORARY, FILES };
static int files[FILES];

static int file_with(unsigned number, const void *data, size_t length, size_t offset)
{
    if (files[number] == 0)
        files[number] = memfd_create("fuzz", 0);
    const int fd = files[number];
    MUST(fd > 0);
    MUST(pwrite(fd, data, length, (off_t)offset) == (ssize_t)length);
    MUST(ftruncate(fd, (off_t)(offset + length)) == 0); /* mostly keeps its pages */
    MUST(lseek(fd, (off_t)offset, SEEK_SET) == (off_t)offset);
    return fd;
}

static int open_temporary(void *context)
{
    (void)context;
    return dup(file_with(TEMPORARY, "", 0, 0));
}

/* Makes the temporary file shorter, or changes a bit of it. */
static void do_damage(const struct request *r)
{
    const off_t at = lseek(files[TEMPORARY], 0, SEEK_END) * r->damaged / 256;
    unsigned char byte;
    if (r->damage % 4 == 0) {
        MUST(ftruncate(files[TEMPORARY], at) == 0);
    } else if (pread(files[TEMPORARY], &byte, 1, at) == 1) {
        byte ^= (unsigned char)(1 << r->damage / 4 % 8);
        MUST(pwrite(files[TEMPORARY], &byte, 1, at) == 1);
    }
}

static ptrdiff_t feed(void *context, void *data, size_t length)
{
    struct bytes *from = context; /* `room` is how many were read */
    size_t now = 1 + from->room * 7 % 1009;
    now = now < length ? now : length;
    now = now < from->length - from->room ? now : from->length - from->room;
    if (now > 0)
        memcpy(data, from->data + from->room, now);
    from->room += now;
    return (ptrdiff_t)now;
}

static int read_one(fair_records *records, const struct request *r, size_t file,
                    unsigned char *data, size_t length)
{
    const unsigned way = r->way[file];
    if (way == BY_FEED) {
        struct bytes from = {data, length, 0};
        return fair_records_read_from(records, feed, &from);
    }
    const size_t offset = way == BY_OFFSET ? 1 + length % 5000 : 0;
    return fair_records_read(records, file_with((unsigned)file, data, length, offset));
}

/* Adds the records of the model one by one. There are no headers and no errors. */
static int add_all(fair_records *records, const struct model *m)
{
    int error = FAIR_OK;
    for (size_t i = 0; i < m->count && error == FAIR_OK; i++)
        error = fair_records_add(records, m->all.data + m->starts[i],
                                 m->starts[i + 1] - m->starts[i]);
    return error;
}

static int run(const struct request *r, const struct model *m, unsigned char *data,
               size_t length, size_t cut, struct bytes out[2], fair_mark *mark)
{
    fair_records *records;
    MUST(fair_records_new(&records, key, &r->options) == FAIR_OK);
    int error;
    if (r->way[0] == BY_ADDING && r->options.header == 0 && m->error == FAIR_OK) {
        error = add_all(records, m);
    } else {
        error = read_one(records, r, 0, data, cut);
        if (error == FAIR_OK && cut < length)
            error = read_one(records, r, 1, data + cut, length - cut);
    }
    if (error == FAIR_OK) {
        const fair_part parts[2] = {
            {.count = r->first_part, .write = sink, .context = &out[0]},
            {.count = UINT64_MAX, .write = sink, .context = &out[1]}};
        MUST(fair_records_count(records) == m->count);
        if (r->damage != 0 && fair_records_usage(records).written > 0)
            do_damage(r);
        error = r->draws > 0 ? fair_records_draw(records, r->draws, parts)
                             : fair_records_write(records, parts, 2);
    }
    *mark = fair_records_mark(records);
    fair_records_free(records);
    return error;
}

static void check_reader(const struct request *r, unsigned char *data, size_t length)
{
    fair_reader *reader;
    const unsigned char *record;
    size_t n = 0, at = 0, bytes;
    int next;
    struct model all = {.starts = malloc((length + 2) * sizeof *all.starts)};
    struct request plain = *r;
    MUST(all.starts != NULL);
    all.starts[0] = 0;
    plain.options.header = 0;
    add_file(&all, &plain, data, length);
    MUST(fair_reader_new(&reader, &r->options.format) == FAIR_OK);
    fair_reader_open(reader, file_with(ALONE, data, length, 0));
    while ((next = fair_reader_next(reader, &record, &bytes)) == 1) {
        MUST(n < all.count && bytes == all.starts[n + 1] - all.starts[n]);
        MUST(memcmp(record, all.all.data + all.starts[n], bytes) == 0);
        MUST(fair_reader_mark(reader).record == n &&
             fair_reader_mark(reader).offset == at);
        at += bytes;
        n++;
    }
    MUST(next == all.error);
    MUST(next != FAIR_OK || n == all.count);
    fair_reader_free(reader);
    free(all.all.data);
    free(all.header.data);
    free(all.starts);
}

/* ---- one input ------------------------------------------------------------------- */

/* Whether FAIR_ELIMIT and the limit in the mark are right. */
static int may_exceed(const struct request *r, const struct model *m,
                      const fair_mark *mark)
{
    const fair_records_options *o = &r->options;
    const uint64_t limit = o->memory > FS_LEAST_MEMORY ? o->memory : FS_LEAST_MEMORY;
    if (o->memory == 0)
        return 0;
    if (o->temporary == NULL)
        return 1;
    if (m->longest + m->header.length > limit / 4)
        return mark->needed == 0 || mark->needed > limit;
    if (o->pairs || r->draws > 0)
        return mark->needed > 0;
    return o->order != FAIR_ORDER_SHUFFLE && mark->needed > limit;
}

static int is_right(const struct request *r, const struct model *m, int error, int right,
                    const fair_mark *mark)
{
    if (error == FAIR_ELIMIT)
        return may_exceed(r, m, mark);
    if (r->damage != 0 &&
        (error == FAIR_OK || error == FAIR_ETEMP || error == FAIR_ELOST))
        return 1;
    return error == right || (m->other_error != FAIR_OK && error == m->other_error);
}

static void check(const struct request *r, unsigned char *data, size_t length)
{
    const size_t cut = length - length * r->cut / 255;
    struct model m = {.starts = malloc((length + 4) * sizeof *m.starts)};
    struct bytes expected[2] = {{0}, {0}}, got[2] = {{0}, {0}};
    fair_mark mark;
    MUST(m.starts != NULL);
    m.starts[0] = 0;
    add_file(&m, r, data, cut);
    if (m.error == FAIR_OK && cut < length)
        add_file(&m, r, data + cut, length - cut);
    const int error = run(r, &m, data, length, cut, got, &mark);
    int right = m.error;
    if (right == FAIR_OK)
        right = expect(&m, r, expected);
    MUST(is_right(r, &m, error, right, &mark));
    for (int i = 0; i < 2 && error == FAIR_OK && r->damage == 0; i++)
        MUST(got[i].length == expected[i].length &&
             (got[i].length == 0 ||
              memcmp(got[i].data, expected[i].data, got[i].length) == 0));
    if (r->read_alone)
        check_reader(r, data, length);
    for (int i = 0; i < 2; i++) {
        free(expected[i].data);
        free(got[i].data);
    }
    free(m.all.data);
    free(m.header.data);
    free(m.starts);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    if (size < HEAD)
        return 0;
    struct request r = request_of(input);
    const size_t once = size - HEAD;
    if (!fs_format_good(&r.options.format) || once * r.times > MOST_BYTES)
        return 0;
    if (once * r.times > MOST_SHARED)
        r.options.threads = 1;
    unsigned char *data = malloc(once * r.times + 1);
    MUST(data != NULL);
    for (size_t i = 0; i < r.times && once > 0; i++)
        memcpy(data + i * once, input + HEAD, once);
    check(&r, data, once * r.times);
    free(data);
    return 0;
}

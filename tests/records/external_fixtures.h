/* SPDX-License-Identifier: MIT
 *
 * external_fixtures.h - what tests of collections larger than memory share: the ways to
 * read a dataset, and the outcome of a run.
 *
 * The expected output is that of a run without a memory limit. test_records.c compares
 * such runs with the order itself.
 */
#ifndef EXTERNAL_FIXTURES_H
#define EXTERNAL_FIXTURES_H

#include "src/records/records.h"
#include "tests/records/datasets.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* ---- what the library calls ------------------------------------------------------ */

#ifndef ASIDE /* begins (1) and ends (0) work of the test itself */
#define ASIDE(begins) ((void)0)
#endif

typedef struct {
    unsigned opened;        /* how often a temporary file was asked for */
    int fd;                 /* the temporary file, or -1 */
    int refuses;            /* the errno with which it cannot be opened; 0: it can */
    atomic_size_t count[2]; /* records that were read, and written */
    atomic_size_t sum[2];   /* the sums of their hashes */
    atomic_size_t bytes[2]; /* the sums of their lengths */
    int (*progress)(void *context, int phase, uint64_t done, uint64_t total);
    void *watch; /* the first argument of progress() */
} environment;

static inline int open_temporary(void *context)
{
    environment *env = context;
    env->opened++;
    if (env->refuses != 0) {
        errno = env->refuses;
        return -1;
    }
    ASIDE(1);
    env->fd = file_with("", 0);
    ASIDE(0);
    return env->fd;
}

static inline void add_to_sums(void *context, int out, const void *record, size_t length)
{
    environment *env = context;
    const unsigned char *bytes = record;
    uint64_t hash = 0xcbf29ce484222325u ^ length;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    atomic_fetch_add(&env->count[out], 1);
    atomic_fetch_add(&env->bytes[out], length);
    atomic_fetch_add(&env->sum[out], (size_t)(hash ^ hash >> 29));
}

static inline int forward_progress(void *context, int phase, uint64_t done,
                                   uint64_t total)
{
    const environment *env = context;
    return env->progress(env->watch, phase, done, total);
}

/* ---- runs -------------------------------------------------------- */

/* How the records are read. AS_JOINED: a file, a pipe, a file. AS_REST: a file from some
 * offset on. AS_ANY: several ways in turn. */
enum { AS_FILE, AS_PIPE, AS_FEED, AS_ADDED, AS_ANY, AS_JOINED, AS_REST, ENTRIES };
static const char *const entry_names[] = {"file", "pipe",   "feed", "added",
                                          "any",  "joined", "rest"};

typedef struct {
    uint64_t memory;
    unsigned threads;
    int order;       /* as in fair_records_options */
    int pairs;       /* as in fair_records_options */
    int entry;       /* AS_FILE, ... */
    uint64_t header; /* as in fair_records_options */
    uint64_t head;   /* as in fair_records_options */
    size_t parts;    /* 1 to 3; three parts do not ask for all records */
    int map;         /* files may be mapped */
    int no_observer; /* the option `observe` is not set */
    size_t draws;    /* records to draw with replacement; 0: shuffle */
    size_t offset;   /* AS_REST: bytes before the records */
} plan;

enum { PARTS = 3 };
typedef struct {
    int error;
    fair_mark mark;
    fair_usage usage;
    uint64_t count;
    size_t mapped;   /* mapped files */
    size_t segments; /* segments of the temporary file when all was read */
    sink out[PARTS];
    environment env;
} outcome;

static inline void outcome_clear(outcome *o)
{
    for (size_t i = 0; i < PARTS; i++)
        sink_clear(&o->out[i]);
}

/* A feed that returns odd numbers of bytes, and is interrupted. */
typedef struct {
    const unsigned char *data;
    size_t left;
    unsigned turn;
} odd_feed;

static inline ptrdiff_t feed_odd_amounts(void *context, void *to, size_t length)
{
    static const size_t amounts[] = {1, 70001, 3, 4096, 4095, 333, 65536, 9, 8191, 131};
    odd_feed *m = context;
    size_t now = amounts[m->turn++ % (sizeof amounts / sizeof *amounts)];
    if (m->turn % 7 == 0) {
        errno = EINTR;
        return -1;
    }
    now = now < length ? now : length;
    now = now < m->left ? now : m->left;
    if (now > 0)
        memcpy(to, m->data, now);
    m->data += now;
    m->left -= now;
    return (ptrdiff_t)now;
}

static inline int read_feed(fair_records *records, const unsigned char *data,
                            size_t length)
{
    odd_feed m = {data, length, 0};
    return fair_records_read_from(records, feed_odd_amounts, &m);
}

/* Reads several files, each with the header. */
static inline int read_joined(fair_records *records, const dataset *s, uint64_t header)
{
    const size_t n = s->t.n, top = header < n ? (size_t)header : n;
    const size_t top_bytes = s->t.starts[top], each = (n - top) / 3 + 1;
    int error = FAIR_OK;
    for (size_t at = top, turn = 0; at < n && error == FAIR_OK; at += each, turn++) {
        const size_t to = n - at < each ? n : at + each;
        const size_t bytes = s->t.starts[to] - s->t.starts[at];
        piped p;
        ASIDE(1);
        unsigned char *data = must_malloc(top_bytes + bytes);
        memcpy(data, s->t.data, top_bytes);
        memcpy(data + top_bytes, s->t.data + s->t.starts[at], bytes);
        if (turn % 2 == 0)
            p.fd = file_with(data, top_bytes + bytes);
        else
            pipe_open(&p, data, top_bytes + bytes);
        ASIDE(0);
        error = fair_records_read(records, p.fd);
        ASIDE(1);
        if (turn % 2 == 0)
            close(p.fd);
        else
            pipe_close(&p);
        free(data);
        ASIDE(0);
    }
    return top == n ? read_bytes(records, s->t.data, s->length) : error;
}

static inline int read_rest(fair_records *records, const dataset *s, size_t offset)
{
    unsigned char *data = must_malloc(offset + s->length);
    memset(data, '\n', offset);
    memcpy(data + offset, s->t.data, s->length);
    const int fd = file_with(data, offset + s->length);
    free(data);
    lseek(fd, (off_t)offset, SEEK_SET);
    const int error = fair_records_read(records, fd);
    CHECK(error != FAIR_OK || lseek(fd, 0, SEEK_CUR) == (off_t)(offset + s->length));
    close(fd);
    return error;
}

static inline int read_input(fair_records *records, const dataset *s, const plan *p)
{
    const int entry = p->entry;
    if (entry == AS_FILE)
        return read_bytes(records, s->t.data, s->length);
    if (entry == AS_PIPE)
        return read_pipe(records, s->t.data, s->length);
    if (entry == AS_FEED)
        return read_feed(records, s->t.data, s->length);
    if (entry == AS_ADDED)
        return feed_some(records, &s->t, 0, s->t.n, BY_ADDING);
    if (entry == AS_JOINED)
        return read_joined(records, s, p->header);
    if (entry == AS_REST)
        return read_rest(records, s, p->offset);
    int error = FAIR_OK;
    for (size_t at = 0, turn = 0; at < s->t.n && error == FAIR_OK; turn++) {
        const size_t here = s->t.n / 5 + 1 + turn;
        const size_t to = s->t.n - at < here ? s->t.n : at + here;
        const unsigned char *data = s->t.data + s->t.starts[at];
        if (turn % 3 == 2)
            error = read_feed(records, data, s->t.starts[to] - s->t.starts[at]);
        else
            error = feed_some(records, &s->t, at, to, turn % 3 ? BY_FILE : BY_ADDING);
        at = to;
    }
    return error;
}

static inline fair_records_options options_of(const dataset *s, const plan *p,
                                              environment *env)
{
    return (fair_records_options){.format = s->format,
                                  .order = p->order,
                                  .header = p->header,
                                  .head = p->head,
                                  .pairs = p->pairs,
                                  .threads = p->threads,
                                  .memory = p->memory,
                                  .temporary = open_temporary,
                                  .observe = p->no_observer ? NULL : add_to_sums,
                                  .map = p->map != 0,
                                  .progress =
                                      env->progress != NULL ? forward_progress : NULL,
                                  .context = env};
}

/* Reads the data and writes it. `between` is called between reading and writing. The
 * caller may set o->env before, and must clear the outcome. */
static inline void run_plan(const dataset *s, const plan *p, outcome *o,
                            void (*between)(outcome *o))
{
    const fair_records_options options = options_of(s, p, &o->env);
    o->env.fd = -1;
    fair_records *records;
    o->error = fair_records_new(&records, test_key(77), &options);
    if (o->error != FAIR_OK)
        return;
    o->error = read_input(records, s, p);
    o->mapped = records->mapped_count;
    o->segments = records->root.store->segment_count;
    o->count = fair_records_count(records);
    if (o->error == FAIR_OK && between != NULL)
        between(o);
    if (o->error == FAIR_OK) {
        fair_part parts[PARTS];
        for (size_t i = 0; i < PARTS; i++)
            parts[i] = part_to(&o->out[i], i + 1 == p->parts && p->parts < 3
                                               ? UINT64_MAX
                                               : o->count / 3 - (i == 2));
        o->error = p->draws > 0 ? fair_records_draw(records, p->draws, parts)
                                : fair_records_write(records, parts, p->parts);
    }
    o->mark = fair_records_mark(records);
    o->usage = fair_records_usage(records);
    fair_records_free(records);
}

static inline int same_output(const outcome *a, const outcome *b)
{
    for (size_t i = 0; i < PARTS; i++)
        if (a->out[i].length != b->out[i].length || a->out[i].bad || b->out[i].bad ||
            (a->out[i].length > 0 &&
             memcmp(a->out[i].data, b->out[i].data, a->out[i].length) != 0))
            return 0;
    return a->count == b->count && a->env.count[1] == b->env.count[1] &&
           a->env.sum[1] == b->env.sum[1];
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * records_fixtures.h - what tests of records share: records whose bytes identify them,
 * the ways to give them to a collection, and a sink that keeps the output.
 *
 * A text is n records of chosen lengths in one piece of memory. The output is compared
 * with the text and the permutation that it must be in.
 */
#ifndef RECORDS_FIXTURES_H
#define RECORDS_FIXTURES_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "fairshuf_records.h"
#include "tests/support/test.h"

/* The thread sanitizer and emulated machines are slow, and look for other errors: they
 * run only some of the cases. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
enum { STEP = 5 };
#elif defined(EMULATED)
enum { STEP = 3 };
#else
enum { STEP = 1 };
#endif

/* Allocates memory for the test, or ends it. */
static inline void *must_malloc(size_t bytes)
{
    void *p = malloc(bytes + 1);
    if (p == NULL) {
        printf("Bail out! no memory for the test\n");
        exit(1);
    }
    return p;
}

static uint64_t chance_state = 1;

/* A random number below n, or 0 if n is 0. Good enough for tests. */
static inline size_t chance(size_t n)
{
    chance_state = chance_state * 6364136223846793005u + 1442695040888963407u;
    return n == 0 ? 0 : (size_t)(chance_state >> 33) % n;
}

/* ---- texts ------------------------------------------------------------------------ */

typedef struct {
    unsigned char *data;
    size_t *starts; /* where each record starts, and where the last one ends */
    size_t n;       /* records */
} text;

static inline size_t text_length(const text *t, size_t i)
{
    return t->starts[i + 1] - t->starts[i];
}

/* Makes n records. Record i has length(i) bytes with its terminator: its number in base
 * 64, lowest digits first, then bytes that depend on it. None of these is a newline, a
 * quote or a comma. The last byte is `end`, unless that is negative. */
static inline text text_make(size_t n, size_t (*length)(size_t i), int end)
{
    text t = {NULL, must_malloc((n + 1) * sizeof(size_t)), n};
    size_t bytes = 0;
    for (size_t i = 0; i < n; i++) {
        t.starts[i] = bytes;
        bytes += length(i);
    }
    t.starts[n] = bytes;
    t.data = must_malloc(bytes);
    for (size_t i = 0; i < n; i++) {
        unsigned char *to = t.data + t.starts[i];
        const size_t most = text_length(&t, i);
        uint64_t x = i;
        for (size_t j = 0; j < most; j++, x >>= 6) {
            if (j % 8 == 7)
                x = (i + j) * 0x9e3779b97f4a7c15u >> 20;
            to[j] = (unsigned char)('0' + (x & 63));
        }
        if (end >= 0 && most > 0)
            to[most - 1] = (unsigned char)end;
    }
    return t;
}

static inline void text_free(text *t)
{
    free(t->data);
    free(t->starts);
}

static inline size_t eight_bytes(size_t i)
{
    (void)i;
    return 8;
}

static inline size_t to_300_bytes(size_t i)
{
    return 1 + (i * 2654435761u >> 7) % 300;
}

/* ---- sinks ---------------------------------------------------------------- */

/* Sinks must be called one at a time, and not after one of them has failed. */
static atomic_int sinks_busy, sinks_failed;

#ifndef SINK_REALLOC /* the function that sinks allocate with */
#define SINK_REALLOC realloc
#endif

typedef struct {
    unsigned char *data; /* the bytes written so far */
    size_t length;       /* bytes in `data` */
    size_t room;         /* bytes allocated for `data` */
    unsigned calls;
    unsigned fail_at; /* the call that fails; 0: none */
    int error;        /* what the call that fails returns */
    int bad;          /* it was called after a failure, or by two threads at once */
} sink;

static inline int sink_write(void *context, const void *data, size_t length)
{
    sink *s = context;
    if (atomic_fetch_add(&sinks_busy, 1) != 0)
        s->bad = 1;
    int error = 0;
    s->calls++;
    if (atomic_load(&sinks_failed))
        s->bad = 1;
    if (s->calls == s->fail_at) {
        error = s->error;
        atomic_store(&sinks_failed, 1);
    } else {
        if (s->room - s->length < length) {
            s->room = 2 * s->length + length + 4096;
            unsigned char *larger = SINK_REALLOC(s->data, s->room);
            if (larger == NULL)
                abort();
            s->data = larger;
        }
        if (length > 0)
            memcpy(s->data + s->length, data, length);
        s->length += length;
    }
    atomic_fetch_sub(&sinks_busy, 1);
    return error;
}

static inline fair_part part_to(sink *s, uint64_t count)
{
    return (fair_part){.count = count, .write = sink_write, .context = s};
}

static inline void sink_clear(sink *s)
{
    free(s->data);
    *s = (sink){0};
    atomic_store(&sinks_failed, 0);
}

/* Whether the bytes from *at on are the records p[from..to). Moves *at to their end. */
static inline int sink_holds(const sink *s, size_t *at, const text *t, const uint64_t *p,
                             size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const size_t record = (size_t)p[i], length = text_length(t, record);
        if (s->length - *at < length ||
            memcmp(s->data + *at, t->data + t->starts[record], length) != 0)
            return 0;
        *at += length;
    }
    return 1;
}

/* Whether the sink holds these records and nothing else. */
static inline int sink_is(const sink *s, const text *t, const uint64_t *p, size_t from,
                          size_t to)
{
    size_t at = 0;
    return sink_holds(s, &at, t, p, from, to) && at == s->length && !s->bad;
}

/* ---- inputs ---------------------------------------------------------------- */

static inline void write_all(int fd, const unsigned char *data, size_t length)
{
    while (length > 0) {
        const ssize_t now = write(fd, data, length);
        if (now <= 0)
            return;
        data += now;
        length -= (size_t)now;
    }
}

/* Returns a new file with these bytes, whose offset is 0. */
static inline int file_with(const void *data, size_t length)
{
    FILE *file = tmpfile();
    const int fd = file == NULL ? -1 : dup(fileno(file));
    if (fd < 0) {
        printf("Bail out! no temporary file\n");
        exit(1);
    }
    fclose(file);
    write_all(fd, data, length);
    lseek(fd, 0, SEEK_SET);
    return fd;
}

/* A pipe, and a thread that writes to it. */
typedef struct {
    int fd; /* the end to read from */
    int to; /* the end to write to */
    const unsigned char *data;
    size_t length;
    pthread_t writer; /* the thread that writes `data` */
} piped;

static inline void *pipe_writer(void *context)
{
    piped *p = context;
    for (size_t at = 0, some = 1; at < p->length; at += some, some = some * 5 % 99991) {
        if (some > p->length - at)
            some = p->length - at;
        write_all(p->to, p->data + at, some);
    }
    close(p->to);
    return NULL;
}

static inline void pipe_open(piped *p, const void *data, size_t length)
{
    int ends[2];
    signal(SIGPIPE, SIG_IGN);
    if (pipe(ends) != 0) {
        printf("Bail out! no pipe\n");
        exit(1);
    }
    *p = (piped){.fd = ends[0], .to = ends[1], .data = data, .length = length};
    if (pthread_create(&p->writer, NULL, pipe_writer, p) != 0) {
        printf("Bail out! no thread\n");
        exit(1);
    }
}

/* Ends the writer, even if not all was read. */
static inline void pipe_close(piped *p)
{
    close(p->fd);
    pthread_join(p->writer, NULL);
}

static inline int read_bytes(fair_records *records, const void *data, size_t length)
{
    const int fd = file_with(data, length);
    const int error = fair_records_read(records, fd);
    close(fd);
    return error;
}

static inline int read_pipe(fair_records *records, const void *data, size_t length)
{
    piped p;
    pipe_open(&p, data, length);
    const int error = fair_records_read(records, p.fd);
    pipe_close(&p);
    return error;
}

enum { BY_FILE, BY_PIPE, BY_FILES, BY_ADDING, BY_ANY, WAYS };

/* Gives records from..to-1 to the collection. */
static inline int feed_some(fair_records *records, const text *t, size_t from, size_t to,
                            int way)
{
    const unsigned char *data = t->data + t->starts[from];
    const size_t length = t->starts[to] - t->starts[from];
    int error = FAIR_OK;
    if (way == BY_FILE)
        return read_bytes(records, data, length);
    if (way == BY_PIPE)
        return read_pipe(records, data, length);
    for (size_t i = from; i < to && error == FAIR_OK; i++)
        error = fair_records_add(records, t->data + t->starts[i], text_length(t, i));
    return error;
}

/* Gives all records to the collection: BY_FILES in several files, BY_ANY in several
 * parts, each in a random way. */
static inline int feed(fair_records *records, const text *t, int way)
{
    if (way != BY_FILES && way != BY_ANY)
        return feed_some(records, t, 0, t->n, way);
    int error = feed_some(records, t, 0, 0, BY_FILE); /* an empty one, too */
    for (size_t at = 0; at < t->n && error == FAIR_OK;) {
        const size_t here = chance(t->n / 3 + 2);
        const size_t to = t->n - at < here ? t->n : at + here;
        error = feed_some(records, t, at, to, way == BY_FILES ? BY_FILE : (int)chance(4));
        at = to;
    }
    return error;
}

/* ---- the order that must come out -------------------------------------------------- */

static inline uint64_t *order_of(const uint8_t *key, size_t n)
{
    const fair_options alone = {.threads = 1};
    uint64_t *p = must_malloc(n * sizeof *p);
    if (fair_permutation_parallel64(key, p, n, &alone) != FAIR_OK) {
        printf("Bail out! no order\n");
        exit(1);
    }
    return p;
}

#endif

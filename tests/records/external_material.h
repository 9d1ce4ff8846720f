/* SPDX-License-Identifier: MIT
 *
 * external_material.h - for tests of collections that are larger than the memory they may
 * take: material of every kind of record, the ways it comes in, and what comes of it.
 *
 * Nothing is known here of what must come out: that is what comes out when memory is not
 * limited, which test_records.c holds against the order itself.
 */
#ifndef EXTERNAL_MATERIAL_H
#define EXTERNAL_MATERIAL_H

#include "src/records/records.h"
#include "tests/records/records_material.h"

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

/* ---- material ------------------------------------------------------------------------
 */

enum { LINES, NULS, FIXED, TRIPLES, CSV, PARAGRAPHS, KINDS };
static const char *const kind_names[] = {"lines",   "NUL", "fixed",
                                         "3 lines", "CSV", "paragraphs"};

/* How long the records are. */
enum { EMPTY, TINIEST, SHORT, ANY, RARELY_LONG, ALIKE, LENGTHS };
static const char *const length_names[] = {"empty", "tiny",        "short",
                                           "any",   "rarely long", "alike"};

typedef struct {
    int kind, lengths;
    fair_format format;
    text t;        /* as it was made; the last record may lack its end */
    size_t length; /* bytes */
    int unended;   /* the last record lacks its end */
} stock;

static inline size_t some_length(int lengths, size_t most)
{
    switch (lengths) {
    case EMPTY:
        return 0;
    case TINIEST:
        return chance(4);
    case SHORT:
        return chance(most < 120 ? most + 1 : 120);
    case RARELY_LONG:
        return chance(200) == 0 ? most - chance(most / 4 + 1) : chance(40);
    case ALIKE:
        return most;
    default:
        return chance(most + 1);
    }
}

/* Bytes of all values, but not these. */
static inline void any_bytes(unsigned char *to, size_t length, const char *without,
                             size_t without_count)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)(chance_state >> 56);
        chance_state = chance_state * 6364136223846793005u + 1442695040888963407u;
        to[i] = chance_state >> 60 == 0 ? 0xff : byte;
        if (without_count > 0 && memchr(without, to[i], without_count) != NULL)
            to[i] = 'x';
    }
}

/* The bytes of one record, with its end: `length` and a few. */
static inline size_t put_record(unsigned char *to, int kind, size_t length)
{
    switch (kind) {
    case FIXED:
        any_bytes(to, length + 1, "", 0);
        return length + 1;
    case NULS:
        any_bytes(to, length, "", 1);
        to[length] = 0;
        return length + 1;
    case CSV:
        any_bytes(to, length, "\"\r", 2);
        if (length == 0)
            break;
        to[length] = to[0] = '"';
        memcpy(to + length + 1, ",\n", 2);
        return length + 3;
    case PARAGRAPHS:
        any_bytes(to, length + 1, "\n\r", 2);
        for (size_t i = 1 + chance(40); i < length; i += 2 + chance(80))
            to[i] = '\n';
        memcpy(to + length + 1, "\n\n\n", 3);
        return length + 3 + chance(2);
    case TRIPLES:
        any_bytes(to, length, "\n", 1);
        to[length] = to[length + 1] = to[length + 2] = '\n';
        if (length > 2) {
            to[length / 3] = to[length / 2 + 1] = '\n';
            return length + 1;
        }
        return length + 3;
    default:
        any_bytes(to, length, "\n", 1);
    }
    to[length] = '\n';
    return length + 1;
}

/* n records whose bodies have up to `most` bytes. */
static inline stock stock_make(int kind, int lengths, size_t n, size_t most, int unended)
{
    static const fair_format formats[KINDS] = {
        [LINES] = {.delimiter = '\n'},
        [NULS] = {.kind = FAIR_DELIMITED},
        [FIXED] = {.kind = FAIR_FIXED},
        [TRIPLES] = {.delimiter = '\n', .count = 3},
        [CSV] = {.kind = FAIR_CSV, .delimiter = ','},
        [PARAGRAPHS] = {.kind = FAIR_PARAGRAPHS}};
    stock s = {.kind = kind, .lengths = lengths, .format = formats[kind]};
    const size_t same = kind == FIXED ? some_length(lengths, most) : 0;
    size_t room_ = 1 << 16;
    s.format.count += kind == FIXED ? same + 1 : 0;
    s.t = (text){room(room_), room((n + 1) * sizeof(size_t)), n};
    for (size_t i = 0; i < n; i++) {
        const size_t length = kind == FIXED ? same : some_length(lengths, most);
        s.t.starts[i] = s.length;
        while (room_ - s.length < length + 8) {
            unsigned char *larger = room(room_ *= 2);
            memcpy(larger, s.t.data, s.length);
            free(s.t.data);
            s.t.data = larger;
        }
        s.length += put_record(s.t.data + s.length, kind, length);
    }
    s.unended = unended && kind != FIXED && n > 0;
    s.length -= s.unended ? 1 : 0;
    s.t.starts[n] = s.length;
    return s;
}

static inline void stock_free(stock *s)
{
    text_free(&s->t);
}

/* ---- the temporary file and the witness ------------------------------------------ */

#ifndef ASIDE /* begins and ends what is no work of the library */
#define ASIDE(begins) ((void)0)
#endif

typedef struct {
    unsigned opened;
    int fd;      /* of the collection */
    int refuses; /* an errno */
    atomic_size_t count[2], sum[2], bytes[2];
    int (*progress)(void *context, int phase, uint64_t done, uint64_t total);
    void *watch;
} surroundings;

static inline int open_temporary(void *context)
{
    surroundings *around = context;
    around->opened++;
    if (around->refuses != 0) {
        errno = around->refuses;
        return -1;
    }
    ASIDE(1);
    around->fd = file_with("", 0);
    ASIDE(0);
    return around->fd;
}

static inline void witness_all(void *context, int out, const void *record, size_t length)
{
    surroundings *around = context;
    const unsigned char *bytes = record;
    uint64_t hash = 0xcbf29ce484222325u ^ length;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    atomic_fetch_add(&around->count[out], 1);
    atomic_fetch_add(&around->bytes[out], length);
    atomic_fetch_add(&around->sum[out], (size_t)(hash ^ hash >> 29));
}

static inline int pass_on(void *context, int phase, uint64_t done, uint64_t total)
{
    const surroundings *around = context;
    return around->progress(around->watch, phase, done, total);
}

/* ---- what is done with it -------------------------------------------------------- */

/* AS_JOINED: a file, a pipe, a file, and so on. AS_REST: from some offset of a file on.
 */
enum { AS_FILE, AS_PIPE, AS_FEED, AS_ADDED, AS_ANY, AS_JOINED, AS_REST, ENTRIES };
static const char *const entry_names[] = {"file", "pipe",   "feed", "added",
                                          "any",  "joined", "rest"};

typedef struct {
    uint64_t memory;
    unsigned threads;
    int order, pairs, entry;
    uint64_t header, head;
    size_t parts;  /* 1 to 3; the last of 3 does not ask for all */
    int map;       /* files may be mapped */
    int blind;     /* there is no witness */
    size_t draws;  /* so many records are drawn instead; 0: none */
    size_t offset; /* AS_REST: bytes before the records */
} plan;

enum { PARTS = 3 };
typedef struct {
    int error;
    fair_mark mark;
    fair_usage usage;
    uint64_t count;
    size_t mapped;   /* files */
    size_t segments; /* of the temporary file, when all was read */
    sink out[PARTS];
    surroundings around;
} outcome;

static inline void outcome_clear(outcome *o)
{
    for (size_t i = 0; i < PARTS; i++)
        sink_clear(&o->out[i]);
}

/* A feed that gives odd amounts. */
typedef struct {
    const unsigned char *data;
    size_t left;
    unsigned turn;
} morsels;

static inline ptrdiff_t feed_morsels(void *context, void *to, size_t length)
{
    static const size_t amounts[] = {1, 70001, 3, 4096, 4095, 333, 65536, 9, 8191, 131};
    morsels *m = context;
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
    morsels m = {data, length, 0};
    return fair_records_read_from(records, feed_morsels, &m);
}

/* Several files, each with the header. */
static inline int read_joined(fair_records *records, const stock *s, uint64_t header)
{
    const size_t n = s->t.n, top = header < n ? (size_t)header : n;
    const size_t top_bytes = s->t.starts[top], each = (n - top) / 3 + 1;
    int error = FAIR_OK;
    for (size_t at = top, turn = 0; at < n && error == FAIR_OK; at += each, turn++) {
        const size_t to = n - at < each ? n : at + each;
        const size_t bytes = s->t.starts[to] - s->t.starts[at];
        piped p;
        ASIDE(1);
        unsigned char *data = room(top_bytes + bytes);
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

static inline int read_rest(fair_records *records, const stock *s, size_t offset)
{
    unsigned char *data = room(offset + s->length);
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

static inline int bring_in(fair_records *records, const stock *s, const plan *p)
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

static inline fair_records_options options_of(const stock *s, const plan *p,
                                              surroundings *around)
{
    return (fair_records_options){.format = s->format,
                                  .order = p->order,
                                  .header = p->header,
                                  .head = p->head,
                                  .pairs = p->pairs,
                                  .threads = p->threads,
                                  .memory = p->memory,
                                  .temporary = open_temporary,
                                  .witness = p->blind ? NULL : witness_all,
                                  .map = p->map != 0,
                                  .progress = around->progress != NULL ? pass_on : NULL,
                                  .context = around};
}

/* Does all of it, but for freeing what came out. `between` is called between reading and
 * writing. Of `o`, the surroundings may have been set before. */
static inline void carry_out(const stock *s, const plan *p, outcome *o,
                             void (*between)(outcome *o))
{
    const fair_records_options options = options_of(s, p, &o->around);
    o->around.fd = -1;
    fair_records *records;
    o->error = fair_records_new(&records, test_key(77), &options);
    if (o->error != FAIR_OK)
        return;
    o->error = bring_in(records, s, p);
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
    return a->count == b->count && a->around.count[1] == b->around.count[1] &&
           a->around.sum[1] == b->around.sum[1];
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * datasets.h - random records of every kind and of many lengths, for tests.
 */
#ifndef DATASETS_H
#define DATASETS_H

#include "tests/records/records_fixtures.h"

enum { LINES, NULS, FIXED, TRIPLES, CSV, PARAGRAPHS, KINDS };
static const char *const kind_names[] = {"lines",   "NUL", "fixed",
                                         "3 lines", "CSV", "paragraphs"};

/* How long the records are. */
enum { EMPTY, TINIEST, SHORT, ANY, RARELY_LONG, ALIKE, LENGTHS };
static const char *const length_names[] = {"empty", "tiny",        "short",
                                           "any",   "rarely long", "alike"};

typedef struct {
    int kind;    /* LINES, NULS, ... */
    int lengths; /* EMPTY, TINIEST, ... */
    fair_format format;
    text t;           /* the records; the last one may lack its terminator */
    size_t length;    /* bytes */
    int unterminated; /* the last record lacks its terminator */
} dataset;

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

/* Fills memory with bytes of all values except those in `without`. */
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

/* Writes a record with a body of `length` bytes, and returns its length. */
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
static inline dataset dataset_make(int kind, int lengths, size_t n, size_t most,
                                   int unterminated)
{
    static const fair_format formats[KINDS] = {
        [LINES] = {.delimiter = '\n'},
        [NULS] = {.kind = FAIR_DELIMITED},
        [FIXED] = {.kind = FAIR_FIXED},
        [TRIPLES] = {.delimiter = '\n', .count = 3},
        [CSV] = {.kind = FAIR_CSV, .delimiter = ','},
        [PARAGRAPHS] = {.kind = FAIR_PARAGRAPHS}};
    dataset s = {.kind = kind, .lengths = lengths, .format = formats[kind]};
    const size_t same = kind == FIXED ? some_length(lengths, most) : 0;
    size_t capacity = 1 << 16;
    s.format.count += kind == FIXED ? same + 1 : 0;
    s.t = (text){must_malloc(capacity), must_malloc((n + 1) * sizeof(size_t)), n};
    for (size_t i = 0; i < n; i++) {
        const size_t length = kind == FIXED ? same : some_length(lengths, most);
        s.t.starts[i] = s.length;
        while (capacity - s.length < length + 8) {
            unsigned char *larger = must_malloc(capacity *= 2);
            memcpy(larger, s.t.data, s.length);
            free(s.t.data);
            s.t.data = larger;
        }
        s.length += put_record(s.t.data + s.length, kind, length);
    }
    s.unterminated = unterminated && kind != FIXED && n > 0;
    s.length -= s.unterminated ? 1 : 0;
    s.t.starts[n] = s.length;
    return s;
}

static inline void dataset_free(dataset *s)
{
    text_free(&s->t);
}

/* The records of a, then those of b. */
static inline dataset dataset_join(dataset a, dataset b)
{
    dataset s = {.kind = a.kind, .lengths = a.lengths, .format = a.format};
    s.unterminated = b.unterminated;
    s.length = a.length + b.length;
    s.t = (text){must_malloc(s.length), must_malloc((a.t.n + b.t.n + 1) * sizeof(size_t)),
                 a.t.n + b.t.n};
    memcpy(s.t.data, a.t.data, a.length);
    memcpy(s.t.data + a.length, b.t.data, b.length);
    for (size_t i = 0; i < a.t.n; i++)
        s.t.starts[i] = a.t.starts[i];
    for (size_t i = 0; i <= b.t.n; i++)
        s.t.starts[a.t.n + i] = a.length + b.t.starts[i];
    dataset_free(&a);
    dataset_free(&b);
    return s;
}

/* Lines of `each` bytes, `bytes` bytes in all; the last line may be shorter. */
static inline dataset dataset_lines(size_t bytes, size_t each, int unterminated)
{
    dataset s = {.kind = LINES, .lengths = ALIKE, .format = {.delimiter = '\n'}};
    s.length = bytes;
    s.t = (text){must_malloc(bytes), must_malloc((bytes / each + 2) * sizeof(size_t)), 0};
    any_bytes(s.t.data, bytes, "\n", 1);
    for (size_t at = 0; at < bytes; at += each) {
        s.t.starts[s.t.n++] = at;
        s.t.data[(bytes - at < each ? bytes : at + each) - 1] = '\n';
    }
    s.t.starts[s.t.n] = bytes;
    s.unterminated = unterminated && bytes > 0;
    if (s.unterminated)
        s.t.data[bytes - 1] = 'x';
    return s;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * split_model.h - a simple model of each kind of record, and a driver that gives a file
 * to the splitters in pieces.
 *
 * The models see the whole file at once and go through it byte by byte or line by line.
 * They share no code with src/records/split.c. Models and driver both give a `result`,
 * and tests compare the two. To add a kind of record, write its model and a row of the
 * table `models`.
 */
#ifndef SPLIT_MODEL_H
#define SPLIT_MODEL_H

#include <stdlib.h>
#include <string.h>

#include "src/records/split.h"

typedef struct {
    size_t count;   /* records, the last one with its tail */
    uint32_t *ends; /* where records end, without the tail; room for one per byte and
                       FS_SPLIT_SLACK more */
    int error;      /* FAIR_ERECORD if bytes after these records are no record */
    unsigned char tail[4]; /* bytes that complete the last record */
    size_t tail_length;
} result;

static inline void result_new(result *r, size_t length)
{
    r->ends = malloc((length + FS_SPLIT_SLACK) * sizeof *r->ends);
    if (r->ends == NULL)
        abort();
}

static inline int result_same(const result *a, const result *b)
{
    return a->count == b->count && a->error == b->error &&
           a->tail_length == b->tail_length &&
           memcmp(a->ends, b->ends, a->count * sizeof *a->ends) == 0 &&
           memcmp(a->tail, b->tail, a->tail_length) == 0;
}

/* ---- models --------------------------------------------------------------------- */

static inline void model_tail(result *r, const char *text)
{
    const size_t length = strlen(text);
    memcpy(r->tail + r->tail_length, text, length);
    r->tail_length += length;
}

static inline void model_delimited(result *r, const fair_format *format,
                                   const unsigned char *data, size_t length)
{
    const uint64_t each = format->count == 0 ? 1 : format->count;
    uint64_t so_far = 0;
    size_t start = 0;
    int crlf = 0;
    for (size_t i = 0; i < length; i++) {
        if (data[i] != format->delimiter)
            continue;
        crlf = each > 1 && data[i] == '\n' && i > start && data[i - 1] == '\r';
        if (++so_far == each) {
            r->ends[r->count++] = (uint32_t)(start = i + 1);
            so_far = 0;
        }
    }
    if (start == length)
        return;
    if (data[length - 1] == format->delimiter || so_far != each - 1) {
        r->error = FAIR_ERECORD;
        return;
    }
    if (crlf && data[length - 1] != '\r')
        model_tail(r, "\r\n");
    else
        r->tail[r->tail_length++] = format->delimiter;
    r->ends[r->count++] = (uint32_t)length;
}

static inline void model_fixed(result *r, const fair_format *format,
                               const unsigned char *data, size_t length)
{
    (void)data;
    uint64_t in_record = 0;
    for (size_t i = 0; i < length; i++)
        if (++in_record == format->count) {
            r->ends[r->count++] = (uint32_t)i + 1;
            in_record = 0;
        }
    r->error = in_record > 0 ? FAIR_ERECORD : FAIR_OK;
}

static inline void model_csv(result *r, const fair_format *format,
                             const unsigned char *data, size_t length)
{
    enum { FIELD_START, BARE, QUOTED, QUOTE_IN_QUOTED } at = FIELD_START;
    size_t start = 0;
    const char *newline = "\n";
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = data[i];
        if (at == QUOTED) {
            if (c == '"')
                at = QUOTE_IN_QUOTED;
        } else if (c == '"' && (at == FIELD_START || at == QUOTE_IN_QUOTED)) {
            at = QUOTED;
        } else if (c == format->delimiter) {
            at = FIELD_START;
        } else if (c == '\n') {
            newline = i > start && data[i - 1] == '\r' ? "\r\n" : "\n";
            r->ends[r->count++] = (uint32_t)(start = i + 1);
            at = FIELD_START;
        } else {
            at = BARE;
        }
    }
    if (start == length)
        return;
    if (at == QUOTED) {
        r->error = FAIR_ERECORD;
        return;
    }
    model_tail(r, data[length - 1] == '\r' ? "\n" : newline);
    r->ends[r->count++] = (uint32_t)length;
}

static inline void model_paragraphs(result *r, const fair_format *format,
                                    const unsigned char *data, size_t length)
{
    (void)format;
    const char *newline = "\n";
    int any_text = 0, empty_before = 0, text = 0, whole = 1;
    for (size_t i = 0; i < length;) {
        size_t n = 0; /* of the line without '\n' */
        while (i + n < length && data[i + n] != '\n')
            n++;
        whole = i + n < length;
        const int carriage_return = n > 0 && data[i + n - 1] == '\r';
        text = n > 1 || (n == 1 && !carriage_return);
        if (text && empty_before && any_text)
            r->ends[r->count++] = (uint32_t)i;
        empty_before = !text;
        any_text |= text;
        if (!whole)
            model_tail(r, carriage_return ? "\n" : newline);
        if (whole || carriage_return)
            newline = carriage_return ? "\r\n" : "\n";
        i += n + (whole ? 1 : 0);
    }
    if (text)
        model_tail(r, newline);
    if (length > 0)
        r->ends[r->count++] = (uint32_t)length;
}

typedef void kind_model(result *r, const fair_format *format, const unsigned char *data,
                        size_t length);
static kind_model *const models[] = {
    [FAIR_DELIMITED] = model_delimited,
    [FAIR_FIXED] = model_fixed,
    [FAIR_CSV] = model_csv,
    [FAIR_PARAGRAPHS] = model_paragraphs,
};

static inline void model(result *r, const fair_format *format, const unsigned char *data,
                         size_t length)
{
    const size_t kind = (size_t)format->kind;
    if (kind >= sizeof models / sizeof models[0] || models[kind] == NULL)
        abort(); /* this kind of record has no model */
    r->count = r->tail_length = 0;
    r->error = FAIR_OK;
    models[kind](r, format, data, length);
}

/* ---- the driver ----------------------------------------------------------------- */

/* Splits a file like a reader, in pieces that end at cuts[0..cut_count), which are in
 * rising order. If `fresh`, each call gets its bytes and its array of ends in memory of
 * exactly the promised size, so that the address sanitizer notices every access beyond.
 */
static inline void split_in_pieces(result *r, const fair_format *format,
                                   const unsigned char *data, size_t length,
                                   const size_t *cuts, size_t cut_count, int fresh)
{
    fs_splitter splitter;
    fs_splitter_start(&splitter, format);
    size_t start = 0, seen = 0;
    r->count = r->tail_length = 0;
    r->error = FAIR_OK;
    for (size_t i = 0; i <= cut_count; i++) {
        const size_t n = (i < cut_count ? cuts[i] : length) - start;
        uint32_t *ends = r->ends + r->count;
        unsigned char *bytes = NULL;
        if (fresh) {
            ends = malloc((n + FS_SPLIT_SLACK) * sizeof *ends);
            bytes = malloc(n > 0 ? n : 1);
            if (ends == NULL || bytes == NULL)
                abort();
            if (n > 0)
                memcpy(bytes, data + start, n);
        }
        const size_t count = fs_splitter_run(&splitter,
                                             fresh   ? bytes
                                             : n > 0 ? data + start
                                                     : data,
                                             seen, n, ends);
        const size_t last = count > 0 ? ends[count - 1] : 0;
        for (size_t k = 0; k < count; k++)
            r->ends[r->count + k] = ends[k] + (uint32_t)start;
        r->count += count;
        start += last;
        seen = n - last;
        if (fresh) {
            free(ends);
            free(bytes);
        }
    }
    if (start == length)
        return;
    r->error = fs_splitter_end(&splitter, data + start, length - start, r->tail,
                               &r->tail_length);
    if (r->error == FAIR_OK)
        r->ends[r->count++] = (uint32_t)length;
    else
        r->tail_length = 0;
}

#endif

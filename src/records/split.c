/* SPDX-License-Identifier: MIT
 *
 * split.c - the kinds of records. To add a kind, write its functions and a row of the
 * table `kinds`.
 *
 * No splitter looks at a byte twice, so the cost of a file does not depend on how it is
 * divided into calls. The exceptions are the '\r' before a newline and the start of a
 * line, which are always part of the incomplete record and so still in the buffer.
 */
#include "src/records/split.h"

#include <assert.h>

#include "src/base/base.h"

/* What a kind of record is. */
struct kind {
    /* Whether the format is valid, apart from its kind. */
    int (*is_valid)(const fair_format *format);

    int state; /* the state of a splitter at the start of a file */

    /* As fs_splitter_run(), with seen < length. */
    size_t (*run)(fs_splitter *s, const unsigned char *data, size_t seen, size_t length,
                  uint32_t *ends);

    /* As fs_splitter_end(). */
    int (*end)(const fs_splitter *s, const unsigned char *data, size_t length,
               unsigned char tail[4], size_t *tail_length);

    /* As fs_record_bare(). */
    size_t (*bare)(const fair_format *format, const unsigned char *record, size_t length);
};

/* ---- lines ----------------------------------------------------------------------- */

static int any_format(const fair_format *format)
{
    (void)format;
    return 1;
}

/* Whether the line that ends with data[newline] ends with "\r\n". The whole line is in
 * `data`. */
static int is_crlf(const unsigned char *data, size_t newline)
{
    return newline > 0 && data[newline - 1] == '\r';
}

/* Ends a line after the byte `last`: with "\r\n" if other lines end with it, but without
 * a second '\r'. */
static size_t add_newline(unsigned char *tail, unsigned char last, int crlf)
{
    size_t n = 0;
    if (crlf && last != '\r')
        tail[n++] = '\r';
    tail[n++] = '\n';
    return n;
}

/* The length of a line without "\n" or "\r\n". */
static size_t bare_line(const fair_format *format, const unsigned char *record,
                        size_t length)
{
    (void)format;
    if (length > 0 && record[length - 1] == '\n') {
        length--;
        length -= length > 0 && record[length - 1] == '\r';
    }
    return length;
}

/* ---- FAIR_DELIMITED -------------------------------------------------------------- */

/* Finds all delimiters, and keeps only those that end a record. */
static size_t run_delimited(fs_splitter *s, const unsigned char *data, size_t seen,
                            size_t length, uint32_t *ends)
{
    const size_t found =
        fs_split_byte(data + seen, length - seen, s->format.delimiter, ends);
    const uint64_t each = s->format.count > 1 ? s->format.count : 1;
    if (each == 1) {
        if (seen > 0)
            for (size_t i = 0; i < found; i++)
                ends[i] += (uint32_t)seen;
        return found;
    }
    if (found > 0 && s->format.delimiter == '\n')
        s->crlf = is_crlf(data, seen + ends[found - 1] - 1);
    size_t count = 0;
    size_t next = 0; /* `next` of the delimiters found belong to complete records */
    while (found - next >= each - s->lines) {
        next += (size_t)(each - s->lines);
        ends[count++] = ends[next - 1] + (uint32_t)seen;
        s->lines = 0;
    }
    s->lines += found - next;
    return count;
}

/* Only the last delimiter may be missing, and only after other bytes. If each line is a
 * record, a newline is added without '\r', as GNU shuf does; `crlf` is never set then. */
static int end_delimited(const fs_splitter *s, const unsigned char *data, size_t length,
                         unsigned char tail[4], size_t *tail_length)
{
    const fair_format *format = &s->format;
    const unsigned char last = data[length - 1];
    if (last == format->delimiter || (format->count > 1 && s->lines + 1 < format->count))
        return FAIR_ERECORD;
    tail[0] = format->delimiter;
    *tail_length = s->crlf ? add_newline(tail, last, 1) : 1;
    return FAIR_OK;
}

static size_t bare_delimited(const fair_format *format, const unsigned char *record,
                             size_t length)
{
    if (format->delimiter == '\n')
        return bare_line(format, record, length);
    return length - (length > 0 && record[length - 1] == format->delimiter);
}

/* ---- FAIR_FIXED ------------------------------------------------------------------ */

static int has_count(const fair_format *format)
{
    return format->count > 0;
}

static size_t run_fixed(fs_splitter *s, const unsigned char *data, size_t seen,
                        size_t length, uint32_t *ends)
{
    (void)data, (void)seen;
    if (s->format.count > length)
        return 0;
    const size_t size = (size_t)s->format.count, count = length / size;
    for (size_t i = 0; i < count; i++)
        ends[i] = (uint32_t)((i + 1) * size);
    return count;
}

static int end_fixed(const fs_splitter *s, const unsigned char *data, size_t length,
                     unsigned char tail[4], size_t *tail_length)
{
    (void)s, (void)data, (void)length, (void)tail, (void)tail_length;
    return FAIR_ERECORD;
}

static size_t bare_fixed(const fair_format *format, const unsigned char *record,
                         size_t length)
{
    (void)format, (void)record;
    return length;
}

/* ---- FAIR_CSV: the state is FS_CSV_... ------------------------------------------- */

static int has_separator(const fair_format *format)
{
    const unsigned char c = format->delimiter;
    return c != '"' && c != '\n' && c != '\r';
}

static size_t run_csv(fs_splitter *s, const unsigned char *data, size_t seen,
                      size_t length, uint32_t *ends)
{
    const size_t count =
        fs_split_csv(data, seen, length, s->format.delimiter, &s->state, ends);
    if (count > 0)
        s->crlf = is_crlf(data, ends[count - 1] - 1);
    return count;
}

static int end_csv(const fs_splitter *s, const unsigned char *data, size_t length,
                   unsigned char tail[4], size_t *tail_length)
{
    if (s->state & FS_CSV_INSIDE)
        return FAIR_ERECORD;
    *tail_length = add_newline(tail, data[length - 1], s->crlf);
    return FAIR_OK;
}

/* ---- FAIR_PARAGRAPHS ------------------------------------------------------------- */

/* Finds all newlines, then classifies each line as empty or text. A record ends before a
 * line of text that follows an empty line after text. An incomplete line that is already
 * known to be text is treated like a complete one; treating it again when it is complete
 * changes nothing. */
static size_t run_paragraphs(fs_splitter *s, const unsigned char *data, size_t seen,
                             size_t length, uint32_t *ends)
{
    const size_t found = fs_split_byte(data + seen, length - seen, '\n', ends);
    size_t count = 0;
    size_t start = s->mark; /* where the line starts */
    for (size_t i = 0; i < found; i++) {
        const size_t end = seen + ends[i];
        if (end - start == 1 || (end - start == 2 && data[start] == '\r')) {
            if (s->state == FS_PARAGRAPH_AFTER_TEXT)
                s->state = FS_PARAGRAPH_AFTER_GAP;
        } else {
            if (s->state ==
                FS_PARAGRAPH_AFTER_GAP) /* count <= i: this element was already read */
                ends[count++] = (uint32_t)start;
            s->state = FS_PARAGRAPH_AFTER_TEXT;
        }
        start = end;
    }
    if (found > 0)
        s->crlf = is_crlf(data, start - 1);
    const size_t rest = length - start;
    if (s->state == FS_PARAGRAPH_AFTER_GAP && rest > 0 &&
        (rest > 1 || data[start] != '\r')) {
        ends[count++] = (uint32_t)start;
        s->state = FS_PARAGRAPH_AFTER_TEXT;
    }
    s->mark = start - (count > 0 ? ends[count - 1] : 0);
    return count;
}

/* Completes an incomplete last line, and adds an empty line if the last line was text. */
static int end_paragraphs(const fs_splitter *s, const unsigned char *data, size_t length,
                          unsigned char tail[4], size_t *tail_length)
{
    const size_t rest = length - s->mark;
    const unsigned char last = data[length - 1];
    int text = s->state == FS_PARAGRAPH_AFTER_TEXT; /* the last line is text */
    size_t n = 0;
    if (rest > 0) {
        n = add_newline(tail, last, s->crlf);
        text = rest > 1 || last != '\r';
    }
    if (text)
        n += add_newline(tail + n, '\n', s->crlf || (rest > 0 && last == '\r'));
    *tail_length = n;
    return FAIR_OK;
}

static size_t bare_paragraph(const fair_format *format, const unsigned char *record,
                             size_t length)
{
    while (length > 0 && record[length - 1] == '\n')
        length = bare_line(format, record, length);
    return length;
}

/* ---- all kinds ------------------------------------------------------------------- */

static const struct kind kinds[] = {
    [FAIR_DELIMITED] = {any_format, 0, run_delimited, end_delimited, bare_delimited},
    [FAIR_FIXED] = {has_count, 0, run_fixed, end_fixed, bare_fixed},
    [FAIR_CSV] = {has_separator, FS_CSV_OPENS, run_csv, end_csv, bare_line},
    [FAIR_PARAGRAPHS] = {any_format, FS_PARAGRAPH_NO_TEXT, run_paragraphs, end_paragraphs,
                         bare_paragraph},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

int fs_format_kinds(void)
{
    return KINDS;
}

static const struct kind *kind_of(const fair_format *format)
{
    assert(format->kind >= 0 && format->kind < KINDS);
    return &kinds[format->kind];
}

int fs_format_good(const fair_format *format)
{
    return FS_RESERVED_UNUSED(format) && format->kind >= 0 && format->kind < KINDS &&
           kind_of(format)->is_valid(format);
}

size_t fs_record_bare(const fair_format *format, const unsigned char *record,
                      size_t length)
{
    return kind_of(format)->bare(format, record, length);
}

void fs_splitter_start(fs_splitter *splitter, const fair_format *format)
{
    *splitter = (fs_splitter){.format = *format, .state = kind_of(format)->state};
}

size_t fs_splitter_run(fs_splitter *splitter, const unsigned char *data, size_t seen,
                       size_t length, uint32_t *ends)
{
    assert(seen <= length && length <= UINT32_MAX);
    if (seen == length)
        return 0;
    return kind_of(&splitter->format)->run(splitter, data, seen, length, ends);
}

int fs_splitter_end(const fs_splitter *splitter, const unsigned char *data, size_t length,
                    unsigned char tail[4], size_t *tail_length)
{
    assert(length > 0);
    return kind_of(&splitter->format)->end(splitter, data, length, tail, tail_length);
}

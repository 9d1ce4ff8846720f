/* SPDX-License-Identifier: MIT
 *
 * split.c - where records end: the plain search functions, the choice of search
 * functions, and the splitters.
 *
 * No splitter looks at a byte twice, so the cost of a file does not depend on how it is
 * divided into calls. The exceptions are the '\r' before a newline and the start of a
 * line, which are always part of the incomplete record and so still in the buffer.
 */
#include "src/records/split.h"

#include "fairshuf.h"
#include "src/base/base.h"

/* ---- the plain kernels --------------------------------------------------------- */

/* Compares eight bytes at once. A byte of x is 0 where the bytes are equal. Adding 0x7f
 * to its lower seven bits carries into the eighth bit if one of them is set, and never
 * out of the byte. The product gathers the eight result bits: bit 8 k times bit 56 - 7 j
 * lands in the upper byte, at bit k, only for j = k, and no two of the 64 products
 * overlap. */
FS_INLINE uint64_t equal8(const unsigned char *p, uint64_t bytes)
{
    const uint64_t ones = UINT64_MAX / 255, sevens = ones * 0x7f;
    const uint64_t x = fs_load64(p) ^ bytes;
    const uint64_t equal = ~(((x & sevens) + sevens) | x) >> 7 & ones;
    return equal * 0x0102040810204080 >> 56;
}

FS_INLINE uint64_t equal64(const unsigned char *p, unsigned char byte)
{
    const uint64_t bytes = UINT64_MAX / 255 * byte;
    return equal8(p, bytes) | equal8(p + 8, bytes) << 8 | equal8(p + 16, bytes) << 16 |
           equal8(p + 24, bytes) << 24 | equal8(p + 32, bytes) << 32 |
           equal8(p + 40, bytes) << 40 | equal8(p + 48, bytes) << 48 |
           equal8(p + 56, bytes) << 56;
}

#define SPLIT_BYTE fs_split_byte_plain
#define SPLIT_CSV fs_split_csv_plain
#include "src/records/split_wide.h"

/* ---- the choice ---------------------------------------------------------------- */

static const struct kernel {
    const char *name;
    fs_split_kernel *byte;
    fs_csv_kernel *csv;
} kernels[] = {
    {"plain", fs_split_byte_plain, fs_split_csv_plain},
#if FS_HAVE_X86_KERNELS
    {"sse2", fs_split_byte_sse2, fs_split_csv_sse2},
    {"avx2", fs_split_byte_avx2, fs_split_csv_avx2},
    {"avx512", fs_split_byte_avx2, fs_split_csv_avx2},
#endif
};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

static const struct kernel *kernel_named(const char *name)
{
    for (size_t i = 0; i < KERNELS; i++)
        if (strcmp(kernels[i].name, name) == 0)
            return &kernels[i];
    return NULL;
}

/* The search functions for the kernel in use, which the CPU can run. */
static const struct kernel *current(void)
{
    const struct kernel *k = kernel_named(fair_kernel());
    return k != NULL ? k : &kernels[0];
}

size_t fs_split_byte(const unsigned char *data, size_t length, unsigned char byte,
                     uint32_t *ends)
{
    return current()->byte(data, length, byte, ends);
}

fs_split_kernel *fs_split_kernel_named(const char *name)
{
    const struct kernel *k = kernel_named(name);
    return k != NULL ? k->byte : NULL;
}

/* ---- the kinds of records -------------------------------------------------------- */

/* The state of FAIR_PARAGRAPHS describes the complete lines of the incomplete record. The
 * state of FAIR_CSV is in split_parts.h. */
enum {
    NO_TEXT,    /* all lines are empty; only at the start of a file */
    AFTER_TEXT, /* the last line is not empty */
    AFTER_GAP,  /* the last line is empty, but not all lines are */
};

/* Whether the line that ends with data[newline] ends with "\r\n". The whole line is in
 * `data`. */
static int is_crlf(const unsigned char *data, size_t newline)
{
    return newline > 0 && data[newline - 1] == '\r';
}

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
    size_t count = 0,
           next = 0; /* `next` of the delimiters found belong to complete records */
    while (found - next >= each - s->lines) {
        next += (size_t)(each - s->lines);
        ends[count++] = ends[next - 1] + (uint32_t)seen;
        s->lines = 0;
    }
    s->lines += found - next;
    return count;
}

static size_t run_fixed(const fs_splitter *s, size_t length, uint32_t *ends)
{
    if (s->format.count > length)
        return 0;
    const size_t size = (size_t)s->format.count, count = length / size;
    for (size_t i = 0; i < count; i++)
        ends[i] = (uint32_t)((i + 1) * size);
    return count;
}

static size_t run_csv(fs_splitter *s, const unsigned char *data, size_t seen,
                      size_t length, uint32_t *ends)
{
    const size_t count =
        current()->csv(data, seen, length, s->format.delimiter, &s->state, ends);
    if (count > 0)
        s->crlf = is_crlf(data, ends[count - 1] - 1);
    return count;
}

/* Finds all newlines, then classifies each line as empty or text. A record ends before a
 * line of text that follows an empty line after text. An incomplete line that is already
 * known to be text is treated like a complete one; treating it again when it is complete
 * changes nothing. */
static size_t run_paragraphs(fs_splitter *s, const unsigned char *data, size_t seen,
                             size_t length, uint32_t *ends)
{
    const size_t found = fs_split_byte(data + seen, length - seen, '\n', ends);
    size_t count = 0, start = s->mark; /* `start` is that of the line */
    for (size_t i = 0; i < found; i++) {
        const size_t end = seen + ends[i];
        if (end - start == 1 || (end - start == 2 && data[start] == '\r')) {
            if (s->state == AFTER_TEXT)
                s->state = AFTER_GAP;
        } else {
            if (s->state == AFTER_GAP)
                ends[count++] =
                    (uint32_t)start; /* count <= i, so this element was already read */
            s->state = AFTER_TEXT;
        }
        start = end;
    }
    if (found > 0)
        s->crlf = is_crlf(data, start - 1);
    const size_t rest = length - start;
    if (s->state == AFTER_GAP && rest > 0 && (rest > 1 || data[start] != '\r')) {
        ends[count++] = (uint32_t)start;
        s->state = AFTER_TEXT;
    }
    s->mark = start - (count > 0 ? ends[count - 1] : 0);
    return count;
}

/* ---- splitters --------------------------------------------------------------------- */

int fs_format_good(const fair_format *format)
{
    const unsigned char c = format->delimiter;
    if (!FS_RESERVED_UNUSED(format))
        return 0;
    switch (format->kind) {
    case FAIR_DELIMITED:
    case FAIR_PARAGRAPHS:
        return 1;
    case FAIR_FIXED:
        return format->count > 0;
    case FAIR_CSV:
        return c != '"' && c != '\n' && c != '\r';
    default:
        return 0;
    }
}

void fs_splitter_start(fs_splitter *splitter, const fair_format *format)
{
    *splitter = (fs_splitter){.format = *format};
    splitter->state = format->kind == FAIR_CSV ? FS_CSV_OPENS : NO_TEXT;
}

size_t fs_splitter_run(fs_splitter *splitter, const unsigned char *data, size_t seen,
                       size_t length, uint32_t *ends)
{
    if (seen == length)
        return 0;
    switch (splitter->format.kind) {
    case FAIR_FIXED:
        return run_fixed(splitter, length, ends);
    case FAIR_CSV:
        return run_csv(splitter, data, seen, length, ends);
    case FAIR_PARAGRAPHS:
        return run_paragraphs(splitter, data, seen, length, ends);
    default:
        return run_delimited(splitter, data, seen, length, ends);
    }
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

/* Completes an incomplete last line, and adds an empty line if the last line was text. */
static size_t end_paragraph(const fs_splitter *s, const unsigned char *data,
                            size_t length, unsigned char tail[4])
{
    const size_t rest = length - s->mark;
    if (rest == 0)
        return s->state == AFTER_TEXT ? add_newline(tail, '\n', s->crlf) : 0;
    const unsigned char last = data[length - 1];
    const size_t n = add_newline(tail, last, s->crlf);
    if (rest == 1 && last == '\r')
        return n;
    return n + add_newline(tail + n, '\n', s->crlf || last == '\r');
}

int fs_splitter_end(const fs_splitter *splitter, const unsigned char *data, size_t length,
                    unsigned char tail[4], size_t *tail_length)
{
    const fair_format *format = &splitter->format;
    const unsigned char last = data[length - 1];
    switch (format->kind) {
    case FAIR_FIXED:
        return FAIR_ERECORD;
    case FAIR_CSV:
        if (splitter->state & FS_CSV_INSIDE)
            return FAIR_ERECORD;
        *tail_length = add_newline(tail, last, splitter->crlf);
        return FAIR_OK;
    case FAIR_PARAGRAPHS:
        *tail_length = end_paragraph(splitter, data, length, tail);
        return FAIR_OK;
    default:
        /* Only the last delimiter may be missing, and only after other bytes. */
        if (last == format->delimiter ||
            (format->count > 1 && splitter->lines + 1 < format->count))
            return FAIR_ERECORD;
        if (splitter->crlf) { /* never set if each line is a record: GNU's rule applies
                                 there */
            *tail_length = add_newline(tail, last, 1);
            return FAIR_OK;
        }
        tail[0] = format->delimiter;
        *tail_length = 1;
        return FAIR_OK;
    }
}

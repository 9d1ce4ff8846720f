/* SPDX-License-Identifier: MIT
 *
 * split.h - where records end.
 *
 * There are two ways. If a single delimiter byte ends records, any thread can search any
 * piece of a file (fs_split_byte). For other kinds of records, a splitter goes through
 * the file from its start and keeps state.
 */
#ifndef FS_SPLIT_H
#define FS_SPLIT_H

#include <stddef.h>
#include <stdint.h>

#include "fairshuf_records.h"
#include "src/records/split_kernels.h"

/* What a splitter of paragraphs knows about the complete lines of the incomplete record.
 */
enum {
    FS_PARAGRAPH_NO_TEXT,    /* all lines are empty; only at the start of a file */
    FS_PARAGRAPH_AFTER_TEXT, /* the last line is not empty */
    FS_PARAGRAPH_AFTER_GAP,  /* the last line is empty, but not all lines are */
};

/* The state of splitting a file. */
typedef struct {
    fair_format format; /* what a record is; a copy */
    uint64_t lines;     /* complete lines of the incomplete record */
    size_t mark;        /* the offset of the incomplete line in the incomplete record */
    int state;          /* what the kind of record needs to know of the bytes seen */
    int crlf;           /* the last line ended with "\r\n" */
} fs_splitter;

/* Whether the format is valid. */
int fs_format_good(const fair_format *format);

/* Whether a single byte ends each record, so that pieces can be split in any order. */
static inline int fs_format_is_plain(const fair_format *format)
{
    return format->kind == FAIR_DELIMITED && format->count <= 1;
}

/* The number of kinds of records. For tests. */
int fs_format_kinds(void);

/* The length of a record without its terminator. */
size_t fs_record_bare(const fair_format *format, const unsigned char *record,
                      size_t length);

/* Starts a new file. */
void fs_splitter_start(fs_splitter *splitter, const fair_format *format);

/* Continues with data[seen..length). The incomplete record starts at data[0];
 * data[0..seen) was already there in the previous call. Writes to `ends` the offset just
 * after each record that is now complete, and returns their number; the next call starts
 * after the last of them. length < 2^32. `ends` has room for length - seen +
 * FS_SPLIT_SLACK elements. Works for every kind of record. */
size_t fs_splitter_run(fs_splitter *splitter, const unsigned char *data, size_t seen,
                       size_t length, uint32_t *ends);

/* Ends the file. data[0..length) are the remaining bytes, all seen, length > 0. Sets
 * `tail` to the bytes that must be added to make them one complete record (perhaps none:
 * *tail_length = 0). Returns FAIR_OK, or FAIR_ERECORD if nothing can complete it. */
int fs_splitter_end(const fs_splitter *splitter, const unsigned char *data, size_t length,
                    unsigned char tail[4], size_t *tail_length);

#endif

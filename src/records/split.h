/* SPDX-License-Identifier: MIT
 *
 * split.h - where records end.
 *
 * L4. There are two ways. If a single delimiter byte ends records, any thread can search
 * any piece of a file (fs_split_byte). For other kinds of records, a splitter goes
 * through the file from its start and keeps state.
 */
#ifndef FS_SPLIT_H
#define FS_SPLIT_H

#include <stddef.h>
#include <stdint.h>

#include "fairshuf_records.h"

/* Elements that arrays of ends need in addition to the number of bytes searched. */
enum { FS_SPLIT_SLACK = 64 };

/* Writes to `ends` the offset just after each `byte` in data[0..length), and returns how
 * many there are. length < 2^32. Up to FS_SPLIT_SLACK elements after the last one may be
 * overwritten. No byte outside data[0..length) is read. */
size_t fs_split_byte(const unsigned char *data, size_t length, unsigned char byte,
                     uint32_t *ends);

/* The search function of each kernel of fair_kernel_name() ("plain", "sse2", "avx2"). A
 * kernel without its own search uses that of the previous kernel. For tests. */
typedef size_t fs_split_kernel(const unsigned char *data, size_t length,
                               unsigned char byte, uint32_t *ends);
fs_split_kernel *fs_split_kernel_named(const char *name);

/* The state of splitting a file. */
typedef struct {
    fair_format format;
    uint64_t lines; /* complete lines of the incomplete record */
    size_t mark;    /* the offset of the incomplete line in the incomplete record */
    int state;
    int crlf; /* the last line ended with "\r\n" */
} fs_splitter;

/* Whether the format is valid. */
int fs_format_good(const fair_format *format);

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
 * *tail_length = 0), or returns FAIR_ERECORD. */
int fs_splitter_end(const fs_splitter *splitter, const unsigned char *data, size_t length,
                    unsigned char tail[4], size_t *tail_length);

#endif

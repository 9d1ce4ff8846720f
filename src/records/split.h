/* SPDX-License-Identifier: MIT
 *
 * split.h - where records end.
 *
 * L4. Two ways: a single delimiter byte can be looked for in any piece of a file by
 * anybody (fs_split_byte); the other kinds are read from the start of the file on, by a
 * splitter that remembers what it has seen.
 */
#ifndef FS_SPLIT_H
#define FS_SPLIT_H

#include <stddef.h>
#include <stdint.h>

#include "fairshuf_records.h"

/* Room that arrays of ends need beyond the number of bytes searched. */
enum { FS_SPLIT_SLACK = 64 };

/* Writes to `ends` the place just after each `byte` in data[0..length), and returns how
 * many there are. length < 2^32; up to FS_SPLIT_SLACK numbers beyond the last may be
 * overwritten. Nothing beyond data[length) is read. */
size_t fs_split_byte(const unsigned char *data, size_t length, unsigned char byte,
                     uint32_t *ends);

/* The same search as each kernel of fair_kernel_name() does it ("plain", "sse2", "avx2");
 * a kernel without a search of its own has that of the one before. For tests. */
typedef size_t fs_split_kernel(const unsigned char *data, size_t length,
                               unsigned char byte, uint32_t *ends);
fs_split_kernel *fs_split_kernel_named(const char *name);

/* A file that is being split. The fields are the splitter's. */
typedef struct {
    fair_format format;
    uint64_t lines; /* of the incomplete record */
    size_t mark;    /* a place in it */
    int state;
    int crlf; /* the last line ended so */
} fs_splitter;

/* Whether the format makes sense. */
int fs_format_good(const fair_format *format);

/* At the start of a file. */
void fs_splitter_start(fs_splitter *splitter, const fair_format *format);

/* Goes on: data[0] is where the first incomplete record starts, data[0..seen) was there
 * in the call before, data[seen..length) is new. Writes to `ends` the place just after
 * each record that is complete now, and returns how many; the next call starts after the
 * last of them. length < 2^32. `ends` has room for length - seen + FS_SPLIT_SLACK. Works
 * for every kind. */
size_t fs_splitter_run(fs_splitter *splitter, const unsigned char *data, size_t seen,
                       size_t length, uint32_t *ends);

/* At the end of the file, where data[0..length) is left, all of it seen, length > 0: sets
 * `tail` to the bytes that must be added to make it one whole record (perhaps none:
 * *tail_length = 0), or returns FAIR_ERECORD. */
int fs_splitter_end(const fs_splitter *splitter, const unsigned char *data, size_t length,
                    unsigned char tail[4], size_t *tail_length);

#endif

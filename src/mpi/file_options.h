/* SPDX-License-Identifier: MIT
 *
 * file_options.h - what files.h is given: the inputs and the outputs.
 */
#ifndef FS_FILE_OPTIONS_H
#define FS_FILE_OPTIONS_H

#include "fairshuf_records.h"

typedef struct {
    /* `order`, `head` and `pairs` are not used. `threads` and `memory` are those of this
     * rank. `progress` is called on every rank, with estimates: the bytes of this rank
     * times the number of ranks. */
    fair_records_options records;

    uint64_t file_count; /* input files */

    /* Opens an input file for reading. Returns a descriptor, which the library closes, or
     * -1 and errno. A file can be opened several times. */
    int (*open)(void *context, uint64_t file);
    void *context; /* the first argument of open() */
} fs_files_options;

/* An output: the header, then the next `count` records of the order. */
typedef struct {
    uint64_t count; /* the most records */
    int fd;         /* a descriptor of the output for writing. All ranks have the same
                       regular file, which is empty. */
} fs_files_part;

#endif

/* SPDX-License-Identifier: MIT
 *
 * received.h - the messages (runs.h) that a rank has received, in memory and in a
 * temporary file.
 *
 * If memory is full, all messages in memory become one segment of the temporary file: the
 * runs of the first cell, then those of the second, and so on. So one read from each
 * segment loads a cell.
 */
#ifndef FS_RECEIVED_H
#define FS_RECEIVED_H

#include "src/mpi/pool.h"
#include "src/mpi/runs.h"
#include "src/records/span.h"
#include "src/records/tempfile.h"

typedef struct {
    const fs_cells *cells; /* not owned */
    fs_ranks *ranks;       /* sends heartbeats while the file is written; not owned */
    size_t low;            /* the first cell of this rank */
    size_t count;          /* the number of its cells */
    fs_pool *pool;         /* the memory; not owned */
    fs_arena arena;        /* of the messages in memory */
    struct fs_message *messages;          /* the messages in memory */
    size_t message_count;                 /* used elements of `messages` */
    size_t message_room;                  /* elements allocated for `messages` */
    fs_tempfile file;                     /* the temporary file */
    struct fs_received_segment *segments; /* the messages in the file */
    size_t segment_count;                 /* used elements of `segments` */
    size_t segment_room;                  /* elements allocated for `segments` */
    int error;                            /* the first error; everything fails after it */
    int number;                           /* the errno of FAIR_ETEMP */
    uint64_t *records;                    /* [count]: records received of each cell */
    uint64_t *lengths;                    /* [count]: bytes of these records */
} fs_received;

/* For the cells of this rank. FAIR_ENOMEM. Free it in any case. */
int fs_received_start(fs_received *received, const fs_cells *cells, fs_ranks *ranks,
                      fs_pool *pool, const fair_records_options *options);
void fs_received_free(fs_received *received);

/* Gives memory for a message. If memory is full, first writes all messages in memory to
 * the temporary file. That is impossible while memory was given for messages that are not
 * taken yet: then the caller sets `pending`, and the memory may exceed its limit.
 * FAIR_ENOMEM, FAIR_ELIMIT if there is no temporary file, FAIR_ETEMP (and the errno in
 * `number`). After an error, every further call returns it. */
int fs_received_room(fs_received *received, size_t bytes, int pending,
                     unsigned char **to);

/* Adds a message that is complete, and aligned as by malloc(). FAIR_ENOMEM; FAIR_ELOST if
 * it is damaged. */
int fs_received_take(fs_received *received, unsigned char *data, size_t bytes);

/* Bytes of a cell that are in the temporary file. `cell` counts from 0 here, and below.
 */
uint64_t fs_received_in_file(const fs_received *received, size_t cell);

/* Collects the spans of a cell in the order the records came. What is in the file is read
 * to `data`, which has fs_received_in_file() + FS_OVERSHOOT bytes. Returns FAIR_OK,
 * FAIR_ETEMP and sets *number to an errno, or FAIR_ELOST if records are missing. Several
 * threads may call it for different cells. */
int fs_received_spans(const fs_received *received, size_t cell, fs_span *spans,
                      unsigned char *data, int *number);

#endif

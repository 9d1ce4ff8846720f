/* SPDX-License-Identifier: MIT
 *
 * deliver.h - a rank puts its cells in order and writes them to the outputs.
 */
#ifndef FS_DELIVER_H
#define FS_DELIVER_H

#include "src/mpi/file_options.h"
#include "src/mpi/received.h"

typedef struct {
    fs_ranks *ranks;                     /* not owned */
    fs_received *received;               /* not owned */
    const fair_records_options *options; /* `observe` and `progress` are used */
    fs_team *team;                       /* the threads; not owned; may be NULL */
    const fs_files_part *parts;          /* the outputs; not owned */
    size_t part_count;                   /* elements of `parts` */
    const unsigned char *header;         /* of every output */
    size_t header_bytes;                 /* bytes of `header` */
    uint64_t memory;                     /* bytes for putting cells in order */
    int sync;                            /* flush the outputs to disk */

    uint64_t records;   /* records that this rank has written */
    uint64_t bytes;     /* bytes of these records */
    uint64_t written;   /* bytes that this rank has written, headers included */
    uint64_t temporary; /* bytes that were read from the temporary file */
    fs_failure failure; /* of this rank */
} fs_delivery;

/* Writes everything. Collective; returns the same on all ranks. `failure` is that of this
 * rank, if it has failed. */
int fs_deliver(fs_delivery *delivery);

#endif

/* SPDX-License-Identifier: MIT
 *
 * deliver.h - a rank puts its cells in order and writes them to the outputs.
 *
 * The cells of a rank are consecutive in the order, so each rank writes one region of an
 * output, or of several consecutive outputs. All ranks write at the same time, with
 * pwrite(). On a parallel file system, two ranks that write to the same stripe wait for
 * each other. So if regions are large, they are divided at multiples of FS_STRIPE: a rank
 * hands the bytes before the first multiple to the previous rank, which writes them.
 */
#ifndef FS_DELIVER_H
#define FS_DELIVER_H

#include "src/mpi/files.h"
#include "src/mpi/received.h"

#ifndef FS_STRIPE
#define FS_STRIPE (1 << 20) /* bytes; stripes of file systems are multiples of it */
#endif

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

/* Writes everything. Collective; but returns the error of this rank only, in `failure`,
 * unless it is FAIR_EMPI or one that all ranks have. */
int fs_deliver(fs_delivery *delivery);

#endif

/* SPDX-License-Identifier: MIT
 *
 * files_parts.h - the state of a shuffle of files, shared by files.c and send.c.
 */
#ifndef FS_FILES_PARTS_H
#define FS_FILES_PARTS_H

#include "src/mpi/cells.h"
#include "src/mpi/files.h"
#include "src/mpi/inputs.h"
#include "src/mpi/received.h"
#include "src/mpi/scan.h"

/* Sizes in bytes. Tests use smaller ones. */
#ifndef FS_MOST_WINDOW
#define FS_MOST_WINDOW (16 << 20)  /* a slab of memory; what a rank sends in a round */
#define FS_LEAST_WINDOW (1 << 16)  /* the same with a small memory limit */
#define FS_LEAST_MESSAGE (1 << 14) /* to each rank, if memory allows it */
#define FS_LEAST_RUN (1 << 10)     /* to each cell, if memory allows it */
#endif

struct fs_files {
    fs_ranks *ranks;            /* not owned */
    uint8_t key[FAIR_KEY_SIZE]; /* decides the order; secret */
    fs_files_options options;   /* a copy */
    fs_inputs inputs;           /* the files */
    fs_pool pool;               /* the memory of records */
    fs_scan scan;               /* the records of this rank */
    fs_cells cells;             /* which rank puts which records in order */
    fs_received received;       /* the records that this rank puts in order */
    fs_team *team;              /* the threads, during a call */
    uint64_t n;                 /* records of all ranks */
    uint64_t bytes;             /* bytes of all records */
    uint64_t memory;            /* the limit of this rank; UINT64_MAX: none */
    int holds;                  /* the records are held in memory between two steps */
    int pending;                /* messages being received */
    uint64_t sent_before;       /* ranks->sent when this started */
    uint64_t messages_before;   /* ranks->messages when this started */
    fs_failure failure;         /* of the lowest rank that failed */
    fs_files_usage usage;       /* of all ranks, after everything is written */
};

/* Agrees on an error of this rank: `details`, or `error` if there are none. Collective.
 * Returns the error of the lowest rank that has one, and sets files->failure. */
int fs_files_agree(fs_files *files, int error, const fs_failure *details);

/* Sets files->failure after an error that all ranks have. Returns the error. */
int fs_files_failed(fs_files *files, int error);

/* The number of threads of this rank. */
unsigned fs_files_threads(const fs_files *files);

/* Plans the cells, and sends all records to the ranks that own them (send.c). Collective.
 * `wanted` > 0 records are needed. */
int fs_files_send(fs_files *files, uint64_t wanted);

#endif

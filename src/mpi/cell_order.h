/* SPDX-License-Identifier: MIT
 *
 * cell_order.h - puts the cells of a rank in order, with several threads.
 */
#ifndef FS_CELL_ORDER_H
#define FS_CELL_ORDER_H

#include "src/mpi/received.h"
#include "src/shuffle/order.h"

/* What one thread needs to put a cell in order. */
typedef struct {
    fs_span *spans;        /* the result: the records of a cell, in order */
    fs_span *arrived;      /* for ranges of positions: in the order they came */
    uint32_t *ranks;       /* for ranges of positions: see fs_cell_ranks() */
    unsigned char *data;   /* what was read from the temporary file */
    fs_order_worker order; /* for cells that are scattered again */
    uint64_t read;         /* bytes read from the temporary file */
    int number;            /* the errno of FAIR_ETEMP */
} fs_cell_worker;

typedef struct {
    const fs_received *received;             /* the records; not owned */
    fs_cell_worker workers[FS_MOST_MEMBERS]; /* one for each thread */
    unsigned members;                        /* used elements of `workers` */
} fs_cell_workers;

/* Starts up to `members` workers for any of the rank's cells, or fewer if `memory` bytes
 * are not enough, but at least one. FAIR_ENOMEM. Free them in any case. */
int fs_cell_workers_start(fs_cell_workers *workers, const fs_received *received,
                          unsigned members, uint64_t memory);
void fs_cell_workers_free(fs_cell_workers *workers);

/* The cell number `cell` of this rank. */
const fs_cell *fs_cell_of(const fs_received *received, size_t cell);

/* Puts a cell in order, in the thread `member`: the result is in its `spans`.
 * FAIR_ENOMEM, FAIR_ETEMP, FAIR_ELOST. */
int fs_cell_order(fs_cell_workers *workers, unsigned member, size_t cell);

#endif

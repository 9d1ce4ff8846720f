/* SPDX-License-Identifier: MIT
 *
 * runs.h - the records of a rank as they travel: by cell, in runs.
 *
 * A run is consecutive records of one cell from one rank. A message holds at most one run
 * for each cell that its receiver owns: first a table of the runs, in the order of their
 * cells, then their records, kept as in blocks (span.h).
 *
 * Ranks must have the same byte order and the same sizes of types. MPI could convert, but
 * no cluster mixes such machines.
 */
#ifndef FS_MPI_RUNS_H
#define FS_MPI_RUNS_H

#include "src/base/par.h"
#include "src/mpi/cells.h"
#include "src/mpi/exchange.h"
#include "src/records/piece.h"

/* A row of the table of a message. The first row stands for the table itself: `cell` is
 * the number of runs, and `start` the number of bytes of the message. */
typedef struct {
    uint64_t first;    /* the number of its first record within the cell */
    uint64_t start;    /* where its records start in the message */
    uint32_t cell;     /* the cell, counted from the first one of the receiver */
    uint32_t count;    /* the number of its records */
    uint32_t prefixes; /* bytes of the prefixes of its records */
    uint32_t reserved; /* 0 */
} fs_run_row;

/* What regroups records. */
typedef struct {
    const fs_cells *cells;     /* not owned */
    fs_cell_walk walk;         /* gives the cell of each record */
    int rank;                  /* the number of this rank */
    int size;                  /* the number of ranks */
    fs_team *team;             /* the threads; not owned; may be NULL */
    size_t tasks;              /* parts of the work, one for each thread */
    uint32_t *numbers;         /* the cells of the records of a round */
    size_t number_room;        /* elements allocated for `numbers` */
    uint64_t *firsts;          /* [cells]: of each cell's run */
    struct fs_cell_sum *sums;  /* [tasks][cells]: what goes to each cell */
    unsigned char *buffers[2]; /* messages to other ranks, of two rounds in turn */
    size_t buffer_room[2];     /* bytes allocated for each */
    unsigned turn;             /* which of the buffers is used next */
} fs_regrouping;

/* FAIR_ENOMEM. Free it in any case. */
int fs_regroup_start(fs_regrouping *regrouping, const fs_cells *cells,
                     const fs_own_records *own, const fs_ranks *ranks, fs_team *team);
void fs_regroup_free(fs_regrouping *regrouping);

/* Gives memory for the message of `bytes` bytes to this rank itself. Returns FAIR_OK or
 * an error. */
typedef int fs_own_room(void *context, size_t bytes, unsigned char **to);

/* Makes the messages of the next records of this rank: out[r] is that to rank r. The
 * messages to other ranks are valid until the second next call. FAIR_ENOMEM, or the error
 * of `own_room`. */
int fs_regroup(fs_regrouping *regrouping, const fs_piece *pieces, unsigned count,
               fs_own_room *own_room, void *context, fs_outgoing *out);

#endif

/* SPDX-License-Identifier: MIT
 *
 * runs.h - the records of a rank as they travel: by cell, in runs.
 *
 * A run is consecutive records of one cell from one rank. A message holds at most one run
 * for each cell that its receiver owns: first a table of where the run of each cell
 * starts in the message, and where the last one ends, in 64-bit numbers; then the runs. A
 * run is an fs_run_head and its records, kept as in blocks (span.h).
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

/* The start of a run. May be at any address: use memcpy(). */
typedef struct {
    uint64_t first;  /* the number of its first record within the cell */
    uint64_t count;  /* the number of its records */
    uint64_t bytes;  /* bytes of the kept records that follow */
    uint64_t length; /* bytes of the records themselves */
} fs_run_head;

/* What regroups records. */
typedef struct {
    const fs_cells *cells;     /* not owned */
    fs_walk walk;              /* gives the cell of each record */
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

/* SPDX-License-Identifier: MIT
 *
 * cells.h - which rank puts which records in order.
 *
 * A cell is a set of records that are consecutive in the output: a bucket of the order
 * format, at any level, or a range of positions of a leaf. The cells of an order are
 * consecutive and do not overlap. Each cell belongs to one rank, which puts it in order
 * and writes it. Cells are planned such that every rank gets about the same number of
 * bytes, and that a cell fits into memory.
 *
 *     fs_cells_start     All n records are one cell.
 *     fs_cells_plan      Divides cells that are too large, or that belong to two ranks:
 *                        a bucket with more than FS_LEAF records into buckets, a leaf
 *                        into ranges of positions; until every rank has its share.
 *     fs_cell_walk_next  The cell of each record of this rank.
 *
 * A record's cell depends only on the key, on n, and on the record's number. All ranks
 * compute the same cells. Each needs only the numbers of its own records, which are
 * consecutive, and the counts of the others: one vector sum and one vector prefix sum for
 * each level. No record moves before its cell is final, so each crosses the network at
 * most once.
 *
 * Within a cell, records are numbered in the order they came, over all ranks. A run, that
 * is consecutive records of a cell from one rank, carries the number of its first record,
 * so runs may arrive in any order.
 */
#ifndef FS_CELLS_H
#define FS_CELLS_H

#include "fairshuf.h"
#include "src/mpi/ranks.h"

typedef struct {
    uint8_t key[FAIR_KEY_SIZE]; /* decides the order: of the bucket, or of the leaf */
    uint64_t n;                 /* the number of its records */
    uint64_t bytes;             /* about the number of its bytes */
    uint64_t position;          /* the position of its first record in the whole order */
    uint64_t leaf; /* 0: a bucket; otherwise a range of positions of a leaf with this
                      many records */
    uint64_t low;  /* for a range: its first position in the leaf */
} fs_cell;

/* A record that is much longer than the average. All other records are counted as
 * average ones. */
typedef struct {
    uint64_t number; /* of the record */
    uint64_t bytes;  /* its length */
} fs_long_record;

/* What a rank knows about its own records, before cells are planned. */
typedef struct {
    uint64_t first;              /* the number of its first record */
    uint64_t count;              /* the number of its records */
    uint64_t bytes;              /* bytes of all its records */
    const fs_long_record *longs; /* [long_count]: in the order of their numbers */
    size_t long_count;           /* elements of `longs` */
} fs_own_records;

/* What cells have to fulfil. */
typedef struct {
    /* Exactly how many records each rank gets, [size of ranks]; their sum is n. NULL:
     * each rank gets about the same number of bytes. */
    const uint64_t *counts;

    /* Only the first `wanted` records of the order are needed. A cell ends there, and the
     * cells after it belong to no rank. With `counts`, all n records are wanted. */
    uint64_t wanted;

    /* A cell of more than one record should not have more bytes than this; 0: no limit.
     * If ranks have different limits, the smallest counts. */
    uint64_t most_bytes;

    uint64_t most_records; /* the same for the number of its records */

    /* The most bytes of tables for ranges of positions; 0: no limit. If a rank needs
     * more, leaves are divided only where `counts` or `wanted` require it. */
    size_t memory;
} fs_cells_wish;

struct fs_cell_node;

typedef struct {
    fs_cell *cells; /* [count]: in the order of the output */
    size_t count;   /* cells, including those that are not wanted */
    size_t *owned;  /* [size + 1]: rank r owns the cells owned[r]..owned[r + 1] - 1; cells
                       from owned[size] on belong to no rank */
    uint64_t *before; /* [count]: records of each cell that earlier ranks have */
    uint64_t *own;    /* [count]: records of each cell that this rank has */
    struct fs_cell_node *nodes; /* the tree of divided buckets and leaves; see
                                   cells_parts.h */
    size_t node_count;          /* nodes */
    unsigned levels;            /* levels of divisions: 0 if there is one cell */
} fs_cells;

/* All n > 0 records are one cell. FAIR_ENOMEM. Free it in any case. */
int fs_cells_start(fs_cells *cells, const uint8_t key[FAIR_KEY_SIZE], uint64_t n);
void fs_cells_free(fs_cells *cells);

/* Plans the cells and their owners. If they are planned by bytes, the share of each rank
 * differs from the mean by at most 1/32 of it, as far as the length of records allows,
 * and as far as the estimate of bytes is right. Collective; all ranks return the same.
 * FAIR_ENOMEM, FAIR_EMPI. */
int fs_cells_plan(fs_cells *cells, fs_ranks *ranks, const fs_own_records *own,
                  const fs_cells_wish *wish);

/* ---- the cells of records ---------------------------------------------------------- */

/* A walk through the records of this rank, in the order they came. */
typedef struct {
    const fs_cells *cells; /* not owned */
    uint64_t at;           /* the number of the next record */
    uint64_t *next;        /* [cells->count]: the number, within each cell, of the next
                              record of this rank in it */
    struct fs_cell_streams *streams; /* where the numbers come from; see cells_walk.c */
} fs_cell_walk;

/* FAIR_ENOMEM. Free it in any case. */
int fs_cell_walk_start(fs_cell_walk *walk, const fs_cells *cells,
                       const fs_own_records *own);
void fs_cell_walk_free(fs_cell_walk *walk);

/* The bytes of memory that planned cells and one walk take. */
size_t fs_cells_memory(const fs_cells *cells);

/* Sets numbers[i] to the cell of the i-th next record, and counts it in walk->next. */
void fs_cell_walk_next(fs_cell_walk *walk, size_t count, uint32_t *numbers);

/* ---- the order of a cell ----------------------------------------------------------- */

/* For a range of positions: sets ranks[p] to the number within the cell of the record
 * that takes position p of the range. FAIR_ENOMEM. */
int fs_cell_ranks(const fs_cell *cell, uint32_t *ranks);

#endif

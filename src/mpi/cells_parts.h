/* SPDX-License-Identifier: MIT
 *
 * cells_parts.h - the tree of cells, for the files of cells.h.
 *
 *     cells.c          the tree, and the list of cells
 *     cells_plan.c     divides cells until every rank has its share, and chooses owners
 *     cells_choose.c   which cells are divided next
 *     cells_divide.c   dividing cells: this rank's records, then those of all ranks
 *     cells_ranges.c   the tables of ranges of positions
 *     cells_walk.c     the cells of this rank's records
 *
 * A node of the tree is a cell, or it was divided into cells. The order of the nodes in
 * memory is that in which they were made; the children of a node are consecutive.
 */
#ifndef FS_CELLS_PARTS_H
#define FS_CELLS_PARTS_H

#include "src/base/base.h"
#include "src/mpi/cells.h"

struct fs_cell_node {
    fs_cell cell;    /* the node as a cell */
    uint64_t before; /* records of it that earlier ranks have */
    uint64_t own;    /* records of it that this rank has */
    size_t child;    /* the index of its first child; 0: it was not divided */
    uint32_t parts;  /* the number of its children */
    uint32_t number; /* of the cell, in the order of the output; if it was divided, the
                        number of divided nodes before it */
    uint8_t bits;    /* its children are 2^bits buckets; 0: they are ranges */
    uint8_t width;   /* of an element of `part`: 1 or 2 bytes */
    uint16_t level;  /* the number of nodes above it */
    void *part;      /* for ranges: the child of each own record; NULL if there is none */
    uint64_t longs;  /* long records in it, of all ranks */
    uint64_t heavy;  /* bytes of the long records, of all ranks */
    size_t own_longs;  /* long records of this rank in it */
    size_t first_long; /* the first of them, in the list of the plan */
};

/* A long record of this rank, while cells are planned. */
typedef struct {
    uint64_t index; /* among the records of this rank in the same cell */
    uint64_t bytes; /* its length */
} fs_long_place;

/* A cell that is to be divided. */
typedef struct {
    size_t node;    /* its index */
    size_t point;   /* for ranges: the first of its points, in the list of the plan */
    uint32_t parts; /* the number of its children */
    unsigned bits;  /* the children are 2^bits buckets; 0: ranges of positions */
    int forced;     /* it is divided even if the tables need too much memory */
} fs_division;

/* The state of fs_cells_plan(). */
typedef struct {
    fs_cells *cells;        /* not owned */
    fs_ranks *ranks;        /* not owned */
    const uint64_t *counts; /* see fs_cells_wish */
    uint64_t wanted;        /* records, at most n */
    uint64_t most_bytes;    /* of a cell */
    uint64_t most_records;  /* of a cell */
    uint64_t memory;        /* bytes for tables that are left; UINT64_MAX: no limit */
    int full;               /* a rank has no memory for tables */

    uint64_t usual;        /* records that are not long, of all ranks */
    uint64_t usual_bytes;  /* their bytes */
    int longs;             /* whether a rank has long records */
    fs_long_place *places; /* the long records of this rank, grouped by cell */

    size_t *list;     /* [count]: the nodes that are cells, in the order of the output */
    size_t count;     /* cells */
    size_t in_use;    /* cells of which something is wanted: the first ones */
    uint64_t *starts; /* [count + 1]: where each cell starts, in records or bytes */
    uint64_t end;     /* where the wanted part of the order ends, in the same unit */

    fs_division *divisions; /* what to divide in this round */
    size_t division_count;  /* elements of `divisions` */
    size_t division_room;   /* elements allocated for `divisions` */
    size_t cells_then;      /* cells after this round */
    uint32_t *points;       /* where ranges start (fs_cells_divide) */
    size_t point_count;     /* elements of `points` */
    size_t point_room;      /* elements allocated for `points` */
} fs_plan;

/* ---- cells.c ----------------------------------------------------------------------- */

/* Makes room for `more` nodes. FAIR_ENOMEM. */
int fs_cells_grow(fs_cells *cells, size_t more);

/* a * b / divisor, which must be less than 2^64. */
uint64_t fs_scale(uint64_t a, uint64_t b, uint64_t divisor);

/* Sets from[p] to the number of the record that takes position p of a leaf with n
 * records, for p < count. `from` has n elements. */
void fs_leaf_order(const uint8_t key[FAIR_KEY_SIZE], uint32_t *from, size_t n,
                   size_t count);

/* ---- cells_divide.c ---------------------------------------------------------------- */

/* Divides cells. points[division->point + i] is where child i + 1 of a range starts,
 * counted from the start of the range. With `longs`, there are long records in the order;
 * `places` are those of this rank, grouped by cell. Collective. FAIR_ENOMEM, FAIR_EMPI.
 */
int fs_cells_divide(fs_cells *cells, fs_ranks *ranks, const fs_division *divisions,
                    size_t count, const uint32_t *points, int longs,
                    fs_long_place *places);

/* ---- cells_ranges.c ---------------------------------------------------------------- */

/* The cell as a range of positions: a leaf is a range of all its positions. */
fs_cell fs_as_range(const fs_cell *cell);

/* Makes the tables (`part`) of the cells that are divided into ranges, whose `parts`
 * and `width` are set. If there are many, each rank computes some of them for all ranks.
 * Collective, but ranks may return different errors: FAIR_ENOMEM, FAIR_EMPI. */
int fs_ranges_make(fs_cells *cells, fs_ranks *ranks, const fs_division *divisions,
                   size_t count, const uint32_t *points);

/* ---- cells_plan.c ------------------------------------------------------------------ */

FS_INLINE const struct fs_cell_node *fs_plan_cell(const fs_plan *plan, size_t i)
{
    return &plan->cells->nodes[plan->list[i]];
}

/* Where the share of rank r - 1 should end, and that of rank r should start; `previous`
 * is the same for rank r - 1. */
uint64_t fs_plan_cut(const fs_plan *plan, int r, uint64_t previous);

/* ---- cells_choose.c ---------------------------------------------------------------- */

/* Sets the divisions of the next round. FAIR_ENOMEM. */
int fs_plan_choose(fs_plan *plan);

#endif

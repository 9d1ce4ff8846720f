/* SPDX-License-Identifier: MIT
 *
 * array_parts.h - a shuffle of a distributed array, for its files.
 *
 *     array.c            checks arguments, plans, and does one step after the other
 *     array_exchange.c   each element goes to the rank that puts its cell in order
 *     array_order.c      puts the cells of this rank in order
 */
#ifndef FS_ARRAY_PARTS_H
#define FS_ARRAY_PARTS_H

#include "fairshuf.h"
#include "src/base/par.h"
#include "src/mpi/cells.h"
#include "src/mpi/ranks.h"

typedef struct {
    fs_ranks *ranks;             /* not owned */
    const fair_options *options; /* never NULL; not owned */
    unsigned char *local;  /* the elements of this rank, and in the end the result */
    size_t local_n;        /* how many it has, before and afterwards */
    size_t size;           /* of an element, in bytes; more than 0 */
    fs_own_records own;    /* its elements, as records */
    fs_cells cells;        /* the cells of the whole array */
    unsigned char *result; /* local_n elements: the cells of this rank */
    unsigned members;      /* the most threads */
    uint64_t done;         /* for progress: elements sent, received and ordered */
} fs_array;

/* The memory that the caller's limit leaves, after the result and the cells. SIZE_MAX: no
 * limit. */
size_t fs_array_memory(const fs_array *array);

/* Where the first element of a cell of this rank is in the result. */
unsigned char *fs_array_cell(const fs_array *array, const fs_cell *cell);

/* Reports progress: array->done of 3 local_n + 1. FAIR_OK or FAIR_ECANCELED. */
int fs_array_report(const fs_array *array);

/* Sends each element of this rank to the rank that owns its cell, and receives the
 * elements of its own cells. In the result, the elements of a cell are then in the order
 * they came. Collective; all ranks return the same. FAIR_ENOMEM, FAIR_ECANCELED,
 * FAIR_EMPI. */
int fs_array_exchange(fs_array *array);

/* The memory that one thread needs to put the largest cell of this rank in order. */
size_t fs_array_order_memory(const fs_array *array);

/* Puts the cells of this rank in order. FAIR_ENOMEM, FAIR_ECANCELED. */
int fs_array_order(fs_array *array, fs_team *team);

#endif

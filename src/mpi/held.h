/* SPDX-License-Identifier: MIT
 *
 * held.h - records that are held in memory until they are sent.
 */
#ifndef FS_HELD_H
#define FS_HELD_H

#include "src/mpi/pool.h"
#include "src/records/piece.h"

struct fs_group_held;

/* All zeros, except for the pool, is empty. Records are held in groups, which use one
 * slab of the pool each, unless a piece is larger. */
typedef struct {
    fs_pool *pool;                 /* the memory; not owned */
    struct fs_group_held *first;   /* the oldest group that was not returned yet */
    struct fs_group_held *last;    /* the newest group */
    struct fs_group_held *current; /* the groups that were returned last */
} fs_held;

void fs_held_free(fs_held *held);

/* Copies the records of some pieces. Returns 1; 0 if they do not fit into the pool, and
 * then holds none of them; or FAIR_ENOMEM. */
int fs_held_add(fs_held *held, const fs_piece *pieces, unsigned count);

/* Returns 1 and the next pieces: groups until they have `bytes` bytes, but at most
 * FS_MOST_PIECES pieces. They stay valid until the next call. Returns 0 if there are
 * none.
 */
int fs_held_next(fs_held *held, size_t bytes, fs_piece pieces[FS_MOST_PIECES],
                 unsigned *count);

#endif

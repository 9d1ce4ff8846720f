/* SPDX-License-Identifier: MIT
 *
 * shelf.h - blocks that went to the temporary file, joined to volumes.
 *
 * L4. A volume is one large block: a table of where its buckets start, and the buckets.
 * It is made of blocks that follow each other, bucket 0 of all of them, then bucket 1,
 * and so on: so a bucket is read back with one call for each volume. What was read is
 * given back to the file system.
 */
#ifndef FS_SHELF_H
#define FS_SHELF_H

#include "blocks.h"
#include "spill.h"

typedef struct {
    uint64_t place;        /* of its table in the file; the buckets follow */
    uint64_t first, count; /* as those of a block */
    uint64_t *starts;      /* NULL: only in the file */
    uint64_t bytes;        /* of all buckets */
    uint64_t given;        /* of these, those that were given back */
} fs_volume;

typedef struct {
    fs_spill *spill;
    fs_volume *volumes;
    size_t count, room;
    size_t tables, most_tables; /* bytes */

    /* what is being written */
    fs_blocks *store;
    size_t slabs;    /* the first ones of the store; 0: nothing is */
    size_t blocks;   /* in them */
    unsigned bucket; /* what comes next: this one, */
    size_t block;    /* of this block, */
    size_t within;   /* from this byte on */
    unsigned char *stage;
    size_t staged, stage_room;
} fs_shelf;

/* `stage` is how much is written at a time, `tables` what may be kept in memory. */
void fs_shelf_start(fs_shelf *shelf, fs_spill *spill, size_t stage, size_t tables);
void fs_shelf_free(fs_shelf *shelf);

/* Begins a volume with the oldest blocks of the store, of at least so many bytes, or all.
 * They must be regrouped. FAIR_OK, FAIR_ENOMEM, FAIR_ELIMIT, FAIR_ETEMP. */
int fs_shelf_begin(fs_shelf *shelf, fs_blocks *store, size_t bytes);

/* Writes on, about so many bytes: FAIR_OK, FAIR_ETEMP. By any thread, one at a time,
 * while other blocks of the store are being filled. */
int fs_shelf_step(fs_shelf *shelf, size_t bytes);

/* Releases the blocks if the volume is complete. */
void fs_shelf_settle(fs_shelf *shelf);

/* Writes what is left of the volume, and releases its blocks. */
int fs_shelf_finish(fs_shelf *shelf);

/* Where the starts of these buckets are, and the end of the last: in memory, or read into
 * `room`. NULL and an errno if that failed. */
const uint64_t *fs_shelf_starts(const fs_shelf *shelf, size_t volume, unsigned low,
                                unsigned high, uint64_t *room, int *error);

/* Where in the file the buckets of a volume begin. */
uint64_t fs_shelf_data(const fs_volume *volume);

/* Gives back the buckets before `high` of a volume, whose end in it is `end`. */
void fs_shelf_give_back(fs_shelf *shelf, size_t volume, unsigned high, uint64_t end);

#endif

/* SPDX-License-Identifier: MIT
 *
 * blocks.h - records in memory, block by block.
 *
 * This does for records of any length what scatter.h does for those of one size: the
 * records of a block are regrouped by bucket, and a bucket is the concatenation of its
 * runs over all blocks. A block keeps the bytes of its records, or references to them if
 * they are part of a mapped file (span.h).
 *
 * How many buckets there are depends on the number of records. As long as that is not
 * known, blocks keep records in the order they came: they have one bucket.
 */
#ifndef FS_BLOCKS_H
#define FS_BLOCKS_H

#include <stdatomic.h>

#include "par.h"
#include "piece.h"
#include "scatter.h"
#include "slabs.h"
#include "span.h"

typedef struct {
    unsigned char *data;
    uint64_t *starts; /* where each of FS_MOST_BUCKETS buckets starts, and where the last
                         one ends */
    size_t bytes;     /* of data */
    uint64_t first;   /* the number of its first record */
    uint64_t count;   /* records that came, including those left out */
    int references;   /* records are kept as references */
} fs_block;

/* All zeros is an empty set. */
typedef struct {
    fs_slabs slabs; /* the memory of the blocks */
    fs_block *blocks;
    size_t count;
    size_t room;   /* of the array `blocks` */
    unsigned bits; /* of bucket numbers; 0: blocks are not regrouped */
    unsigned cut;  /* records of this bucket and later ones are left out; 0: none are */
    uint64_t n;    /* records that came, including those left out or released */
    atomic_size_t counts[FS_MOST_BUCKETS]; /* records kept in each bucket, in all */
} fs_blocks;

void fs_blocks_free(fs_blocks *blocks);

/* A block that is to be added. */
typedef struct {
    size_t bytes;   /* that its records take in the block, at most; 0: none is kept */
    uint64_t count; /* records that come, including those left out */
    int references;
} fs_block_plan;

/* Plans the block of a piece whose first record has the number `first`. For any thread.
 */
void fs_block_plan_piece(const fs_blocks *blocks, const uint8_t key[FAIR_KEY_SIZE],
                         uint64_t first, const fs_piece *piece, int references,
                         fs_block_plan *plan);

/* The memory that a block takes besides its records, at most. */
enum { FS_BLOCK_COST = (FS_MOST_BUCKETS + 1) * sizeof(uint64_t) + FS_OVERSHOOT + 64 };

/* Adds an empty block; if none of its records is kept, only counts them. FAIR_ENOMEM;
 * FAIR_ELIMIT if blocks must be released first. */
int fs_blocks_add(fs_blocks *blocks, const fs_block_plan *plan);

/* Fills a new block with the records of a piece. If the set has bits, they are regrouped
 * by the numbers of the key, without those that are cut. FAIR_ENOMEM. For any thread, one
 * to a block. */
int fs_block_fill(fs_blocks *blocks, fs_block *block, const uint8_t key[FAIR_KEY_SIZE],
                  const fs_piece *piece);

/* Fills a new block with `count` kept records, which lie one after the other at `from`:
 * record i goes to bucket numbers[i], unless that is cut. For any thread, one to a block.
 */
void fs_block_fill_kept(fs_blocks *blocks, fs_block *block, const unsigned char *from,
                        size_t count, const uint8_t *numbers);

/* Regroups all blocks by numbers of `bits` bits, if they are not regrouped yet. */
int fs_blocks_regroup(fs_blocks *blocks, const uint8_t key[FAIR_KEY_SIZE], unsigned bits,
                      fs_team *team);

/* Joins small blocks that are next to each other and of one kind, and drops the buckets
 * from `cut` on. Needs memory for what is left. FAIR_ENOMEM: nothing has changed. */
int fs_blocks_compact(fs_blocks *blocks, unsigned cut);

/* Frees the first `slabs` slabs with their blocks. */
void fs_blocks_release(fs_blocks *blocks, size_t slabs);

#endif

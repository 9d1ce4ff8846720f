/* SPDX-License-Identifier: MIT
 *
 * blocks.h - records in memory, block by block.
 *
 * Like scatter.h, but for records of any length: the records of a block are regrouped by
 * bucket, and a bucket is the concatenation of its runs over all blocks. A block keeps
 * the bytes of its records, or references to records in a mapped file (span.h).
 *
 * The number of buckets depends on the number of records. Until that is known, a block
 * has one bucket, with its records in the order they came.
 */
#ifndef FS_BLOCKS_H
#define FS_BLOCKS_H

#include <stdatomic.h>

#include "src/base/par.h"
#include "src/records/piece.h"
#include "src/records/slabs.h"
#include "src/records/span.h"
#include "src/shuffle/scatter.h"

/* Blocks and segments have a table of where each bucket starts, and where the last one
 * ends. */
enum {
    FS_STARTS = FS_MOST_BUCKETS + 1,              /* offsets of the table */
    FS_TABLE = FS_STARTS * (int)sizeof(uint64_t), /* bytes of the table */

    /* Upper bound of the memory that a block takes besides its records. */
    FS_BLOCK_COST = FS_TABLE + FS_OVERSHOOT + FS_SLAB_ALIGN,
};

typedef struct {
    unsigned char *data; /* the records, bucket by bucket */
    uint64_t *starts;    /* the table: FS_STARTS offsets in `data` */
    size_t bytes;        /* used bytes of `data` */
    uint64_t first;      /* the number of its first record */
    uint64_t count;      /* records that came, including those left out */
    int references;      /* records are kept as references */
} fs_block;

/* All zeros is an empty set. */
typedef struct {
    fs_slabs slabs;   /* the memory of the blocks */
    fs_block *blocks; /* [count]: in the order the records came */
    size_t count;     /* blocks */
    size_t room;      /* elements allocated for `blocks` */
    unsigned bits;    /* bits of a bucket number; 0: blocks are not regrouped */
    unsigned cut; /* records of this and later buckets are left out; 0: no record is */
    uint64_t n;   /* records that came, including those left out or released */
    atomic_size_t
        counts[FS_MOST_BUCKETS]; /* records kept in each bucket, over all blocks */
} fs_blocks;

void fs_blocks_free(fs_blocks *blocks);

/* What is known about a block before it is added. */
typedef struct {
    size_t bytes; /* upper bound of the bytes of its records in the block; 0: no record is
                     kept */
    uint64_t count; /* records, including those left out */
    int references; /* the block will keep references */
} fs_block_plan;

/* Plans the block for a piece whose first record has the number `first`. Only a mapped
 * piece can be kept as references. Any thread may call it. */
void fs_block_plan_piece(const fs_blocks *blocks, const uint8_t key[FAIR_KEY_SIZE],
                         uint64_t first, const fs_piece *piece, int references,
                         fs_block_plan *plan);

/* Adds an empty block. If no record of it is kept, only counts its records. FAIR_ENOMEM;
 * FAIR_ELIMIT if other blocks must be released first. */
int fs_blocks_add(fs_blocks *blocks, const fs_block_plan *plan);

/* Fills a new block with all records of a piece. If blocks->bits > 0, the records are
 * regrouped by the bucket numbers that the key gives, and records that are cut are left
 * out. FAIR_ENOMEM. Several threads may fill different blocks. */
int fs_block_fill(fs_blocks *blocks, fs_block *block, const uint8_t key[FAIR_KEY_SIZE],
                  const fs_piece *piece);

/* Fills a block with `count` kept records, which are stored one after the other at
 * `from`. blocks->bits > 0. Record i goes to bucket numbers[i], unless that is cut.
 * Several threads may fill different blocks. */
void fs_block_fill_kept(fs_blocks *blocks, fs_block *block, const unsigned char *from,
                        size_t count, const uint8_t *numbers);

/* Regroups all blocks by bucket numbers of `bits` bits, if they are not regrouped yet.
 * FAIR_ENOMEM. */
int fs_blocks_regroup(fs_blocks *blocks, const uint8_t key[FAIR_KEY_SIZE], unsigned bits,
                      fs_team *team);

/* Joins adjacent small blocks that all hold records or all hold references, and drops the
 * buckets from `cut` on. blocks->bits is FS_MOST_BITS. Needs memory for a copy of the
 * remaining records. After FAIR_ENOMEM, nothing has changed. */
int fs_blocks_compact(fs_blocks *blocks, unsigned cut);

/* Releases the first `count` blocks; there are at least that many. */
void fs_blocks_release(fs_blocks *blocks, size_t count);

/* Adds the bytes that the first buckets of a block take in a segment, with the records
 * that references point to. Returns their sum. */
uint64_t fs_block_content(const fs_block *block, unsigned buckets,
                          uint64_t bytes[FS_MOST_BUCKETS]);

#endif

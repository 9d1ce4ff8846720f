/* SPDX-License-Identifier: MIT
 *
 * blocks.h - records of any length, kept block by block.
 *
 * L4. What scatter.h does with records of one size: the records of a block are regrouped
 * by bucket, and a bucket is the concatenation of its runs over all blocks. A record is
 * kept as its length, 7 bits to a byte, lowest first, the last byte below 128; and its
 * bytes.
 *
 * As long as it is not known over how many buckets the records go (that depends on their
 * number), blocks keep them as they come.
 */
#ifndef FS_BLOCKS_H
#define FS_BLOCKS_H

#include <stdatomic.h>
#include <string.h>

#include "base.h"
#include "par.h"
#include "reader.h"
#include "scatter.h"

enum { FS_MOST_PREFIX = 10, FS_OVERSHOOT = 32 };

FS_INLINE size_t fs_prefix_size(uint64_t length)
{
    size_t size = 1;
    for (; length > 127; length >>= 7)
        size++;
    return size;
}

FS_INLINE unsigned char *fs_prefix_put(unsigned char *to, uint64_t length)
{
    for (; length > 127; length >>= 7)
        *to++ = (unsigned char)(length | 128);
    *to++ = (unsigned char)length;
    return to;
}

/* The record kept at `at`: returns its bytes. */
FS_INLINE const unsigned char *fs_prefix_get(const unsigned char *at, size_t *length)
{
    uint64_t value = *at++;
    if (FS_UNLIKELY(value > 127)) {
        value &= 127;
        for (unsigned shift = 7;; shift += 7) {
            const uint64_t more = *at++;
            value |= (more & 127) << shift;
            if (more < 128)
                break;
        }
    }
    *length = (size_t)value;
    return at;
}

/* Copies a record. Where both have FS_OVERSHOOT bytes of room behind, short ones need no
 * call. */
FS_INLINE void fs_copy_over(unsigned char *to, const unsigned char *from, size_t length)
{
    memcpy(to, from, 16);
    if (FS_UNLIKELY(length > 16)) {
        if (length <= 32)
            memcpy(to + 16, from + 16, 16);
        else
            memcpy(to, from, length);
    }
}

typedef struct {
    unsigned char *data;
    size_t bytes;
    uint64_t *starts; /* where buckets start, and the end: FS_MOST_BUCKETS + 1 */
    int regrouped;    /* else they mean nothing */
    uint64_t first;   /* the number of its first record */
    size_t count;     /* records, also those that were left out */
} fs_block;

/* What blocks lie in. */
typedef struct {
    unsigned char *memory;
    size_t size;
    size_t blocks; /* that lie in it */
} fs_slab;

typedef struct {
    fs_block *blocks;
    size_t count, room;
    unsigned bits;  /* of bucket numbers; 0: nothing is regrouped */
    unsigned cut;   /* if not 0: records of this bucket and those behind are left out */
    uint64_t n;     /* records that came, also those left out or released */
    uint64_t bytes; /* of records, lengths not counted */
    atomic_size_t
        counts[FS_MOST_BUCKETS]; /* records in each bucket; all in 0 if bits = 0 */

    size_t most;      /* bytes of slabs, 0 for any number */
    size_t most_slab; /* of one, 0 for what is usual */
    size_t held;      /* bytes of slabs that there are, with those spare */
    fs_slab *slabs;   /* in the order of the blocks */
    size_t slab_count, slab_room;
    fs_slab *spare;
    size_t spare_count, spare_room;
    unsigned char *free; /* in the last slab */
    size_t left;
    size_t next_slab;
} fs_blocks;

/* All zero is an empty store. */
void fs_blocks_free(fs_blocks *store);

/* Adds an empty block with room for a piece, or for so many bytes and records: FAIR_OK,
 * FAIR_ENOMEM; FAIR_ELIMIT if something must be released before. */
int fs_blocks_add(fs_blocks *store, const fs_piece *piece);
int fs_blocks_add_room(fs_blocks *store, size_t bytes, size_t records);

/* Copies the piece into the block that was made for it, regrouped if the store is. */
int fs_block_fill(fs_blocks *store, fs_block *block, const uint8_t key[FAIR_KEY_SIZE],
                  const fs_piece *piece);

/* Copies records that are kept in a row at `from` into the block that was made for them,
 * record i to bucket numbers[i]. */
void fs_block_fill_kept(fs_blocks *store, fs_block *block, const unsigned char *from,
                        const uint8_t *numbers);

/* Regroups all blocks that are not yet. */
int fs_blocks_regroup(fs_blocks *store, const uint8_t key[FAIR_KEY_SIZE], unsigned bits,
                      fs_team *team);

/* Frees the first slabs with their blocks; what is counted stays counted. */
void fs_blocks_release(fs_blocks *store, size_t slabs);

/* Frees slabs that are not in use. */
void fs_blocks_trim(fs_blocks *store);

/* Writes the places of a bucket's records, in the order they came; returns how many. */
size_t fs_blocks_collect(const fs_blocks *store, size_t bucket,
                         const unsigned char **places);

/* Writes the places of all n records, in the order they came: FAIR_OK, FAIR_ELOST. */
int fs_blocks_collect_all(const fs_blocks *store, const uint8_t key[FAIR_KEY_SIZE],
                          const unsigned char **places);

/* ---- buckets in a row -------------------------------------------------------------- */

/* The part of a block that belongs to the buckets low..high-1. */
typedef struct {
    const unsigned char *data; /* where bucket `low` starts */
    const uint64_t *starts;    /* of all buckets, or those from `base` on */
    unsigned base, low, high;
    uint64_t first, count; /* of the block */
} fs_run;

FS_INLINE uint64_t fs_run_bytes(const fs_run *run)
{
    return run->starts[run->high - run->base] - run->starts[run->low - run->base];
}

/* The run of some buckets of a block that is regrouped. */
fs_run fs_block_run(const fs_block *block, unsigned low, unsigned high);

/* Writes the places of its records in the order they came, at most `room` of them: how
 * many there are; SIZE_MAX if they are more, or damaged. The key is that of the numbers
 * of buckets, in FS_MOST_BITS bits; for one bucket alone it is not needed. */
size_t fs_run_places(const fs_run *run, const uint8_t *key, const unsigned char **places,
                     size_t room);

/* Copies the records in the order they came: 0 if they are damaged. */
int fs_run_merge(const fs_run *run, const uint8_t *key, unsigned char *to);

/* The records that are kept in a row in so many bytes; SIZE_MAX if they are damaged. */
size_t fs_kept_count(const unsigned char *at, size_t bytes);

#endif

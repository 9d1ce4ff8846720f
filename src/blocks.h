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
    size_t *starts; /* where buckets start, and the end; NULL: not regrouped */
    uint64_t first; /* the number of its first record */
    size_t count;
} fs_block;

typedef struct {
    fs_block *blocks;
    size_t count, room;
    unsigned bits;  /* of bucket numbers; 0: nothing is regrouped */
    uint64_t n;     /* records */
    uint64_t bytes; /* of records, lengths not counted */
    atomic_size_t
        counts[FS_MOST_BUCKETS]; /* records in each bucket; all in 0 if bits = 0 */

    unsigned char **slabs; /* what the blocks lie in */
    size_t slab_count, slab_room;
    unsigned char *free;
    size_t left;
    size_t next_slab;
} fs_blocks;

/* All zero is an empty store. */
void fs_blocks_free(fs_blocks *store);

/* Adds an empty block with room for a piece: FAIR_OK or FAIR_ENOMEM. */
int fs_blocks_add(fs_blocks *store, const fs_piece *piece);

/* Copies the piece into the block that was made for it, regrouped if the store is. */
int fs_block_fill(fs_blocks *store, fs_block *block, const uint8_t key[FAIR_KEY_SIZE],
                  const fs_piece *piece);

/* Regroups all blocks that are not yet. */
int fs_blocks_regroup(fs_blocks *store, const uint8_t key[FAIR_KEY_SIZE], unsigned bits,
                      fs_team *team);

/* Writes the places of a bucket's records, in the order they came; returns how many. */
size_t fs_blocks_collect(const fs_blocks *store, size_t bucket,
                         const unsigned char **places);

/* Writes the places of all n records, in the order they came: FAIR_OK, FAIR_ENOMEM. */
int fs_blocks_collect_all(const fs_blocks *store, const uint8_t key[FAIR_KEY_SIZE],
                          const unsigned char **places);

#endif

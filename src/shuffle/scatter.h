/* SPDX-License-Identifier: MIT
 *
 * scatter.h - one step of the order by scattering: records go to random buckets.
 *
 * At a node with the key K, each of n records goes to one of 2^b buckets, chosen
 * independently. A bucket keeps its records in the order in which they came. The bucket
 * of record i is given by byte i mod FS_CHUNK of a stream. The key of this stream is
 * derived from K and the chunk number i / FS_CHUNK, so that a thread can start at any
 * chunk.
 *
 * This header has what is part of the order format. distribute.h moves the records of an
 * array; the records layer has its own ways to move records of a file.
 */
#ifndef FS_SCATTER_H
#define FS_SCATTER_H

#include "fairshuf.h"
#include "src/base/base.h"

/* These constants are part of the order format (docs/order-format.md) and cannot change.
 * They were chosen with `make sweep` (docs/speed.md, Constants). Up to FS_LEAF records
 * are shuffled by Fisher-Yates. More records are scattered over the smallest number of
 * buckets, 2^b, for which a bucket has FS_AIM records or fewer on average, but over at
 * most 2^FS_MOST_BITS buckets. */
#ifndef FS_LEAF
#define FS_LEAF 98304
#define FS_AIM 65536
#define FS_CHUNK 32768
#define FS_MOST_BITS 8
#endif

enum { FS_MOST_BUCKETS = 1 << FS_MOST_BITS };

/* A node with more records than this has FS_MOST_BUCKETS buckets. */
#define FS_ALL_BUCKETS_ABOVE                                                             \
    (FS_LEAF > (uint64_t)FS_AIM << (FS_MOST_BITS - 1)                                    \
         ? (uint64_t)FS_LEAF                                                             \
         : (uint64_t)FS_AIM << (FS_MOST_BITS - 1))

/* The b of a node with n > FS_LEAF records, which has 2^b buckets. */
FS_INLINE unsigned fs_scatter_bits(uint64_t n)
{
    assert(n > FS_LEAF);
    unsigned bits = 1;
    while (bits < FS_MOST_BITS && (n - 1) >> bits >= FS_AIM)
        bits++;
    return bits;
}

/* The bucket numbers of the records first..first+count-1 at a node of 2^bits buckets. */
void fs_scatter_numbers(const uint8_t key[FAIR_KEY_SIZE], uint64_t first, size_t count,
                        unsigned bits, uint8_t *numbers);

FS_INLINE size_t fs_chunk_count(size_t n)
{
    assert(n > 0);
    return (n - 1) / FS_CHUNK + 1;
}

/* The bucket numbers of one chunk, one part after the other. */
typedef struct {
    fair_rng rng; /* the stream of the chunk */
} fs_numbers;

void fs_numbers_start(fs_numbers *stream, const uint8_t key[FAIR_KEY_SIZE],
                      uint64_t chunk);

/* The next `count` numbers at a node of 2^bits buckets. */
void fs_numbers_next(fs_numbers *stream, uint8_t *numbers, size_t count, unsigned bits);

/* Wipes the stream. */
void fs_numbers_end(fs_numbers *stream);

#endif

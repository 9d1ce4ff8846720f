/* SPDX-License-Identifier: MIT
 *
 * scatter.h - one step of the order by scattering: records go to random buckets.
 *
 * L3. At a node with the key K, n records are sent to 2^b buckets, each to one chosen
 * independently; a bucket keeps them in the order they came. Record i takes its bucket
 * from byte i mod FS_CHUNK of the stream whose key is derived from K and the chunk
 * number i / FS_CHUNK, so that a worker can start at any chunk.
 *
 * Buckets are made block by block: the records of a block are regrouped by bucket, and
 * the block is kept with the places where its buckets start. A bucket is the
 * concatenation of its runs over all blocks. How long the blocks are changes nothing but
 * speed.
 */
#ifndef FS_SCATTER_H
#define FS_SCATTER_H

#include "fairshuf.h"
#include "src/base/base.h"

/* These are part of the order format (docs/order-format.md), chosen by `make sweep` once
 * and for ever. At most FS_LEAF records are shuffled by Fisher-Yates; more are scattered
 * over so many buckets that FS_AIM or fewer can be expected in each, but over 256 at
 * most.
 *
 * ns per element with FS_AIM = 2^k and FS_LEAF one and a half times that (EPYC, AVX2, one
 * thread, but for x2):
 *
 *     k                  13     14     15     16     17     18     19     20
 *     4 bytes, 2^20     4.0    4.1    4.1    4.3    4.2    6.9    4.8    2.9
 *     4 bytes, 2^24     7.6    7.0    7.2    5.1    5.3    5.2    5.8    6.0
 *     4 bytes, 2^24 x2  3.8    3.6    4.0    2.8    2.9    3.1    2.8    3.2
 *     8 bytes, 2^24     8.1    8.4    8.7    6.3    6.8    7.2    7.7    8.6
 *     4 bytes, 2^27     8.1    7.2    7.3    7.4    7.6    8.1    6.1    7.0
 *     64 bytes, 2^22     39     28     30     33     36     43     48     54
 *
 * 16 is best where one level does, and near it elsewhere; numbers suffer little from
 * leaves beyond a cache, but larger records do. FS_CHUNK: 2^12 5.8 ns at 2^24, 2^13 5.2,
 * 2^14 4.9, 2^15 4.7, 2^16 4.9, 2^17 4.8. */
#ifndef FS_LEAF
#define FS_LEAF 98304
#define FS_AIM 65536
#define FS_CHUNK 32768
#define FS_MOST_BITS 8
#endif

enum { FS_MOST_BUCKETS = 1 << FS_MOST_BITS };

/* With more records than this, a node has as many buckets as there can be. */
#define FS_ALL_BUCKETS_ABOVE                                                             \
    (FS_LEAF > (uint64_t)FS_AIM << (FS_MOST_BITS - 1)                                    \
         ? (uint64_t)FS_LEAF                                                             \
         : (uint64_t)FS_AIM << (FS_MOST_BITS - 1))

/* A worker goes on to the next block after about this many bytes: half a second-level
 * cache. From 2^15 to 2^21 the figures are nearly alike. */
#ifndef FS_BLOCK_BYTES
#define FS_BLOCK_BYTES (1 << 18)
#endif
#ifndef FS_BLOCK_LEAST /* but not before so many records */
#define FS_BLOCK_LEAST 256
#endif

/* The b of a node with n > FS_LEAF records. */
FS_INLINE unsigned fs_scatter_bits(uint64_t n)
{
    unsigned bits = 1;
    while (bits < FS_MOST_BITS && (n - 1) >> bits >= FS_AIM)
        bits++;
    return bits;
}

/* The bucket numbers of the records first..first+count-1, in `bits` bits each. */
void fs_scatter_numbers(const uint8_t key[FAIR_KEY_SIZE], uint64_t first, size_t count,
                        unsigned bits, uint8_t *numbers);

/* Records regrouped by bucket, block by block. */
typedef struct {
    unsigned char *data; /* n records */
    uint32_t *starts;    /* for each block, where its buckets start, and where it ends */
    size_t n;
    size_t size;   /* of a record, in bytes */
    size_t length; /* records in a block, but for the last; divides FS_CHUNK */
    unsigned bits;
} fs_scatter;

FS_INLINE size_t fs_chunk_count(size_t n)
{
    return (n - 1) / FS_CHUNK + 1;
}

/* Sets everything but the two pointers, for n > FS_LEAF records. */
void fs_scatter_plan(fs_scatter *store, size_t n, size_t size);

/* The room that the two pointers need: data (less than 2^64, for the records are in
 * memory) and starts. */
FS_INLINE size_t fs_scatter_data_bytes(const fs_scatter *store)
{
    return store->n * store->size;
}
size_t fs_scatter_starts_bytes(const fs_scatter *store);

/* Regroups the blocks of the chunks first..last-1 into the store. Records come from the
 * array `from`, or, if that is NULL, are the indices 0..n-1 in 4 or 8 bytes. `numbers` is
 * room for store->length bytes. */
void fs_scatter_fill(const fs_scatter *store, const uint8_t key[FAIR_KEY_SIZE],
                     const unsigned char *from, size_t first, size_t last,
                     uint8_t *numbers);

/* Adds up the runs: bucket b has the places places[b]..places[b+1]-1 in the result. */
void fs_scatter_places(const fs_scatter *store, size_t places[FS_MOST_BUCKETS + 1]);

/* Writes bucket b in the order its records came. */
void fs_scatter_gather(const fs_scatter *store, unsigned b, unsigned char *to);

#endif

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
 * Records are regrouped by bucket block by block, and for each block it is stored where
 * its buckets start. A bucket is the concatenation of its runs in all blocks. The length
 * of the blocks affects only the speed.
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

/* A block has about this many bytes: half of a second-level cache. From 2^15 to 2^21, the
 * speed is nearly the same (docs/speed.md, Constants). */
#ifndef FS_BLOCK_BYTES
#define FS_BLOCK_BYTES (1 << 18)
#endif
#ifndef FS_BLOCK_LEAST
#define FS_BLOCK_LEAST 256 /* a block has at least this many records */
#endif

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

/* Records regrouped by bucket, block by block. */
typedef struct {
    unsigned char *data; /* the records */
    uint32_t *starts;    /* for each block, where its buckets start, and where it ends */
    size_t n;            /* number of records */
    size_t size;         /* of a record, in bytes */
    size_t length;       /* records in a block, except the last; divides FS_CHUNK */
    unsigned bits;       /* there are 2^bits buckets */
} fs_scatter;

FS_INLINE size_t fs_chunk_count(size_t n)
{
    assert(n > 0);
    return (n - 1) / FS_CHUNK + 1;
}

/* Sets all fields except the two pointers, for n > FS_LEAF records of `size` > 0 bytes.
 */
void fs_scatter_plan(fs_scatter *store, size_t n, size_t size);

/* The sizes in bytes of `data` and `starts`. */
FS_INLINE size_t fs_scatter_data_bytes(const fs_scatter *store)
{
    return store->n * store->size;
}
size_t fs_scatter_starts_bytes(const fs_scatter *store);

/* Regroups the blocks of the chunks first..last-1 into the store. The records are those
 * of the array `from`. If it is NULL, they are the indices 0..n-1 in 4 or 8 bytes.
 * `numbers` has space for store->length bytes. */
void fs_scatter_fill(const fs_scatter *store, const uint8_t key[FAIR_KEY_SIZE],
                     const unsigned char *from, size_t first, size_t last,
                     uint8_t *numbers);

/* Computes where buckets go: bucket b has the places places[b]..places[b+1]-1. */
void fs_scatter_places(const fs_scatter *store, size_t places[FS_MOST_BUCKETS + 1]);

/* Writes the records of bucket b to `to`, in the order in which they came. */
void fs_scatter_gather(const fs_scatter *store, unsigned b, unsigned char *to);

#endif

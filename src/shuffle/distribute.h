/* SPDX-License-Identifier: MIT
 *
 * distribute.h - distributes the records of an array over the buckets of a node
 * (scatter.h), in place. Afterwards, the records of each bucket are contiguous, in the
 * order in which they came. This needs no second array, only buffers: two blocks for each
 * bucket and stripe, one spare block, and 5 bytes for each block of the array.
 *
 * A block is a fixed number of records. A slot is the space of one block in the array,
 * counted from the beginning of the array. A stripe is a part of the array that one
 * thread reads. The steps:
 *
 * 1. fs_stripe_fill(): each record of the stripe goes to the buffer of its bucket. A
 *    buffer has two blocks. When it is full, its second block is written to the next slot
 *    from the beginning of the stripe on; the records there have been read by then. The
 *    first block stays in the buffer.
 * 2. fs_distribution_arrange(): now the sizes of the buckets are known, and with them the
 *    place of each record. For each block, it finds the last slot that does not start
 *    after the place of the first record of the block.
 * 3. fs_stripe_move(), fs_distribution_close_cycles(): each block is copied to its slot.
 * 4. fs_place_bucket(): the blocks of a bucket are shifted by less than one block, to
 *    their exact places. The contents of the buffers are added before and after them.
 *
 * With several stripes, a bucket consists of segments, one from each stripe, in order.
 * Several threads can do steps 1, 3 and 4: step 1 and fs_stripe_move() for different
 * stripes, step 4 for different buckets. Step 4 is safe because the blocks of a segment
 * are in slots within the places of that segment. So no bucket touches the places of
 * another.
 */
#ifndef FS_DISTRIBUTE_H
#define FS_DISTRIBUTE_H

#include "src/shuffle/put.h"
#include "src/shuffle/scatter.h"

/* A block has about this many bytes, so that the buffers of up to 16 buckets fit into a
 * first-level cache, and those of 256 into a second-level cache. It has more if there are
 * fewer than 16 buckets, or if records have more than 16 bytes (docs/speed.md,
 * Constants). */
#ifndef FS_BLOCK_BYTES
#define FS_BLOCK_BYTES 1024
#endif
#ifndef FS_BLOCK_LEAST
#define FS_BLOCK_LEAST 1 /* a block has at least this many records */
#endif

/* The number of records in a block, for an array of n > FS_LEAF records: a power of two
 * that divides FS_CHUNK. Arrays with fewer records can use the same number. */
size_t fs_block_length(size_t n, size_t size);

/* A part of the array: whole chunks, or the end of the array. */
typedef struct {
    size_t first, last;     /* its records are first..last-1 */
    size_t read;            /* the next record to read */
    size_t written;         /* blocks written to the array, from the slot of `first` on */
    unsigned char *buffers; /* of all buckets, one after the other */
    uint32_t fill[FS_MOST_BUCKETS];   /* where in `buffers` the next record goes */
    uint32_t blocks[FS_MOST_BUCKETS]; /* blocks of each bucket written to the array */
    size_t starts[FS_MOST_BUCKETS];   /* the places where its segments start */
} fs_stripe;

typedef struct {
    const uint8_t *key;        /* of the node */
    const unsigned char *from; /* the records: `to` or another array; NULL: 0..n-1 */
    unsigned char *to;         /* the array */
    size_t n;                  /* number of records, more than FS_LEAF */
    size_t size;               /* of a record, in bytes */
    size_t length;             /* records in a block */
    unsigned bits;             /* there are 2^bits buckets */
    fs_put_kernel *put;        /* a kernel that fills buffers (put.h), or NULL */
    size_t stride;             /* records from one buffer to the next */
    unsigned stripe_count;     /* at least 1 */
    fs_stripe **stripes;       /* in the order of the array */
    uint32_t *sources;         /* for each slot, the slot that its block comes from */
    uint8_t *owners;           /* for each block that was written, its bucket */
    unsigned char *spare;      /* space for one block */
    size_t places[FS_MOST_BUCKETS + 1]; /* where buckets start */
} fs_distribution;

/* The number of bytes of a stripe with its buffers, and of the table and spare block of a
 * distribution, for n records. They never decrease with n if `length` is the same. */
size_t fs_stripe_bytes(size_t n, size_t size, size_t length);
size_t fs_table_bytes(size_t n, size_t size, size_t length);

/* Sets the fields that depend on n, size and length, and puts the table into `memory` of
 * fs_table_bytes(). The caller has set key, from and to, and sets the stripes. */
void fs_distribution_start(fs_distribution *d, size_t n, size_t size, size_t length,
                           void *memory);

/* Makes a stripe of the records first..last-1 in `memory` of fs_stripe_bytes(). */
fs_stripe *fs_stripe_start(const fs_distribution *d, size_t first, size_t last,
                           void *memory);

/* Reads the next chunks of the stripe, at most `chunks`. Returns the number of records
 * read; 0 at the end of the stripe. */
size_t fs_stripe_fill(const fs_distribution *d, fs_stripe *stripe, size_t chunks);

/* Instead of steps 2 to 4: puts the records of all buffers back into the array, so that
 * nothing is lost. The order is unspecified. */
void fs_stripe_give_back(const fs_distribution *d, fs_stripe *stripe);

/* Computes `places`, and which block goes to which slot. */
void fs_distribution_arrange(fs_distribution *d);

/* Copies blocks to the free slots at the end of the stripe, then to the slots that this
 * makes free, and so on. */
void fs_stripe_move(const fs_distribution *d, const fs_stripe *stripe);

/* Copies the other blocks. Each of their slots holds another of them, in cycles. */
void fs_distribution_close_cycles(const fs_distribution *d);

/* Completes bucket b: afterwards its records are in places[b] .. places[b + 1] - 1. */
void fs_place_bucket(const fs_distribution *d, unsigned b);

#endif

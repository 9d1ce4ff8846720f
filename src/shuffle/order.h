/* SPDX-License-Identifier: MIT
 *
 * order.h - the order by scattering, of records in an array.
 *
 * order.c puts an array in order in one thread; order_parallel.c divides the work
 * among threads.
 */
#ifndef FS_ORDER_H
#define FS_ORDER_H

#include "src/base/par.h"
#include "src/shuffle/distribute.h"

/* The memory of one thread. All zeros means no memory, which is enough for a leaf. */
typedef struct {
    unsigned char *memory; /* for one distribution */
    size_t length;         /* records in a block */
} fs_order_worker;

/* The number of bytes that a worker needs for up to n records of `size` bytes; 0 if
 * n <= FS_LEAF. */
size_t fs_order_worker_bytes(size_t n, size_t size);

/* Makes a worker for up to n records. Its memory has fs_order_worker_bytes(), not 0. */
fs_order_worker fs_order_worker_in(unsigned char *memory, size_t n, size_t size);

/* Makes a worker with memory of its own. Returns 0 if there is no memory. Free the worker
 * in any case. */
int fs_order_worker_start(fs_order_worker *worker, size_t n, size_t size);
void fs_order_worker_free(fs_order_worker *worker);

/* Puts the first k places of a leaf in order: n <= FS_LEAF records. k may be more than n.
 */
void fs_order_leaf(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
                   size_t size, size_t k);

/* Puts n records of `size` bytes in order, in place. If n <= FS_LEAF, the worker is not
 * used and may be NULL. Otherwise it must have been made for at least n records. All
 * levels use the same memory: it is free again when all buckets have been placed. */
void fs_order(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
              size_t size, fs_order_worker *worker);

/* The same for bucket b of the node with this key: derives the key of the bucket. */
void fs_order_bucket(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                     size_t n, size_t size, fs_order_worker *worker);

/* The same, but only the first k places get the records that they would have in the whole
 * order. The other places hold the other records. k may be more than n. */
void fs_order_bucket_head(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                          size_t n, size_t size, size_t k, fs_order_worker *worker);

/* Whether an array of n records of `size` > 0 bytes can exist and be put in order. With
 * 2^47 records or more, blocks could not be numbered in 32 bits. */
FS_INLINE int fs_order_fits(size_t n, size_t size)
{
    return fs_fits(n, size) && (uint64_t)n / FS_CHUNK < UINT32_MAX;
}

/* The number of bytes that fair_shuffle_parallel() allocates for n records if there is no
 * limit. */
size_t fs_order_memory_needed(size_t n, size_t size, const fair_options *options);

/* A consumer of buckets of indices. */
typedef struct {
    fs_team *team; /* does the work */

    /* At least 1. Buckets that start at this position or later are skipped. */
    size_t wanted;

    /* Consumes a bucket that is in order. `position` is the position of its first index
     * in the whole order. Called once for each bucket that is not skipped, within a
     * fs_team_run() in which `bucket` is the number of the task. If it does not return 0,
     * the work ends with FAIR_ECANCELED; for buckets that are not in order by then, it is
     * called with a count of 0. */
    int (*consume)(void *context, unsigned member, size_t bucket, size_t position,
                   const void *indices, size_t count);
    void *context; /* the first argument of consume() */
} fs_consumer;

/* Puts the indices 0..n-1, n > FS_LEAF, of `size` 4 or 8 bytes each, in order without an
 * array of all of them: the thread that has put a bucket in order passes it to the
 * consumer. Reports progress while indices are scattered, from 0 to n of 2 n, and not
 * afterwards. Uses at most options->threads members of the consumer's team. Returns
 * FAIR_ENOMEM before any bucket is consumed, or FAIR_ECANCELED. */
int fs_order_indices(const uint8_t key[FAIR_KEY_SIZE], size_t n, size_t size,
                     const fair_options *options, const fs_consumer *consumer);

#endif

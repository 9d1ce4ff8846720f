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
#include "src/shuffle/scatter.h"

/* The memory of one thread. All zeros means no memory, which is enough for a leaf. */
typedef struct {
    uint8_t *numbers;      /* FS_CHUNK bytes, for bucket numbers */
    fs_scatter store;      /* has space for the largest number of records to scatter */
    unsigned char *bucket; /* for a bucket of indices that is consumed, or NULL */
} fs_order_worker;

/* Allocates what is needed for up to n records of `size` bytes; nothing if n <= FS_LEAF.
 * Returns 0 if there is no memory. Free the worker in any case. */
int fs_order_worker_start(fs_order_worker *worker, size_t n, size_t size);
void fs_order_worker_free(fs_order_worker *worker);

/* Puts n records of `size` bytes in order, in place. If n <= FS_LEAF, the worker is not
 * used and may be NULL. Otherwise it must have been started for at least n records; all
 * levels below use the same store, which is free when its buckets have been gathered. */
void fs_order(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
              size_t size, fs_order_worker *worker);

/* The same for bucket b of the node with this key: derives the key of the bucket. */
void fs_order_bucket(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                     size_t n, size_t size, fs_order_worker *worker);

/* A consumer of buckets of indices. */
typedef struct {
    fs_team *team; /* does the work */
    size_t
        wanted; /* at least 1; buckets that start at this position or later are skipped */

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

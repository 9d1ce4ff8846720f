/* SPDX-License-Identifier: MIT
 *
 * order.h - the order by scattering, of records that lie in place.
 *
 * L3.
 */
#ifndef FS_ORDER_H
#define FS_ORDER_H

#include "src/base/par.h"
#include "src/shuffle/scatter.h"

/* The memory of one thread. All zeros has no memory, which is enough for a leaf. */
typedef struct {
    uint8_t *numbers;      /* FS_CHUNK bytes, for bucket numbers */
    fs_scatter store;      /* for records that must be scattered, if there are any */
    unsigned char *bucket; /* for a bucket of indices that is handed out, or NULL */
} fs_order_worker;

/* Allocates the memory to put up to n records of `size` bytes in order; for a leaf, none.
 * Returns 0 if there is no memory. The worker must be freed in any case. */
int fs_order_worker_start(fs_order_worker *worker, size_t n, size_t size);
void fs_order_worker_free(fs_order_worker *worker);

/* Orders n records in place. If n > FS_LEAF, the worker was started for at least n
 * records. Its one store serves all levels below: it is free again when its buckets have
 * all been gathered. */
void fs_order(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
              size_t size, fs_order_worker *worker);

/* The same with the key of bucket b of the node with this key. */
void fs_order_bucket(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                     size_t n, size_t size, fs_order_worker *worker);

/* Who takes buckets of indices that are in order. */
typedef struct {
    fs_team *team; /* of at least options->threads members */
    size_t wanted; /* > 0; buckets that start at this position or later are left out */

    /* Takes a bucket, whose first index has that position in the whole order. Called as
     * part of a fs_team_run() in which `bucket` is the number of the task, once for each
     * bucket that is not left out. If it returns anything but 0, the work ends with
     * FAIR_ECANCELED. Buckets that are not in order by then are taken with a count of 0.
     */
    int (*take)(void *context, unsigned member, size_t bucket, size_t position,
                const void *indices, size_t count);
    void *context;
} fs_taker;

/* Orders the indices 0..n-1, n > FS_LEAF, of 4 or 8 bytes each, without an array of all:
 * each bucket is taken in the thread that has put it in order. Progress is reported while
 * indices are scattered, up to n of 2 n, and not while buckets are taken. FAIR_ENOMEM,
 * before any bucket is taken; FAIR_ECANCELED. */
int fs_order_indices(const uint8_t key[FAIR_KEY_SIZE], size_t n, size_t size,
                     const fair_options *options, const fs_taker *taker);

#endif

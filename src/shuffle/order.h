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

/* What one thread works with: numbers of buckets, and a store for records that must be
 * scattered. */
typedef struct {
    uint8_t *numbers; /* FS_CHUNK bytes */
    fs_scatter store; /* both pointers as large as a plan for the most records needs */
} fs_workspace;

/* Gives a workspace room for up to n records of `size` bytes; none if that is a leaf.
 * Returns 0 if there is no memory. Close it in any case. */
int fs_workspace_open(fs_workspace *workspace, size_t n, size_t size);
void fs_workspace_close(fs_workspace *workspace);

/* Orders n records in place. The workspace is not needed if n <= FS_LEAF. One store,
 * large enough for n, serves all levels below: it is free again when its buckets have all
 * been gathered. */
void fs_order(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
              size_t size, fs_workspace *workspace);

/* The same with the key of bucket b of the node with this key. */
void fs_order_bucket(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                     size_t n, size_t size, fs_workspace *workspace);

/* Who takes buckets of indices that are in order. */
typedef struct {
    fs_team *team; /* of at least options->threads members */
    size_t wanted; /* > 0; buckets that start at this position or later are left out */

    /* Takes a bucket, whose first index has that position in the whole order. Called as
     * part of a fs_team_run() in which `bucket` is the number of the task, once for each
     * bucket that is not left out. If it returns anything but 0, the work ends with
     * FAIR_ECANCELED. Buckets that are not in order by then are taken with a count of 0.
     */
    int (*consume)(void *context, unsigned member, size_t bucket, size_t position,
                   const void *indices, size_t count);
    void *context;
} fs_consumer;

/* Orders the indices 0..n-1, n > FS_LEAF, of 4 or 8 bytes each, without an array of all:
 * each bucket is taken in the thread that has put it in order. Progress is reported while
 * indices are scattered, up to n of 2 n, and not while buckets are taken. FAIR_ENOMEM,
 * before any bucket is taken; FAIR_ECANCELED. */
int fs_order_indices(const uint8_t key[FAIR_KEY_SIZE], size_t n, size_t size,
                     const fair_options *options, const fs_consumer *consumer);

#endif

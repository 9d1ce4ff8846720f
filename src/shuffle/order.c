/* SPDX-License-Identifier: MIT
 *
 * order.c - the order by scattering, in one thread.
 *
 *     order(K, records): if there are up to FS_LEAF of them, Fisher-Yates with the
 *                        generator of K; otherwise scatter them over buckets (scatter.h),
 *                        and concatenate order(K/0, bucket 0), order(K/1, bucket 1), ...
 *
 * Why it is fair: given the sizes of the buckets, each way to distribute the records over
 * them is equally likely. Each bucket is put in uniform order, independently of the
 * others. So all orders have the same probability.
 *
 * order_parallel.c does the first step with several threads.
 */
#include "src/shuffle/order.h"

#include <assert.h>
#include <stdlib.h>

#include "src/base/memory.h"
#include "src/bits/key.h"

int fs_order_worker_start(fs_order_worker *worker, size_t n, size_t size)
{
    *worker = (fs_order_worker){0};
    if (n <= FS_LEAF)
        return 1;
    fs_scatter_plan(&worker->store, n, size);
    worker->numbers = malloc(FS_CHUNK);
    worker->store.data = fs_allocate(fs_scatter_data_bytes(&worker->store));
    worker->store.starts = fs_allocate(fs_scatter_starts_bytes(&worker->store));
    return worker->numbers != NULL && worker->store.data != NULL &&
           worker->store.starts != NULL;
}

void fs_order_worker_free(fs_order_worker *worker)
{
    free(worker->numbers);
    free(worker->store.data);
    free(worker->store.starts);
    free(worker->bucket);
    *worker = (fs_order_worker){0};
}

static void order_leaf(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
                       size_t size)
{
    fair_rng rng;
    fair_rng_init_key(&rng, key);
    fair_shuffle(&rng, data, n, size);
    fair_rng_wipe(&rng);
}

void fs_order(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
              size_t size, fs_order_worker *worker)
{
    if (n <= FS_LEAF) {
        order_leaf(key, data, n, size);
        return;
    }
    assert(worker->numbers != NULL && worker->store.data != NULL &&
           worker->store.starts != NULL);
    size_t places[FS_MOST_BUCKETS + 1];
    fs_scatter_plan(&worker->store, n, size);
    const unsigned buckets = 1u << worker->store.bits;
    fs_scatter_fill(&worker->store, key, data, 0, fs_chunk_count(n), worker->numbers);
    fs_scatter_places(&worker->store, places);
    for (unsigned b = 0; b < buckets; b++) {
        unsigned char *bucket = data + places[b] * size;
        fs_scatter_gather(&worker->store, b, bucket);
        if (places[b + 1] - places[b] <= FS_LEAF) /* while it is in the cache */
            fs_order_bucket(key, b, bucket, places[b + 1] - places[b], size, worker);
    }
    /* Larger buckets need the store, which is free now. */
    for (unsigned b = 0; b < buckets; b++)
        if (places[b + 1] - places[b] > FS_LEAF)
            fs_order_bucket(key, b, data + places[b] * size, places[b + 1] - places[b],
                            size, worker);
}

void fs_order_bucket(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                     size_t n, size_t size, fs_order_worker *worker)
{
    uint8_t bucket_key[FAIR_KEY_SIZE];
    fs_key_derive(bucket_key, key, FS_DOMAIN_BUCKET, b);
    fs_order(bucket_key, data, n, size, worker);
    fs_wipe(bucket_key, sizeof bucket_key);
}

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

int fs_workspace_open(fs_workspace *workspace, size_t n, size_t size)
{
    *workspace = (fs_workspace){0};
    if (n <= FS_LEAF)
        return 1;
    fs_scatter_plan(&workspace->store, n, size);
    workspace->numbers = malloc(FS_CHUNK);
    workspace->store.data = fs_allocate(fs_scatter_data_bytes(&workspace->store));
    workspace->store.starts = fs_allocate(fs_scatter_starts_bytes(&workspace->store));
    return workspace->numbers != NULL && workspace->store.data != NULL &&
           workspace->store.starts != NULL;
}

void fs_workspace_close(fs_workspace *workspace)
{
    free(workspace->numbers);
    free(workspace->store.data);
    free(workspace->store.starts);
    *workspace = (fs_workspace){0};
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
              size_t size, fs_workspace *workspace)
{
    if (n <= FS_LEAF) {
        order_leaf(key, data, n, size);
        return;
    }
    assert(workspace->numbers != NULL && workspace->store.data != NULL &&
           workspace->store.starts != NULL);
    size_t places[FS_MOST_BUCKETS + 1];
    fs_scatter_plan(&workspace->store, n, size);
    const unsigned buckets = 1u << workspace->store.bits;
    fs_scatter_fill(&workspace->store, key, data, 0, fs_chunk_count(n),
                    workspace->numbers);
    fs_scatter_places(&workspace->store, places);
    for (unsigned b = 0; b < buckets; b++) {
        unsigned char *bucket = data + places[b] * size;
        fs_scatter_gather(&workspace->store, b, bucket);
        if (places[b + 1] - places[b] <= FS_LEAF) /* while it is in the cache */
            fs_order_bucket(key, b, bucket, places[b + 1] - places[b], size, workspace);
    }
    /* Larger buckets need the store, which is free now. */
    for (unsigned b = 0; b < buckets; b++)
        if (places[b + 1] - places[b] > FS_LEAF)
            fs_order_bucket(key, b, data + places[b] * size, places[b + 1] - places[b],
                            size, workspace);
}

void fs_order_bucket(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                     size_t n, size_t size, fs_workspace *workspace)
{
    uint8_t bucket_key[FAIR_KEY_SIZE];
    fs_key_derive(bucket_key, key, FS_DOMAIN_BUCKET, b);
    fs_order(bucket_key, data, n, size, workspace);
    fs_wipe(bucket_key, sizeof bucket_key);
}

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

#include "src/bits/key.h"

size_t fs_order_worker_bytes(size_t n, size_t size)
{
    if (n <= FS_LEAF)
        return 0;
    const size_t length = fs_block_length(n, size);
    return fs_stripe_bytes(n, size, length) + fs_table_bytes(n, size, length);
}

fs_order_worker fs_order_worker_in(unsigned char *memory, size_t n, size_t size)
{
    return (fs_order_worker){memory, fs_block_length(n, size)};
}

int fs_order_worker_start(fs_order_worker *worker, size_t n, size_t size)
{
    *worker = (fs_order_worker){0};
    if (n <= FS_LEAF)
        return 1;
    *worker = fs_order_worker_in(malloc(fs_order_worker_bytes(n, size)), n, size);
    return worker->memory != NULL;
}

void fs_order_worker_free(fs_order_worker *worker)
{
    free(worker->memory);
    *worker = (fs_order_worker){0};
}

void fs_order_leaf(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
                   size_t size, size_t k)
{
    assert(n <= FS_LEAF);
    fair_rng rng;
    fair_rng_init_key(&rng, key);
    fair_shuffle_head(&rng, data, n, size, k);
    fair_rng_wipe(&rng);
}

static void order_head(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
                       size_t size, size_t k, fs_order_worker *worker)
{
    if (n <= FS_LEAF) {
        fs_order_leaf(key, data, n, size, k);
        return;
    }
    assert(worker->memory != NULL);
    fs_distribution d = {.key = key, .from = data, .to = data, .stripe_count = 1};
    /* The stripe comes first, because it needs the larger alignment. */
    fs_distribution_start(&d, n, size, worker->length,
                          worker->memory + fs_stripe_bytes(n, size, worker->length));
    fs_stripe *stripe = fs_stripe_start(&d, 0, n, worker->memory);
    d.stripes = &stripe;
    fs_stripe_fill(&d, stripe, SIZE_MAX);
    fs_distribution_arrange(&d);
    fs_stripe_move(&d, stripe);
    fs_distribution_close_cycles(&d);
    const unsigned buckets = 1u << d.bits;
    for (unsigned b = 0; b < buckets; b++) {
        const size_t place = d.places[b], count = d.places[b + 1] - place;
        fs_place_bucket(&d, b);
        if (count <= FS_LEAF && place < k) /* while it is in the cache */
            fs_order_bucket_head(key, b, data + place * size, count, size, k - place,
                                 worker);
    }
    /* Larger buckets need the worker's memory, which is free now. */
    for (unsigned b = 0; b < buckets; b++) {
        const size_t place = d.places[b], count = d.places[b + 1] - place;
        if (count > FS_LEAF && place < k)
            fs_order_bucket_head(key, b, data + place * size, count, size, k - place,
                                 worker);
    }
}

void fs_order(const uint8_t key[FAIR_KEY_SIZE], unsigned char *data, size_t n,
              size_t size, fs_order_worker *worker)
{
    order_head(key, data, n, size, n, worker);
}

void fs_order_bucket_head(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                          size_t n, size_t size, size_t k, fs_order_worker *worker)
{
    uint8_t bucket_key[FAIR_KEY_SIZE];
    fs_key_derive(bucket_key, key, FS_DOMAIN_BUCKET, b);
    order_head(bucket_key, data, n, size, k, worker);
    fs_wipe(bucket_key, sizeof bucket_key);
}

void fs_order_bucket(const uint8_t key[FAIR_KEY_SIZE], size_t b, unsigned char *data,
                     size_t n, size_t size, fs_order_worker *worker)
{
    fs_order_bucket_head(key, b, data, n, size, n, worker);
}

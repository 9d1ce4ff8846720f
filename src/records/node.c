/* SPDX-License-Identifier: MIT
 *
 * node.c - nodes of the order: the sizes of their buckets, and how a bucket becomes a
 * node. See node.h.
 */
#include "src/records/node.h"

#include <stdlib.h>

#include "src/bits/key.h"
#include "src/records/positions.h"
#include "src/shuffle/order.h"

uint64_t fs_node_memory(const fs_node *node, const fs_work *work)
{
    const uint64_t limit = work->limits->limit;
    uint64_t taken = work->mapped + limit / 8; /* half of it is for output buffers */
    if (limit == UINT64_MAX)
        return PTRDIFF_MAX / 2;
    for (; node != NULL; node = node->above) {
        if (node->store != NULL)
            taken += node->store->blocks.slabs.held + node->store->table_bytes;
        if (node->early != NULL && node->early->store != NULL)
            taken += node->early->store->blocks.slabs.held;
        if (node->from != NULL)
            taken += node->n * sizeof *node->from;
    }
    /* With a small limit, the list of segments alone may take all of it; an eighth is
     * always left for the work. */
    const uint64_t left = taken < limit - limit / 8 ? limit - taken : limit / 8;
    return left < PTRDIFF_MAX / 2 ? left : PTRDIFF_MAX / 2;
}

void fs_node_key(const fs_node *node, unsigned bucket, uint8_t key[FAIR_KEY_SIZE])
{
    if (node->whole)
        memcpy(key, node->key, FAIR_KEY_SIZE);
    else
        fs_key_derive(key, node->key, FS_DOMAIN_BUCKET, bucket);
}

int fs_order_whole(const uint8_t key[FAIR_KEY_SIZE], int order, void *elements, size_t n,
                   size_t size)
{
    fair_rng rng;
    int error = FAIR_OK;
    fair_rng_init_key(&rng, key);
    if (order == FAIR_ORDER_CYCLE)
        fair_cycle(&rng, elements, n, size);
    else if (order == FAIR_ORDER_DERANGE)
        error = fair_derange(&rng, elements, n, size, NULL);
    else
        fair_shuffle(&rng, elements, n, size);
    fair_rng_wipe(&rng);
    return error;
}

/* ---- settling -------------------------------------------------------------------- */

void fs_node_shape(fs_node *node)
{
    assert(node->state == FS_NODE_OPEN && node->from == NULL);
    assert(node->n == node->store->blocks.n);
    const unsigned stored = node->store->blocks.bits;
    node->whole = node->order != FAIR_ORDER_SHUFFLE || node->n <= FS_LEAF;
    const unsigned bits = node->whole ? 0 : fs_scatter_bits(node->n);
    assert(bits <= stored);
    node->buckets = 1u << bits;
    node->shift = stored - bits;
    if (node->wanted > 0 && node->store->blocks.cut > 0)
        node->buckets = ((node->store->blocks.cut - 1) >> node->shift) + 1;
}

static int add_up(fs_node *node, fs_work *work)
{
    const fs_store *store = node->store;
    const unsigned stored = node->buckets << node->shift;
    memset(node->counts, 0, sizeof node->counts);
    memset(node->bytes, 0, sizeof node->bytes);
    for (unsigned v = 0; v < stored; v++)
        node->counts[v >> node->shift] += atomic_load(&store->blocks.counts[v]);
    for (size_t i = 0; i < store->segment_count; i++) {
        uint64_t room[FS_STARTS];
        int error;
        const uint64_t *starts =
            fs_store_starts(store, i, 0, FS_MOST_BUCKETS, room, &error);
        if (starts == NULL) {
            work->file->error = error;
            return FAIR_ETEMP;
        }
        for (unsigned v = 0; v < stored; v++)
            node->bytes[v >> node->shift] += starts[v + 1] - starts[v];
    }
    return FAIR_OK;
}

uint64_t fs_node_bucket_cost(const fs_node *node, unsigned bucket)
{
    const uint64_t count = node->counts[bucket];
    const uint64_t ranks = node->from == NULL
                               ? 0
                               : count * (sizeof(fs_span) + sizeof(uint32_t)) +
                                     node->n / 5; /* see fs_node_ranks() */
    return fs_limits_bucket(node->bytes[bucket], count) + ranks;
}

uint64_t fs_node_mean(const fs_node *node)
{
    assert(node->state == FS_NODE_SETTLED);
    uint64_t records = 0;
    for (unsigned b = 0; b < node->buckets; b++)
        records += node->counts[b];
    return node->buckets > 0 ? records / node->buckets : 0;
}

static uint64_t largest_cost(const fs_node *node)
{
    uint64_t most = 0;
    for (unsigned b = 0; b < node->buckets; b++) {
        const uint64_t cost = fs_node_bucket_cost(node, b);
        if (node->early != NULL && b == node->early_bucket)
            continue; /* it is a node already */
        most = cost > most ? cost : most;
    }
    return most;
}

int fs_node_settle(fs_node *node, fs_work *work)
{
    assert(node->state == FS_NODE_OPEN && node->buckets > 0);
    fs_store *store = node->store;
    fs_slabs_trim(&store->blocks.slabs);
    int error = add_up(node, work);
    /* A store that spills makes room for one bucket per thread. Any other store makes
     * room only if not even one bucket fits. */
    const uint64_t wanted = fs_store_has_spilled(store) ? fs_team_size(work->team) : 1;
    if (error == FAIR_OK && store->blocks.count > 0 && store->file->open != NULL &&
        largest_cost(node) > fs_node_memory(node, work) / wanted) {
        error = fs_store_flush(store, work->team);
        fs_slabs_trim(&store->blocks.slabs);
        if (error == FAIR_OK)
            error = add_up(node, work);
    }
    node->state = FS_NODE_SETTLED;
    if (fs_store_has_spilled(store) && work->file->usage.levels < node->level + 1)
        work->file->usage.levels = node->level + 1;
    return error;
}

/* ---- ranges of positions --------------------------------------------------------- */

/* Sets from[] of a child whose order is computed for all its records at once. */
static int order_positions(fs_node *child, int order, fs_work *work)
{
    /* Bytes for each record: from[] here, and in the nodes below; the indices of
     * fair_derange(); and the number of a range. */
    enum { COST = 4 + 4 + 4 + 1 };
    const uint64_t left = fs_node_memory(child, work);
    if (child->n > UINT32_MAX || (child->n > FS_LEAF && child->n > left / COST)) {
        const uint64_t taken = work->mapped + child->n * COST;
        work->needed = child->n > UINT32_MAX ? 0 : taken / 6 * 7 + (2 << 20);
        return FAIR_ELIMIT;
    }
    const size_t n = (size_t)child->n;
    child->from = malloc((n + 1) * sizeof *child->from);
    if (child->from == NULL)
        return FAIR_ENOMEM;
    for (size_t i = 0; i < n; i++)
        child->from[i] = (uint32_t)i;
    return fs_order_whole(child->key, order, child->from, n, sizeof *child->from);
}

int fs_node_ranks(const fs_node *node, unsigned bucket, uint32_t *ranks)
{
    assert(node->from != NULL && bucket < node->buckets);
    return fs_positions_ranks(node->from + (size_t)bucket * node->each,
                              (size_t)node->counts[bucket], (size_t)node->n, ranks);
}

/* Sets from[] of the child of a bucket that is a range of positions. The child numbers
 * its records from 0. */
static int part_of_positions(const fs_node *node, unsigned bucket, fs_node *child)
{
    child->from = malloc(((size_t)child->n + 1) * sizeof *child->from);
    return child->from == NULL ? FAIR_ENOMEM : fs_node_ranks(node, bucket, child->from);
}

/* The number of ranges, chosen such that the memory that is left holds one range per
 * thread. */
static unsigned count_ranges(uint64_t bytes, const fs_node *child, const fs_work *work)
{
    const uint64_t memory = fs_node_memory(child, work) / fs_team_size(work->team);
    const uint64_t cost = fs_limits_bucket(bytes, child->n) +
                          child->n * (sizeof(fs_span) + sizeof *child->from);
    uint64_t count = cost / (memory / 4 * 3 + 1) + 2;
    if (count > FS_MOST_BUCKETS)
        count = FS_MOST_BUCKETS;
    return (unsigned)(count < child->n ? count : child->n);
}

/* ---- a bucket becomes a node ----------------------------------------------------- */

static int start_store(fs_node *child, unsigned bits, const fs_work *work)
{
    const uint64_t half = fs_node_memory(child, work) / 2;
    fs_store_limits limits = {.blocks = half < PTRDIFF_MAX ? (size_t)half : PTRDIFF_MAX,
                              .segment = work->limits->segment,
                              .slab = work->limits->slab,
                              .tables = work->limits->tables / 2};
    fs_limits_fit(limits.blocks, &limits.segment, &limits.slab);
    child->store = malloc(sizeof *child->store);
    if (child->store == NULL)
        return FAIR_ENOMEM;
    fs_store_start(child->store, work->file, &limits);
    child->store->blocks.bits = bits;
    return FAIR_OK;
}

int fs_node_child(fs_node *node, unsigned bucket, fs_node *child, fs_work *work)
{
    assert(node->state == FS_NODE_SETTLED && bucket < node->buckets);
    *child =
        (fs_node){.above = node, .level = node->level + 1, .n = node->counts[bucket]};
    fs_node_key(node, bucket, child->key);
    const int scattered =
        node->from == NULL && node->order == FAIR_ORDER_SHUFFLE && child->n > FS_LEAF;
    const unsigned bits = scattered ? fs_scatter_bits(child->n) : FS_MOST_BITS;
    int error = FAIR_OK;
    child->buckets = 1u << bits;
    if (!scattered) {
        error = node->from != NULL ? part_of_positions(node, bucket, child)
                                   : order_positions(child, node->order, work);
        child->buckets = count_ranges(node->bytes[bucket], child, work);
        child->each = (uint32_t)((child->n + child->buckets - 1) / child->buckets);
    }
    return error == FAIR_OK ? start_store(child, bits, work) : error;
}

int fs_node_early_child(fs_node *node, unsigned bucket, fs_node *child, fs_work *work)
{
    assert(node->state == FS_NODE_OPEN && node->shift == 0);
    assert(node->store->blocks.bits == FS_MOST_BITS);
    *child = (fs_node){.above = node, .level = node->level + 1};
    fs_key_derive(child->key, node->key, FS_DOMAIN_BUCKET, bucket);
    return start_store(child, FS_MOST_BITS, work);
}

void fs_node_free(fs_node *node)
{
    if (node == NULL)
        return;
    if (node->early != NULL) {
        fs_node_free(node->early);
        free(node->early);
    }
    free(node->from);
    if (node->store != NULL)
        fs_store_free(node->store);
    free(node->store);
    fs_wipe(node->key, sizeof node->key);
    *node = (fs_node){0};
}

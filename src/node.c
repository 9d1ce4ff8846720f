/* SPDX-License-Identifier: MIT
 *
 * node.c - nodes that do not fit into memory: what is in them, and where it will go. See
 * node.h; regather.c does the reading and sending.
 */
#include "node.h"

#include <stdlib.h>

#include "key.h"
#include "order.h"
#include "regather.h"

uint64_t fs_node_memory(const fs_node *node, const fs_toil *toil)
{
    const uint64_t limit = toil->budget->limit;
    uint64_t taken = limit / 16;
    if (limit == UINT64_MAX)
        return limit / 4;
    for (; node != NULL; node = node->above) {
        if (node->hoard != NULL)
            taken += node->hoard->store.held + node->hoard->shelf.tables;
        if (node->targets != NULL && node->n > FS_LEAF) /* those of a leaf are small */
            taken += node->n * sizeof *node->targets;
    }
    /* With small limits tables alone may take all: something must be left to go on. */
    return taken < limit - limit / 8 ? limit - taken : limit / 8;
}

void fs_node_key(const fs_node *node, unsigned bucket, uint8_t key[FAIR_KEY_SIZE])
{
    if (node->whole)
        memcpy(key, node->key, FAIR_KEY_SIZE);
    else
        fs_key_derive(key, node->key, FS_DOMAIN_BUCKET, bucket);
}

/* ---- what is in the buckets ------------------------------------------------------ */

static int add_up(fs_node *node, fs_toil *toil)
{
    const fs_hoard *hoard = node->hoard;
    memset(node->counts, 0, sizeof node->counts);
    memset(node->bytes, 0, sizeof node->bytes);
    for (unsigned v = 0; v < FS_MOST_BUCKETS; v++)
        node->counts[v >> node->shift] += atomic_load(&hoard->store.counts[v]);
    for (size_t i = 0; i < fs_hoard_parts(hoard); i++) {
        uint64_t room[FS_MOST_BUCKETS + 1];
        int error = 0;
        const uint64_t *starts =
            i < hoard->shelf.count
                ? fs_shelf_starts(&hoard->shelf, i, 0, FS_MOST_BUCKETS, room, &error)
                : hoard->store.blocks[i - hoard->shelf.count].starts;
        if (error != 0) {
            toil->spill->error = error;
            return FAIR_ETEMP;
        }
        for (unsigned v = 0; v < FS_MOST_BUCKETS; v++)
            node->bytes[v >> node->shift] += starts[v + 1] - starts[v];
    }
    return FAIR_OK;
}

int fs_node_settle(fs_node *node, fs_toil *toil)
{
    int error = fs_shelf_finish(&node->hoard->shelf);
    fs_blocks_trim(&node->hoard->store);
    if (error == FAIR_OK)
        error = add_up(node, toil);
    uint64_t most = 0;
    for (unsigned b = 0; b < node->buckets; b++) {
        const uint64_t cost = fs_budget_unit(node->bytes[b], node->counts[b]);
        most = cost > most ? cost : most;
    }
    if (error == FAIR_OK && node->hoard->store.count > 0 &&
        most * fs_team_size(toil->team) > fs_node_memory(node, toil)) {
        error = fs_hoard_flush(node->hoard);
        if (error == FAIR_OK)
            fs_blocks_trim(&node->hoard->store);
    }
    if (node->hoard->spills && toil->spill->usage.levels < node->level + 1)
        toil->spill->usage.levels = node->level + 1;
    return error;
}

/* ---- places ---------------------------------------------------------------------- */

/* The places of the records of a bucket that is put in order as a whole. */
static int order_targets(fs_node *child, int order, fs_toil *toil)
{
    const size_t n = (size_t)child->n;
    const uint64_t left = fs_node_memory(child, toil);
    if (child->n > FS_LEAF &&
        (child->n > UINT32_MAX || child->n > left / (3 * sizeof(uint32_t)))) {
        toil->needed = child->n > UINT64_MAX / 64 ? 0 : child->n * 20 + (1 << 20);
        return FAIR_ELIMIT;
    }
    uint32_t *from = malloc((n + 1) * sizeof *from);
    child->targets = malloc((n + 1) * sizeof *child->targets);
    int error = from == NULL || child->targets == NULL ? FAIR_ENOMEM : FAIR_OK;
    if (error == FAIR_OK) {
        fair_rng rng;
        for (size_t i = 0; i < n; i++)
            from[i] = (uint32_t)i;
        fair_rng_init_key(&rng, child->key);
        if (order == FAIR_ORDER_CYCLE)
            fair_cycle(&rng, from, n, sizeof *from);
        else if (order == FAIR_ORDER_DERANGE)
            error = fair_derange(&rng, from, n, sizeof *from);
        else
            fair_shuffle(&rng, from, n, sizeof *from);
        fair_rng_wipe(&rng);
        for (size_t i = 0; i < n && error == FAIR_OK; i++)
            child->targets[from[i]] = (uint32_t)i;
    }
    free(from);
    return error;
}

/* Those of a stretch of places. */
static int part_of_targets(const fs_node *node, unsigned bucket, fs_node *child)
{
    const uint32_t low = bucket * node->each;
    size_t count = 0;
    child->targets = malloc(((size_t)child->n + 1) * sizeof *child->targets);
    if (child->targets == NULL)
        return FAIR_ENOMEM;
    for (uint64_t i = 0; i < node->n && count < child->n; i++)
        if (node->targets[i] - low < child->n)
            child->targets[count++] = node->targets[i] - low;
    return FAIR_OK;
}

/* ---- a bucket becomes a node ----------------------------------------------------- */

static int plan_child(const fs_node *node, unsigned bucket, fs_node *child, fs_toil *toil)
{
    *child =
        (fs_node){.above = node, .n = node->counts[bucket], .level = node->level + 1};
    int error = FAIR_OK;
    const int special = node->whole && node->order != FAIR_ORDER_SHUFFLE;
    fs_node_key(node, bucket, child->key);
    if (node->targets == NULL && !special && child->n > FS_LEAF) {
        child->buckets = 1u << fs_scatter_bits(child->n);
    } else {
        error = node->targets != NULL ? part_of_targets(node, bucket, child)
                                      : order_targets(child, node->order, toil);
        child->buckets =
            fs_budget_stretches(node->bytes[bucket], child->n,
                                fs_node_memory(child, toil), fs_team_size(toil->team));
        child->each = (uint32_t)((child->n + child->buckets - 1) / child->buckets);
    }
    return error;
}

int fs_node_split(fs_node *node, unsigned bucket, fs_node *child, fs_toil *toil)
{
    int error = plan_child(node, bucket, child, toil);
    if (error != FAIR_OK)
        return error;
    const uint64_t memory = fs_node_memory(child, toil);
    const size_t most = memory / 2 < PTRDIFF_MAX ? (size_t)(memory / 2) : PTRDIFF_MAX;
    const fs_budget *budget = toil->budget;
    const size_t volume = most / 2 < budget->volume ? most / 2 : budget->volume;
    child->hoard = malloc(sizeof *child->hoard);
    if (child->hoard == NULL)
        return FAIR_ENOMEM;
    fs_hoard_start(child->hoard, toil->spill, most, volume,
                   volume / 4 < budget->slab ? volume / 4 : budget->slab,
                   budget->tables / 2);
    child->hoard->store.bits = FS_MOST_BITS;
    error = fs_regather(node, bucket, child, toil, (size_t)(memory / 8));
    return error == FAIR_OK ? fs_node_settle(child, toil) : error;
}

void fs_node_free(fs_node *node)
{
    free(node->targets);
    if (node->hoard != NULL)
        fs_hoard_free(node->hoard);
    free(node->hoard);
    fs_wipe(node->key, sizeof node->key);
    node->targets = NULL;
    node->hoard = NULL;
}

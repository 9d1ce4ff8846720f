/* SPDX-License-Identifier: MIT
 *
 * head.c - only the first records of the order are kept. See head.h.
 */
#include "src/records/head.h"

#include <stdlib.h>

void fs_head_start(fs_node *node, uint64_t wanted)
{
    assert(wanted > 0 && node->store->blocks.n == 0);
    node->wanted = wanted;
    node->boundary = FS_MOST_BUCKETS - 1;
    node->store->blocks.bits = FS_MOST_BITS;
    node->store->blocks.cut = FS_MOST_BUCKETS;
    node->store->blocks.slabs.most /= 2; /* compacting makes a copy */
    if (node->store->blocks.slabs.most_slab > FS_HEAD_SLAB ||
        node->store->blocks.slabs.most_slab == 0)
        node->store->blocks.slabs.most_slab = FS_HEAD_SLAB;
}

/* ---- the boundary ---------------------------------------------------------------- */

/* The boundary now, and how many records are before it. */
static unsigned find_boundary(const fs_node *node, uint64_t *before)
{
    const fs_blocks *blocks = &node->store->blocks;
    *before = 0;
    for (unsigned v = 0; v < blocks->cut; v++) {
        const uint64_t count =
            atomic_load_explicit(&blocks->counts[v], memory_order_relaxed);
        if (*before + count >= node->wanted || v == FS_MOST_BUCKETS - 1)
            return v;
        *before += count;
    }
    assert(0); /* records were cut only after there were enough before the cut */
    return blocks->cut - 1;
}

/* The first number v whose bucket is after that of the boundary, with the current number
 * of records or more. */
static unsigned cut_after(const fs_node *node)
{
    const unsigned last = FS_MOST_BUCKETS - 1;
    if (node->store->blocks.n <= FS_LEAF)
        return FS_MOST_BUCKETS;
    return (node->boundary | last >> fs_scatter_bits(node->store->blocks.n)) + 1;
}

/* Updates the boundary and the cut. */
static void update(fs_node *node)
{
    uint64_t before;
    fs_blocks *blocks = &node->store->blocks;
    const unsigned boundary = find_boundary(node, &before);
    assert(boundary <= node->boundary);
    node->boundary = boundary;
    if (cut_after(node) < blocks->cut)
        blocks->cut = cut_after(node);
    if (node->early != NULL && node->early_bucket != boundary) {
        /* Its records come after the wanted ones. */
        fs_store_release(node->early->store, FS_MOST_BUCKETS);
        fs_node_free(node->early);
        free(node->early);
        node->early = NULL;
    }
    node->early_wanted = node->wanted - before;
    if (node->early != NULL)
        node->early->wanted = node->early_wanted;
}

/* ---- compacting ------------------------------------------------------------------ */

/* Moves the records in the bucket of the boundary to a node of their own. */
static int move_early(fs_node *node, fs_work *work)
{
    int error = FAIR_OK;
    if (node->early == NULL) {
        node->early = calloc(1, sizeof *node->early);
        if (node->early == NULL)
            return FAIR_ENOMEM;
        node->early_bucket = node->boundary;
        error = fs_node_early_child(node, node->boundary, node->early, work);
        if (error == FAIR_OK)
            fs_head_start(node->early, node->early_wanted);
    }
    if (error == FAIR_OK)
        error = fs_rescatter(node, node->boundary, node->early, work);
    if (error == FAIR_OK)
        error = fs_blocks_compact(&node->store->blocks, node->boundary);
    return error;
}

static int is_worth_a_node(const fs_node *node)
{
    const fs_blocks *blocks = &node->store->blocks;
    return blocks->n > FS_ALL_BUCKETS_ABOVE && !fs_store_has_spilled(node->store) &&
           atomic_load(&blocks->counts[node->boundary]) > FS_LEAF;
}

static int compact(fs_node *node, fs_work *work)
{
    fs_blocks *blocks = &node->store->blocks;
    update(node);
    const int error = is_worth_a_node(node) ? move_early(node, work)
                                            : fs_blocks_compact(blocks, blocks->cut);
    node->compacted = blocks->slabs.held;
    return error;
}

int fs_head_make_room(fs_node *node, fs_work *work, const fs_block_plan *plans,
                      size_t count)
{
    assert(node->wanted > 0 && node->state == FS_NODE_OPEN);
    const fs_slabs *slabs = &node->store->blocks.slabs;
    size_t bytes = slabs->held;
    for (size_t i = 0; i < count; i++)
        if (plans[i].bytes > 0)
            bytes += plans[i].bytes + FS_BLOCK_COST;
    return slabs->most > 0 && bytes > slabs->most && !fs_store_has_spilled(node->store)
               ? compact(node, work)
               : FAIR_OK;
}

int fs_head_settle(fs_node *node, fs_work *work)
{
    assert(node->wanted > 0 && node->state == FS_NODE_OPEN);
    const fs_slabs *slabs = &node->store->blocks.slabs;
    int error = FAIR_OK;
    update(node);
    if (slabs->held > node->compacted + node->compacted / 2 + FS_COMPACT_LEAST)
        error = compact(node, work);
    if (error == FAIR_OK && node->early != NULL)
        error = fs_head_settle(node->early, work);
    return error;
}

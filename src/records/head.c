/* SPDX-License-Identifier: MIT
 *
 * head.c - only the first records of the order are kept. See head.h.
 */
#include "head.h"

#include <stdlib.h>

#include "rescatter.h"

#ifndef FS_COMPACT_LEAST
#define FS_COMPACT_LEAST (1 << 18) /* bytes of blocks that are not worth compacting */
#endif
#ifndef FS_HEAD_FEW
#define FS_HEAD_FEW 128 /* numbers that are looked at together */
#endif
#ifndef FS_HEAD_SLAB
#define FS_HEAD_SLAB (1 << 20) /* bytes of one slab: what is kept soon becomes less */
#endif
enum { FEW = FS_HEAD_FEW, SLAB = FS_HEAD_SLAB };

void fs_head_start(fs_node *node, uint64_t wanted)
{
    assert(wanted > 0 && node->store->blocks.n == 0);
    node->wanted = wanted;
    node->boundary = FS_MOST_BUCKETS - 1;
    node->store->blocks.bits = FS_MOST_BITS;
    node->store->blocks.cut = FS_MOST_BUCKETS;
    node->store->blocks.slabs.most /= 2; /* compacting makes a copy */
    if (node->store->blocks.slabs.most_slab > SLAB ||
        node->store->blocks.slabs.most_slab == 0)
        node->store->blocks.slabs.most_slab = SLAB;
}

/* ---- choosing records ------------------------------------------------------------ */

static size_t count_below(const uint8_t *numbers, size_t count, unsigned cut)
{
    size_t sum = 0;
    const uint8_t last = (uint8_t)(cut - 1);
    for (size_t at = 0; at < count; at += FEW) { /* so that the compiler uses vectors */
        const size_t few = count - at < FEW ? count - at : FEW;
        uint8_t part = 0;
        for (size_t i = 0; i < few; i++)
            part = (uint8_t)(part + (numbers[at + i] <= last));
        sum += part;
    }
    return sum;
}

static void add_record(fs_chosen *chosen, const fs_piece *piece, size_t i, int references)
{
    const size_t length = (size_t)(fs_piece_end(piece, i) - fs_piece_start(piece, i));
    chosen->which[chosen->count++] = (uint32_t)i;
    chosen->bytes +=
        references ? fs_reference_size(length) : fs_prefix_size(length) + length;
}

int fs_head_choose(const fs_node *node, const fs_piece *piece, uint64_t first,
                   int references, fs_chosen *chosen)
{
    const unsigned cut = node->store->blocks.cut;
    *chosen = (fs_chosen){.numbers = malloc(piece->count + 1)};
    if (chosen->numbers == NULL)
        return FAIR_ENOMEM;
    fs_scatter_numbers(node->key, first, piece->count, FS_MOST_BITS, chosen->numbers);
    const size_t all = count_below(chosen->numbers, piece->count, cut);
    chosen->which = malloc((all + 1) * sizeof *chosen->which);
    if (chosen->which == NULL)
        return FAIR_ENOMEM;
    for (size_t at = 0; at < piece->count; at += FEW) { /* mostly none of them */
        const size_t few = piece->count - at < FEW ? piece->count - at : FEW;
        if (count_below(chosen->numbers + at, few, cut) == 0)
            continue;
        for (size_t i = at; i < at + few; i++)
            if (chosen->numbers[i] < cut)
                add_record(chosen, piece, i, references);
    }
    return FAIR_OK;
}

void fs_chosen_free(fs_chosen *chosen)
{
    free(chosen->numbers);
    free(chosen->which);
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
    assert(0); /* records were cut, so there were enough before */
    return blocks->cut - 1;
}

/* The first number whose bucket is after that of the boundary, with n records or more. */
static unsigned cut_after(const fs_node *node)
{
    const unsigned last = FS_MOST_BUCKETS - 1;
    if (node->store->blocks.n <= FS_LEAF)
        return FS_MOST_BUCKETS;
    return (node->boundary | last >> fs_scatter_bits(node->store->blocks.n)) + 1;
}

/* Moves the boundary to where it is now. */
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
        fs_node_free(node->early); /* its records come after those that are wanted */
        free(node->early);
        node->early = NULL;
    }
    node->early_wanted = node->wanted - before;
    if (node->early != NULL)
        node->early->wanted = node->early_wanted;
}

/* ---- compacting ------------------------------------------------------------------ */

/* Sends what there is of the bucket of the boundary to a node of its own. */
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
    return blocks->n > FS_NARROW && !node->store->spilling &&
           atomic_load(&blocks->counts[node->boundary]) > FS_LEAF;
}

int fs_head_compact(fs_node *node, fs_work *work)
{
    fs_blocks *blocks = &node->store->blocks;
    update(node);
    const int error = is_worth_a_node(node) ? move_early(node, work)
                                            : fs_blocks_compact(blocks, blocks->cut);
    node->compacted = blocks->slabs.held;
    return error;
}

int fs_head_settle(fs_node *node, fs_work *work)
{
    const fs_slabs *slabs = &node->store->blocks.slabs;
    int error = FAIR_OK;
    update(node);
    if (slabs->held > node->compacted + node->compacted / 2 + FS_COMPACT_LEAST)
        error = fs_head_compact(node, work);
    if (error == FAIR_OK && node->early != NULL)
        error = fs_head_settle(node->early, work);
    return error;
}

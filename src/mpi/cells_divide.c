/* SPDX-License-Identifier: MIT
 *
 * cells_divide.c - divides cells into buckets or ranges of positions. See cells_parts.h.
 *
 * The records of a cell that this rank has are consecutive in the cell: they are the
 * numbers node->before..node->before + node->own - 1. The bucket of a record depends only
 * on the key of the cell and on its number there, and so does its position in a leaf.
 * So a rank counts its records in each child without looking at other cells. A sum over
 * all ranks then gives the size of each child, and a sum over the ranks before this one
 * gives the numbers of this rank's records in it.
 */
#include "src/mpi/cells_parts.h"

#include <assert.h>
#include <stdlib.h>

#include "src/base/base.h"
#include "src/bits/key.h"
#include "src/shuffle/scatter.h"

/* ---- counting the records of this rank --------------------------------------------- */

/* A long record, on its way to a child. */
struct moved {
    fs_long_place place; /* where it will be */
    uint32_t child;      /* the number of the child */
};

/* The records of this rank in a cell that is being divided. */
struct tally {
    struct fs_cell_node *node;     /* the cell */
    struct fs_cell_node *children; /* [node->parts] */
    uint64_t at;                   /* records counted so far */
    fs_long_place *places;         /* [node->own_longs]: its long records */
    struct moved *moved;           /* [node->own_longs]: the same, by child */
    size_t next;                   /* long records counted so far */
};

FS_INLINE uint32_t part_at(const void *parts, size_t i, unsigned width)
{
    return width == 1 ? ((const uint8_t *)parts)[i] : ((const uint16_t *)parts)[i];
}

/* Four counts for each bucket: otherwise, equal numbers in a row would wait for each
 * other. For many numbers. */
static void add_buckets(struct fs_cell_node *children, const uint8_t *numbers,
                        size_t count)
{
    enum { WAYS = 4 };
    uint32_t counts[WAYS][FS_MOST_BUCKETS] = {{0}};
    size_t i = 0;
    assert(count <= FS_CHUNK);
    for (; i + WAYS <= count; i += WAYS)
        for (size_t w = 0; w < WAYS; w++)
            counts[w][numbers[i + w]]++;
    for (; i < count; i++)
        counts[0][numbers[i]]++;
    for (size_t b = 0; b < FS_MOST_BUCKETS; b++)
        for (size_t w = 0; w < WAYS; w++)
            if (counts[w][b] > 0) /* there may be fewer children than buckets here */
                children[b].own += counts[w][b];
}

static void add_parts(struct tally *tally, const void *parts, size_t from, size_t to)
{
    const unsigned width = tally->node->bits > 0 ? 1 : tally->node->width;
    if (tally->node->bits > 0 && to - from > FS_MOST_BUCKETS)
        add_buckets(tally->children, (const uint8_t *)parts + from, to - from);
    else
        for (size_t i = from; i < to; i++)
            tally->children[part_at(parts, i, width)].own++;
}

/* Counts the next `count` records of this rank, whose children are given. A long record
 * goes to the end of its child. */
static void count_parts(struct tally *tally, const void *parts, size_t count)
{
    const unsigned width = tally->node->bits > 0 ? 1 : tally->node->width;
    size_t done = 0;
    while (tally->next < tally->node->own_longs &&
           tally->places[tally->next].index - tally->at < count) {
        const fs_long_place *place = &tally->places[tally->next];
        const size_t index = (size_t)(place->index - tally->at);
        const uint32_t child = part_at(parts, index, width);
        add_parts(tally, parts, done, index);
        tally->moved[tally->next++] =
            (struct moved){{tally->children[child].own++, place->bytes}, child};
        tally->children[child].own_longs++;
        tally->children[child].heavy += place->bytes;
        done = index + 1;
    }
    add_parts(tally, parts, done, count);
    tally->at += count;
}

/* Groups the long records by child, in the same part of the list. */
static void regroup_longs(struct tally *tally)
{
    struct fs_cell_node *children = tally->children;
    size_t sum = 0;
    assert(tally->next == tally->node->own_longs);
    for (uint32_t i = 0; i < tally->node->parts; i++) {
        children[i].first_long = tally->node->first_long + sum;
        sum += children[i].own_longs;
        children[i].longs = children[i].own_longs; /* the others are added later */
        children[i].own_longs = 0;
    }
    for (size_t i = 0; i < tally->next; i++) {
        struct fs_cell_node *child = &children[tally->moved[i].child];
        const size_t place = child->first_long + child->own_longs++;
        tally->places[place - tally->node->first_long] = tally->moved[i].place;
    }
}

/* ---- buckets ----------------------------------------------------------------------- */

static void make_buckets(struct tally *tally)
{
    const struct fs_cell_node *node = tally->node;
    uint8_t numbers[FS_CHUNK];
    for (uint32_t b = 0; b < node->parts; b++)
        fs_key_derive(tally->children[b].cell.key, node->cell.key, FS_DOMAIN_BUCKET, b);
    while (tally->at < node->own) {
        const uint64_t first = node->before + tally->at, left = node->own - tally->at;
        const uint64_t in_chunk = FS_CHUNK - first % FS_CHUNK;
        const size_t count = (size_t)(left < in_chunk ? left : in_chunk);
        fs_scatter_numbers(node->cell.key, first, count, node->bits, numbers);
        count_parts(tally, numbers, count);
    }
}

/* ---- ranges of positions ----------------------------------------------------------- */

static void make_ranges(struct tally *tally, const uint32_t *points)
{
    const struct fs_cell_node *node = tally->node;
    for (uint32_t i = 0; i < node->parts; i++) {
        fs_cell *cell = &tally->children[i].cell;
        *cell = fs_as_range(&node->cell); /* the same key and leaf */
        cell->low += i > 0 ? points[i - 1] : 0;
    }
    if (node->own > 0)
        count_parts(tally, node->part, (size_t)node->own);
}

/* ---- one division ------------------------------------------------------------------ */

/* Makes the children of a cell, which are still empty. */
static void make_children(fs_cells *cells, const fs_division *division)
{
    struct fs_cell_node *node = &cells->nodes[division->node];
    assert(node->child == 0 && node->cell.n > 1 && division->parts > 1);
    node->child = cells->node_count;
    node->parts = division->parts;
    node->bits = (uint8_t)division->bits;
    node->width = division->parts <= UINT8_MAX + 1 ? 1 : 2;
    cells->node_count += division->parts;
    for (uint32_t i = 0; i < node->parts; i++)
        cells->nodes[node->child + i].level = (uint16_t)(node->level + 1);
    if (cells->levels < node->level + 1u)
        cells->levels = node->level + 1u;
}

/* Counts the records of this rank in the children. */
static int fill_children(fs_cells *cells, const fs_division *division,
                         const uint32_t *points, fs_long_place *places)
{
    struct fs_cell_node *node = &cells->nodes[division->node];
    struct tally tally = {.node = node,
                          .children = cells->nodes + node->child,
                          .places = places + node->first_long};
    tally.moved = malloc((node->own_longs + 1) * sizeof *tally.moved);
    if (tally.moved == NULL)
        return FAIR_ENOMEM;
    if (division->bits > 0)
        make_buckets(&tally);
    else
        make_ranges(&tally, points + division->point);
    regroup_longs(&tally);
    free(tally.moved);
    return FAIR_OK;
}

/* ---- all ranks --------------------------------------------------------------------- */

/* Adds up what all ranks have in the new nodes, which start at `first`. */
static int add_up(fs_cells *cells, fs_ranks *ranks, size_t first, int longs,
                  uint64_t *values)
{
    const size_t count = cells->node_count - first;
    struct fs_cell_node *nodes = cells->nodes + first;
    for (size_t i = 0; i < count; i++) {
        values[i] = nodes[i].own;
        if (longs) {
            values[count + i] = nodes[i].longs;
            values[2 * count + i] = nodes[i].heavy;
        }
    }
    int error = fs_ranks_sum(ranks, values, longs ? 3 * count : count);
    for (size_t i = 0; i < count; i++) {
        nodes[i].cell.n = values[i];
        if (longs) {
            nodes[i].longs = values[count + i];
            nodes[i].heavy = values[2 * count + i];
        }
        values[i] = nodes[i].own;
    }
    if (error == FAIR_OK)
        error = fs_ranks_sum_before(ranks, values, count);
    for (size_t i = 0; i < count; i++)
        nodes[i].before = values[i];
    return error;
}

/* The children of a node follow each other in the order. */
static void set_positions(fs_cells *cells, const struct fs_cell_node *node)
{
    uint64_t position = node->cell.position;
    for (uint32_t i = 0; i < node->parts; i++) {
        struct fs_cell_node *child = &cells->nodes[node->child + i];
        child->cell.position = position;
        position += child->cell.n;
        assert(child->before + child->own <= child->cell.n);
        assert(child->cell.leaf == 0 ||
               child->cell.low + child->cell.n <= child->cell.leaf);
    }
    assert(position == node->cell.position + node->cell.n);
}

int fs_cells_divide(fs_cells *cells, fs_ranks *ranks, const fs_division *divisions,
                    size_t count, const uint32_t *points, int longs,
                    fs_long_place *places)
{
    const size_t first = cells->node_count;
    size_t more = 0;
    for (size_t i = 0; i < count; i++)
        more += divisions[i].parts;
    int error = fs_cells_grow(cells, more);
    uint64_t *values = malloc(((longs ? 3 : 1) * more + 1) * sizeof *values);
    if (values == NULL)
        error = FAIR_ENOMEM;
    error = fs_ranks_agree_on(ranks, error);
    for (size_t i = 0; i < count && error == FAIR_OK; i++)
        make_children(cells, &divisions[i]);
    if (error == FAIR_OK)
        error = fs_ranges_make(cells, ranks, divisions, count, points);
    for (size_t i = 0; i < count && error == FAIR_OK; i++)
        error = fill_children(cells, &divisions[i], points, places);
    error = fs_ranks_agree_on(ranks, error);
    if (error == FAIR_OK && values != NULL)
        error = add_up(cells, ranks, first, longs, values);
    for (size_t i = 0; i < count && error == FAIR_OK; i++)
        set_positions(cells, &cells->nodes[divisions[i].node]);
    free(values);
    return error;
}

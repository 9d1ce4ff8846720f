/* SPDX-License-Identifier: MIT
 *
 * cells_choose.c - which cells are divided next. See cells_parts.h.
 *
 * A bucket with more than FS_LEAF records is divided into the buckets of the order
 * format. A leaf, or a range of one, is divided where the cuts fall. If its records are
 * equally long, the parts then have the wanted sizes. If there are long records among
 * them, nobody knows where they are; then the leaf is also divided into equal parts, and
 * the next round divides those in which a cut turns out to be.
 */
#include "src/mpi/cells_parts.h"

#include <assert.h>
#include <stdlib.h>

#include "src/shuffle/scatter.h"

#ifndef FS_MOST_CELLS
#define FS_MOST_CELLS ((size_t)1 << 20) /* about 250 MB of tables */
#endif

enum {
    TOLERANCE = 64, /* a cut may be off by this fraction of a rank's share, in bytes */
    MOST_PARTS = 65536, /* ranges that a leaf is divided into at once */
    LONG_PARTS = 64,    /* ranges, at least, if there are long records */
};

/* Returns `list` with room for one more element, maybe at another place; NULL if there is
 * no memory. */
static void *grow(void *list, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return list;
    const size_t more = 2 * *room + 64;
    void *fresh = realloc(list, more * size);
    if (fresh != NULL)
        *room = more;
    return fresh;
}

static int add_point(fs_plan *plan, uint64_t point)
{
    uint32_t *points =
        grow(plan->points, &plan->point_room, plan->point_count, sizeof *points);
    if (points == NULL)
        return FAIR_ENOMEM;
    plan->points = points;
    plan->points[plan->point_count++] = (uint32_t)point;
    return FAIR_OK;
}

static int add_division(fs_plan *plan, fs_division division)
{
    fs_division *divisions = grow(plan->divisions, &plan->division_room,
                                  plan->division_count, sizeof *divisions);
    if (divisions == NULL)
        return FAIR_ENOMEM;
    plan->divisions = divisions;
    plan->divisions[plan->division_count++] = division;
    plan->cells_then += division.parts - 1;
    return FAIR_OK;
}

/* A cell that may be divided. */
struct candidate {
    size_t i;        /* its index in plan->list */
    uint64_t n;      /* its records */
    uint64_t limit;  /* how many of them are wanted */
    uint64_t start;  /* where it starts, in the unit of plan->starts */
    uint64_t length; /* where it ends, minus where it starts */
    int first_cut;   /* the first rank whose cut is after the start of the cell */
    uint64_t cut;    /* the cut of that rank */
    int is_long;     /* it has long records */
    int forced;      /* it must be divided */
    int uneven;      /* it contains a cut that is far from its ends */
    int large;       /* it is too large */
};

static int is_leaf(const fs_plan *plan, const struct candidate *cell)
{
    return fs_plan_cell(plan, cell->i)->cell.leaf > 0 || cell->n <= FS_LEAF;
}

/* The position of a cut within the cell: exact if the unit is records; otherwise nearest
 * to where the cut is if all records are equally long. */
static uint64_t point_of(const struct candidate *cell, uint64_t cut)
{
    const uint64_t twice = fs_scale(2 * cell->n, cut - cell->start, cell->length);
    return (twice + 1) / 2;
}

/* Whether it helps to divide the cell at this cut. */
static int is_far(const fs_plan *plan, const struct candidate *cell, uint64_t cut)
{
    const uint64_t after = cut - cell->start, before = cell->length - after;
    const uint64_t near = after < before ? after : before;
    const uint64_t share = plan->end / (uint64_t)plan->ranks->size;
    if (near <= share / TOLERANCE)
        return 0;
    if (!is_leaf(plan, cell) || cell->is_long)
        return 1;
    const uint64_t point = point_of(cell, cut);
    return 0 < point && point < cell->n;
}

/* The most records of the usual length that a cell may have. */
static uint64_t most_usual(const fs_plan *plan)
{
    uint64_t most = plan->most_records;
    if (plan->usual_bytes >= plan->most_bytes) {
        /* One byte less, because cell.bytes may be rounded up. */
        const uint64_t fit =
            fs_scale(plan->most_bytes - 1, plan->usual, plan->usual_bytes);
        most = fit < most ? fit : most;
    }
    return most > 0 ? most : 1;
}

/* The number of equal parts to divide the wanted part of a leaf into. */
static uint64_t count_parts(const fs_plan *plan, const struct candidate *cell)
{
    const uint64_t each = most_usual(plan);
    uint64_t parts = cell->large ? (cell->limit - 1) / each + 1 : 1;
    if (cell->is_long && (cell->large || cell->uneven) && parts < LONG_PARTS)
        parts = LONG_PARTS;
    parts = parts < MOST_PARTS / 2 ? parts : MOST_PARTS / 2;
    return parts < cell->limit ? parts : cell->limit;
}

/* Divides a leaf, or a range of one: at each cut, at the end of what is wanted, and into
 * equal parts. Cuts and parts both come in rising order. */
static int divide_leaf(fs_plan *plan, const struct candidate *cell)
{
    const uint64_t parts = count_parts(plan, cell), end = cell->start + cell->length;
    const size_t first = plan->point_count;
    uint64_t cut = cell->cut, last = 0;
    int r = cell->first_cut;
    for (uint64_t part = 1; plan->point_count - first < MOST_PARTS - 2;) {
        const int cuts = r < plan->ranks->size && cut < end;
        uint64_t point = cuts ? point_of(cell, cut) : cell->limit;
        if (part < parts && fs_scale(cell->limit, part, parts) <= point)
            point = fs_scale(cell->limit, part++, parts);
        else if (cuts && ++r < plan->ranks->size)
            cut = fs_plan_cut(plan, r, cut);
        if (point >= cell->limit)
            break;
        if (point > last && add_point(plan, point) != FAIR_OK)
            return FAIR_ENOMEM;
        last = point > last ? point : last;
    }
    if (cell->limit < cell->n && add_point(plan, cell->limit) != FAIR_OK)
        return FAIR_ENOMEM;
    const uint32_t count = (uint32_t)(plan->point_count - first);
    if (count == 0)
        return FAIR_OK;
    return add_division(plan, (fs_division){.node = plan->list[cell->i],
                                            .point = first,
                                            .parts = count + 1,
                                            .forced = cell->forced});
}

static int divide_cell(fs_plan *plan, const struct candidate *cell)
{
    if (is_leaf(plan, cell))
        return plan->full && !cell->forced ? FAIR_OK : divide_leaf(plan, cell);
    const unsigned bits = fs_scatter_bits(cell->n);
    return add_division(plan, (fs_division){.node = plan->list[cell->i],
                                            .parts = 1u << bits,
                                            .bits = bits,
                                            .forced = cell->forced});
}

int fs_plan_choose(fs_plan *plan)
{
    int r = 1, error = FAIR_OK;
    const int size = plan->ranks->size;
    uint64_t cut = size > 1 ? fs_plan_cut(plan, 1, 0) : 0;
    plan->division_count = plan->point_count = 0;
    plan->cells_then = plan->count;
    for (size_t i = 0; i < plan->in_use && error == FAIR_OK; i++) {
        const struct fs_cell_node *node = fs_plan_cell(plan, i);
        const uint64_t n = node->cell.n, left = plan->wanted - node->cell.position;
        struct candidate cell = {.i = i,
                                 .n = n,
                                 .limit = left < n ? left : n,
                                 .start = plan->starts[i],
                                 .length = plan->starts[i + 1] - plan->starts[i],
                                 .is_long = node->longs > 0,
                                 .large = node->cell.bytes > plan->most_bytes ||
                                          n > plan->most_records,
                                 .forced = left < n};
        for (; r < size && cut <= cell.start; r++)
            cut = r + 1 < size ? fs_plan_cut(plan, r + 1, cut) : cut;
        cell.first_cut = r;
        cell.cut = cut;
        for (; r < size && cut < plan->starts[i + 1]; r++) {
            cell.forced |= plan->counts != NULL;
            cell.uneven |= is_far(plan, &cell, cut);
            cut = r + 1 < size ? fs_plan_cut(plan, r + 1, cut) : cut;
        }
        if (n > 1 && (cell.forced || cell.uneven || cell.large) &&
            (cell.forced || plan->cells_then < FS_MOST_CELLS))
            error = divide_cell(plan, &cell);
    }
    return error;
}

/* SPDX-License-Identifier: MIT
 *
 * cells_plan.c - divides cells until every rank has its share. See cells.h.
 *
 * The wanted part of the order is measured in records, if each rank gets an exact number
 * of them, and otherwise in bytes. Ideally, the share of each rank ends at a cut. Round
 * by round, cells are divided that contain a cut, or the end of what is wanted, or that
 * are too large. When no cell is left to divide, each cut moves to the nearest end of a
 * cell.
 *
 * All ranks decide the same, because they decide by the same numbers: integers, and only
 * those that were added up over all ranks.
 */
#include "src/mpi/cells_parts.h"

#include <assert.h>
#include <stdlib.h>

uint64_t fs_plan_cut(const fs_plan *plan, int r, uint64_t previous)
{
    if (plan->counts != NULL)
        return previous + plan->counts[r - 1];
    return fs_scale(plan->end, (uint64_t)r, (uint64_t)plan->ranks->size);
}

/* Sets the starts of cells, their bytes, and the end of what is wanted. */
static void measure(fs_plan *plan)
{
    uint64_t usual = 0, heavy = 0, bytes = 0;
    plan->in_use = 0;
    plan->end = 0;
    for (size_t i = 0; i < plan->count; i++) {
        struct fs_cell_node *node = &plan->cells->nodes[plan->list[i]];
        const uint64_t position = node->cell.position, n = node->cell.n;
        const uint64_t start = bytes;
        assert(node->longs <= n);
        usual += n - node->longs;
        heavy += node->heavy;
        bytes = heavy +
                (plan->usual > 0 ? fs_scale(usual, plan->usual_bytes, plan->usual) : 0);
        node->cell.bytes = bytes - start;
        plan->starts[i] = plan->counts != NULL ? position : start;
        plan->starts[i + 1] = plan->counts != NULL ? position + n : bytes;
        if (position >= plan->wanted)
            continue;
        plan->in_use = i + 1;
        plan->end = plan->starts[i + 1];
        if (position + n > plan->wanted) /* some of its records */
            plan->end = plan->starts[i] +
                        fs_scale(plan->end - plan->starts[i], plan->wanted - position, n);
    }
}

/* ---- rounds ------------------------------------------------------------------------ */

/* Keeps only divisions that must be made if the tables of the others need more memory
 * than some rank has. */
static int limit_tables(fs_plan *plan)
{
    uint64_t forced = 0, needed = 0, exceeds;
    size_t kept = 0;
    int any = 0;
    for (size_t i = 0; i < plan->division_count; i++) {
        const fs_division *division = &plan->divisions[i];
        if (division->bits > 0)
            continue;
        const uint64_t own = plan->cells->nodes[division->node].own;
        const uint64_t bytes = division->parts <= UINT8_MAX + 1 ? own : 2 * own;
        *(division->forced ? &forced : &needed) += bytes;
        any |= !division->forced;
    }
    if (plan->memory < UINT64_MAX)
        plan->memory -= forced < plan->memory ? forced : plan->memory;
    if (!any)
        return FAIR_OK;
    exceeds = needed > plan->memory;
    const int error = fs_ranks_most(plan->ranks, &exceeds, 1);
    if (!exceeds && plan->memory < UINT64_MAX)
        plan->memory -= needed;
    if (error != FAIR_OK || !exceeds)
        return error;
    plan->full = 1;
    for (size_t i = 0; i < plan->division_count; i++)
        if (plan->divisions[i].forced || plan->divisions[i].bits > 0)
            plan->divisions[kept++] = plan->divisions[i];
    plan->division_count = kept;
    return FAIR_OK;
}

/* Replaces each node that was divided by its children. */
static void replace_divided(fs_plan *plan, size_t *list)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct fs_cell_node *node = fs_plan_cell(plan, i);
        if (node->child == 0)
            list[count++] = plan->list[i];
        for (size_t k = 0; k < node->parts; k++)
            list[count++] = node->child + k;
    }
    free(plan->list);
    plan->list = list;
    plan->count = count;
}

/* Allocates the lists of `count` cells. */
static int make_lists(fs_plan *plan, size_t count, size_t **list)
{
    uint64_t *starts = realloc(plan->starts, (count + 1) * sizeof *starts);
    *list = malloc(count * sizeof **list);
    if (starts != NULL)
        plan->starts = starts;
    return starts != NULL && *list != NULL ? FAIR_OK : FAIR_ENOMEM;
}

/* Divides cells once. Sets *done if there is nothing to divide. */
static int run_round(fs_plan *plan, int *done)
{
    size_t *list = NULL, count = plan->count;
    int error = fs_ranks_agree_on(plan->ranks, fs_plan_choose(plan));
    if (error == FAIR_OK)
        error = limit_tables(plan);
    *done = plan->division_count == 0;
    if (error != FAIR_OK || *done)
        return error;
    for (size_t i = 0; i < plan->division_count; i++)
        count += plan->divisions[i].parts - 1;
    error = fs_ranks_agree_on(plan->ranks, make_lists(plan, count, &list));
    if (error == FAIR_OK)
        error = fs_cells_divide(plan->cells, plan->ranks, plan->divisions,
                                plan->division_count, plan->points, plan->longs,
                                plan->places);
    if (error != FAIR_OK) {
        free(list);
        return error;
    }
    replace_divided(plan, list);
    assert(plan->count == count);
    return FAIR_OK;
}

/* ---- the result -------------------------------------------------------------------- */

/* Each cut moves to the nearest end of a cell. */
static void choose_owners(const fs_plan *plan)
{
    const int size = plan->ranks->size;
    size_t *owned = plan->cells->owned, i = 0;
    uint64_t cut = 0;
    owned[0] = 0;
    for (int r = 1; r < size; r++) {
        cut = fs_plan_cut(plan, r, cut);
        while (i < plan->in_use && plan->starts[i] < cut)
            i++;
        /* Cell i starts at the cut or after it. The last cell ends where what is wanted
         * ends, although the cell itself may be longer. */
        const uint64_t next = i < plan->in_use ? plan->starts[i] : plan->end;
        const int back = i > 0 && next > cut && cut - plan->starts[i - 1] <= next - cut;
        owned[r] = back ? i - 1 : i;
        assert(owned[r] >= owned[r - 1]);
        assert(plan->counts == NULL || next == cut);
    }
    owned[size] = plan->in_use;
}

static int list_cells(fs_plan *plan)
{
    fs_cells *cells = plan->cells;
    cells->cells = malloc(plan->count * sizeof *cells->cells);
    cells->before = malloc(plan->count * sizeof *cells->before);
    cells->own = malloc(plan->count * sizeof *cells->own);
    cells->owned = malloc(((size_t)plan->ranks->size + 1) * sizeof *cells->owned);
    if (cells->cells == NULL || cells->before == NULL || cells->own == NULL ||
        cells->owned == NULL)
        return FAIR_ENOMEM;
    cells->count = plan->count;
    for (size_t i = 0; i < plan->count; i++) {
        struct fs_cell_node *node = &cells->nodes[plan->list[i]];
        node->number = (uint32_t)i;
        cells->cells[i] = node->cell;
        cells->before[i] = node->before;
        cells->own[i] = node->own;
    }
    uint32_t divided = 0;
    for (size_t i = 0; i < cells->node_count; i++)
        if (cells->nodes[i].child > 0)
            cells->nodes[i].number = divided++;
    choose_owners(plan);
    return FAIR_OK;
}

/* ---- the plan ---------------------------------------------------------------------- */

static int start_plan(fs_plan *plan, const fs_own_records *own)
{
    struct fs_cell_node *root = &plan->cells->nodes[0];
    assert(plan->cells->node_count == 1 && plan->cells->cells == NULL);
    plan->list = malloc(sizeof *plan->list);
    plan->starts = malloc(2 * sizeof *plan->starts);
    plan->places = malloc((own->long_count + 1) * sizeof *plan->places);
    if (plan->list == NULL || plan->starts == NULL || plan->places == NULL)
        return FAIR_ENOMEM;
    plan->list[0] = 0;
    plan->count = 1;
    root->before = own->first;
    root->own = own->count;
    root->own_longs = own->long_count;
    for (size_t i = 0; i < own->long_count; i++) {
        assert(own->longs[i].number - own->first < own->count);
        plan->places[i].index = own->longs[i].number - own->first;
        plan->places[i].bytes = own->longs[i].bytes;
        root->heavy += own->longs[i].bytes;
    }
    return FAIR_OK;
}

/* Adds up what the ranks know, and takes the smallest limits of all ranks. */
static int share_facts(fs_plan *plan, const fs_own_records *own,
                       const fs_cells_wish *wish)
{
    struct fs_cell_node *root = &plan->cells->nodes[0];
    uint64_t sums[4] = {own->bytes, own->long_count, root->heavy, own->count};
    uint64_t limits[2] = {wish->most_bytes, wish->most_records};
    for (int i = 0; i < 2; i++) /* there is a maximum, but no minimum */
        limits[i] = 0 < limits[i] && limits[i] < INT64_MAX ? INT64_MAX - limits[i] : 0;
    int error = fs_ranks_sum(plan->ranks, sums, 4);
    if (error == FAIR_OK)
        error = fs_ranks_most(plan->ranks, limits, 2);
    assert(error != FAIR_OK || sums[3] == root->cell.n);
    root->longs = sums[1];
    root->heavy = sums[2];
    plan->longs = sums[1] > 0;
    plan->usual = sums[3] - sums[1];
    plan->usual_bytes = sums[0] - sums[2];
    plan->most_bytes = INT64_MAX - limits[0];
    plan->most_records = INT64_MAX - limits[1];
    return error;
}

int fs_cells_plan(fs_cells *cells, fs_ranks *ranks, const fs_own_records *own,
                  const fs_cells_wish *wish)
{
    const uint64_t n = cells->nodes[0].cell.n;
    fs_plan plan = {.cells = cells,
                    .ranks = ranks,
                    .counts = wish->counts,
                    .wanted = wish->wanted < n ? wish->wanted : n,
                    .memory = wish->memory > 0 ? wish->memory : UINT64_MAX};
    assert(wish->counts == NULL || plan.wanted == n);
    int done = 0, error = fs_ranks_agree_on(ranks, start_plan(&plan, own));
    if (error == FAIR_OK)
        error = share_facts(&plan, own, wish);
    while (error == FAIR_OK && !done) {
        measure(&plan);
        error = run_round(&plan, &done);
    }
    if (error == FAIR_OK)
        error = fs_ranks_agree_on(ranks, list_cells(&plan));
    free(plan.places);
    free(plan.list);
    free(plan.starts);
    free(plan.divisions);
    free(plan.points);
    return error;
}

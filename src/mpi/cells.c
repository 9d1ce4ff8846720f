/* SPDX-License-Identifier: MIT
 *
 * cells.c - the tree of cells: its memory, and the order of a leaf. See cells.h.
 */
#include "src/mpi/cells_parts.h"

#include <assert.h>
#include <stdlib.h>

#include "src/base/base.h"
#include "src/records/positions.h"
#include "src/shuffle/scatter.h"

int fs_cells_start(fs_cells *cells, const uint8_t key[FAIR_KEY_SIZE], uint64_t n)
{
    assert(n > 0);
    *cells = (fs_cells){0};
    const int error = fs_cells_grow(cells, 1);
    if (error != FAIR_OK)
        return error;
    cells->node_count = 1;
    memcpy(cells->nodes[0].cell.key, key, FAIR_KEY_SIZE);
    cells->nodes[0].cell.n = n;
    return FAIR_OK;
}

void fs_cells_free(fs_cells *cells)
{
    for (size_t i = 0; i < cells->node_count; i++)
        free(cells->nodes[i].part);
    if (cells->nodes != NULL)
        fs_wipe(cells->nodes, cells->node_count * sizeof *cells->nodes);
    if (cells->cells != NULL)
        fs_wipe(cells->cells, cells->count * sizeof *cells->cells);
    free(cells->nodes);
    free(cells->cells);
    free(cells->owned);
    free(cells->before);
    free(cells->own);
    *cells = (fs_cells){0};
}

/* Not realloc(), which would leave copies of keys behind. */
int fs_cells_grow(fs_cells *cells, size_t more)
{
    const size_t used = cells->node_count;
    struct fs_cell_node *nodes = calloc(used + more, sizeof *nodes);
    if (nodes == NULL)
        return FAIR_ENOMEM;
    if (used > 0) {
        memcpy(nodes, cells->nodes, used * sizeof *nodes);
        fs_wipe(cells->nodes, used * sizeof *nodes);
    }
    free(cells->nodes);
    cells->nodes = nodes;
    return FAIR_OK;
}

uint64_t fs_scale(uint64_t a, uint64_t b, uint64_t divisor)
{
    uint64_t low, high = fs_mul64(a, b, &low);
    assert(high < divisor);
    if (high == 0)
        return low / divisor;
    for (int i = 0; i < 64; i++) { /* `high` is the remainder, `low` gets the quotient */
        const uint64_t carry = high >> 63;
        high = high << 1 | low >> 63;
        low <<= 1;
        if (carry || high >= divisor) {
            high -= divisor;
            low |= 1;
        }
    }
    return low;
}

void fs_leaf_order(const uint8_t key[FAIR_KEY_SIZE], uint32_t *from, size_t n,
                   size_t count)
{
    assert(n <= FS_LEAF && count <= n);
    fair_rng rng;
    for (size_t i = 0; i < n; i++)
        from[i] = (uint32_t)i;
    fair_rng_init_key(&rng, key);
    fair_shuffle_head(&rng, from, n, sizeof *from, count);
    fair_rng_wipe(&rng);
}

int fs_cell_ranks(const fs_cell *cell, uint32_t *ranks)
{
    assert(cell->leaf > 0 && cell->low + cell->n <= cell->leaf);
    const size_t n = (size_t)cell->leaf, end = (size_t)(cell->low + cell->n);
    uint32_t *from = malloc(n * sizeof *from);
    if (from == NULL)
        return FAIR_ENOMEM;
    fs_leaf_order(cell->key, from, n, end);
    const int error = fs_positions_ranks(from + cell->low, (size_t)cell->n, n, ranks);
    free(from);
    return error;
}

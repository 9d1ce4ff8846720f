/* SPDX-License-Identifier: MIT
 *
 * features.c - all that is counted of orders, as one long list of cells.
 */
#include "audit/diagnosis/features.h"

#include <stdlib.h>

#include "fairaudit.h"
#include "audit/orders/distribution.h"
#include "audit/orders/rank.h"
#include "audit/orders/statistics.h"

/* ---- the plan ---------------------------------------------------------------------- */

/* Rows are laid out in the order in which audit_features_cells() finds their cells. */
static void add_view(audit_features *plan, const char *name, int scalar, int serial)
{
    plan->view[plan->views++] = (audit_feature_view){name, plan->rows, 0, scalar, serial};
}

static void add_row(audit_features *plan, size_t width)
{
    plan->start[plan->rows++] = plan->cells;
    plan->cells += width;
    plan->view[plan->views - 1].rows++;
}

static void add_digits(audit_features *plan, const char *name, int serial)
{
    add_view(plan, name, -1, serial);
    for (size_t k = 0; k + 1 < plan->n; k++)
        add_row(plan, k + 2);
}

static void add_scalars(audit_features *plan, int serial)
{
    for (int s = 0; s < AUDIT_SCALARS; s++) {
        add_view(plan, audit_scalar_label[serial][s].name, s, serial);
        add_row(plan, audit_distribution_size((enum audit_scalar)s, plan->n));
    }
}

static void add_all(audit_features *plan, int serial)
{
    const size_t n = plan->n;
    add_view(plan, "position", -1, 0); /* row: position */
    for (size_t position = 0; position < n; position++)
        add_row(plan, n);
    add_view(plan, "successor", -1, 0); /* row: card; around the end */
    for (size_t card = 0; card < n; card++)
        add_row(plan, n);
    for (int code = 0; code < AUDIT_CODES; code++)
        add_digits(plan, audit_code_label[AUDIT_OF_ORDERS][code].name, 0);
    if (n <= AUDIT_FEATURE_WHOLE) {
        add_view(plan, "whole", -1, 0);
        add_row(plan, audit_factorial(n));
    }
    add_scalars(plan, 0);
    if (serial) {
        add_digits(plan, audit_code_label[AUDIT_OF_QUOTIENTS][AUDIT_LEHMER].name, 1);
        add_scalars(plan, 1);
    }
    plan->start[plan->rows] = plan->cells;
}

static void fill_fair(audit_features *plan)
{
    for (size_t v = 0; v < plan->views; v++) {
        const audit_feature_view *view = &plan->view[v];
        if (view->scalar >= 0) {
            audit_distribution((enum audit_scalar)view->scalar, plan->n,
                               plan->fair + plan->start[view->first]);
            continue;
        }
        for (size_t r = 0; r < view->rows; r++) {
            const size_t from = plan->start[view->first + r];
            const size_t to = plan->start[view->first + r + 1];
            for (size_t cell = from; cell < to; cell++)
                plan->fair[cell] = 1 / (double)(to - from);
        }
    }
    /* No card follows itself. */
    const size_t n = plan->n, from = plan->start[plan->view[1].first];
    for (size_t cell = 0; cell < n * n; cell++)
        plan->fair[from + cell] = cell / n == cell % n ? 0 : 1 / (double)(n - 1);
}

int audit_features_make(audit_features *plan, size_t n, int serial)
{
    const size_t most_rows = 2 * n + 5 * (n - 1) + 2 * (size_t)AUDIT_SCALARS + 1;
    *plan = (audit_features){.n = n};
    plan->start = malloc((most_rows + 1) * sizeof plan->start[0]);
    if (plan->start == NULL)
        return FAIRAUDIT_ENOMEM;
    add_all(plan, serial);
    plan->fair = malloc(plan->cells * sizeof plan->fair[0]);
    if (plan->fair == NULL)
        return FAIRAUDIT_ENOMEM;
    fill_fair(plan);
    return FAIRAUDIT_OK;
}

void audit_features_free(audit_features *plan)
{
    free(plan->start);
    free(plan->fair);
    *plan = (audit_features){0};
}

/* ---- the cells of an order --------------------------------------------------------- */

/* The cells of n - 1 digits; the first row begins at `start`. */
static uint32_t *put_digits(uint32_t *cells, const unsigned char *digits, size_t n,
                            size_t start)
{
    for (size_t k = 0; k + 1 < n; k++) {
        *cells++ = (uint32_t)(start + digits[k]);
        start += k + 2;
    }
    return cells;
}

static uint32_t *put_scalars(uint32_t *cells, const audit_features *plan,
                             const audit_block *block, size_t entry, size_t row)
{
    for (int s = 0; s < AUDIT_SCALARS; s++)
        *cells++ = (uint32_t)(plan->start[row + (size_t)s] + block->scalars[s][entry]);
    return cells;
}

void audit_features_cells(const audit_features *plan, const audit_block *block,
                          size_t entry, uint32_t *cells)
{
    const size_t n = plan->n, digits = entry * (n - 1);
    const size_t *start = plan->start;
    const unsigned char *order = block->orders + entry * n;
    uint32_t *at = cells;
    for (size_t position = 0; position < n; position++)
        *at++ = (uint32_t)(position * n + order[position]);
    for (size_t position = 0; position < n; position++) {
        const size_t card = order[position],
                     next = order[position + 1 < n ? position + 1 : 0];
        at[card] = (uint32_t)((n + card) * n + next);
    }
    at += n;
    for (int code = 0; code < AUDIT_CODES; code++)
        at = put_digits(at, block->digits[code] + digits, n, start[at - cells]);
    if (n <= AUDIT_FEATURE_WHOLE) {
        size_t rank = 0;
        for (size_t k = 0; k + 1 < n; k++)
            rank = rank * (k + 2) + block->digits[AUDIT_LEHMER][digits + k];
        *at = (uint32_t)(start[at - cells] + rank);
        at++;
    }
    at = put_scalars(at, plan, block, entry, (size_t)(at - cells));
    if ((size_t)(at - cells) == plan->rows)
        return;
    if (entry < block->quotients->skip) {
        while ((size_t)(at - cells) < plan->rows)
            *at++ = (uint32_t)plan->cells;
        return;
    }
    at = put_digits(at, block->quotients->digits[AUDIT_LEHMER] + digits, n,
                    start[at - cells]);
    put_scalars(at, plan, block->quotients, entry, (size_t)(at - cells));
}

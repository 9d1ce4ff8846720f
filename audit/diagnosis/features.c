/* SPDX-License-Identifier: MIT
 *
 * features.c - everything that is counted of an order, as one list of cells.
 */
#include "audit/diagnosis/features.h"

#include <assert.h>
#include <stdlib.h>

#include "fairaudit.h"
#include "audit/orders/distribution.h"
#include "audit/orders/rank.h"
#include "audit/orders/statistics.h"

/* ---- the list of cells ------------------------------------------------------------- */

/* Rows have the order in which audit_features_cells() finds their cells. */
static void add_view(audit_features *features, const char *name, int scalar, int serial)
{
    assert(features->views < AUDIT_FEATURE_VIEWS);
    features->view[features->views++] =
        (audit_feature_view){name, features->rows, 0, scalar, serial};
}

static void add_row(audit_features *features, size_t width)
{
    features->start[features->rows++] = features->cells;
    features->cells += width;
    features->view[features->views - 1].rows++;
}

static void add_digits(audit_features *features, const char *name, int serial)
{
    add_view(features, name, -1, serial);
    for (size_t k = 0; k + 1 < features->n; k++)
        add_row(features, k + 2);
}

static void add_scalars(audit_features *features, int serial)
{
    for (int s = 0; s < AUDIT_SCALARS; s++) {
        add_view(features, audit_scalar_label[serial][s].name, s, serial);
        add_row(features, audit_distribution_size((enum audit_scalar)s, features->n));
    }
}

static void add_all(audit_features *features, int serial)
{
    const size_t n = features->n;
    add_view(features, "position", -1, 0); /* a row for each position */
    for (size_t position = 0; position < n; position++)
        add_row(features, n);
    add_view(features, "successor", -1,
             0); /* a row for each card; the first follows the last */
    for (size_t card = 0; card < n; card++)
        add_row(features, n);
    for (int code = 0; code < AUDIT_CODES; code++)
        add_digits(features, audit_code_label[AUDIT_OF_ORDERS][code].name, 0);
    if (n <= AUDIT_FEATURE_WHOLE) {
        add_view(features, "whole", -1, 0);
        add_row(features, audit_factorial(n));
    }
    add_scalars(features, 0);
    if (serial) {
        add_digits(features, audit_code_label[AUDIT_OF_QUOTIENTS][AUDIT_LEHMER].name, 1);
        add_scalars(features, 1);
    }
    features->start[features->rows] = features->cells;
}

static void fill_fair(audit_features *features)
{
    for (size_t v = 0; v < features->views; v++) {
        const audit_feature_view *view = &features->view[v];
        if (view->scalar >= 0) {
            audit_distribution((enum audit_scalar)view->scalar, features->n,
                               features->fair + features->start[view->first]);
            continue;
        }
        for (size_t r = 0; r < view->rows; r++) {
            const size_t from = features->start[view->first + r];
            const size_t to = features->start[view->first + r + 1];
            for (size_t cell = from; cell < to; cell++)
                features->fair[cell] = 1 / (double)(to - from);
        }
    }
    /* No card follows itself. */
    const size_t n = features->n, from = features->start[features->view[1].first];
    for (size_t cell = 0; cell < n * n; cell++)
        features->fair[from + cell] = cell / n == cell % n ? 0 : 1 / (double)(n - 1);
}

int audit_features_make(audit_features *features, size_t n, int serial)
{
    const size_t most_rows = 2 * n + 5 * (n - 1) + 2 * (size_t)AUDIT_SCALARS + 1;
    *features = (audit_features){.n = n};
    features->start = malloc((most_rows + 1) * sizeof features->start[0]);
    if (features->start == NULL)
        return FAIRAUDIT_ENOMEM;
    add_all(features, serial);
    features->fair = malloc(features->cells * sizeof features->fair[0]);
    if (features->fair == NULL)
        return FAIRAUDIT_ENOMEM;
    fill_fair(features);
    return FAIRAUDIT_OK;
}

void audit_features_free(audit_features *features)
{
    free(features->start);
    free(features->fair);
    *features = (audit_features){0};
}

/* ---- the cells of an order --------------------------------------------------------- */

/* Adds the cells of n - 1 digits; the first row begins at `start`. */
static uint32_t *put_digits(uint32_t *cells, const unsigned char *digits, size_t n,
                            size_t start)
{
    for (size_t k = 0; k + 1 < n; k++) {
        *cells++ = (uint32_t)(start + digits[k]);
        start += k + 2;
    }
    return cells;
}

static uint32_t *put_scalars(uint32_t *cells, const audit_features *features,
                             const audit_block *block, size_t entry, size_t row)
{
    for (int s = 0; s < AUDIT_SCALARS; s++)
        *cells++ =
            (uint32_t)(features->start[row + (size_t)s] + block->scalars[s][entry]);
    return cells;
}

void audit_features_cells(const audit_features *features, const audit_block *block,
                          size_t entry, uint32_t *cells)
{
    const size_t n = features->n, digits = entry * (n - 1);
    const size_t *start = features->start;
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
    at = put_scalars(at, features, block, entry, (size_t)(at - cells));
    if ((size_t)(at - cells) == features->rows)
        return;
    if (entry < block->quotients->skip) {
        while ((size_t)(at - cells) < features->rows)
            *at++ = (uint32_t)features->cells;
        return;
    }
    at = put_digits(at, block->quotients->digits[AUDIT_LEHMER] + digits, n,
                    start[at - cells]);
    put_scalars(at, features, block->quotients, entry, (size_t)(at - cells));
}

/* SPDX-License-Identifier: MIT
 *
 * features.h - all that is counted of orders, as one long list of cells: for those who
 * compare two shuffles with each other (fingerprint.h), or one with fair (distance.h).
 *
 * A view is a number of rows, a row a number of cells, and each order adds one to exactly
 * one cell of each row: the counts of a row are a sample of one distribution.
 */
#ifndef AUDIT_FEATURES_H
#define AUDIT_FEATURES_H

#include <stddef.h>
#include <stdint.h>

#include "audit/orders/block.h"

enum {
    AUDIT_FEATURE_VIEWS = 24,
    AUDIT_FEATURE_WHOLE = 7 /* cards; all orders are cells */
};

typedef struct audit_feature_view {
    const char *name;
    size_t first, rows; /* its rows */
    int scalar;         /* which one it is, or -1 */
    int serial;         /* of the quotients */
} audit_feature_view;

typedef struct audit_features {
    size_t n, views, rows, cells;
    audit_feature_view view[AUDIT_FEATURE_VIEWS];
    size_t *start; /* [rows + 1]: the first cell of each row, and the end */
    double *fair;  /* [cells]: how likely each cell of its row is, if all is fair */
} audit_features;

/* For n cards, with or without the views of the quotients. FAIRAUDIT_OK or _ENOMEM; to be
 * freed in either case. */
int audit_features_make(audit_features *plan, size_t n, int serial);
void audit_features_free(audit_features *plan);

/* The cell of each row that an order of a block is in: cells[rows]. If there is no order
 * before it, serial rows get plan->cells. */
void audit_features_cells(const audit_features *plan, const audit_block *block,
                          size_t entry, uint32_t *cells);

#endif

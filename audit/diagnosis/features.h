/* SPDX-License-Identifier: MIT
 *
 * features.h - everything that is counted of an order, as one list of cells. It serves to
 * compare two shuffles (fingerprint.h), or one with a fair one (distance.h).
 *
 * A view consists of rows, and a row of cells. Each order adds one to exactly one cell of
 * each row, so the counts of a row are a sample of one distribution.
 */
#ifndef AUDIT_FEATURES_H
#define AUDIT_FEATURES_H

#include <stddef.h>
#include <stdint.h>

#include "audit/orders/block.h"

enum {
    AUDIT_FEATURE_VIEWS = 24, /* the most views */
    AUDIT_FEATURE_WHOLE = 7   /* the most cards if each order has a cell */
};

typedef struct audit_feature_view {
    const char *name; /* that of the view of the audit */
    size_t first;     /* its first row */
    size_t rows;      /* number of its rows */
    int scalar;       /* which scalar it is; -1: none */
    int serial;       /* 1: of the quotients */
} audit_feature_view;

typedef struct audit_features {
    size_t n;                                     /* cards */
    size_t views;                                 /* number of views */
    size_t rows;                                  /* number of rows of all views */
    size_t cells;                                 /* number of cells of all rows */
    audit_feature_view view[AUDIT_FEATURE_VIEWS]; /* all views */
    size_t *start; /* [rows + 1]: the first cell of each row, and the end */
    double *fair; /* [cells]: the probability of each cell in its row, for a fair order */
} audit_features;

/* Makes the list for n cards, with the views of quotients if `serial`. FAIRAUDIT_OK or
 * _ENOMEM; free it in either case. */
int audit_features_make(audit_features *features, size_t n, int serial);
void audit_features_free(audit_features *features);

/* Finds the cell of each row for one order of a block: cells[rows]. If the order has no
 * previous one, serial rows get features->cells. */
void audit_features_cells(const audit_features *features, const audit_block *block,
                          size_t entry, uint32_t *cells);

#endif

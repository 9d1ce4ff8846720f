/* SPDX-License-Identifier: MIT
 *
 * effect.h - what the counts show, in plain words; and what would have been seen.
 */
#ifndef AUDIT_EFFECT_H
#define AUDIT_EFFECT_H

#include <stddef.h>

#include "audit.h"

enum { AUDIT_SENTENCES = 8, AUDIT_SENTENCE = 200 };

typedef struct audit_sentences {
    size_t count;
    char text[AUDIT_SENTENCES][AUDIT_SENTENCE];
} audit_sentences;

/* The effects that are certain (each at level 1e-6 over all that is looked at), the
 * largest first: "the last card stays last in every shuffle"; "card 7 reaches place 1
 * in 12.9 % of shuffles instead of 10 %". Cards and places are counted from 1. If
 * `judgement` says UNFAIR there is at least one. */
void audit_effects(const audit_run *audit, const audit_judgement *judgement,
                   audit_sentences *sentences);

/* What this many trials would have shown with probability 0.9, had it been there: the
 * smallest deviation of a cell, the fewest different orders, the coarsest keys, the most
 * riffles, ... */
void audit_detectable(size_t n, size_t sample, int put_back, uint64_t trials,
                      audit_sentences *sentences);

/* The cells of the position matrix that are farthest from fair. */
typedef struct audit_cell {
    size_t card, place; /* from 0 */
    uint64_t count;
    double share, z;  /* of all orders; in standard deviations */
    double low, high; /* confidence interval of the share, at 1 - 1e-6 over all cells */
} audit_cell;
size_t audit_worst_cells(const uint64_t *counts, size_t n, uint64_t trials,
                         audit_cell *cells, size_t most);

#endif

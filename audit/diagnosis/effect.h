/* SPDX-License-Identifier: MIT
 *
 * effect.h - what the counts show, in plain words; and what would have been seen.
 */
#ifndef AUDIT_EFFECT_H
#define AUDIT_EFFECT_H

#include <stddef.h>

#include "audit/diagnosis/dependence.h"
#include "audit/engine/audit.h"

enum { AUDIT_SENTENCES = 8, AUDIT_SENTENCE = 200 };

typedef struct audit_sentences {
    size_t count;
    char text[AUDIT_SENTENCES][AUDIT_SENTENCE];
} audit_sentences;

/* The effects, the largest first: "the last card stays last in every shuffle"; "card 7
 * reaches position 1 in 12.9 % of shuffles instead of 10 %". Cards and positions are
 * counted from 1. If `judgement` says UNFAIR there is at least one.
 *
 * If orders are independent, and their number was not chosen by looking at them, all
 * these effects are real with probability 1 - 1e-6. (An audit stops some time after it
 * has decided, so its number of orders depends on the orders to that extent.) If orders
 * may depend on each other, only effects on how they follow or repeat each other are
 * reported. FAIRAUDIT_OK or _ENOMEM. */
int audit_effects(const audit_run *audit, const audit_judgement *judgement,
                  enum audit_dependence dependence, audit_sentences *sentences);

/* How the orders of an audit were made from those of the shuffle. If the shuffle is fair,
 * so are they; but a bias of the shuffle need not be one of theirs. */
enum audit_origin {
    AUDIT_AS_THEY_CAME,
    AUDIT_SOME_CARDS,   /* the order of some cards among themselves: their positions and
                         * their sign are not those in the whole order */
    AUDIT_ALONG_CYCLES, /* the order in which a cycle visits the cards */
    AUDIT_TIES_DRAWN /* the auditor has drawn which of equal lines is which, or the order
                        of samples that have none */
};

/* What the tests of this audit would have shown with probability 0.9, had the shuffle
 * done it: the smallest deviation of a cell, the fewest different orders, the coarsest
 * keys, the most riffles, ... Only tests of the judgement that are usable and count are
 * considered, and only for what the orders have kept of the shuffle; there may be no
 * sentence. */
void audit_detectable_effects(const audit_run *audit, const audit_judgement *judgement,
                              enum audit_origin origin, audit_sentences *sentences);

/* The cells of the position matrix that are farthest from fair. */
typedef struct audit_cell {
    size_t card, position; /* from 0 */
    uint64_t count;
    double share, z;  /* of all orders; in standard deviations */
    double low, high; /* confidence interval of the share, at 1 - 1e-6 over all cells, if
                         orders are independent and their number was not chosen by them */
} audit_cell;
size_t audit_extreme_cells(const uint64_t *counts, size_t n, uint64_t trials,
                           audit_cell *cells, size_t most);

#endif

/* SPDX-License-Identifier: MIT
 *
 * effect.h - the effects of a bias in plain words, and the effects that an audit would
 * have detected.
 */
#ifndef AUDIT_EFFECT_H
#define AUDIT_EFFECT_H

#include <stddef.h>

#include "audit/diagnosis/dependence.h"
#include "audit/engine/audit.h"
#include "audit/numbers/sentence.h"

enum { AUDIT_SENTENCES = 8 };

typedef struct audit_sentences {
    size_t count;                               /* sentences */
    char text[AUDIT_SENTENCES][AUDIT_SENTENCE]; /* [count]: each without a full stop */
    audit_details details[AUDIT_SENTENCES];     /* [count]: what each says */
} audit_sentences;

/* Adds a sentence; there must be room. */
void audit_sentences_add(audit_sentences *sentences, const audit_sentence *sentence);

/* The effects, the largest first: "the last card stays last in every shuffle"; "card 7 is
 * at position 1 in 12.9 % of shuffles instead of 10 %". Cards and positions are counted
 * from 1. If `judgement` says UNFAIR there is at least one.
 *
 * If orders are independent, and their number was not chosen by looking at them, all
 * these effects are real with probability 1 - 1e-6. (An audit stops some time after it
 * has decided, so its number of orders depends on the orders to that extent.) If orders
 * may depend on each other, only effects on how they follow or repeat each other are
 * reported. FAIRAUDIT_OK or _ENOMEM. */
int audit_effects(const audit_run *audit, const audit_judgement *judgement,
                  enum audit_dependence dependence, audit_sentences *sentences);

/* How the orders of the audit were made from those of the shuffle. If the shuffle is
 * fair, so are they. But a bias of the shuffle need not be a bias of theirs. */
enum audit_origin {
    AUDIT_AS_THEY_CAME, /* they are the same */
    AUDIT_SOME_CARDS,   /* the order of some cards among themselves, so positions and sign
                         * are not those of the whole */
    AUDIT_ALONG_CYCLES, /* the order in which a cycle visits the cards */
    AUDIT_TIES_DRAWN /* the audit has drawn which of equal lines is which, or the order of
                      * unordered samples */
};

/* The effects that the tests of this audit would have detected with probability 0.9: the
 * smallest deviation of a cell, the largest number of different orders, the most bits of
 * keys, the most riffles, ... Only usable tests that count are considered, and only
 * effects that the orders have kept of the shuffle. There may be no sentence. */
void audit_detectable_effects(const audit_run *audit, const audit_judgement *judgement,
                              enum audit_origin origin, audit_sentences *sentences);

/* A cell of the position matrix. */
typedef struct audit_cell {
    size_t card;     /* from 0 */
    size_t position; /* from 0 */
    uint64_t count;  /* how often the card was at the position */
    double share;    /* the count over the number of orders */
    double z;        /* its deviation from fair, in standard deviations */
    double low;      /* lower end of the confidence interval of the share */
    double high;     /* upper end of the confidence interval of the share */
} audit_cell;

/* Finds up to `most` cells that are farthest from fair, and returns their number. All
 * intervals together have a confidence of 1 - 1e-6, if orders are independent and their
 * number was not chosen by looking at them. */
size_t audit_extreme_cells(const uint64_t *counts, size_t n, uint64_t trials,
                           audit_cell *cells, size_t most);

#endif

/* SPDX-License-Identifier: MIT
 *
 * catalogue.h - the textbook shuffles, right and wrong, each written plainly against an
 * abstract die.
 *
 * The same source serves every purpose: a fair die to count what it does, a biased die to
 * see what that changes, an enumerating die to find exact probabilities. None of it is
 * fast, and none of it shares code with the library that it helps to judge.
 */
#ifndef AUDIT_CATALOGUE_H
#define AUDIT_CATALOGUE_H

#include <stddef.h>
#include <stdint.h>

#include "fairaudit.h"
#include "audit/orders/parameter.h"

enum {
    AUDIT_REPETITIONS = 100000, /* the most of a shuffle that repeats a step */
    AUDIT_PERCENT = 100         /* shuffles that fail now and then choose below this */
};

/* What is known about the structure of a shuffle: flags. The exact analyser uses them for
 * decks that are too large for enumeration, and tests compare both for small decks. */
enum audit_structure {
    AUDIT_STEPS = 1,  /* a sequence of independent random permutations */
    AUDIT_ONCE = 2,   /* different choices lead to different orders */
    AUDIT_FEW = 4,    /* there are few sequences of choices, for any number of cards */
    AUDIT_KEYS = 8,   /* the probability of an order depends on its descents alone */
    AUDIT_COINS = 16, /* all choices are out of 2; the formula needs fair coins only */
    AUDIT_SPLIT = 32  /* it chooses below AUDIT_PERCENT, and all that matters is whether
                         the number is below its parameter */
};

/* Which formula gives its distribution for large decks and a fair die
 * (audit/exact/exact.c). */
enum audit_formula {
    AUDIT_FORMULA_NONE,
    AUDIT_FORMULA_FAIR,
    AUDIT_FORMULA_KEYS,
    AUDIT_FORMULA_RIFFLE,
    AUDIT_FORMULA_INSERTION,
    AUDIT_FORMULA_SELECTION,
    AUDIT_FORMULA_MERGE,
    AUDIT_FORMULA_QUICK,
    AUDIT_FORMULA_TIMSORT,
    AUDIT_FORMULA_SWAPS,
    AUDIT_FORMULA_DISTINCT_SWAPS,
    AUDIT_FORMULA_ADJACENT_SWAPS,
    AUDIT_FORMULA_OVERHAND,
    AUDIT_FORMULA_EVEN_ONLY,
    AUDIT_FORMULA_BLOCKS,
    AUDIT_FORMULA_PROMOTED,
    AUDIT_FORMULA_REPEATS_LAST,
    AUDIT_FORMULAS
};

/* The parameters with which an unknown shuffle is compared (audit/diagnosis/identify.c):
 * close enough to each other that the best of them leads to the true one. Lists end with
 * a 0. */
enum { AUDIT_GRID_VALUES = 16, AUDIT_GRID_QUARTERS = 12, AUDIT_GRID_LESS = 4 };

typedef struct audit_grid {
    unsigned char values[AUDIT_GRID_VALUES];     /* as they are */
    unsigned char quarters[AUDIT_GRID_QUARTERS]; /* in quarters of the number of cards */
    unsigned char less[AUDIT_GRID_LESS];         /* the number of cards less these */
    int parity;      /* odd and even parameters differ, so the next larger one is tried */
    int below_cards; /* with n or more it is fair, or does nothing: not tried */
} audit_grid;

typedef struct audit_shuffle {
    const char *name;          /* short, for command lines */
    const char *title;         /* for people */
    const char *story;         /* one sentence: what it does, and the mistake if any */
    const char *origin;        /* where it is found */
    audit_parameter parameter; /* such as the number of riffles: riffle:7 */
    int fair;                  /* every order is equally likely, given a fair die */
    int keeps;          /* it starts from the order it left, not from a sorted deck */
    int repeats;        /* parameter k is the same as k times parameter 1 */
    int unbounded;      /* the number of choices has no limit: no enumeration */
    unsigned structure; /* flags of enum audit_structure */
    enum audit_formula formula; /* for large decks */
    audit_grid grid;            /* parameters to compare with, besides the usual one */

    /* Shuffles n cards, 1 to 256. The parameter must be within its bounds. Whatever
     * numbers the die gives, the function returns, and each card is there once. */
    void (*run)(const fairaudit_die *die, unsigned char *a, size_t n, uint64_t parameter);
} audit_shuffle;

/* All of them, the fair ones first; the list ends with a NULL name. */
extern const audit_shuffle audit_catalogue[];

/* Finds a shuffle by its name, without parameter. NULL: there is none. */
const audit_shuffle *audit_find(const char *name);

#endif

/* SPDX-License-Identifier: MIT
 *
 * parts.h - what the files of the exact analyser share.
 *
 * exact.c chooses the method. walk.c tries all sequences of choices; enumerate.c and
 * few.c find the probability of every order with it. chain.c does the same step by step.
 * table.c derives the result from the probabilities of all orders. The other files know
 * classes of orders that are equally likely, for decks with too many orders to list.
 */
#ifndef AUDIT_EXACT_PARTS_H
#define AUDIT_EXACT_PARTS_H

#include "audit/exact/exact.h"
#include "audit/numbers/factorial.h"
#include "audit/orders/distribution.h"
#include "audit/orders/rank.h"

enum {
    AUDIT_TABLE_MOST = 10,      /* the most cards of a table with a word for each order */
    AUDIT_NATURAL_MOST = 9,     /* the most cards of a table with a natural for each */
    AUDIT_LISTED_MOST = 8,      /* the most cards if the caller gets all probabilities */
    AUDIT_SEQUENCES = 200000000 /* the most sequences of choices that are tried */
};

/* ---- what is analysed -------------------------------------------------------------- */

/* A shuffle with a die. */
typedef struct audit_problem {
    fairaudit_shuffle *function; /* the shuffle */
    void *context;               /* of the function */
    size_t n;                    /* cards */
    const audit_die_kind *kind;  /* NULL: fair */
    uint64_t parameter;          /* of the die */
    uint64_t split; /* if > 0: of a choice below AUDIT_PERCENT, all that matters is
                     * whether it is below `split`; the walk treats each of the two cases
                     * as one choice */
} audit_problem;

/* The context of audit_exact_run(), which runs a shuffle of the catalogue. */
typedef struct audit_entry {
    const audit_shuffle *shuffle; /* of the catalogue */
    uint64_t parameter;           /* of the shuffle */
} audit_entry;

void audit_exact_run(const fairaudit_die *die, unsigned char *cards, size_t n,
                     void *entry);

/* Whether the die is fair. */
static inline int audit_problem_fair(const audit_problem *problem)
{
    return problem->kind == NULL || problem->kind->fair;
}

/* Whether all numbers below m are equally likely. */
int audit_problem_even(const audit_problem *problem, uint64_t m);

/* The greatest common divisor of all weights for m, or 1 if m is too large to compute it;
 * and the total of the weights divided by it. */
uint64_t audit_problem_common(const audit_problem *problem, uint64_t m);
uint64_t audit_problem_total(const audit_problem *problem, uint64_t m);

/* The number of sequences of choices, estimated from random ones. It is exact if all
 * sequences ask the same questions and the die is fair. For shuffles of the catalogue
 * only: it does not guard against endless loops. */
double audit_problem_sequences(const audit_problem *problem);

uint64_t audit_exact_gcd(uint64_t a, uint64_t b);

/* a * b, or 0 if the product does not fit. */
uint64_t audit_exact_times(uint64_t a, uint64_t b);

/* ---- a number for each order ------------------------------------------------------- */

/* A weight for each order, by rank. All weights together are the total. Weights are words
 * if they fit, otherwise naturals; one of the two pointers is NULL. */
typedef struct audit_table {
    size_t n;                    /* cards */
    size_t orders;               /* n! */
    uint64_t *word;              /* [orders] */
    uint64_t word_total;         /* the total, if weights are words */
    audit_natural *natural;      /* [orders] */
    audit_natural natural_total; /* the total, if weights are naturals */
} audit_table;

/* Makes a table with all weights 0 and the total 1. FAIRAUDIT_OK, _ELARGE, _ENOMEM. */
int audit_table_open(audit_table *table, size_t n, int natural);
void audit_table_close(audit_table *table);

/* Fills in everything that follows from the probability of every order. FAIRAUDIT_OK,
 * _ENOMEM, or _ELARGE if some number became too large. */
int audit_table_finish(audit_table *table, audit_exact *exact);

/* ---- every sequence of choices ----------------------------------------------------- */

/* The end of a sequence of choices: its order, and its probability num / den. */
typedef struct audit_leaf {
    const unsigned char *order;   /* [n] */
    uint64_t num;                 /* numerator, if it fits a word */
    uint64_t den;                 /* denominator, if it fits a word */
    const audit_natural *big_num; /* numerator, if naturals are used; else NULL */
    const audit_natural *big_den; /* denominator, if naturals are used; else NULL */
} audit_leaf;

/* Calls leaf() at the end of every sequence of choices whose probability is not 0. If
 * leaf() returns an error, the walk ends with it. Numbers are naturals if `natural`, else
 * words; if words are too small, the result is AUDIT_WORDS_FULL. Also returns
 * FAIRAUDIT_ELARGE if there are more than `most` sequences, _EORDER, _EREPLAY, _EINVAL,
 * _ENOMEM. */
enum { AUDIT_WORDS_FULL = 1 };
int audit_exact_walk(const audit_problem *problem, uint64_t most, int natural,
                     int (*leaf)(void *context, const audit_leaf *leaf), void *context,
                     uint64_t *sequences);

/* The probability of every order, n <= AUDIT_TABLE_MOST. */
int audit_exact_tabulate(const audit_problem *problem, uint64_t most, audit_table *table,
                         uint64_t *sequences);
int audit_exact_enumerate(const audit_problem *problem, uint64_t most,
                          audit_exact *exact);

/* The same for any n, if there are few sequences of choices. */
int audit_exact_few(const audit_problem *problem, audit_exact *exact);

/* ---- shuffles that are a sequence of independent steps ----------------------------- */

/* Steps 0, 1, ...: step s takes its permutation number c with probability
 * weight[c] / total. The resulting order is p_0 o p_1 o ... o last, where (p o q)[i] is
 * p[q[i]]. */
typedef struct audit_steps audit_steps;

typedef struct audit_step {
    size_t count;               /* number of permutations */
    unsigned char *permutation; /* [count][n] */
    uint64_t *weight;           /* [count] */
    uint64_t total;             /* of all weights */
} audit_step;

/* Finds the steps of a shuffle by trying its choices. The shuffle must ask the same
 * questions whatever the answers, and each answer must lead to a permutation that does
 * not depend on the other answers. FAIRAUDIT_OK, _ENOMEM; _ELARGE if there are too many,
 * or if the shuffle is not like that. Free the steps in any case. */
int audit_steps_measure(const audit_problem *problem, audit_steps **steps);

/* Notes the bounds of the questions that a shuffle asks if all answers are 0, without
 * those for a number below 1. At most `most` are noted; the result is the number of all.
 */
size_t audit_exact_questions(const audit_problem *problem, uint64_t *bound, size_t most);

/* The same round, `rounds` times; the table has its distribution. */
int audit_steps_rounds(const audit_table *round, uint64_t rounds, audit_steps **steps);
void audit_steps_free(audit_steps *steps);

size_t audit_steps_count(const audit_steps *steps);
size_t audit_steps_cards(const audit_steps *steps);
const audit_step *audit_steps_at(const audit_steps *steps, size_t s);
const unsigned char *audit_steps_last(const audit_steps *steps);

/* The probability of every order, n <= AUDIT_TABLE_MOST. */
int audit_exact_chain(const audit_steps *steps, audit_exact *exact);

/* The position matrix, for any n. */
int audit_exact_step_positions(const audit_steps *steps, audit_exact *exact);

/* ---- position matrices ------------------------------------------------------------- */

/* Makes a matrix with all cells 0, and sets has_position. 0: no memory. */
int audit_exact_open_position(audit_exact *exact);

/* Makes a matrix with all cells 1/n. 0: no memory. */
int audit_exact_even_position(audit_exact *exact);

/* matrix = matrix^k. 0: no memory. */
int audit_exact_power(double *matrix, size_t n, uint64_t k);

/* ---- classes of orders ------------------------------------------------------------- */

/* Collects classes of orders. A class has a share of all orders, and each of its orders
 * is exp(log) times as likely as fair; log is -INFINITY if they are impossible. */
typedef struct audit_classes {
    double below;    /* sum of share * (1 - exp(log)) where that is positive */
    double largest;  /* the largest log */
    double least;    /* the smallest log of a possible class */
    double possible; /* the share of all possible orders */
    double missing;  /* the share of all impossible orders */
} audit_classes;

/* Starts without classes; adds a class; fills in what follows from all of them. */
void audit_classes_start(audit_classes *classes);
void audit_classes_add(audit_classes *classes, double share, double log);
void audit_classes_finish(const audit_classes *classes, audit_exact *exact);

/* One choice of a sequence. Its numbers fall into a few kinds: each kind has a share of
 * the numbers, and they are exp(log) times as likely as fair. */
enum { AUDIT_DIGIT_KINDS = 4 };
typedef struct audit_digit {
    size_t kinds;                    /* number of kinds */
    double share[AUDIT_DIGIT_KINDS]; /* of all numbers */
    double log[AUDIT_DIGIT_KINDS];   /* ln of the ratio to fair; -INFINITY: impossible */
} audit_digit;

/* The distribution of independent digits, if different digits lead to different orders,
 * and the share exp(-surplus) of all orders is possible with a fair die. */
int audit_exact_digit_distribution(const audit_digit *digits, size_t count,
                                   double surplus, audit_exact *exact);

/* Independent choices of which different ones lead to different orders. FAIRAUDIT_OK,
 * _ELARGE, _ENOMEM. */
int audit_exact_digits(const audit_problem *problem, audit_exact *exact);

/* Formulas. All of them: FAIRAUDIT_OK, _ELARGE, _ENOMEM. The parameter is that of the
 * shuffle; if a shuffle has none, it is not used. */
int audit_exact_eulerian(uint64_t bits, int riffle, audit_exact *exact);
int audit_exact_insertion(int selection, audit_exact *exact);
int audit_exact_transpositions(uint64_t k, int distinct, audit_exact *exact);
int audit_exact_merge(uint64_t unused, audit_exact *exact);
int audit_exact_quick(uint64_t unused, audit_exact *exact);
int audit_exact_fair(uint64_t unused, audit_exact *exact);
int audit_exact_even_only(uint64_t unused, audit_exact *exact);
int audit_exact_promoted(uint64_t percent, audit_exact *exact);
int audit_exact_repeats_last(uint64_t percent, audit_exact *exact);
int audit_exact_overhand_position(uint64_t k, audit_exact *exact);
int audit_exact_adjacent_position(uint64_t k, audit_exact *exact);
int audit_exact_timsort_position(uint64_t unused, audit_exact *exact);
int audit_exact_blocks_position(uint64_t size, audit_exact *exact);

/* Finds the distribution from the structure of a shuffle of the catalogue, as
 * audit_exact_find() does for large decks. The context of the problem is an audit_entry;
 * n and impossible = -1 must be set. */
int audit_exact_by_structure(const audit_problem *problem, audit_exact *exact);

#endif

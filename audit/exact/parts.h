/* SPDX-License-Identifier: MIT
 *
 * parts.h - what the files of the exact analyser share.
 *
 * exact.c chooses the way. walk.c tries all sequences of choices; with it enumerate.c and
 * few.c find the distribution of every order, as chain.c does step by step; table.c sums
 * it up. The others know classes of orders that are equally likely, for decks with too
 * many orders to list.
 */
#ifndef AUDIT_EXACT_PARTS_H
#define AUDIT_EXACT_PARTS_H

#include "audit/exact/exact.h"
#include "audit/numbers/factorial.h"
#include "audit/orders/distribution.h"
#include "audit/orders/rank.h"

enum {
    AUDIT_TABLE_MOST = 10,      /* cards, if each order is to have a number */
    AUDIT_NATURAL_MOST = 9,     /* ... that is too large for a word */
    AUDIT_LISTED_MOST = 8,      /* ... that is given to the caller */
    AUDIT_SEQUENCES = 200000000 /* the most that are tried */
};

/* ---- a shuffle and a die, as one --------------------------------------------------- */

typedef struct audit_problem {
    fairaudit_shuffle *function; /* `context` is its own */
    void *context;
    size_t n;
    const audit_die_kind *kind; /* NULL: fair */
    uint64_t parameter;         /* of the die */
    uint64_t split; /* if > 0: of a number below 100 it matters only whether it is below
                       this one; the walk takes all such numbers as one choice */
} audit_problem;

/* The context of audit_exact_run, which is a function of the catalogue's shuffles. */
typedef struct audit_entry {
    const audit_shuffle *shuffle;
    uint64_t parameter;
} audit_entry;

void audit_exact_run(const fairaudit_die *die, unsigned char *cards, size_t n,
                     void *entry);

static inline int audit_problem_fair(const audit_problem *problem)
{
    return problem->kind == NULL || problem->kind->fair;
}

/* Whether all numbers below m are equally likely. */
int audit_problem_even(const audit_problem *problem, uint64_t m);

/* What all weights for m have in common, or 1 if m is too large to look; and their total
 * over it. */
uint64_t audit_problem_common(const audit_problem *problem, uint64_t m);
uint64_t audit_problem_total(const audit_problem *problem, uint64_t m);

/* How many sequences of choices there are, by some random ones: exactly if all take the
 * same questions and the die is fair, else about. For shuffles that can be trusted. */
double audit_problem_sequences(const audit_problem *problem);

uint64_t audit_exact_gcd(uint64_t a, uint64_t b);

/* a * b, or 0 if it does not fit. */
uint64_t audit_exact_times(uint64_t a, uint64_t b);

/* ---- a number for each order ------------------------------------------------------- */

/* Orders by rank, each with a weight; all weights together are `total`. In words if they
 * fit, else in naturals: one of the two is NULL. */
typedef struct audit_table {
    size_t n, orders;
    uint64_t *word;
    uint64_t word_total;
    audit_natural *natural;
    audit_natural natural_total;
} audit_table;

/* With all weights 0 and the total 1. FAIRAUDIT_OK, _ELARGE, _ENOMEM. */
int audit_table_open(audit_table *table, size_t n, int natural);
void audit_table_close(audit_table *table);

/* All that follows from the distribution of every order. FAIRAUDIT_OK, _ENOMEM, or
 * _ELARGE if some number became too large. */
int audit_table_finish(audit_table *table, audit_exact *exact);

/* ---- every sequence of choices ----------------------------------------------------- */

/* What is known at the end of a sequence: its weight is num / den. */
typedef struct audit_leaf {
    const unsigned char *order;
    uint64_t num, den;                      /* if they fit words */
    const audit_natural *big_num, *big_den; /* else */
} audit_leaf;

/* Calls leaf() at the end of every sequence of choices whose probability is not 0; its
 * errors, if any, end it. With `natural` the numbers are naturals, else words; if these
 * do not suffice, AUDIT_WORDS_FULL is returned. Also FAIRAUDIT_ELARGE if there are more
 * than `most` sequences, _EORDER, _EREPLAY, _EINVAL, _ENOMEM. */
enum { AUDIT_WORDS_FULL = 1 };
int audit_exact_walk(const audit_problem *problem, uint64_t most, int natural,
                     int (*leaf)(void *context, const audit_leaf *leaf), void *context,
                     uint64_t *sequences);

/* The distribution of every order, n <= AUDIT_TABLE_MOST. */
int audit_exact_tabulate(const audit_problem *problem, uint64_t most, audit_table *table,
                         uint64_t *sequences);
int audit_exact_enumerate(const audit_problem *problem, uint64_t most,
                          audit_exact *exact);

/* For any n, if there are few sequences. */
int audit_exact_few(const audit_problem *problem, audit_exact *exact);

/* ---- shuffles that are a sequence of independent steps ----------------------------- */

/* Steps 0, 1, ...: step s takes its permutation with the number c with probability
 * weight / total. The order that comes out is p_0 o p_1 o ... o last, where (p o q)[i] is
 * p[q[i]]. */
typedef struct audit_steps audit_steps;

typedef struct audit_step {
    size_t count;
    unsigned char *permutation; /* [count][n] */
    uint64_t *weight;           /* [count] */
    uint64_t total;
} audit_step;

/* Measures the steps of a shuffle that asks the same questions whatever was answered, and
 * whose answers each lead to a permutation of their own, whatever the others were.
 * FAIRAUDIT_OK, _ENOMEM; _ELARGE: too many, or it is not so. */
int audit_steps_measure(const audit_problem *problem, audit_steps **steps);

/* The questions that it asks when it gets 0 for an answer, those for a number below 1
 * left out; at most `most` are noted, but all are counted. */
size_t audit_exact_questions(const audit_problem *problem, uint64_t *bound, size_t most);

/* The same round again and again; the distribution of one is in a table. */
int audit_steps_rounds(const audit_table *round, uint64_t rounds, audit_steps **steps);
void audit_steps_free(audit_steps *steps);

size_t audit_steps_count(const audit_steps *steps);
size_t audit_steps_cards(const audit_steps *steps);
const audit_step *audit_steps_at(const audit_steps *steps, size_t s);
const unsigned char *audit_steps_last(const audit_steps *steps);

/* The distribution of every order, n <= AUDIT_TABLE_MOST. */
int audit_exact_chain(const audit_steps *steps, audit_exact *exact);

/* The position matrix, any n. */
int audit_exact_step_positions(const audit_steps *steps, audit_exact *exact);

/* ---- position matrices ------------------------------------------------------------- */

/* Room for it, all 0, and has_position set; 0: no memory. */
int audit_exact_open_position(audit_exact *exact);

/* All positions equally likely. */
int audit_exact_even_position(audit_exact *exact);

/* matrix = matrix^k. */
int audit_exact_power(double *matrix, size_t n, uint64_t k);

/* ---- classes of orders ------------------------------------------------------------- */

/* Takes classes of orders one by one. `share` of all orders have, each of them, exp(log)
 * times the fair probability; log is -INFINITY if they are impossible. */
typedef struct audit_classes {
    double below;             /* sum of share * (1 - exp(log)) where that is positive */
    double largest, least;    /* logs; of positive ones */
    double possible, missing; /* shares */
} audit_classes;

void audit_classes_start(audit_classes *classes);
void audit_classes_add(audit_classes *classes, double share, double log);
void audit_classes_finish(const audit_classes *classes, audit_exact *exact);

/* A digit of a sequence of choices: its numbers fall into a few kinds; each kind has a
 * share of the numbers, and they are exp(log) times as likely as is fair. */
enum { AUDIT_DIGIT_KINDS = 4 };
typedef struct audit_digit {
    size_t kinds;
    double share[AUDIT_DIGIT_KINDS], log[AUDIT_DIGIT_KINDS]; /* -INFINITY: impossible */
} audit_digit;

/* The distribution of independent digits, where different digits lead to different
 * orders, and all that are possible with a fair die are exp(-surplus) of all orders. */
int audit_exact_digit_law(const audit_digit *digits, size_t count, double surplus,
                          audit_exact *exact);

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

/* The distribution by what is known of the structure of a shuffle of the catalogue: the
 * context of the problem is an audit_entry. This is what audit_exact_find does with large
 * decks; n and impossible = -1 must be set. */
int audit_exact_by_structure(const audit_problem *problem, audit_exact *exact);

#endif

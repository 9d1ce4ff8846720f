/* SPDX-License-Identifier: MIT
 *
 * problem.c - a shuffle with a die, as the exact analyser sees it: integer weights, and
 * an estimate of the number of sequences of choices.
 */
#include "audit/exact/parts.h"

enum {
    LOOKED_AT = 512, /* the largest m for which all weights are looked at */
    GUESSES = 20000, /* random sequences for the estimate */
};

void audit_exact_run(const fairaudit_die *die, unsigned char *cards, size_t n,
                     void *entry)
{
    const audit_entry *e = entry;
    e->shuffle->run(die, cards, n, e->parameter);
}

uint64_t audit_exact_gcd(uint64_t a, uint64_t b)
{
    while (b > 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

uint64_t audit_exact_times(uint64_t a, uint64_t b)
{
    return a > 0 && b > UINT64_MAX / a ? 0 : a * b;
}

uint64_t audit_problem_common(const audit_problem *problem, uint64_t m)
{
    if (audit_problem_fair(problem))
        return 1;
    const audit_die_kind *kind = problem->kind;
    const uint64_t total = audit_die_total(kind, problem->parameter, m);
    if (m > LOOKED_AT) { /* if the first and the last are the mean, all are */
        const uint64_t first = audit_die_weight(kind, problem->parameter, m, 0);
        const uint64_t last = audit_die_weight(kind, problem->parameter, m, m - 1);
        return total % m == 0 && first == total / m && last == first ? first : 1;
    }
    uint64_t common = total;
    for (uint64_t v = 0; v < m; v++)
        common =
            audit_exact_gcd(common, audit_die_weight(kind, problem->parameter, m, v));
    return common;
}

uint64_t audit_problem_total(const audit_problem *problem, uint64_t m)
{
    if (audit_problem_fair(problem))
        return m;
    return audit_die_total(problem->kind, problem->parameter, m) /
           audit_problem_common(problem, m);
}

int audit_problem_even(const audit_problem *problem, uint64_t m)
{
    return audit_problem_total(problem, m) == m;
}

/* ---- how many sequences ------------------------------------------------------------ */

/* A die that records how unlikely its numbers are. */
struct guess {
    const audit_problem *problem; /* the shuffle and its die */
    fairaudit_die die;            /* the die that is rolled */
    double unlikely;              /* 1 over the probability of all numbers so far */
};

static uint64_t choose(void *context, uint64_t m)
{
    struct guess *g = context;
    const audit_die_kind *kind = g->problem->kind;
    const uint64_t parameter = g->problem->parameter;
    const uint64_t v = g->die.choose(g->die.context, m);
    g->unlikely *= audit_problem_fair(g->problem)
                       ? (double)m
                       : (double)audit_die_total(kind, parameter, m) /
                             (double)audit_die_weight(kind, parameter, m, v);
    return v;
}

/* The mean of 1 / p over random sequences with probability p is the number of sequences
 * (Knuth 1975, for search trees). */
double audit_problem_sequences(const audit_problem *problem)
{
    const audit_seed seed = audit_seed_of_number(problem->n);
    audit_roller roller;
    audit_roller_start(&roller, problem->kind != NULL ? problem->kind : audit_dice,
                       problem->parameter, &seed);
    struct guess guess = {problem, audit_roller_die(&roller), 1};
    const fairaudit_die die = {choose, &guess};
    double sum = 0;
    for (uint64_t t = 0; t < GUESSES; t++) {
        unsigned char order[FAIRAUDIT_MOST];
        audit_sorted(order, problem->n);
        audit_roller_begin(&roller, t);
        guess.unlikely = 1;
        problem->function(&die, order, problem->n, problem->context);
        sum += guess.unlikely;
    }
    return sum / GUESSES;
}

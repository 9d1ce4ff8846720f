/* SPDX-License-Identifier: MIT
 *
 * odometer.h - the exact distribution of a shuffle of the catalogue with a small deck:
 * every sequence of choices, with integer weights out of one total, so that equality is
 * exact. It shares nothing with audit/exact/exact.c, which has to agree with it.
 */
#ifndef ODOMETER_H
#define ODOMETER_H

#include <math.h>

#include "audit/catalogue/catalogue.h"
#include "audit/catalogue/dice.h"
#include "tests/support/test.h"

enum { DEEPEST = 128, ORDERS = 40320, CARDS = 8 };

/* Divisible by all products of choices of small decks, and just below 2^63. */
#define TOTAL ((1ULL << 30) * 531441 * 15625)

/* Counts like an odometer: a run follows the prescribed choices and takes 0 after these;
 * then the last choice that can be raised is raised by one. */
typedef struct {
    const audit_die_kind *kind;
    uint64_t parameter;
    uint64_t choice[DEEPEST], bound[DEEPEST];
    size_t depth, recorded, most; /* runs with more than `most` choices are given up */
    int given_up;
    uint64_t noise;
} odometer;

static inline uint64_t odometer_choose(void *context, uint64_t m)
{
    odometer *o = context;
    if (o->given_up || o->depth == o->most) { /* any answer that lets it end */
        o->given_up = 1;
        o->noise = o->noise * 6364136223846793005u + 1442695040888963407u;
        return (o->noise >> 33) % m;
    }
    if (o->depth >= o->recorded)
        o->choice[o->depth] = 0;
    o->bound[o->depth] = m;
    return o->choice[o->depth++];
}

typedef struct {
    size_t n, orders;
    uint64_t total, open, sequences;
    uint64_t weight[ORDERS]; /* of orders in lexicographic order: ABC, ACB, BAC, ... */
} probability;

static inline size_t rank_of(const unsigned char *a, size_t n)
{
    size_t rank = 0;
    for (size_t i = 0; i < n; i++) {
        size_t smaller = 0;
        for (size_t j = i + 1; j < n; j++)
            smaller += a[j] < a[i];
        rank = rank * (n - i) + smaller;
    }
    return rank;
}

static inline void order_of(size_t rank, size_t n, unsigned char *a)
{
    for (size_t i = n; i-- > 0;) {
        a[i] = (unsigned char)(rank % (n - i));
        rank /= n - i;
        for (size_t j = i + 1; j < n; j++)
            a[j] = (unsigned char)(a[j] + (a[j] >= a[i]));
    }
}

static inline void fill(unsigned char *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = (unsigned char)i;
}

/* The share of `total` of the choices of this run; 0 if it is not an integer. */
static inline uint64_t share(const odometer *o, uint64_t total)
{
    uint64_t left = total, times = 1;
    for (size_t i = 0; i < o->depth; i++) {
        const uint64_t of = audit_die_total(o->kind, o->parameter, o->bound[i]);
        if (left % of != 0)
            return 0;
        left /= of;
        times *= audit_die_weight(o->kind, o->parameter, o->bound[i], o->choice[i]);
    }
    return left * times;
}

static inline const probability *law_with(const char *name, uint64_t parameter, size_t n,
                                          const audit_die_kind *kind,
                                          uint64_t die_parameter, uint64_t total,
                                          size_t most)
{
    static probability l;
    static odometer o;
    memset(&l, 0, sizeof l);
    l.n = n;
    l.total = total;
    l.orders = 1;
    for (size_t i = 2; i <= n; i++)
        l.orders *= i;
    o = (odometer){.kind = kind, .parameter = die_parameter, .most = most};
    const audit_shuffle *shuffle = audit_find(name);
    const fairaudit_die die = {odometer_choose, &o};
    do {
        unsigned char a[CARDS];
        fill(a, n);
        o.depth = 0;
        o.given_up = 0;
        shuffle->run(&die, a, n, parameter);
        const uint64_t weight = share(&o, total);
        CHECKF(weight > 0, "%s, n %zu: no whole number", name, n);
        if (o.given_up)
            l.open += weight;
        else
            l.weight[rank_of(a, n)] += weight;
        l.sequences++;
        while (o.depth > 0 && o.choice[o.depth - 1] + 1 == o.bound[o.depth - 1])
            o.depth--;
        o.recorded = o.depth;
        if (o.depth > 0)
            o.choice[o.depth - 1]++;
    } while (o.recorded > 0);
    return &l;
}

static inline const probability *distribution_of(const char *name, uint64_t parameter,
                                                 size_t n)
{
    return law_with(name, parameter, n, &audit_dice[0], 0, TOTAL, DEEPEST);
}

static inline int is_even(const probability *l)
{
    for (size_t i = 0; i < l->orders; i++)
        if (l->weight[i] != l->weight[0])
            return 0;
    return 1;
}

static inline double distance(const probability *l)
{
    long double sum = 0;
    for (size_t i = 0; i < l->orders; i++)
        sum += fabsl((long double)l->weight[i] / (long double)l->total -
                     1 / (long double)l->orders);
    return (double)(sum / 2);
}

/* log2 of the largest over the least weight. */
static inline double spread(const probability *l)
{
    uint64_t most = 0, least = UINT64_MAX;
    for (size_t i = 0; i < l->orders; i++) {
        most = l->weight[i] > most ? l->weight[i] : most;
        least = l->weight[i] < least ? l->weight[i] : least;
    }
    return log2((double)most / (double)least);
}

/* Whether each card is at each position with exactly the same probability. */
static inline int positions_even(const probability *l)
{
    uint64_t at[CARDS][CARDS] = {{0}};
    for (size_t i = 0; i < l->orders; i++) {
        unsigned char a[CARDS];
        order_of(i, l->n, a);
        for (size_t position = 0; position < l->n; position++)
            at[position][a[position]] += l->weight[i];
    }
    for (size_t position = 0; position < l->n; position++)
        for (size_t card = 0; card < l->n; card++)
            if (at[position][card] != at[0][0])
                return 0;
    return 1;
}

#endif

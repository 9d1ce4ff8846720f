/* SPDX-License-Identifier: MIT
 *
 * outcomes.h - for proofs by enumeration: a function under proof, and a table that counts
 * its outcomes.
 */
#ifndef OUTCOMES_H
#define OUTCOMES_H

#include "tests/shuffle/enumerate.h"

enum { OUTCOMES = 1 << 20 };

/* The result of a run: a list of small numbers. */
struct result {
    unsigned char value[16];
    unsigned length;
};

struct outcome {
    struct result result;
    uint64_t runs; /* that had this result; 0: the entry is free */
    long double probability;
};

/* One function under proof. */
struct proof {
    void (*run)(struct proof *);          /* calls the function and stores its result */
    unsigned n;                           /* number of elements */
    unsigned k;                           /* number of elements wanted, if not all */
    struct result result;                 /* of the last run */
    unsigned outcomes;                    /* number of different results so far */
    int legal;                            /* whether all results so far were allowed */
    int (*allowed)(const struct proof *); /* whether a result is allowed; NULL: all are */
};

/* The outcomes of the current proof: a hash table with open addressing. */
static struct outcome table[OUTCOMES];

static struct outcome *find(const struct result *r)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < r->length; i++)
        hash = (hash + r->value[i] + 1) * 0x9e3779b97f4a7c15u;
    size_t at = (size_t)(hash >> 44);
    while (table[at].runs > 0 &&
           (table[at].result.length != r->length ||
            memcmp(table[at].result.value, r->value, r->length) != 0))
        at = (at + 1) % OUTCOMES;
    return &table[at];
}

static void begin(void *context)
{
    struct proof *p = context;
    memset(&p->result, 0, sizeof p->result);
    p->run(p);
}

static void count(void *context, long double probability)
{
    struct proof *p = context;
    struct outcome *o = find(&p->result);
    if (o->runs++ == 0) {
        o->result = p->result;
        p->outcomes++;
    }
    o->probability += probability;
    p->legal &= p->allowed == NULL || p->allowed(p);
}

/* Starts a new count. */
static void forget(struct proof *p)
{
    memset(table, 0, sizeof table);
    p->outcomes = 0;
    p->legal = 1;
}

static unsigned factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

/* Sets the result to 0, 1, ..., n - 1, which the function will shuffle. */
static void deal(struct proof *p)
{
    p->result.length = p->n;
    for (unsigned i = 0; i < p->n; i++)
        p->result.value[i] = (unsigned char)i;
}

#endif

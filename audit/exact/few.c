/* SPDX-License-Identifier: MIT
 *
 * few.c - exact probabilities for a large deck, if there are few sequences of choices.
 * Only the orders that occur are stored, in a hash table; all others are impossible.
 */
#include "audit/exact/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ORDERS = 1 << 17, SLOTS = 2 * MOST_ORDERS };

struct few {
    size_t n;              /* cards */
    size_t count;          /* different orders so far */
    double *probability;   /* [count] */
    unsigned char *orders; /* [count][n] */
    uint32_t *slot;        /* [SLOTS]: the index of an order plus 1; 0: free */
    double *position;      /* [n][n]: the position matrix */
};

static uint32_t *find(struct few *few, const unsigned char *order)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < few->n; i++)
        hash = (hash + order[i] + 1) * 0x9e3779b97f4a7c15;
    size_t at = (size_t)(hash >> 32) % SLOTS;
    while (few->slot[at] > 0 &&
           memcmp(few->orders + (few->slot[at] - 1) * few->n, order, few->n) != 0)
        at = (at + 1) % SLOTS;
    return &few->slot[at];
}

static int count(void *context, const audit_leaf *leaf)
{
    struct few *few = context;
    const double p = leaf->big_num != NULL
                         ? audit_natural_ratio(leaf->big_num, leaf->big_den)
                         : (double)leaf->num / (double)leaf->den;
    uint32_t *slot = find(few, leaf->order);
    if (*slot == 0) {
        if (few->count == MOST_ORDERS)
            return FAIRAUDIT_ELARGE;
        memcpy(few->orders + few->count * few->n, leaf->order, few->n);
        few->probability[few->count++] = 0;
        *slot = (uint32_t)few->count;
    }
    few->probability[*slot - 1] += p;
    for (size_t i = 0; i < few->n; i++)
        few->position[i * few->n + leaf->order[i]] += p;
    return FAIRAUDIT_OK;
}

static void clear(struct few *few)
{
    few->count = 0;
    memset(few->slot, 0, SLOTS * sizeof *few->slot);
    memset(few->position, 0, few->n * few->n * sizeof *few->position);
}

static void finish(const struct few *few, audit_exact *exact)
{
    const double all = audit_log_factorial(few->n);
    const double share = exp(-all); /* of one order */
    audit_classes classes;
    audit_classes_start(&classes);
    for (size_t i = 0; i < few->count; i++)
        audit_classes_add(&classes, share, log(few->probability[i]) + all);
    audit_classes_add(&classes, 1 - share * (double)few->count, -INFINITY);
    audit_classes_finish(&classes, exact);
    exact->log2_possible = log2((double)few->count);
    exact->method = AUDIT_BY_ENUMERATION;
    exact->how = AUDIT_HOW_FEW_TRIED;
}

int audit_exact_few(const audit_problem *problem, audit_exact *exact)
{
    struct few few = {.n = problem->n};
    if (!audit_exact_open_position(exact))
        return FAIRAUDIT_ENOMEM;
    few.position = exact->position;
    few.probability = malloc(MOST_ORDERS * sizeof *few.probability);
    few.orders = malloc(MOST_ORDERS * few.n);
    few.slot = malloc(SLOTS * sizeof *few.slot);
    int error = FAIRAUDIT_ENOMEM;
    if (few.probability != NULL && few.orders != NULL && few.slot != NULL) {
        error = AUDIT_WORDS_FULL;
        /* First with 64-bit fractions, then with big integers. */
        for (int natural = 0; natural < 2 && error == AUDIT_WORDS_FULL; natural++) {
            clear(&few);
            error = audit_exact_walk(problem, (uint64_t)8 * MOST_ORDERS, natural, count,
                                     &few, &exact->sequences);
        }
        if (error == FAIRAUDIT_OK)
            finish(&few, exact);
    }
    free(few.probability);
    free(few.orders);
    free(few.slot);
    return error;
}

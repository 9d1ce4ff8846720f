/* SPDX-License-Identifier: MIT
 *
 * whole.c - whole orders, each counted separately.
 *
 * For up to 7 cards, that is 5040 orders: then no bias can hide. The bettor gives each
 * order the probability (count + prior) / (trials + n! prior); the test is the plain
 * chi-square of n! cells. With more cards the view has no tests and does not bet.
 */
#include <stdlib.h>

#include "audit/orders/rank.h"
#include "audit/views/view.h"
#include "audit/views/wealth.h"

enum { MOST = 7 };

typedef struct whole_view {
    audit_view view;     /* first: a view is cast to its type */
    size_t n;            /* cards */
    size_t orders;       /* n!, or 0 if there are too many */
    uint64_t trials;     /* orders taken */
    audit_wealth wealth; /* of the bettor */
    uint64_t count[];    /* of each order, by rank */
} whole_view;

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    whole_view *self = (whole_view *)view;
    const double cells = (double)self->orders;
    for (size_t t = from; self->orders > 0 && t < to; t++) {
        const size_t rank = audit_rank(block->orders + t * self->n, self->n);
        if (view->bets) {
            const double here = (double)self->count[rank], all = (double)self->trials;
            double factor[AUDIT_LANES];
            for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
                const double prior = audit_lane_prior[lane];
                factor[lane] = (here + prior) * cells / (all + prior * cells);
            }
            audit_wealth_multiply(&self->wealth, factor);
        }
        self->count[rank]++;
        self->trials++;
    }
}

static double evidence(const audit_view *view)
{
    return audit_wealth_log(&((const whole_view *)view)->wealth);
}

static size_t tests(const audit_view *view, audit_test test[AUDIT_TESTS])
{
    const whole_view *self = (const whole_view *)view;
    if (self->orders == 0)
        return 0;
    const double each = (double)self->trials / (double)self->orders;
    double sum = 0;
    for (size_t rank = 0; rank < self->orders; rank++) {
        const double off = (double)self->count[rank] - each;
        sum += off * off;
    }
    const double df = (double)(self->orders - 1);
    test[0] = audit_test_chisq(view->name, view->title, sum / each, df, 2 / each,
                               audit_counts_suffice(each, df));
    return 1;
}

audit_view *audit_view_whole(size_t n)
{
    const size_t orders = n <= MOST ? audit_factorial(n) : 0;
    whole_view *self = calloc(1, sizeof *self + orders * sizeof self->count[0]);
    if (self == NULL)
        return NULL;
    self->view = (audit_view){
        .name = "whole",
        .title = "whole orders",
        .bets = orders > 0,
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = audit_view_discard,
    };
    self->n = n;
    self->orders = orders;
    audit_wealth_start(&self->wealth);
    return &self->view;
}

const uint64_t *audit_whole_counts(const audit_view *view, size_t *size)
{
    const whole_view *self = (const whole_view *)view;
    *size = self->orders;
    return self->orders > 0 ? self->count : NULL;
}

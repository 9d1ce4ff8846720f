/* SPDX-License-Identifier: MIT
 *
 * view_whole.c - whole orders, each counted by itself.
 *
 * For up to 7 cards, that is 5040 orders: then nothing can hide, whatever it is. Orders
 * are ranked as in a dictionary. The bettor says (count + prior) / (trials + n! prior)
 * for each order; the test is the plain chi-square of n! cells. For more cards the view
 * has no tests and does not bet.
 */
#include <stdlib.h>

#include "view.h"
#include "wealth.h"

enum { MOST = 7 };

typedef struct whole_view {
    audit_view view;
    size_t n, orders; /* n!, or 0: too many */
    uint64_t trials;
    audit_wealth wealth;
    uint64_t count[];
} whole_view;

/* Each card counts how many smaller ones come behind it. */
static size_t rank_of(const unsigned char *order, size_t n)
{
    size_t rank = 0;
    for (size_t i = 0; i < n; i++) {
        size_t smaller = 0;
        for (size_t j = i + 1; j < n; j++)
            smaller += order[j] < order[i];
        rank = rank * (n - i) + smaller;
    }
    return rank;
}

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    whole_view *me = (whole_view *)view;
    const double cells = (double)me->orders;
    for (size_t t = from; me->orders > 0 && t < to; t++) {
        const size_t rank = rank_of(block->orders + t * me->n, me->n);
        if (view->bets) {
            const double here = (double)me->count[rank], all = (double)me->trials;
            double factor[AUDIT_LANES];
            for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
                const double prior = audit_lane_prior[lane];
                factor[lane] = (here + prior) * cells / (all + prior * cells);
            }
            audit_wealth_multiply(&me->wealth, factor);
        }
        me->count[rank]++;
        me->trials++;
    }
}

static double evidence(const audit_view *view)
{
    return audit_wealth_log(&((const whole_view *)view)->wealth);
}

static size_t tests(const audit_view *view, audit_test test[AUDIT_TESTS])
{
    const whole_view *me = (const whole_view *)view;
    if (me->orders == 0)
        return 0;
    const double each = (double)me->trials / (double)me->orders;
    double sum = 0;
    for (size_t rank = 0; rank < me->orders; rank++) {
        const double off = (double)me->count[rank] - each;
        sum += off * off;
    }
    const double df = (double)(me->orders - 1);
    test[0] = audit_test_chisq(view->name, view->title, sum / each, df, 2 / each,
                               audit_counts_suffice(each, df));
    return 1;
}

static void discard(audit_view *view)
{
    free(view);
}

audit_view *audit_view_whole(size_t n)
{
    size_t orders = n <= MOST;
    for (size_t i = 2; i <= n; i++)
        orders *= i;
    whole_view *me = calloc(1, sizeof *me + orders * sizeof me->count[0]);
    if (me == NULL)
        return NULL;
    me->view = (audit_view){
        .name = "whole",
        .title = "whole orders",
        .bets = orders > 0,
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = discard,
    };
    me->n = n;
    me->orders = orders;
    audit_wealth_start(&me->wealth);
    return &me->view;
}

const uint64_t *audit_whole_counts(const audit_view *view, size_t *size)
{
    const whole_view *me = (const whole_view *)view;
    *size = me->orders;
    return me->orders > 0 ? me->count : NULL;
}

/* SPDX-License-Identifier: MIT
 *
 * view_position.c - which card at which place.
 *
 * Counts the cards at each place, of orders or of the quotients of consecutive orders;
 * the row of a place bets on the card that comes there (plackett.c). The test is that of
 * position.c: (n - 1)^2 degrees of freedom.
 *
 * A necessary condition only: a rotation by a random amount has every card at every place
 * equally often.
 */
#include <stdlib.h>

#include "plackett.h"
#include "position.h"
#include "view.h"
#include "wealth.h"

typedef struct position_view {
    audit_view view;
    size_t n;
    uint64_t trials;
    audit_wealth wealth;
    unsigned char rows[256]; /* 0, 1, 2, ... */
    uint64_t count[];        /* [place * n + card] */
} position_view;

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    position_view *me = (position_view *)view;
    const size_t n = me->n;
    for (size_t t = from; t < to; t++) {
        const unsigned char *order = block->orders + t * n;
        if (view->bets)
            audit_plackett_bet(&me->wealth, me->count, n, me->trials, me->rows, order, 0);
        for (size_t place = 0; place < n; place++)
            me->count[place * n + order[place]]++;
        me->trials++;
    }
}

static double evidence(const audit_view *view)
{
    return audit_wealth_log(&((const position_view *)view)->wealth);
}

static size_t tests(const audit_view *view, audit_test test[AUDIT_TESTS])
{
    const position_view *me = (const position_view *)view;
    const size_t n = me->n;
    const double df = (double)((n - 1) * (n - 1));
    const double each = (double)me->trials / (double)n;
    const double step = 2 * (double)(n - 1) / (double)n / each;
    test[0] = audit_test_chisq(view->name, view->title,
                               audit_position_chisq(me->count, n, me->trials), df, step,
                               audit_counts_suffice(each, df));
    return 1;
}

static void discard(audit_view *view)
{
    free(view);
}

audit_view *audit_view_position(size_t n, int serial)
{
    position_view *me = calloc(1, sizeof *me + n * n * sizeof me->count[0]);
    if (me == NULL)
        return NULL;
    me->view = (audit_view){
        .name = serial ? "serial-position" : "position",
        .title = serial ? "place before and after" : "card at place",
        .bets = 1,
        .serial = serial,
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = discard,
    };
    me->n = n;
    for (size_t i = 0; i < 256; i++)
        me->rows[i] = (unsigned char)i;
    audit_wealth_start(&me->wealth);
    return &me->view;
}

const uint64_t *audit_position_counts(const audit_view *view)
{
    return ((const position_view *)view)->count;
}

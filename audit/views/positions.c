/* SPDX-License-Identifier: MIT
 *
 * positions.c - which card is at which position.
 *
 * The view counts the cards at each position, of orders or of the quotients of
 * consecutive orders. The row of a position bets on the card that comes there
 * (plackett.c). The test is that of position.c, with (n - 1)^2 degrees of freedom.
 *
 * It can pass without the shuffle being fair: a rotation by a random amount has every
 * card at every position equally often.
 */
#include <stdlib.h>

#include "audit/orders/position.h"
#include "audit/views/plackett.h"
#include "audit/views/view.h"
#include "audit/views/wealth.h"

typedef struct position_view {
    audit_view view;         /* first: a view is cast to its type */
    size_t n;                /* cards */
    uint64_t trials;         /* orders */
    audit_wealth wealth;     /* of the bettor */
    unsigned char rows[256]; /* 0, 1, 2, ...: the row that bets on each position */
    uint64_t count[];        /* [position * n + card] */
} position_view;

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    position_view *self = (position_view *)view;
    const size_t n = self->n;
    for (size_t t = from; t < to; t++) {
        const unsigned char *order = block->orders + t * n;
        if (view->bets)
            audit_plackett_bet(&self->wealth, self->count, n, self->trials, self->rows,
                               order, 0);
        audit_position_add(self->count, order, n);
        self->trials++;
    }
}

static double evidence(const audit_view *view)
{
    return audit_wealth_log(&((const position_view *)view)->wealth);
}

static size_t tests(const audit_view *view, audit_test test[AUDIT_TESTS])
{
    const position_view *self = (const position_view *)view;
    const size_t n = self->n;
    const double df = (double)((n - 1) * (n - 1));
    const double each = (double)self->trials / (double)n;
    const double step = 2 * (double)(n - 1) / (double)n / each;
    test[0] = audit_test_chisq(view->name, view->title,
                               audit_position_chisq(self->count, n, self->trials), df,
                               step, audit_counts_suffice(each, df));
    return 1;
}

audit_view *audit_view_position(size_t n, int serial)
{
    position_view *self = calloc(1, sizeof *self + n * n * sizeof self->count[0]);
    if (self == NULL)
        return NULL;
    self->view = (audit_view){
        .name = serial ? "serial-position" : "position",
        .title = serial ? "position before and after" : "card at position",
        .bets = 1,
        .serial = serial,
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = audit_view_discard,
    };
    self->n = n;
    for (size_t i = 0; i < 256; i++)
        self->rows[i] = (unsigned char)i;
    audit_wealth_start(&self->wealth);
    return &self->view;
}

const uint64_t *audit_position_counts(const audit_view *view)
{
    return ((const position_view *)view)->count;
}

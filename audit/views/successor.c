/* SPDX-License-Identifier: MIT
 *
 * successor.c - which card follows which; the first card follows the last.
 *
 * The row of a card bets on the card that follows it (plackett.c). There is no bet on the
 * first card of an order.
 *
 * An order seen as a ring is a cycle through all n cards, and all (n - 1)! cycles are
 * equally likely. Let C[a][b] be how often b followed a in N orders. For a < b,
 *
 *     S = C[a][b] + C[b][a] - 2N / (n - 1)
 *     A = C[a][b] - C[b][a]
 *
 * S is how often they were neighbours, minus the mean; A says which of them was first
 * more often.
 *
 * Each card has two neighbours, one before and one after it, so S and A both sum up to 0
 * around each card: S keeps n(n - 1)/2 - n dimensions, A keeps n(n - 1)/2 - (n - 1).
 * Renaming the cards changes nothing, and both spaces are irreducible for the symmetric
 * group. So each is spread evenly in all directions, and its variance in one direction
 * follows from the variances of the cells: 2(n - 3)/(n - 1)^2 for S and 2/(n - 1) for A,
 * n(n - 1)/2 of each. That gives
 *
 *     (n - 1) / (2N) * sum of S^2              chi-square with n(n - 3)/2,
 *     (n - 1)(n - 2) / (2nN) * sum of A^2      chi-square with (n - 1)(n - 2)/2
 *
 * degrees of freedom. The test program checks the whole covariance by enumeration.
 *
 * Near 0, one order can change the sum of S^2 by 4. Exchanging two neighbours changes the
 * sum of A^2 by 8, or for n = 3 by 12. These are the steps.
 */
#include <stdlib.h>

#include "audit/views/plackett.h"
#include "audit/views/view.h"
#include "audit/views/wealth.h"

typedef struct successor_view {
    audit_view view;     /* first: a view is cast to its type */
    size_t n;            /* cards */
    uint64_t trials;     /* orders */
    audit_wealth wealth; /* of the bettor */
    uint64_t count[];    /* [a * n + b]: how often b came right after a */
} successor_view;

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    successor_view *self = (successor_view *)view;
    const size_t n = self->n;
    for (size_t t = from; t < to; t++) {
        const unsigned char *order = block->orders + t * n;
        if (view->bets) /* the card at position s bets on the card at s + 1 */
            audit_plackett_bet(&self->wealth, self->count, n, self->trials, order, order,
                               1);
        for (size_t position = 0; position + 1 < n; position++)
            self->count[order[position] * n + order[position + 1]]++;
        self->count[order[n - 1] * n + order[0]]++;
        self->trials++;
    }
}

static double evidence(const audit_view *view)
{
    return audit_wealth_log(&((const successor_view *)view)->wealth);
}

static size_t tests(const audit_view *view, audit_test test[AUDIT_TESTS])
{
    const successor_view *self = (const successor_view *)view;
    const size_t n = self->n;
    const double cards = (double)n, orders = (double)self->trials;
    const double each = orders / (cards - 1);
    double symmetric = 0, antisymmetric = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            const double ab = (double)self->count[a * n + b];
            const double ba = (double)self->count[b * n + a];
            const double off = ab + ba - 2 * each;
            symmetric += off * off;
            antisymmetric += (ab - ba) * (ab - ba);
        }
    size_t count = 0;
    if (n > 3) {
        const double df = cards * (cards - 3) / 2, unit = (cards - 1) / (2 * orders);
        test[count++] = audit_test_chisq("successor-symmetric", "cards side by side",
                                         symmetric * unit, df, 4 * unit,
                                         audit_counts_suffice(2 * each, df));
    }
    if (n > 2) {
        const double df = (cards - 1) * (cards - 2) / 2, unit = df / (cards * orders);
        test[count++] = audit_test_chisq(
            "successor-antisymmetric", "which of two neighbours is first",
            antisymmetric * unit, df, 12 * unit, audit_counts_suffice(each, df));
    }
    return count;
}

audit_view *audit_view_successor(size_t n)
{
    successor_view *self = calloc(1, sizeof *self + n * n * sizeof self->count[0]);
    if (self == NULL)
        return NULL;
    self->view = (audit_view){
        .name = "successor",
        .title = "which card follows which",
        .bets = n > 2, /* of two cards, the second follows from the first */
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = audit_view_discard,
    };
    self->n = n;
    audit_wealth_start(&self->wealth);
    return &self->view;
}

const uint64_t *audit_successor_counts(const audit_view *view)
{
    return ((const successor_view *)view)->count;
}

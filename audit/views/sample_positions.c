/* SPDX-License-Identifier: MIT
 *
 * sample_positions.c - samples of k out of n items: which item is at which position.
 *
 * Bets. Position by position, the items that have not been used yet compete, each with
 * the weight count[position][item] + prior, as in plackett.c for whole orders. With
 * replacement, all items compete. The sum of the weights needs the counts, at this
 * position, of all items used before: k^2 / 2 of them. So of large samples only some
 * positions are bet on: the first ones, and others spread up to the last. The
 * probabilities at each position sum to 1 given the items before it, so any choice of
 * positions is valid.
 *
 * Test. Let Z[i][v] be the count of item v at position i less N / n. Rows are correlated,
 * since an item comes at most once: from P(v at i, w at j) = 1 / (n (n - 1)) the
 * covariance of rows i and j is (I - J/n) / n, times 1 if i = j, else -1 / (n - 1). That
 * matrix of ones and -1/(n - 1) has the eigenvalue (n - k) / (n - 1) for the sum of all
 * rows, and n / (n - 1) for the rest. The sum of all rows is how often an item was drawn
 * at all, and has its own view (sample_items.c). The rest says where an item came, once
 * drawn:
 *
 *     (n - 1) / N * (sum Z^2 - 1/k * sum over v of (sum over i of Z[i][v])^2)
 *
 * is a chi-square with (k - 1) (n - 1) degrees of freedom. With replacement, rows are
 * independent, and the factor in front is n instead of n - 1. If k = 1 nothing is left,
 * and the statistic is the plain chi-square of n cells.
 */
#include <math.h>
#include <stdlib.h>

#include "audit/views/chi_square_fit.h"
#include "audit/views/wealth.h"

#ifndef AUDIT_SAMPLE_ALL /* tests use other numbers */
#define AUDIT_SAMPLE_ALL 64
#define AUDIT_SAMPLE_FIRST 16
#define AUDIT_SAMPLE_SPREAD 16
#endif

enum {
    GROUP = 6,                    /* positions for each division */
    ALL = AUDIT_SAMPLE_ALL,       /* samples up to this size: all positions are bet on */
    FIRST = AUDIT_SAMPLE_FIRST,   /* of larger ones: positions at the beginning */
    SPREAD = AUDIT_SAMPLE_SPREAD, /* of larger ones: other positions, up to the last */
};

typedef struct positions_view {
    audit_view view;     /* first: a view is cast to its type */
    size_t n;            /* items to choose from */
    size_t k;            /* items of a sample */
    int put_back;        /* with replacement */
    uint64_t trials;     /* samples */
    audit_wealth wealth; /* of the bettor */
    uint64_t counts[];   /* [position * n + item] */
} positions_view;

/* ---- betting ----------------------------------------------------------------------- */

/* The position that is bet on next; k if there is none. */
static size_t position_after(const positions_view *self, size_t position)
{
    const size_t k = self->k;
    if (self->put_back || k <= ALL || position + 1 < FIRST || position + 1 == k)
        return position + 1;
    const size_t next = position + (k - FIRST + SPREAD - 1) / SPREAD;
    return next < k ? next : k - 1;
}

static void bet(positions_view *self, const uint32_t *items)
{
    const size_t n = self->n, k = self->k;
    double above[AUDIT_LANES], below[AUDIT_LANES];
    size_t position = 0;
    while (position < k) {
        for (size_t lane = 0; lane < AUDIT_LANES; lane++)
            above[lane] = below[lane] = 1;
        for (size_t g = 0; g < GROUP && position < k;
             g++, position = position_after(self, position)) {
            const uint64_t *row = self->counts + position * n;
            uint64_t sum = self->trials;
            for (size_t j = 0; j < position && !self->put_back; j++)
                sum -= row[items[j]];
            const double here = (double)row[items[position]], all = (double)sum;
            const double left = (double)(self->put_back ? n : n - position);
            for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
                const double prior = audit_lane_prior[lane];
                above[lane] *= (here + prior) * left;
                below[lane] *= all + prior * left;
            }
        }
        for (size_t lane = 0; lane < AUDIT_LANES; lane++)
            above[lane] /= below[lane];
        audit_wealth_multiply(&self->wealth, above);
    }
}

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    positions_view *self = (positions_view *)view;
    for (size_t i = from; i < to; i++) {
        const uint32_t *items = block->items + i * self->k;
        if (view->bets)
            bet(self, items);
        for (size_t position = 0; position < self->k; position++)
            self->counts[position * self->n + items[position]]++;
        self->trials++;
    }
}

static double evidence(const audit_view *view)
{
    return audit_wealth_log(&((const positions_view *)view)->wealth);
}

/* ---- the test ---------------------------------------------------------------------- */

static size_t tests(const audit_view *view, audit_test tests[AUDIT_TESTS])
{
    const positions_view *self = (const positions_view *)view;
    const double n = (double)self->n, k = (double)self->k, trials = (double)self->trials;
    double squares = 0, sums = 0;
    for (size_t v = 0; v < self->n; v++) {
        double sum = 0;
        for (size_t position = 0; position < self->k; position++) {
            const double off = (double)self->counts[position * self->n + v] - trials / n;
            squares += off * off;
            sum += off;
        }
        sums += sum * sum;
    }
    tests[0].name = view->name;
    tests[0].title = view->title;
    const double inverse = k * n * n / trials; /* not finite if there are no trials */
    if (self->k == 1)
        audit_fill_chi_square(&tests[0], squares * n / fmax(trials, 1), n - 1, inverse);
    else
        audit_fill_chi_square(&tests[0],
                              (squares - sums / k) * (self->put_back ? n : n - 1) /
                                  fmax(trials, 1),
                              (k - 1) * (n - 1), inverse);
    return 1;
}

/* ---- making ------------------------------------------------------------------------ */

audit_view *audit_view_sample_positions(size_t n, size_t k, int put_back)
{
    positions_view *self = calloc(1, sizeof *self + n * k * sizeof self->counts[0]);
    if (self == NULL)
        return NULL;
    self->view = (audit_view){
        .name = "sample-place",
        .title = "item at position",
        .bets = 1,
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = audit_view_discard,
    };
    self->n = n;
    self->k = k;
    self->put_back = put_back;
    audit_wealth_start(&self->wealth);
    return &self->view;
}

const uint64_t *audit_sample_position_counts(const audit_view *view)
{
    return ((const positions_view *)view)->counts;
}

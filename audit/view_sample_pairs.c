/* SPDX-License-Identifier: MIT
 *
 * view_sample_pairs.c - samples of k out of n items, n up to 256: which two items come
 * together in one sample.
 *
 * Bets. An item, given the one before it in the sample, has a weight: how often the two
 * were together, plus a prior. Those that can still come compete, as in view_sample.c.
 * Only the first 64 places are bet on.
 *
 * Test, without putting back. The counts of pairs {a, b} of a random set have three
 * eigenspaces (those of the Johnson scheme): their total, which is constant; what follows
 * from how often each single item was drawn, which has its own view; and the rest, of
 * dimension n (n - 3) / 2. Two pairs that share an item, or do not, are to each other as
 * -2 and 1 there. So with the probabilities p2, p3, p4 that 2, 3, 4 given items are all
 * drawn, the variance is p2 - 2 p3 + p4 for each sample, and
 *
 *     sum of rest^2 / (N (p2 - 2 p3 + p4))
 *
 * a chi-square, where the rest is what each pair has more than the average, less
 * (R[a] + R[b]) / (n - 2), where R[a] is the sum of what the pairs of a have more.
 *
 * With putting back, items at two places are independent. So with X[i] the vector of the
 * item at place i, less 1/n in each coordinate, all products X[i][a] X[j][b] of two
 * places are uncorrelated, with variance 1/n^2 in each direction. The matrix of counts,
 * once for (a, b) and once for (b, a), becomes twice their sum by taking off the means of
 * rows and columns, and
 *
 *     n^2 / (4 N k (k - 1) / 2) * sum of its squares
 *
 * is a chi-square with n (n - 1) / 2 degrees of freedom.
 */
#include <math.h>
#include <stdlib.h>

#include "goodness.h"
#include "wealth.h"

enum { MOST = 256, PLACES = 64 };

typedef struct pairs_view {
    audit_view view; /* first */
    size_t n, k;
    int put_back, sensible;
    uint64_t trials;
    audit_wealth wealth;
    uint64_t rows[MOST];
    uint64_t counts[]; /* [a * n + b], symmetric; a pair of equal items counts two */
} pairs_view;

/* ---- betting ----------------------------------------------------------------------- */

static void bet(pairs_view *self, const uint32_t *items)
{
    for (size_t i = 1; i < self->k && i < PLACES; i++) {
        const uint64_t *row = self->counts + items[i - 1] * self->n;
        uint64_t sum = self->rows[items[i - 1]];
        for (size_t j = 0; j + 1 < i && !self->put_back; j++)
            sum -= row[items[j]];
        const double here = (double)row[items[i]], all = (double)sum;
        const double left = (double)(self->put_back ? self->n : self->n - i);
        double factor[AUDIT_LANES];
        for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
            const double prior = audit_lane_prior[lane];
            factor[lane] = (here + prior) * left / (all + prior * left);
        }
        audit_wealth_multiply(&self->wealth, factor);
    }
}

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    pairs_view *self = (pairs_view *)view;
    const size_t n = self->n, k = self->k;
    for (size_t t = from; t < to && self->sensible; t++) {
        const uint32_t *items = block->items + t * k;
        if (view->bets)
            bet(self, items);
        for (size_t i = 1; i < k; i++)
            for (size_t j = 0; j < i; j++) {
                self->counts[items[i] * n + items[j]]++;
                self->counts[items[j] * n + items[i]]++;
            }
        for (size_t i = 0; i < k; i++)
            self->rows[items[i]] += k - 1;
        self->trials++;
    }
}

static double evidence(const audit_view *view)
{
    return audit_wealth_log(&((const pairs_view *)view)->wealth);
}

/* ---- the test ---------------------------------------------------------------------- */

static void test_sets(const pairs_view *self, audit_test *test)
{
    const double n = (double)self->n, k = (double)self->k, trials = (double)self->trials;
    const double p2 = k * (k - 1) / (n * (n - 1)), p3 = p2 * (k - 2) / (n - 2);
    const double p4 = p3 * (k - 3) / (n - 3), variance = p2 - 2 * p3 + p4;
    const double expected = trials * p2, row = expected * (n - 1);
    double x = 0;
    for (size_t a = 0; a < self->n; a++)
        for (size_t b = 0; b < a; b++) {
            const double more = (double)self->counts[a * self->n + b] - expected;
            const double alone = (double)self->rows[a] + (double)self->rows[b] - 2 * row;
            const double rest = more - alone / (n - 2);
            x += rest * rest;
        }
    audit_goodness(test, x / fmax(trials * variance, 1e-9), n * (n - 3) / 2,
                   n * (n - 1) / 2 / (trials * variance));
}

static void test_sequences(const pairs_view *self, audit_test *test)
{
    const double n = (double)self->n, k = (double)self->k, trials = (double)self->trials;
    const double pairs = trials * k * (k - 1) / 2;
    double x = 0;
    for (size_t a = 0; a < self->n; a++)
        for (size_t b = 0; b < self->n; b++) {
            const double rest = (double)self->counts[a * self->n + b] -
                                ((double)self->rows[a] + (double)self->rows[b]) / n +
                                2 * pairs / (n * n);
            x += rest * rest;
        }
    audit_goodness(test, x * n * n / fmax(4 * pairs, 1), n * (n - 1) / 2,
                   n * (n + 1) / 2 * n * n / pairs);
}

static size_t tests(const audit_view *view, audit_test tests[AUDIT_TESTS])
{
    const pairs_view *self = (const pairs_view *)view;
    if (!self->sensible)
        return 0;
    tests[0].name = view->name;
    tests[0].title = view->title;
    if (self->put_back)
        test_sequences(self, &tests[0]);
    else
        test_sets(self, &tests[0]);
    return 1;
}

/* ---- making ------------------------------------------------------------------------ */

/* Sets of less than 2 items, or all but less than 2, have nothing to say of pairs. */
audit_view *audit_view_sample_pairs(size_t n, size_t k, int put_back)
{
    const int sensible = n <= MOST && k >= 2 && (put_back || (n >= 4 && k + 2 <= n));
    const size_t cells = sensible ? n * n : 0;
    pairs_view *self = calloc(1, sizeof *self + cells * sizeof self->counts[0]);
    if (self == NULL)
        return NULL;
    self->view = (audit_view){
        .name = "sample-pairs",
        .title = "two items in one sample",
        .bets = sensible,
        .take = take,
        .evidence = evidence,
        .tests = tests,
        .free = audit_view_discard,
    };
    self->n = n;
    self->k = k;
    self->put_back = put_back;
    self->sensible = sensible;
    audit_wealth_start(&self->wealth);
    return &self->view;
}

/* SPDX-License-Identifier: MIT
 *
 * sample_pairs.c - samples of k out of n items, n up to 256: which two items come
 * together. Without replacement, two items are together if they are in one sample; with
 * replacement, if they are neighbours in it.
 *
 * Bets. An item, given the one before it in the sample, has a weight: how often the two
 * were together, plus a prior. The items that can still come compete, as in
 * sample_positions.c. Without replacement only the first 64 positions are bet on.
 *
 * Test, without replacement. The counts of pairs {a, b} of a random set have three
 * eigenspaces (those of the Johnson scheme): their total, which is constant; what follows
 * from how often each single item was drawn, which has its own view; and the rest, of
 * dimension n (n - 3) / 2. There, pairs that share an item and pairs that do not have
 * values in the ratio -2 to 1. So with the probabilities p2, p3, p4 that 2, 3, 4 given
 * items are all drawn, the variance is p2 - 2 p3 + p4 for each sample, and
 *
 *     sum of rest^2 / (N (p2 - 2 p3 + p4))
 *
 * is a chi-square. The rest of a pair is its excess over the average, less
 * (R[a] + R[b]) / (n - 2), where R[a] is the sum of the excesses of all pairs of a.
 *
 * The pairs of one sample are not independent, so the number of pairs does not say how
 * good this approximation is. As in view.c, let V and W be what two samples add to the
 * rest, scaled to unit covariance. The third cumulant of the statistic exceeds that of
 * the chi-square distribution by the factor 1 + E[(V W)^3] / (2 N df), as if the sum of
 * 1/E over the cells were E[(V W)^3] / N (chi_square_fit.c). V W depends only on how many
 * items the two samples share, so its moments are sums over a hypergeometric
 * distribution. For k = 2 it is the sum over cells; for k = n/2 and n = 100 it is 12
 * times as much.
 *
 * Test, with replacement. Let X[i] be the vector of the item at position i, less 1/n in
 * each coordinate. The products X[i][a] X[i + 1][b] of neighbours are uncorrelated, with
 * variance 1/n^2 in each direction. The matrix of counts, once for (a, b) and once for
 * (b, a), becomes twice their sum if the means of rows and columns are subtracted, and
 *
 *     n^2 / (4 N (k - 1)) * sum of its squares
 *
 * is a chi-square with n (n - 1) / 2 degrees of freedom. For all k (k - 1) / 2 pairs of
 * positions this would not be true: for large k the matrix of one sample nearly has rank
 * one, however many pairs it has. Neighbours form a path, which has no cycles, so their
 * joint moments are those of as many independent pairs.
 */
#include <math.h>
#include <stdlib.h>

#include "audit/views/chi_square_fit.h"
#include "audit/views/wealth.h"

#ifndef AUDIT_SAMPLE_PAIR_POSITIONS /* tests use another number */
#define AUDIT_SAMPLE_PAIR_POSITIONS 64
#endif

enum { MOST = 256, POSITIONS = AUDIT_SAMPLE_PAIR_POSITIONS };

typedef struct pairs_view {
    audit_view view;     /* first: a view is cast to its type */
    size_t n;            /* items to choose from */
    size_t k;            /* items of a sample */
    int put_back;        /* with replacement */
    int sensible;        /* pairs say something for these n and k; if not, no counts */
    double third;        /* E[(V W)^3]; without replacement only */
    uint64_t trials;     /* samples */
    audit_wealth wealth; /* of the bettor */
    uint64_t rows[MOST]; /* sums of the rows of `counts` */
    uint64_t counts[];   /* [a * n + b], symmetric; a pair of equal items counts twice */
} pairs_view;

/* ---- betting ----------------------------------------------------------------------- */

static void bet(pairs_view *self, const uint32_t *items)
{
    for (size_t i = 1; i < self->k && (self->put_back || i < POSITIONS); i++) {
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

/* Counts that items a and b of one sample are together. */
static void count_pair(pairs_view *self, uint32_t a, uint32_t b)
{
    self->counts[a * self->n + b]++;
    self->counts[b * self->n + a]++;
    self->rows[a]++;
    self->rows[b]++;
}

static void take(audit_view *view, const audit_block *block, size_t from, size_t to)
{
    pairs_view *self = (pairs_view *)view;
    const size_t k = self->k;
    for (size_t t = from; t < to && self->sensible; t++) {
        const uint32_t *items = block->items + t * k;
        if (view->bets)
            bet(self, items);
        for (size_t i = 1; i < k; i++)
            for (size_t j = self->put_back ? i - 1 : 0; j < i; j++)
                count_pair(self, items[i], items[j]);
        self->trials++;
    }
}

static double evidence(const audit_view *view)
{
    return audit_wealth_log(&((const pairs_view *)view)->wealth);
}

/* ---- the test ---------------------------------------------------------------------- */

/* E[(V W)^3] of two independent samples without replacement. If they share s items, V W
 * is a polynomial in s of degree 2 with mean 0 that is uncorrelated with s. The
 * Gram-Schmidt process makes it from 1, s and s^2; its variance is df. */
static double third_moment(const pairs_view *self, double df)
{
    const double n = (double)self->n, k = (double)self->k;
    const size_t least = 2 * self->k > self->n ? 2 * self->k - self->n : 0;
    double probability[MOST + 1], sum = 0, mean = 0, second = 0, third = 0;
    probability[least] = 1;
    for (size_t s = least; s <= self->k; s++) {
        const double x = (double)s;
        sum += probability[s];
        if (s < self->k)
            probability[s + 1] =
                probability[s] * (k - x) * (k - x) / ((x + 1) * (n - 2 * k + x + 1));
    }
    for (size_t s = least; s <= self->k; s++) {
        probability[s] /= sum;
        mean += probability[s] * (double)s;
    }
    for (size_t s = least; s <= self->k; s++) {
        const double off = (double)s - mean;
        second += probability[s] * off * off;
        third += probability[s] * off * off * off;
    }
    double variance = 0, cubes = 0;
    for (size_t s = least; s <= self->k; s++) {
        const double off = (double)s - mean;
        const double value = off * off - second - off * third / second;
        variance += probability[s] * value * value;
        cubes += probability[s] * value * value * value;
    }
    return cubes * pow(df / variance, 1.5);
}

static void test_sets(const pairs_view *self, audit_test *test)
{
    const double n = (double)self->n, k = (double)self->k, trials = (double)self->trials;
    const double p2 = k * (k - 1) / (n * (n - 1)), p3 = p2 * (k - 2) / (n - 2);
    const double p4 = p3 * (k - 3) / (n - 3), variance = p2 - 2 * p3 + p4;
    const double expected = trials * p2, row = expected * (n - 1);
    const double df = n * (n - 3) / 2;
    double x = 0;
    for (size_t a = 0; a < self->n; a++)
        for (size_t b = 0; b < a; b++) {
            const double more = (double)self->counts[a * self->n + b] - expected;
            const double alone = (double)self->rows[a] + (double)self->rows[b] - 2 * row;
            const double rest = more - alone / (n - 2);
            x += rest * rest;
        }
    const double cells = n * (n - 1) / 2 / (trials * variance);
    audit_fill_chi_square(test, x / fmax(trials * variance, 1e-9), df,
                          fmax(cells, self->third / trials));
}

static void test_sequences(const pairs_view *self, audit_test *test)
{
    const double n = (double)self->n, k = (double)self->k, trials = (double)self->trials;
    const double pairs = trials * (k - 1);
    double x = 0;
    for (size_t a = 0; a < self->n; a++)
        for (size_t b = 0; b < self->n; b++) {
            const double rest = (double)self->counts[a * self->n + b] -
                                ((double)self->rows[a] + (double)self->rows[b]) / n +
                                2 * pairs / (n * n);
            x += rest * rest;
        }
    audit_fill_chi_square(test, x * n * n / fmax(4 * pairs, 1), n * (n - 1) / 2,
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

/* Sets of fewer than 2 items, or of more than n - 2, say nothing about pairs. */
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
    if (sensible && !put_back)
        self->third = third_moment(self, (double)n * ((double)n - 3) / 2);
    audit_wealth_start(&self->wealth);
    return &self->view;
}

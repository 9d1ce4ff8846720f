/* SPDX-License-Identifier: MIT
 *
 * fingerprint.c - the counts of many orders, and the difference between two such
 * fingerprints.
 *
 * Each view is a two-sample chi-square: over all cells, the squared difference of the two
 * shares, divided by the share in both together. Neighbouring cells are joined until
 * enough orders are expected in each. The contribution of a row is then chi-square
 * distributed for any shuffle. But the rows of one order are correlated, in an unknown
 * way for an unknown shuffle. That does not change the mean of their sum, but its
 * variance, which is therefore estimated. Let y and y' be two orders as vectors of what
 * they add to each cell, less its mean, in units of its standard deviation. Then the sum
 * of the squared eigenvalues of their covariance is the mean of (y.y')^2. With it, the
 * sum is treated as a chi-square of fewer degrees of freedom, each with a larger weight
 * (Satterthwaite), and converted to a normal deviate (Wilson and Hilferty).
 *
 * A shuffle that keeps the deck gives orders that resemble those before, and all sums
 * grow by the same factor: one plus twice the sum of the correlations of y with y' at all
 * lags. These are means of y.y', too.
 */
#include "audit/diagnosis/fingerprint.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fairaudit.h"
#include "audit/numbers/compare.h"
#include "audit/numbers/tails.h"
#include "audit/orders/distribution.h"

enum {
    CHUNK = 128,   /* orders in a block */
    FEW = 200,     /* with fewer orders, cells that never came count extra */
    SAMPLE = 2000, /* consecutive orders for correlations with those before */
    PAIRED = 160   /* how many of these are compared with each other */
};

/* Correlations of more standard deviations than this are not chance. */
#define CHANCE 2.5

double audit_rarity(double p)
{
    const double twice = -2 * log(fmax(p, 1e-300));
    return twice > 1 ? sqrt(twice - log(twice)) : 0;
}

/* ---- counting ---------------------------------------------------------------------- */

int audit_fingerprint_make(audit_fingerprint *fingerprint, const audit_features *features,
                           size_t orders)
{
    *fingerprint = (audit_fingerprint){.hashes_room = orders};
    fingerprint->counts = calloc(features->cells + 1, sizeof fingerprint->counts[0]);
    fingerprint->hashes = malloc((orders + 1) * sizeof fingerprint->hashes[0]);
    return fingerprint->counts == NULL || fingerprint->hashes == NULL ? FAIRAUDIT_ENOMEM
                                                                      : FAIRAUDIT_OK;
}

void audit_fingerprint_free(audit_fingerprint *fingerprint)
{
    free(fingerprint->counts);
    free(fingerprint->hashes);
    *fingerprint = (audit_fingerprint){0};
}

static void keep_hash(audit_fingerprint *fingerprint, uint64_t hash)
{
    const size_t kept = fingerprint->hashes_kept;
    assert(kept <= fingerprint->hashes_room);
    if (kept < fingerprint->hashes_room &&
        (kept == 0 || fingerprint->hashes[kept - 1] != hash))
        fingerprint->hashes[fingerprint->hashes_kept++] = hash;
}

int audit_fingerprint_add(audit_fingerprint *fingerprint, const audit_features *features,
                          const unsigned char *orders, size_t count)
{
    const size_t n = features->n;
    audit_block *block = audit_block_new(n, CHUNK);
    uint32_t *cells = malloc(features->rows * sizeof cells[0]);
    for (size_t at = 0; at < count && block != NULL && cells != NULL;
         at += block->count) {
        block->count = count - at < CHUNK ? count - at : CHUNK;
        block->first = fingerprint->count;
        memcpy(block->orders, orders + at * n, block->count * n);
        audit_block_work(block, 0, block->count,
                         fingerprint->count > 0 ? fingerprint->last : NULL);
        for (size_t i = 0; i < block->count; i++) {
            audit_features_cells(features, block, i, cells);
            for (size_t r = 0; r < features->rows; r++)
                fingerprint->counts[cells[r]]++;
            keep_hash(fingerprint, block->hashes[i][0]);
        }
        fingerprint->count += block->count;
        memcpy(fingerprint->last, orders + (at + block->count - 1) * n, n);
    }
    const int error = block == NULL || cells == NULL;
    free(cells);
    audit_block_free(block);
    return error ? FAIRAUDIT_ENOMEM : FAIRAUDIT_OK;
}

/* ---- repeated orders --------------------------------------------------------------- */

audit_repeated audit_fingerprint_repeats(const audit_fingerprint *fingerprint)
{
    const size_t kept = fingerprint->hashes_kept;
    audit_repeated repeats = {(double)kept, 0, 0};
    qsort(fingerprint->hashes, kept, sizeof fingerprint->hashes[0], audit_compare_words);
    for (size_t from = 0, to; from < kept; from = to) {
        for (to = from; to < kept && fingerprint->hashes[to] == fingerprint->hashes[from];
             to++)
            continue;
        const double equal = (double)(to - from);
        repeats.pairs += equal * (equal - 1) / 2;
        repeats.triples += equal * (equal - 1) * (equal - 2) / 6;
    }
    return repeats;
}

/* The number of pairs is Poisson distributed, except that a triple has three of them: if
 * orders are not equally likely, the variance is larger. The square root makes the
 * variance constant. */
double audit_repeats_compare(audit_repeated first, audit_repeated second)
{
    const double first_pairs = first.kept * (first.kept - 1) / 2;
    const double second_pairs = second.kept * (second.kept - 1) / 2;
    if (first_pairs < 1 || second_pairs < 1)
        return 0;
    const double triples =
        first_pairs * (first.kept - 2) / 3 + second_pairs * (second.kept - 2) / 3;
    const double pair = (first.pairs + second.pairs) / (first_pairs + second_pairs);
    const double triple = triples > 0 ? (first.triples + second.triples) / triples : 0;
    const double excess = pair > 0 ? 2 * fmax(0, triple - pair * pair) / pair : 0;
    const double ratio = first_pairs / second_pairs;
    const double spread = 1 + excess * first.kept + ratio * (1 + excess * second.kept);
    return 2 * fabs(sqrt(first.pairs + 0.375) - sqrt(ratio * second.pairs + 0.375)) /
           sqrt(spread);
}

/* ---- a row of two samples ---------------------------------------------------------- */

/* The expected count that a cell needs, in the smaller sample. */
static double enough(double count)
{
    return fmin(5, count / 4);
}

struct row_sum {
    double sum; /* of the chi-squares */
    double df;  /* degrees of freedom */
};

/* Adds the cells [from, to) to the sum. Both samples are weighted by their size; without
 * a second one, the first is compared with the distribution. */
static void add_row(const audit_fingerprint *first, const audit_fingerprint *second,
                    const double *probability, size_t from, size_t to,
                    struct row_sum *sum)
{
    uint64_t some = 0, other_some = 0; /* serial rows have one order less */
    for (size_t i = from; i < to; i++)
        some += first->counts[i];
    for (size_t i = from; i < to && second != NULL; i++)
        other_some += second->counts[i];
    const double size = (double)some;
    const double other = second == NULL ? INFINITY : (double)other_some;
    const double weight = second == NULL ? 1 : other / (size + other);
    const double least = enough(fmin(size, other)) / fmin(size, other);
    double share = 0, other_share = 0, both = 0, left = 1;
    for (size_t i = from; i < to && size > 0 && other > 0; i++) {
        const double a = (double)first->counts[i] / size;
        const double b =
            second == NULL ? probability[i - from] : (double)second->counts[i] / other;
        share += a;
        other_share += b;
        both += b * weight + a * (1 - weight);
        left -= b * weight + a * (1 - weight);
        if (both < least || (left < least && i + 1 < to))
            continue;
        const double difference = share - other_share;
        sum->sum += difference * difference / both * size * weight;
        sum->df++;
        share = other_share = both = 0;
    }
    sum->df--;
}

/* By how many standard deviations a sum of correlated terms is too large. */
static double deviation(struct row_sum sum, double rows, double orders)
{
    if (sum.df < 1)
        return 0;
    const double spread = 2 * rows / (9 * sum.df);
    return (cbrt(sum.sum / sum.df / orders) - (1 - spread)) / sqrt(spread);
}

/* With few orders of the first kind, almost all cells are joined, and a cell in which the
 * second kind never was hides among them. The number of cells in which it was once says
 * how often it would be there, if it could (Good and Turing). */
static double surprise(const audit_fingerprint *first, const audit_fingerprint *second,
                       size_t from, size_t to)
{
    uint64_t never = 0;
    double once = 1;
    for (size_t i = from; i < to; i++) {
        once += second->counts[i] == 1;
        never += second->counts[i] == 0 ? first->counts[i] : 0;
    }
    const double mean = once * (double)first->count / (double)second->count;
    return audit_rarity(audit_tails_poisson(never, mean).upper);
}

void audit_fingerprint_compare(const audit_fingerprint *first,
                               const audit_fingerprint *second, double states,
                               const audit_features *features,
                               const audit_correlations *correlations, double *z)
{
    for (size_t v = 0; v < features->views; v++) {
        const audit_feature_view *view = &features->view[v];
        struct row_sum sum = {0, 0};
        for (size_t r = view->first; r < view->first + view->rows; r++)
            add_row(first, second, features->fair + features->start[r],
                    features->start[r], features->start[r + 1], &sum);
        /* Few states are a sample of fair orders, of which the observed orders are a
         * sample. */
        if (states > 0)
            sum.sum /= 1 + (double)first->count / states;
        z[v] = deviation(sum, correlations->rows[v], correlations->orders[v]);
        if (first->count >= FEW || second == NULL)
            continue;
        for (size_t r = view->first; r < view->first + view->rows; r++)
            z[v] = fmax(z[v], surprise(first, second, features->start[r],
                                       features->start[r + 1]));
    }
}

double audit_fingerprint_against(const audit_fingerprint *first,
                                 const audit_features *features, size_t view,
                                 const double *probability)
{
    const size_t row = features->view[view].first, from = features->start[row];
    struct row_sum sum = {0, 0};
    add_row(first, NULL, probability, from, features->start[row + 1], &sum);
    return deviation(sum, 1, 1);
}

/* ---- correlations ------------------------------------------------------------------ */

/* Which cells are joined, and the share of each group: as in add_row(). */
static void group(const audit_fingerprint *fingerprint, size_t from, size_t to,
                  uint32_t *groups, double *inverse_share, double *df)
{
    uint64_t size = 0, sum = 0, left;
    for (size_t i = from; i < to; i++)
        size += fingerprint->counts[i];
    left = size;
    const double least = enough((double)size);
    size_t begin = from;
    for (size_t i = from; i < to; i++) {
        sum += fingerprint->counts[i];
        left -= fingerprint->counts[i];
        if (i + 1 < to && ((double)sum < least || (double)left < least))
            continue;
        for (size_t k = begin; k <= i; k++) {
            groups[k] = (uint32_t)begin;
            inverse_share[k] = sum > 0 ? (double)size / (double)sum : 0;
        }
        begin = i + 1;
        sum = 0;
        ++*df;
    }
    --*df;
}

/* The cells of some orders, and what is needed to multiply two of them. */
struct sample {
    const audit_features *features; /* the list of cells */
    size_t count;                   /* orders */
    uint32_t *cells;                /* [count][rows] */
    uint32_t *groups;               /* the group of each cell */
    double *inverse_share;          /* 1 over the share of the group of each cell */
};

/* y.y' in one view; 0 if one of the orders has no previous one. */
static double product(const struct sample *sample, const audit_feature_view *view,
                      size_t a, size_t b)
{
    const size_t rows = sample->features->rows;
    const uint32_t *x = sample->cells + a * rows + view->first;
    const uint32_t *y = sample->cells + b * rows + view->first;
    double sum = 0;
    if (*x == sample->features->cells || *y == sample->features->cells)
        return 0;
    for (size_t r = 0; r < view->rows; r++)
        sum += (sample->groups[x[r]] == sample->groups[y[r]] ? sample->inverse_share[x[r]]
                                                             : 0) -
               1;
    return sum;
}

/* The mean of (y.y')^2 over orders that are far apart. */
static double correlation_of_rows(const struct sample *sample,
                                  const audit_feature_view *view, double df)
{
    const size_t step = (sample->count + PAIRED - 1) / PAIRED;
    double sum = 0, pairs = 0;
    for (size_t a = 0; a < sample->count; a += step)
        for (size_t b = 0; b < a; b += step) {
            const double this = product(sample, view, a, b);
            sum += this * this;
            pairs++;
        }
    return pairs > 0 ? fmax(1, sum / pairs / df) : 1;
}

/* One plus twice the sum of all correlations with earlier orders, as long as they are
 * significant: the factor by which the variance of a mean grows. */
static double correlation_of_orders(const struct sample *sample,
                                    const audit_feature_view *view, double df,
                                    double rows)
{
    double correlations = 1;
    for (size_t lag = 1; lag <= sample->count / 4; lag++) {
        const double pairs = (double)(sample->count - lag);
        double sum = 0;
        for (size_t a = lag; a < sample->count; a++)
            sum += product(sample, view, a, a - lag);
        const double correlation = sum / pairs / df;
        if (correlation < CHANCE * sqrt(rows / df / pairs))
            break;
        correlations += 2 * correlation;
    }
    return correlations;
}

static void find_correlations(const struct sample *sample,
                              const audit_fingerprint *fingerprint,
                              audit_correlations *correlations)
{
    const audit_features *features = sample->features;
    for (size_t v = 0; v < features->views; v++) {
        const audit_feature_view *view = &features->view[v];
        double df = 0;
        for (size_t r = view->first; r < view->first + view->rows; r++)
            group(fingerprint, features->start[r], features->start[r + 1], sample->groups,
                  sample->inverse_share, &df);
        correlations->rows[v] = correlations->orders[v] = 1;
        if (df < 1)
            continue;
        if (view->rows > 1)
            correlations->rows[v] = correlation_of_rows(sample, view, df);
        correlations->orders[v] =
            correlation_of_orders(sample, view, df, correlations->rows[v]);
    }
}

static int find_cells(struct sample *sample, const unsigned char *orders)
{
    audit_block *block = audit_block_new(sample->features->n, sample->count);
    if (block == NULL)
        return FAIRAUDIT_ENOMEM;
    block->count = sample->count;
    memcpy(block->orders, orders, sample->count * sample->features->n);
    audit_block_work(block, 0, block->count, NULL);
    for (size_t i = 0; i < sample->count; i++)
        audit_features_cells(sample->features, block, i,
                             sample->cells + i * sample->features->rows);
    audit_block_free(block);
    return FAIRAUDIT_OK;
}

int audit_fingerprint_correlations(const audit_fingerprint *fingerprint,
                                   const audit_features *features,
                                   const unsigned char *orders, size_t count,
                                   audit_correlations *correlations)
{
    const size_t most = features->n <= 64 ? SAMPLE : SAMPLE / 4;
    struct sample sample = {features, count < most ? count : most, NULL, NULL, NULL};
    sample.cells = malloc(sample.count * features->rows * sizeof sample.cells[0]);
    sample.groups = malloc(features->cells * sizeof sample.groups[0]);
    sample.inverse_share = malloc(features->cells * sizeof sample.inverse_share[0]);
    int error = FAIRAUDIT_ENOMEM;
    if (sample.cells != NULL && sample.groups != NULL && sample.inverse_share != NULL)
        error = find_cells(&sample, orders);
    if (error == FAIRAUDIT_OK)
        find_correlations(&sample, fingerprint, correlations);
    free(sample.cells);
    free(sample.groups);
    free(sample.inverse_share);
    return error;
}

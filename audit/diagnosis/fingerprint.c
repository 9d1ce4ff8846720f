/* SPDX-License-Identifier: MIT
 *
 * measure.c - what many orders look like, and how far two such pictures are apart.
 *
 * Each view is a chi-square of two samples: for all cells, the difference of both shares,
 * squared, over the share in both together. Cells are put together with their neighbours
 * until enough orders are expected in each. What a row adds to it is then distributed as
 * it should be, whatever the shuffle; but rows of one order hang together, and nobody
 * knows how for a shuffle that nobody knows. The mean of their sum does not mind, its
 * spread does: it is measured. If y and y' are two orders, as vectors of what they add to
 * each cell, less its mean, in units of its standard deviation, then the sum of the
 * squares of the eigenvalues of their covariance is the mean of (y.y')^2. With it, the
 * sum is taken for a chi-square of fewer degrees of freedom, each worth more
 * (Satterthwaite), and turned into a normal deviate (Wilson and Hilferty).
 *
 * A shuffle that keeps the deck gives orders that are like those before, and all sums
 * grow by the same factor: one plus twice the sum of all correlations of y with y' so
 * many orders later. These are means of y.y', too.
 */
#include "audit/diagnosis/fingerprint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fairaudit.h"
#include "audit/numbers/compare.h"
#include "audit/numbers/tails.h"
#include "audit/orders/distribution.h"

enum {
    CHUNK = 128,   /* orders in a block */
    FEW = 200,     /* orders */
    SAMPLE = 2000, /* orders in a row that are compared with those before, */
    PAIRED = 160   /* and so many of these with one another */
};

/* Correlations of more standard deviations than this are no chance. */
#define CHANCE 2.5

double audit_rarity(double p)
{
    const double twice = -2 * log(fmax(p, 1e-300));
    return twice > 1 ? sqrt(twice - log(twice)) : 0;
}

/* ---- counting ---------------------------------------------------------------------- */

int audit_fingerprint_make(audit_fingerprint *measure, const audit_features *plan,
                           size_t orders)
{
    *measure = (audit_fingerprint){.hashes_room = orders};
    measure->counts = calloc(plan->cells + 1, sizeof measure->counts[0]);
    measure->hashes = malloc((orders + 1) * sizeof measure->hashes[0]);
    return measure->counts == NULL || measure->hashes == NULL ? FAIRAUDIT_ENOMEM
                                                              : FAIRAUDIT_OK;
}

void audit_fingerprint_free(audit_fingerprint *measure)
{
    free(measure->counts);
    free(measure->hashes);
    *measure = (audit_fingerprint){0};
}

static void keep_hash(audit_fingerprint *measure, uint64_t hash)
{
    const size_t kept = measure->hashes_kept;
    if (kept < measure->hashes_room && (kept == 0 || measure->hashes[kept - 1] != hash))
        measure->hashes[measure->hashes_kept++] = hash;
}

int audit_fingerprint_add(audit_fingerprint *measure, const audit_features *plan,
                          const unsigned char *orders, size_t count)
{
    const size_t n = plan->n;
    audit_block *block = audit_block_new(n, CHUNK);
    uint32_t *cells = malloc(plan->rows * sizeof cells[0]);
    for (size_t at = 0; at < count && block != NULL && cells != NULL;
         at += block->count) {
        block->count = count - at < CHUNK ? count - at : CHUNK;
        block->first = measure->count;
        memcpy(block->orders, orders + at * n, block->count * n);
        audit_block_work(block, 0, block->count,
                         measure->count > 0 ? measure->last : NULL);
        for (size_t i = 0; i < block->count; i++) {
            audit_features_cells(plan, block, i, cells);
            for (size_t r = 0; r < plan->rows; r++)
                measure->counts[cells[r]]++;
            keep_hash(measure, block->hashes[i][0]);
        }
        measure->count += block->count;
        memcpy(measure->last, orders + (at + block->count - 1) * n, n);
    }
    const int error = block == NULL || cells == NULL;
    free(cells);
    audit_block_free(block);
    return error ? FAIRAUDIT_ENOMEM : FAIRAUDIT_OK;
}

/* ---- orders that come again -------------------------------------------------------- */

audit_repeated audit_fingerprint_repeats(const audit_fingerprint *measure)
{
    const size_t kept = measure->hashes_kept;
    audit_repeated again = {(double)kept, 0, 0};
    qsort(measure->hashes, kept, sizeof measure->hashes[0], audit_compare_words);
    for (size_t from = 0, to; from < kept; from = to) {
        for (to = from; to < kept && measure->hashes[to] == measure->hashes[from]; to++)
            continue;
        const double equal = (double)(to - from);
        again.pairs += equal * (equal - 1) / 2;
        again.triples += equal * (equal - 1) * (equal - 2) / 6;
    }
    return again;
}

/* Pairs are counted as if by Poisson, but that a triple has three of them: if orders are
 * not equally likely, their number spreads more. The root makes the spread constant. */
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

/* How many orders must be expected in a cell, in the smaller sample. */
static double enough(double count)
{
    return fmin(5, count / 4);
}

struct row_sum {
    double sum, df;
};

/* Adds the cells [from, to) to the sum. Both samples are weighed by their size; without a
 * second one it is the distribution. */
static void add_row(const audit_fingerprint *first, const audit_fingerprint *second,
                    const double *probability, size_t from, size_t to,
                    struct row_sum *sum)
{
    uint64_t some = 0, other_some = 0; /* serial rows have one less than there are */
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

/* Standard deviations by which a sum of `df` terms, with bonds between them, is large. */
static double deviation(struct row_sum sum, double rows, double orders)
{
    if (sum.df < 1)
        return 0;
    const double spread = 2 * rows / (9 * sum.df);
    return (cbrt(sum.sum / sum.df / orders) - (1 - spread)) / sqrt(spread);
}

/* With few orders of the first kind, almost all cells are put together, and one that the
 * second never was in hides among them. How often it would be there, if it can, those
 * cells tell in which it was once (Good and Turing). */
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
                               const audit_features *plan,
                               const audit_correlations *bonds, double *z)
{
    for (size_t v = 0; v < plan->views; v++) {
        const audit_feature_view *view = &plan->view[v];
        struct row_sum sum = {0, 0};
        for (size_t r = view->first; r < view->first + view->rows; r++)
            add_row(first, second, plan->fair + plan->start[r], plan->start[r],
                    plan->start[r + 1], &sum);
        /* Few states are a fair sample, of which this is a sample. */
        if (states > 0)
            sum.sum /= 1 + (double)first->count / states;
        z[v] = deviation(sum, bonds->rows[v], bonds->orders[v]);
        if (first->count >= FEW || second == NULL)
            continue;
        for (size_t r = view->first; r < view->first + view->rows; r++)
            z[v] =
                fmax(z[v], surprise(first, second, plan->start[r], plan->start[r + 1]));
    }
}

double audit_fingerprint_against(const audit_fingerprint *first,
                                 const audit_features *plan, size_t view,
                                 const double *probability)
{
    const size_t row = plan->view[view].first, from = plan->start[row];
    struct row_sum sum = {0, 0};
    add_row(first, NULL, probability, from, plan->start[row + 1], &sum);
    return deviation(sum, 1, 1);
}

/* ---- how rows hang together -------------------------------------------------------- */

/* Which cells are put together, and the share of each group: as in add_row(). */
static void group(const audit_fingerprint *measure, size_t from, size_t to,
                  uint32_t *groups, double *inverse_share, double *df)
{
    uint64_t size = 0, sum = 0, left;
    for (size_t i = from; i < to; i++)
        size += measure->counts[i];
    left = size;
    const double least = enough((double)size);
    size_t begin = from;
    for (size_t i = from; i < to; i++) {
        sum += measure->counts[i];
        left -= measure->counts[i];
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

/* The cells of some orders, and all that is needed to multiply two of them. */
struct sample {
    const audit_features *plan;
    size_t count;
    uint32_t *cells;  /* [count][rows] */
    uint32_t *groups; /* of cells */
    double *inverse_share;
};

/* y.y' in one view; 0 if one of them has no order before it. */
static double product(const struct sample *sample, const audit_feature_view *view,
                      size_t a, size_t b)
{
    const size_t rows = sample->plan->rows;
    const uint32_t *x = sample->cells + a * rows + view->first;
    const uint32_t *y = sample->cells + b * rows + view->first;
    double sum = 0;
    if (*x == sample->plan->cells || *y == sample->plan->cells)
        return 0;
    for (size_t r = 0; r < view->rows; r++)
        sum += (sample->groups[x[r]] == sample->groups[y[r]] ? sample->inverse_share[x[r]]
                                                             : 0) -
               1;
    return sum;
}

/* The mean of (y.y')^2, of orders that lie far apart. */
static double bonds_of_rows(const struct sample *sample, const audit_feature_view *view,
                            double df)
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

/* Twice the sum of all correlations with orders before, as long as they are no chance:
 * so many times more the mean of orders varies. */
static double bonds_of_orders(const struct sample *sample, const audit_feature_view *view,
                              double df, double rows)
{
    double bonds = 1;
    for (size_t lag = 1; lag <= sample->count / 4; lag++) {
        const double pairs = (double)(sample->count - lag);
        double sum = 0;
        for (size_t a = lag; a < sample->count; a++)
            sum += product(sample, view, a, a - lag);
        const double correlation = sum / pairs / df;
        if (correlation < CHANCE * sqrt(rows / df / pairs))
            break;
        bonds += 2 * correlation;
    }
    return bonds;
}

static void find_bonds(const struct sample *sample, const audit_fingerprint *measure,
                       audit_correlations *bonds)
{
    const audit_features *plan = sample->plan;
    for (size_t v = 0; v < plan->views; v++) {
        const audit_feature_view *view = &plan->view[v];
        double df = 0;
        for (size_t r = view->first; r < view->first + view->rows; r++)
            group(measure, plan->start[r], plan->start[r + 1], sample->groups,
                  sample->inverse_share, &df);
        bonds->rows[v] = bonds->orders[v] = 1;
        if (df < 1)
            continue;
        if (view->rows > 1)
            bonds->rows[v] = bonds_of_rows(sample, view, df);
        bonds->orders[v] = bonds_of_orders(sample, view, df, bonds->rows[v]);
    }
}

static int find_cells(struct sample *sample, const unsigned char *orders)
{
    audit_block *block = audit_block_new(sample->plan->n, sample->count);
    if (block == NULL)
        return FAIRAUDIT_ENOMEM;
    block->count = sample->count;
    memcpy(block->orders, orders, sample->count * sample->plan->n);
    audit_block_work(block, 0, block->count, NULL);
    for (size_t i = 0; i < sample->count; i++)
        audit_features_cells(sample->plan, block, i,
                             sample->cells + i * sample->plan->rows);
    audit_block_free(block);
    return FAIRAUDIT_OK;
}

int audit_fingerprint_correlations(const audit_fingerprint *measure,
                                   const audit_features *plan,
                                   const unsigned char *orders, size_t count,
                                   audit_correlations *bonds)
{
    const size_t most = plan->n <= 64 ? SAMPLE : SAMPLE / 4;
    struct sample sample = {plan, count < most ? count : most, NULL, NULL, NULL};
    sample.cells = malloc(sample.count * plan->rows * sizeof sample.cells[0]);
    sample.groups = malloc(plan->cells * sizeof sample.groups[0]);
    sample.inverse_share = malloc(plan->cells * sizeof sample.inverse_share[0]);
    int error = FAIRAUDIT_ENOMEM;
    if (sample.cells != NULL && sample.groups != NULL && sample.inverse_share != NULL)
        error = find_cells(&sample, orders);
    if (error == FAIRAUDIT_OK)
        find_bonds(&sample, measure, bonds);
    free(sample.cells);
    free(sample.groups);
    free(sample.inverse_share);
    return error;
}

/* SPDX-License-Identifier: MIT
 *
 * classifier.c - learns to distinguish the orders of a shuffle from fair ones.
 *
 * The best rule accepts an order if it is more likely under the shuffle than under a fair
 * one (Neyman and Pearson). How likely it is in a view follows from counts: the observed
 * ones, and some imaginary fair ones, without which a cell that is empty by chance would
 * count as impossible. The number of imaginary orders is the one that makes the observed
 * counts most likely (a Dirichlet prior, chosen by its evidence). If there is nothing to
 * find, that number is large, and all scores are close to 0.
 *
 * Rows are treated as independent. For the digits of a fair order they are. Where they
 * are not, the sum of scores is not a likelihood, but still a score, and can be cut where
 * it separates best. The views overlap in what they see, so the weights of their scores
 * are learned, too.
 */
#include "audit/diagnosis/classifier.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/numbers/compare.h"

/* ---- learning ---------------------------------------------------------------------- */

/* Imaginary orders for each cell of a row. */
static const double priors[] = {0.25, 2, 16, 128, 1024, 8192};
enum { PRIORS = sizeof priors / sizeof *priors };

/* ln of the probability of the counts of a row, given the prior, without a constant that
 * is the same for each prior. */
static double evidence(const uint64_t *counts, const double *fair, size_t width,
                       uint64_t count, double prior)
{
    const double strength = prior * (double)width;
    double sum = lgamma(strength) - lgamma(strength + (double)count);
    for (size_t i = 0; i < width; i++)
        if (counts[i] > 0 && fair[i] > 0)
            sum += lgamma(strength * fair[i] + (double)counts[i]) -
                   lgamma(strength * fair[i]);
    return sum;
}

static double best_prior(const audit_features *features, const audit_feature_view *view,
                         const uint64_t *counts, uint64_t count)
{
    double best = 0, highest = 0;
    for (int i = 0; i < PRIORS; i++) {
        double sum = 0;
        for (size_t r = view->first; r < view->first + view->rows; r++) {
            const size_t from = features->start[r];
            sum += evidence(counts + from, features->fair + from,
                            features->start[r + 1] - from, count, priors[i]);
        }
        if (i == 0 || sum > highest) {
            highest = sum;
            best = priors[i];
        }
    }
    return best;
}

void audit_classifier_learn(const audit_features *features, const uint64_t *counts,
                            uint64_t count, double *score)
{
    for (size_t v = 0; v < features->views; v++) {
        const audit_feature_view *view = &features->view[v];
        const double prior = best_prior(features, view, counts, count);
        for (size_t r = view->first; r < view->first + view->rows; r++) {
            const size_t from = features->start[r], to = features->start[r + 1];
            const double strength = prior * (double)(to - from);
            for (size_t i = from; i < to; i++) {
                const double fair = features->fair[i] > 0 ? features->fair[i] : 1e-300;
                score[i] = log(((double)counts[i] / fair + strength) /
                               ((double)count + strength));
            }
        }
    }
    score[features->cells] = 0;
}

void audit_classifier_scores(const audit_features *features, const double *score,
                             const uint32_t *cells, double *sums)
{
    for (size_t v = 0; v < features->views; v++) {
        double sum = 0;
        for (size_t r = 0; r < features->view[v].rows; r++)
            sum += score[*cells++];
        sums[v] = sum;
    }
}

/* ---- one score --------------------------------------------------------------------- */

double audit_classifier_threshold(double *first, size_t first_count, double *second,
                                  size_t second_count)
{
    assert(first_count > 0 && second_count > 0);
    qsort(first, first_count, sizeof *first, audit_compare_doubles);
    qsort(second, second_count, sizeof *second, audit_compare_doubles);
    double cut = 0, widest = 0;
    size_t i = 0, j = 0;
    while (i < first_count && j < second_count) {
        /* All scores up to this value are below the threshold. */
        const double value = first[i] < second[j] ? first[i] : second[j];
        while (i < first_count && first[i] <= value)
            i++;
        while (j < second_count && second[j] <= value)
            j++;
        const double gap =
            (double)j / (double)second_count - (double)i / (double)first_count;
        if (gap > widest && i < first_count) {
            widest = gap;
            const double next =
                j < second_count && second[j] < first[i] ? second[j] : first[i];
            cut = value + (next - value) / 2;
        }
    }
    return cut;
}

/* ---- all scores together ----------------------------------------------------------- */

enum { STEPS = 12, MOST = AUDIT_FEATURE_VIEWS + 1 };

/* Scores beyond this are cut off: they are certain enough. */
#define ENOUGH 20.0

/* Keeps weights finite if the kinds can be separated perfectly. */
#define RIDGE 1e-2

static void inputs(const double *sums, size_t views, double *input)
{
    for (size_t v = 0; v < views; v++)
        input[v] = fmax(-ENOUGH, fmin(ENOUGH, sums[v]));
    input[views] = 1;
}

double audit_classifier_combined(const double *weight, const double *sums, size_t views)
{
    double input[MOST], sum = 0;
    inputs(sums, views, input);
    for (size_t v = 0; v <= views; v++)
        sum += weight[v] * input[v];
    return sum;
}

/* Adds the gradient and the curvature of the likelihood, from orders of one kind. */
static void gather(const double *rows, size_t count, size_t views, double kind,
                   const double *weight, double slope[MOST], double curve[MOST][MOST])
{
    for (size_t i = 0; i < count; i++) {
        double input[MOST];
        inputs(rows + i * views, views, input);
        const double joint = audit_classifier_combined(weight, rows + i * views, views);
        const double guess = 1 / (1 + exp(-joint));
        const double spread = guess * (1 - guess) / (double)count;
        for (size_t v = 0; v <= views; v++) {
            slope[v] += (kind - guess) * input[v] / (double)count;
            for (size_t w = 0; w <= v; w++)
                curve[v][w] += spread * input[v] * input[w];
        }
    }
}

/* Solves curve * step = slope by Cholesky decomposition; curve is positive definite. The
 * step is returned in `slope`. */
static void solve(size_t size, double curve[MOST][MOST], double slope[MOST])
{
    for (size_t i = 0; i < size; i++) { /* Cholesky */
        for (size_t j = 0; j <= i; j++) {
            double sum = curve[i][j];
            for (size_t k = 0; k < j; k++)
                sum -= curve[i][k] * curve[j][k];
            curve[i][j] = i == j ? sqrt(fmax(sum, 1e-12)) : sum / curve[j][j];
        }
    }
    for (size_t i = 0; i < size; i++) {
        for (size_t k = 0; k < i; k++)
            slope[i] -= curve[i][k] * slope[k];
        slope[i] /= curve[i][i];
    }
    for (size_t i = size; i-- > 0;) {
        for (size_t k = i + 1; k < size; k++)
            slope[i] -= curve[k][i] * slope[k];
        slope[i] /= curve[i][i];
    }
}

/* Newton's method. Both kinds have the same total weight, however many orders there are
 * of each. */
void audit_classifier_combine(const double *first, size_t first_count,
                              const double *second, size_t second_count, size_t views,
                              double *weight)
{
    assert(views <= AUDIT_FEATURE_VIEWS && first_count > 0 && second_count > 0);
    for (size_t v = 0; v <= views; v++)
        weight[v] = 0;
    for (int step = 0; step < STEPS; step++) {
        double slope[MOST] = {0}, curve[MOST][MOST];
        memset(curve, 0, sizeof curve);
        gather(first, first_count, views, 1, weight, slope, curve);
        gather(second, second_count, views, 0, weight, slope, curve);
        const double ridge = RIDGE / (double)first_count * 100;
        for (size_t v = 0; v <= views; v++) {
            slope[v] -= ridge * weight[v];
            curve[v][v] += ridge;
        }
        solve(views + 1, curve, slope);
        for (size_t v = 0; v <= views; v++)
            weight[v] += slope[v];
    }
}

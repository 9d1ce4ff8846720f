/* SPDX-License-Identifier: MIT
 *
 * scalar_fit.c - bets and tests on a number whose distribution is known.
 *
 * Neighbouring values share a bin, until it has the probability 1/32: fewer bins are
 * learned sooner. Towards the ends bins become small, each a thousand times less likely
 * than the one before, so that an impossible value pays far more than a rare one. No bin
 * is below 2^-480, so no bet pays more than audit_wealth_multiply() can take. Values that
 * are impossible, or less likely than a double can represent, are in the bins at the
 * ends.
 *
 * Two bettors share the money. Both are valid, because the probabilities that they state
 * sum up to 1.
 *
 *  - One learns how often each bin comes. He gives it the probability (count[b] + a
 *    share[b]) / (t + a), with a different trust a in each lane.
 *  - One assumes that the fair distribution is tilted: bin b has the probability share[b]
 *    exp(s distance[b]) / M(s), where M(s) makes the sum 1. He estimates s from the mean
 *    so far. Coarse keys and riffles tilt the descents, transpositions the fixed points,
 *    and one number is learned much sooner than many. M(s) is expensive, so he updates s
 *    only now and then; when depends on t alone.
 *
 * The tests: a chi-square over cells with at least 25 expected orders, or more if the
 * chi-square distribution needs it (chi_square_fit.h); and the mean (saddlepoint.h).
 */
#include "audit/views/scalar_fit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/numbers/saddlepoint.h"
#include "audit/views/chi_square_fit.h"

#define LEAST 0x1p-480 /* probability of a bin */

/* The fewest values for a test of their mean, or of two values. With fewer, the
 * approximation is not accurate, and not even 19 even orders in a row would be unfair. */
enum { FEWEST = 20 };

/* ---- bins -------------------------------------------------------------------------- */

/* Cuts the values from one end to the median into bins: cut[v] is 1 if a bin ends between
 * v - 1 and v. The rest in the middle is one bin. */
static void cut_from(const double *probability, size_t size, size_t median, int backwards,
                     unsigned char *cut)
{
    const size_t steps = backwards ? size - median : median;
    double outside = 0, mass = 0;
    for (size_t i = 0; i < steps; i++) {
        mass += probability[backwards ? size - 1 - i : i];
        if (mass >= 1 / 32.0 || (mass >= LEAST && mass >= 1000 * outside)) {
            cut[backwards ? size - 1 - i : i + 1] = 1;
            outside += mass;
            mass = 0;
        }
    }
}

static void cut_values(const double *probability, size_t size, unsigned char *cut)
{
    double before = 0;
    size_t median = 0;
    while (median + 1 < size && before + probability[median] < 0.5)
        before += probability[median++];
    cut_from(probability, size, median, 0, cut);
    cut_from(probability, size, median, 1, cut);
    cut[size] = 1;
}

/* A bin that is too small joins the next one; the last joins the one before. */
static void make_bins(audit_scalar_fit *fit, const unsigned char *cut)
{
    double mass = 0, first = 0;
    size_t bin = 0;
    for (size_t v = 0; v < fit->size; v++) {
        fit->bin[v] = (uint16_t)bin;
        mass += fit->probability[v];
        first += fit->probability[v] * ((double)v - fit->mean);
        if (!cut[v + 1] || mass < LEAST)
            continue;
        fit->share[bin] = mass;
        fit->distance[bin] = first / mass;
        bin++;
        mass = first = 0;
    }
    for (size_t v = fit->size; v-- > 0 && fit->bin[v] == bin;)
        fit->bin[v]--;
    fit->bins = bin;
}

int audit_scalar_fit_make(audit_scalar_fit *fit, const double *probability, size_t size)
{
    assert(size > 0 && size <= UINT16_MAX);
    memset(fit, 0, sizeof *fit);
    fit->size = size;
    fit->probability = malloc(size * sizeof fit->probability[0]);
    fit->counts = calloc(size, sizeof fit->counts[0]);
    fit->bin = malloc(size * sizeof fit->bin[0]);
    unsigned char *cut = calloc(size + 1, 1);
    if (fit->probability != NULL && cut != NULL) {
        memcpy(fit->probability, probability, size * sizeof probability[0]);
        cut_values(probability, size, cut);
        for (size_t v = 1; v <= size; v++)
            fit->bins += cut[v];
    }
    const size_t room = fit->bins + 1;
    fit->share = calloc(room, sizeof fit->share[0]);
    fit->distance = calloc(room, sizeof fit->distance[0]);
    fit->bin_counts = calloc(room, sizeof fit->bin_counts[0]);
    fit->tilts = calloc(room, sizeof fit->tilts[0]);
    const int all = fit->probability != NULL && fit->counts != NULL && fit->bin != NULL &&
                    cut != NULL && fit->share != NULL && fit->distance != NULL &&
                    fit->bin_counts != NULL && fit->tilts != NULL;
    if (all) {
        audit_mean_and_variance(probability, size, &fit->mean, &fit->variance);
        make_bins(fit, cut);
        for (size_t b = 0; b < fit->bins; b++) {
            fit->prior += fit->share[b] >= 1 / 64.0;
            if (fit->variance > 0)
                fit->distance[b] /= sqrt(fit->variance);
        }
    }
    free(cut);
    audit_wealth_start(&fit->learned);
    audit_wealth_start(&fit->tilted);
    return all;
}

void audit_scalar_fit_free(audit_scalar_fit *fit)
{
    free(fit->probability);
    free(fit->counts);
    free(fit->bin);
    free(fit->share);
    free(fit->distance);
    free(fit->bin_counts);
    free(fit->tilts);
}

/* ---- betting ----------------------------------------------------------------------- */

/* The tilt is at most 3 standard deviations, and exp(s distance) between e^-150 and
 * e^150. The mean of the distances is 0, so M(s) is at least 1. */
static void tilt_anew(audit_scalar_fit *fit)
{
    double far = 50;
    for (size_t b = 0; b < fit->bins; b++)
        far = fmax(far, fabs(fit->distance[b]));
    for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
        const double guess = fit->sum / ((double)fit->total + audit_lane_prior[lane]);
        const double s = fmax(-150 / far, fmin(guess, 150 / far));
        double all = 0;
        for (size_t b = 0; b < fit->bins; b++) {
            fit->tilts[b][lane] = exp(s * fit->distance[b]);
            all += fit->share[b] * fit->tilts[b][lane];
        }
        for (size_t b = 0; b < fit->bins; b++)
            fit->tilts[b][lane] /= all;
    }
    fit->next = fit->total + 1 + fit->total / 32;
}

static void bet(audit_scalar_fit *fit, size_t bin)
{
    const double here = (double)fit->bin_counts[bin] / fit->share[bin];
    const double t = (double)fit->total;
    double factor[AUDIT_LANES];
    for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
        const double trust = audit_lane_prior[lane] * fit->prior;
        factor[lane] = (here + trust) / (t + trust);
    }
    audit_wealth_multiply(&fit->learned, factor);
    if (fit->total >= fit->next)
        tilt_anew(fit);
    audit_wealth_multiply(&fit->tilted, fit->tilts[bin]);
}

void audit_scalar_fit_take(audit_scalar_fit *fit, size_t value, int bets)
{
    assert(value < fit->size);
    if (bets && fit->bins > 1) {
        const size_t bin = fit->bin[value];
        bet(fit, bin);
        fit->bin_counts[bin]++;
        fit->sum += fit->distance[bin];
    }
    fit->counts[value]++;
    fit->total++;
}

double audit_scalar_fit_evidence(const audit_scalar_fit *fit)
{
    const double both[2] = {audit_wealth_log(&fit->learned),
                            audit_wealth_log(&fit->tilted)};
    return audit_log_mean(both, 2);
}

/* ---- tests ------------------------------------------------------------------------- */

typedef struct cell {
    double expected; /* expected count */
    double seen;     /* observed count */
} cell;

static double chisq_of(cell one)
{
    const double off = one.seen - one.expected;
    return off * off / one.expected;
}

/* The chi-square over cells of neighbouring values with at least `least` expected orders.
 * The degrees of freedom, the sum of 1 / E and the smallest expected count depend on the
 * distribution and the total alone. */
static double chisq(const audit_scalar_fit *fit, double least, double *df,
                    double *inverse, double *fewest)
{
    const double total = (double)fit->total;
    cell now = {0, 0}, last = {0, 0};
    double x = 0;
    *df = *inverse = 0;
    *fewest = INFINITY;
    for (size_t v = 0; v < fit->size; v++) {
        now.expected += fit->probability[v] * total;
        now.seen += (double)fit->counts[v];
        if (now.expected < least)
            continue;
        if (last.expected > 0) {
            x += chisq_of(last);
            *inverse += 1 / last.expected;
            *fewest = fmin(*fewest, last.expected);
            *df += 1;
        }
        last = now;
        now = (cell){0, 0};
    }
    /* The values left at the end join the last cell. */
    last.expected += now.expected;
    last.seen += now.seen;
    if (last.expected > 0) {
        x += chisq_of(last);
        *inverse += 1 / last.expected;
        *fewest = fmin(*fewest, last.expected);
    }
    return x;
}

/* A number with two values: the count of the larger one is binomial. */
static size_t test_of_two(const audit_scalar_fit *fit, const char *name,
                          const char *title, audit_test *test)
{
    size_t value = fit->size - 1;
    while (fit->probability[value] == 0)
        value--;
    const double p = fit->probability[value];
    test->name = name;
    test->title = title;
    audit_fill_tails(test, (double)fit->counts[value], (double)fit->total * p,
                     audit_tails_binomial(fit->counts[value], fit->total, p),
                     fit->total >= FEWEST);
    return 1;
}

size_t audit_scalar_fit_tests(const audit_scalar_fit *fit, const char *name,
                              const char *title, const char *mean_name,
                              const char *mean_title, audit_test *tests)
{
    size_t values = 0;
    double sum = 0, df, inverse, fewest, x, least = 25;
    int trusted;
    for (size_t v = 0; v < fit->size; v++) {
        values += fit->probability[v] > 0;
        sum += (double)v * (double)fit->counts[v];
    }
    if (values < 2)
        return 0;
    if (values == 2)
        return test_of_two(fit, name, title, tests);
    do {
        x = chisq(fit, least, &df, &inverse, &fewest);
        least *= 2;
        /* Cells differ: a small one is skewed, whatever the sum over all says. */
        trusted =
            audit_chi_square_trusted(df, inverse) && audit_counts_suffice(fewest, df);
    } while (df > 1 && !trusted);
    tests[0].name = name;
    tests[0].title = title;
    audit_fill_chi_square(&tests[0], x, df, trusted ? inverse : INFINITY);
    const int enough = fit->total >= FEWEST;
    tests[1].name = mean_name;
    tests[1].title = mean_title;
    audit_tails tails = {1, 1};
    if (enough)
        tails = audit_saddlepoint_tails(fit->probability, fit->size, fit->total, sum);
    audit_fill_tails(&tests[1], sum / (double)(fit->total > 0 ? fit->total : 1),
                     fit->mean, tails, enough);
    return 2;
}

/* SPDX-License-Identifier: MIT
 *
 * known.c - a number whose distribution is known: bets and tests.
 *
 * Neighbouring values share a bin, until it has the probability 1/32: fewer bins are
 * learned sooner. Towards the ends bins become small, each a thousand times less likely
 * than the one before: what never happens should not pay like what is merely rare. None
 * is below 2^-480, so that no bet pays more than audit_wealth_multiply() can take; values
 * that are impossible, or less likely than a double can say, are in the bins at the ends.
 *
 * Two bettors share the money. Both are right for any distribution of the bins, since
 * what they say are probabilities that sum up to 1.
 *
 *  - One learns how often each bin comes: with probability (count[b] + a share[b]) / (t +
 *    a), for a degree of trust a in each lane.
 *  - One believes that the fair distribution is tilted: bin b comes with the probability
 *    share[b] exp(s distance[b]) / M(s), where M(s) makes the sum 1. He guesses s from
 *    the mean so far. Coarse keys and riffles are just that for descents, transpositions
 *    for fixed points, and one number is learned much sooner than many. He changes his
 *    mind only now and then, for M(s) is expensive: when to do so depends on t alone.
 *
 * The tests: a chi-square over cells that have at least 25 expected orders, or as many
 * more as the distribution of chi-square demands (goodness.h); and the mean
 * (saddlepoint.h).
 */
#include "audit/views/scalar_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/numbers/saddlepoint.h"
#include "audit/views/chi_square_fit.h"

#define LEAST 0x1p-480 /* probability of a bin */

/* Numbers that a test of their mean, or of two values, needs. With fewer the distribution
 * of the mean is not to be trusted, and not even 19 even orders in a row would be unfair.
 */
enum { FEWEST = 20 };

/* ---- bins -------------------------------------------------------------------------- */

/* Cuts the values from one end to the median: cut[v] says that a bin ends between v - 1
 * and v. What is left in the middle is one bin. */
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

/* A bin that would be too small joins the next one; the last, the one before. */
static void make_bins(audit_scalar_fit *known, const unsigned char *cut)
{
    double mass = 0, first = 0;
    size_t bin = 0;
    for (size_t v = 0; v < known->size; v++) {
        known->bin[v] = (uint16_t)bin;
        mass += known->probability[v];
        first += known->probability[v] * ((double)v - known->mean);
        if (!cut[v + 1] || mass < LEAST)
            continue;
        known->share[bin] = mass;
        known->distance[bin] = first / mass;
        bin++;
        mass = first = 0;
    }
    for (size_t v = known->size; v-- > 0 && known->bin[v] == bin;)
        known->bin[v]--;
    known->bins = bin;
}

int audit_scalar_fit_make(audit_scalar_fit *known, const double *probability, size_t size)
{
    memset(known, 0, sizeof *known);
    known->size = size;
    known->probability = malloc(size * sizeof known->probability[0]);
    known->counts = calloc(size, sizeof known->counts[0]);
    known->bin = malloc(size * sizeof known->bin[0]);
    unsigned char *cut = calloc(size + 1, 1);
    if (known->probability != NULL && cut != NULL) {
        memcpy(known->probability, probability, size * sizeof probability[0]);
        cut_values(probability, size, cut);
        for (size_t v = 1; v <= size; v++)
            known->bins += cut[v];
    }
    const size_t room = known->bins + 1;
    known->share = calloc(room, sizeof known->share[0]);
    known->distance = calloc(room, sizeof known->distance[0]);
    known->bin_counts = calloc(room, sizeof known->bin_counts[0]);
    known->tilts = calloc(room, sizeof known->tilts[0]);
    const int all = known->probability != NULL && known->counts != NULL &&
                    known->bin != NULL && cut != NULL && known->share != NULL &&
                    known->distance != NULL && known->bin_counts != NULL &&
                    known->tilts != NULL;
    if (all) {
        audit_mean_and_variance(probability, size, &known->mean, &known->variance);
        make_bins(known, cut);
        for (size_t b = 0; b < known->bins; b++) {
            known->prior += known->share[b] >= 1 / 64.0;
            if (known->variance > 0)
                known->distance[b] /= sqrt(known->variance);
        }
    }
    free(cut);
    audit_wealth_start(&known->learned);
    audit_wealth_start(&known->tilted);
    return all;
}

void audit_scalar_fit_free(audit_scalar_fit *known)
{
    free(known->probability);
    free(known->counts);
    free(known->bin);
    free(known->share);
    free(known->distance);
    free(known->bin_counts);
    free(known->tilts);
}

/* ---- betting ----------------------------------------------------------------------- */

/* The tilt is at most 3 deviations, and exp(s distance) between e^-150 and e^150. The
 * mean of the distances is 0, so M(s) is at least 1. */
static void tilt_anew(audit_scalar_fit *known)
{
    double far = 50;
    for (size_t b = 0; b < known->bins; b++)
        far = fmax(far, fabs(known->distance[b]));
    for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
        const double guess = known->sum / ((double)known->total + audit_lane_prior[lane]);
        const double s = fmax(-150 / far, fmin(guess, 150 / far));
        double all = 0;
        for (size_t b = 0; b < known->bins; b++) {
            known->tilts[b][lane] = exp(s * known->distance[b]);
            all += known->share[b] * known->tilts[b][lane];
        }
        for (size_t b = 0; b < known->bins; b++)
            known->tilts[b][lane] /= all;
    }
    known->next = known->total + 1 + known->total / 32;
}

static void bet(audit_scalar_fit *known, size_t bin)
{
    const double here = (double)known->bin_counts[bin] / known->share[bin];
    const double t = (double)known->total;
    double factor[AUDIT_LANES];
    for (size_t lane = 0; lane < AUDIT_LANES; lane++) {
        const double trust = audit_lane_prior[lane] * known->prior;
        factor[lane] = (here + trust) / (t + trust);
    }
    audit_wealth_multiply(&known->learned, factor);
    if (known->total >= known->next)
        tilt_anew(known);
    audit_wealth_multiply(&known->tilted, known->tilts[bin]);
}

void audit_scalar_fit_take(audit_scalar_fit *known, size_t value, int bets)
{
    if (bets && known->bins > 1) {
        const size_t bin = known->bin[value];
        bet(known, bin);
        known->bin_counts[bin]++;
        known->sum += known->distance[bin];
    }
    known->counts[value]++;
    known->total++;
}

double audit_scalar_fit_evidence(const audit_scalar_fit *known)
{
    const double both[2] = {audit_wealth_log(&known->learned),
                            audit_wealth_log(&known->tilted)};
    return audit_log_mean(both, 2);
}

/* ---- tests ------------------------------------------------------------------------- */

typedef struct cell {
    double expected, seen;
} cell;

static double chisq_of(cell one)
{
    const double off = one.seen - one.expected;
    return off * off / one.expected;
}

/* The chi-square over cells of neighbours with at least `least` expected orders; the
 * degrees of freedom, the sum of 1 / E and the fewest expected in a cell depend on the
 * distribution and the total alone. */
static double chisq(const audit_scalar_fit *known, double least, double *df,
                    double *inverse, double *fewest)
{
    const double total = (double)known->total;
    cell now = {0, 0}, last = {0, 0};
    double x = 0;
    *df = *inverse = 0;
    *fewest = INFINITY;
    for (size_t v = 0; v < known->size; v++) {
        now.expected += known->probability[v] * total;
        now.seen += (double)known->counts[v];
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
    /* What is left at the end joins the last cell. */
    last.expected += now.expected;
    last.seen += now.seen;
    if (last.expected > 0) {
        x += chisq_of(last);
        *inverse += 1 / last.expected;
        *fewest = fmin(*fewest, last.expected);
    }
    return x;
}

/* An even or odd order, the same or not: the count of the second value is binomial. */
static size_t test_of_two(const audit_scalar_fit *known, const char *name,
                          const char *title, audit_test *test)
{
    size_t value = known->size - 1;
    while (known->probability[value] == 0)
        value--;
    const double p = known->probability[value];
    test->name = name;
    test->title = title;
    audit_fill_tails(test, (double)known->counts[value], (double)known->total * p,
                     audit_tails_binomial(known->counts[value], known->total, p),
                     known->total >= FEWEST);
    return 1;
}

size_t audit_scalar_fit_tests(const audit_scalar_fit *known, const char *name,
                              const char *title, const char *mean_name,
                              const char *mean_title, audit_test *tests)
{
    size_t values = 0;
    double sum = 0, df, inverse, fewest, x, least = 25;
    int trusted;
    for (size_t v = 0; v < known->size; v++) {
        values += known->probability[v] > 0;
        sum += (double)v * (double)known->counts[v];
    }
    if (values < 2)
        return 0;
    if (values == 2)
        return test_of_two(known, name, title, tests);
    do {
        x = chisq(known, least, &df, &inverse, &fewest);
        least *= 2;
        /* Cells are not alike: one that is small is skewed by itself, whatever the sum
         * over all says. */
        trusted =
            audit_chi_square_trusted(df, inverse) && audit_counts_suffice(fewest, df);
    } while (df > 1 && !trusted);
    tests[0].name = name;
    tests[0].title = title;
    audit_fill_chi_square(&tests[0], x, df, trusted ? inverse : INFINITY);
    const int enough = known->total >= FEWEST;
    tests[1].name = mean_name;
    tests[1].title = mean_title;
    audit_tails tails = {1, 1};
    if (enough)
        tails =
            audit_saddlepoint_tails(known->probability, known->size, known->total, sum);
    audit_fill_tails(&tests[1], sum / (double)(known->total > 0 ? known->total : 1),
                     known->mean, tails, enough);
    return 2;
}

/* SPDX-License-Identifier: MIT
 *
 * detectable_effects.c - what would have been seen, had it been there.
 *
 * Each sentence is the power of one test of this audit: a test that is usable and counts.
 * Holm's correction multiplies a p-value by the number of usable tests at most, so a test
 * decides if its two-sided p-value is below AUDIT_LEVEL over that number. Betting sees
 * about as much, and sooner; it is left out, so that what is said here is cautious.
 *
 *  - A share p instead of f (a card at a position, an item in a sample), the others
 *    sharing the loss evenly: no other deviation with this share has a smaller
 *    chi-square. Its statistic is |V_1 + ... + V_N|^2 / N for vectors V_t of length
 *    sqrt(df) with unit covariance, if all is fair. Along the deviation V_t says whether
 *    the card is at the position, and no more: (1 - f) / s or -f / s, with s^2 = f (1 -
 *    f). So the statistic is the square of a binomial number in units of s, and what the
 *    other df - 1 directions add. As the length of V_t is fixed, the average of what they
 *    add is not df - 1 but df - ((p - f)^2 + p (1 - p)) / s^2: a chi-square times the
 *    quotient of both.
 *  - Even orders: both distributions are binomial.
 *  - Keys of b bits, b riffles: the distribution of descents is exact (distribution.h),
 *    and so is the distribution of their sum, but for parts in a hundred (saddlepoint.h).
 *  - k swaps of two random positions: mean and variance of the cards in their positions
 *    are exact (Diaconis and Shahshahani 1981; below), and their sum is about normal.
 *  - Few different orders: the number that come again is a sum of independent events, so
 *    at least as concentrated as a Poisson number (repeats.c).
 *
 * If the orders are not those of the shuffle, only what they have kept is told. Keys and
 * riffles are the same for some of the cards among themselves, and no more different
 * orders come of these, or of cycles, than of the shuffle. Of lines that are equal
 * nothing is kept as it was; of unordered samples, which items they have.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "audit/diagnosis/effect_parts.h"
#include "audit/numbers/factorial.h"
#include "audit/numbers/saddlepoint.h"
#include "audit/numbers/tails.h"
#include "audit/orders/distribution.h"

#define POWER 0.9

enum { MOST_BITS = 60, MOST_SWAPS = 100000, STEPS = 60 };

struct reach {
    const audit_judgement *judgement;
    size_t n, sample;
    int put_back;
    uint64_t trials;
    double level; /* of one test, two-sided */
    audit_sentences *sentences;
};

static char *next(struct reach *reach)
{
    return reach->sentences->text[reach->sentences->count++];
}

/* The test of that name, if it is there and usable; else NULL. */
static const audit_test *find_test(const struct reach *reach, const char *name)
{
    for (size_t i = 0; i < reach->judgement->results; i++) {
        const audit_test *test = &reach->judgement->result[i].test;
        if (test->usable && strcmp(test->name, name) == 0)
            return test;
    }
    return NULL;
}

static double upper_normal(double z)
{
    return 0.5 * erfc(z / sqrt(2));
}

/* ---- shares ------------------------------------------------------------------------ */

/* The probability that the statistic reaches `cut`, if a share is p instead of `fair`. */
static double power_of_share(double p, double fair, double draws, double df, double cut)
{
    const double unit = fair * (1 - fair), shift = (p - fair) / sqrt(unit);
    const double spread = p * (1 - p) / unit;
    const double scale = df > 1 ? (df - shift * shift - spread) / (df - 1) : 0;
    double power = 0, weights = 0;
    for (int i = -STEPS; i <= STEPS; i++) {
        const double x = 6.0 * i / STEPS, weight = exp(-x * x / 2);
        const double z = shift * sqrt(draws) + sqrt(spread) * x;
        const double left = cut - z * z;
        weights += weight;
        if (left <= 0)
            power += weight;
        else if (scale > 0)
            power += weight * audit_tails_chisq(left / scale, df - 1).upper;
    }
    return power / weights;
}

/* The smallest share that a chi-square test sees; 1 or more: none. */
static double least_share(const struct reach *reach, double fair, double draws, double df)
{
    const double cut = audit_chisq_quantile(reach->level / 2, df);
    double low = fair, high = 1 - 1e-9;
    if (power_of_share(high, fair, draws, df, cut) < POWER)
        return 1;
    for (int i = 0; i < 40; i++) {
        const double middle = (low + high) / 2;
        if (power_of_share(middle, fair, draws, df, cut) < POWER)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static void tell_share(struct reach *reach, const char *what, const char *of,
                       double share, double fair)
{
    const audit_two_numbers percent = audit_two_numbers_above(100 * share, 100 * fair);
    if (share < 0.999)
        snprintf(next(reach), AUDIT_SENTENCE, "%s in %s %% of %s instead of %s %%", what,
                 percent.seen, of, percent.fair);
}

static void tell_cell(struct reach *reach)
{
    const audit_test *test = find_test(reach, "position");
    const double fair = 1 / (double)reach->n;
    if (test != NULL)
        tell_share(reach, "a card that comes to some place", "shuffles",
                   least_share(reach, fair, (double)reach->trials, test->df), fair);
}

static void tell_item(struct reach *reach)
{
    const double n = (double)reach->n, k = (double)reach->sample;
    const audit_test *test =
        find_test(reach, reach->sample > 1 ? "sample-item" : "sample-place");
    const double fair = reach->put_back ? 1 / n : k / n;
    const double draws = (double)reach->trials * (reach->put_back ? k : 1);
    if (test != NULL)
        tell_share(reach, "an item that comes", reach->put_back ? "draws" : "samples",
                   least_share(reach, fair, draws, test->df), fair);
}

/* ---- even or odd ------------------------------------------------------------------- */

static void tell_sign(struct reach *reach)
{
    const uint64_t trials = reach->trials;
    uint64_t low = trials / 2, high = trials;
    if (find_test(reach, "sign") == NULL ||
        2 * audit_tails_binomial(trials, trials, 0.5).upper >= reach->level)
        return;
    while (high - low > 1) { /* the least count that decides */
        const uint64_t middle = low + (high - low) / 2;
        if (2 * audit_tails_binomial(middle, trials, 0.5).upper >= reach->level)
            low = middle;
        else
            high = middle;
    }
    double less = 0.5, more = 1;
    for (int i = 0; i < 50; i++) {
        const double share = (less + more) / 2;
        if (audit_tails_binomial(high, trials, share).upper < POWER)
            less = share;
        else
            more = share;
    }
    const audit_two_numbers percent = audit_two_numbers_above(100 * more, 50);
    snprintf(next(reach), AUDIT_SENTENCE,
             "even orders in %s %% of shuffles instead of 50 %%, or odd ones",
             percent.seen);
}

/* ---- few different results --------------------------------------------------------- */

/* How many of the trials repeat an earlier result, on the average, if there are so many
 * different ones, equally likely. */
static double mean_repeats(double trials, double kept, double states)
{
    const double seen = -states * expm1(kept * log1p(-1 / states));
    return kept - seen + (trials - kept) * seen / states;
}

static void tell_states(struct reach *reach, const char *name, const char *what,
                        double log_possible)
{
    const audit_test *test = find_test(reach, name);
    const double all = (double)reach->trials, kept = fmin(all, AUDIT_HASHES);
    if (test == NULL || test->df > 0 || log(kept) > log_possible - log(10))
        return; /* so many that other views see it better */
    const double fair = fmax(test->expected, 1e-300);
    uint64_t x = 1;
    while (2 * audit_tails_poisson(x, fair).upper >= reach->level && x < reach->trials)
        x += 1 + x / 16;
    double low = log(2), high = fmin(log_possible, log(all) * 2);
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        const double mean = mean_repeats(all, kept, exp(middle));
        if (mean > 0 && audit_tails_poisson(x, mean).upper >= POWER)
            low = middle;
        else
            high = middle;
    }
    if (low >= log_possible - log(2) || low <= log(4))
        return;
    char about[32];
    double states = exp(low), unit = 1; /* rounded down to two digits */
    while (states / unit >= 100)
        unit *= 10;
    audit_format_rounded(floor(states / unit) * unit, about, sizeof about);
    snprintf(next(reach), AUDIT_SENTENCE,
             "a shuffle that gives at most %s different %s, such as one with a seed of "
             "%d bits",
             about, what, (int)floor(log2(states)));
}

/* ---- keys and riffles -------------------------------------------------------------- */

/* The largest sum of descents that decides; -1: none does. */
static double least_descents(const struct reach *reach, const double *fair)
{
    double low = -1, high = (double)reach->trials * (double)(reach->n - 1) / 2;
    while (high - low > 1) {
        const double middle = floor((low + high) / 2);
        const double tail =
            audit_saddlepoint_tails(fair, reach->n, reach->trials, middle).lower;
        if (2 * tail < reach->level)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static unsigned most_bits(const struct reach *reach)
{
    double fair[FAIRAUDIT_MOST], probability[FAIRAUDIT_MOST];
    audit_distribution(AUDIT_DESCENTS, reach->n, fair);
    const double sum = least_descents(reach, fair);
    unsigned bits = 0;
    for (; bits < MOST_BITS && sum >= 0; bits++) {
        audit_distribution_of_keys(reach->n, bits + 1, probability);
        if (audit_saddlepoint_tails(probability, reach->n, reach->trials, sum).lower <
            POWER)
            break;
    }
    return bits;
}

static void tell_keys(struct reach *reach)
{
    const int keys = find_test(reach, "descents-mean") != NULL;
    const int riffles = find_test(reach, "inverse-descents-mean") != NULL;
    const unsigned bits = keys || riffles ? most_bits(reach) : 0;
    const char *s = bits > 1 ? "s" : "";
    if (bits == 0)
        return;
    if (keys && riffles)
        snprintf(next(reach), AUDIT_SENTENCE,
                 "a sort by random keys of up to %u bit%s, or up to %u riffle%s", bits, s,
                 bits, s);
    else
        snprintf(next(reach), AUDIT_SENTENCE, "%sup to %u %s%s",
                 keys ? "a sort by random keys of " : "", bits, keys ? "bit" : "riffle",
                 s);
}

/* ---- swaps ------------------------------------------------------------------------- */

/* After k swaps of two random positions that may be the same, F cards are in their
 * positions. The character of pairs of cards is that of (n), twice (n - 1, 1), (n - 2, 2)
 * and (n - 2, 1, 1); a swap multiplies these parts by 1, 1 - 2/n, (1 - 2/n)^2 and 1 -
 * 4/n. */
static void mean_in_place(double n, double k, double *mean, double *variance)
{
    const double one = pow(1 - 2 / n, k);
    const double pairs = 1 + 2 * (n - 1) * one + n * (n - 3) / 2 * one * one +
                         (n - 1) * (n - 2) / 2 * pow(1 - 4 / n, k);
    *mean = 1 + (n - 1) * one;
    *variance = fmax(pairs + *mean - *mean * *mean, 0);
}

static void tell_swaps(struct reach *reach)
{
    const double n = (double)reach->n, trials = (double)reach->trials;
    double fair[FAIRAUDIT_MOST + 1], low = trials, high = trials * n, mean, variance;
    if (reach->n < 3 || find_test(reach, "fixed-points-mean") == NULL)
        return;
    audit_distribution(AUDIT_FIXED, reach->n, fair);
    const size_t size = audit_distribution_size(AUDIT_FIXED, reach->n);
    while (high - low > 1) { /* the least sum that decides */
        const double middle = floor((low + high) / 2);
        if (2 * audit_saddlepoint_tails(fair, size, reach->trials, middle).upper >=
            reach->level)
            low = middle;
        else
            high = middle;
    }
    unsigned swaps = 0;
    for (; swaps < MOST_SWAPS; swaps++) {
        mean_in_place(n, swaps + 1, &mean, &variance);
        const double off = high - 0.5 - trials * mean;
        if (upper_normal(off / sqrt(fmax(trials * variance, 1e-9))) < POWER)
            break;
    }
    if (swaps > 0)
        snprintf(next(reach), AUDIT_SENTENCE, "up to %u random swap%s", swaps,
                 swaps > 1 ? "s" : "");
}

/* ---- samples ----------------------------------------------------------------------- */

static void tell_missing(struct reach *reach)
{
    const audit_test *test = find_test(reach, "sample-unseen");
    if (test != NULL &&
        2 * audit_tails_poisson(1, fmax(test->expected, 1e-300)).upper < reach->level)
        snprintf(next(reach), AUDIT_SENTENCE, "an item that never comes");
}

static double log_samples(double n, double sample, int put_back)
{
    return put_back ? sample * log(n)
                    : lgamma(n + 1) - lgamma(n - sample + 1); /* in order */
}

void audit_detectable_effects(const audit_run *audit, const audit_judgement *judgement,
                              enum audit_origin origin, audit_sentences *sentences)
{
    const audit_plan *plan = audit_plan_of(audit);
    struct reach reach = {.judgement = judgement,
                          .n = plan->n,
                          .sample = plan->sample,
                          .put_back = plan->put_back,
                          .trials = judgement->trials,
                          .sentences = sentences};
    size_t usable = 0;
    sentences->count = 0;
    for (size_t i = 0; i < judgement->results; i++)
        usable += judgement->result[i].test.usable != 0;
    if (usable == 0 || !judgement->complete)
        return;
    reach.level = AUDIT_LEVEL / (double)usable;
    if (plan->sample > 0) {
        tell_item(&reach);
        tell_missing(&reach);
        if (origin != AUDIT_TIES_DRAWN)
            tell_states(
                &reach, "sample-repeats", "samples",
                log_samples((double)plan->n, (double)plan->sample, plan->put_back));
        return;
    }
    if (origin == AUDIT_AS_THEY_CAME) {
        tell_cell(&reach);
        tell_sign(&reach);
    }
    if (origin == AUDIT_AS_THEY_CAME || origin == AUDIT_SOME_CARDS)
        tell_keys(&reach);
    if (origin == AUDIT_AS_THEY_CAME)
        tell_swaps(&reach);
    if (origin != AUDIT_TIES_DRAWN)
        tell_states(&reach, "repeats", "orders", audit_log_factorial(plan->n));
}

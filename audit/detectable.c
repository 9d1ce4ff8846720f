/* SPDX-License-Identifier: MIT
 *
 * detectable.c - what would have been seen, had it been there.
 *
 * A chi-square test of level alpha sees a deviation with power 0.9 if the number of
 * orders, times the noncentrality that each of them adds, reaches a certain number
 * (tails.h). The level is that of one test among all that are made. Betting sees
 * about as much as the best test, and sooner; it is left out, so that what is said here
 * is cautious.
 *
 * How much each order adds is known for these:
 *
 *  - a card that is at one place more often by e, the others sharing the loss: in the
 *    position matrix, e^2 n^2 / (n - 1);
 *  - even orders in 1/2 + e of all: 4 e^2;
 *  - keys of b bits, b riffles: the law of descents is exact (law_keys.h), and so are the
 *    shift of its mean and its distance from the fair law;
 *  - k swaps of two random places: E[cards in their places] - 1 = (n - 1) (1 - 2/n)^k, as
 *    a swap has the eigenvalue 1 - 2/n on the positions of cards; the variance is 1.
 *
 * Of few different orders, two must be equal, of which there are Poisson many.
 */
#include <math.h>
#include <stdio.h>

#include "effect_parts.h"
#include "law.h"
#include "law_keys.h"
#include "tails.h"

/* Of one test, if there are about forty. */
#define LEVEL (AUDIT_LEVEL / 40)
#define POWER 0.9

enum { MOST_BITS = 60, FEWEST = 20 };

static char *next(audit_sentences *sentences)
{
    return sentences->text[sentences->count++];
}

static double needed(double df)
{
    return audit_noncentrality(df, LEVEL, POWER);
}

/* ---- orders ------------------------------------------------------------------------ */

static void tell_cell(double n, double trials, audit_sentences *sentences)
{
    const double e = sqrt(needed((n - 1) * (n - 1)) * (n - 1) / trials) / n;
    if (1 / n + e < 1)
        snprintf(next(sentences), AUDIT_SENTENCE,
                 "a card that comes to some place in %.3g %% of shuffles instead of "
                 "%.3g %%",
                 100 * (1 / n + e), 100 / n);
}

static void tell_sign(double trials, audit_sentences *sentences)
{
    const double e = sqrt(needed(1) / trials) / 2;
    if (e <= 0.5)
        snprintf(next(sentences), AUDIT_SENTENCE,
                 "even orders in %.4g %% of shuffles, or odd ones", 100 * (0.5 + e));
}

/* The mean of a Poisson number that reaches x with probability 0.9. */
static double mean_that_reaches(uint64_t x)
{
    double low = 0, high = 4 * (double)x + 10;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (audit_tails_poisson(x, middle).upper < POWER)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* So few different results, of `possible` ones, are seen by pairs of equal ones. */
static void tell_states(double log_possible, uint64_t trials, const char *what,
                        audit_sentences *sentences)
{
    const double all = (double)trials, kept = fmin(all, AUDIT_HASHES);
    const double pairs = kept * (kept - 1) / 2 + (all - kept) * kept;
    const double fair = pairs * exp(-log_possible);
    uint64_t x = 1;
    if (fair > 1e6 || pairs < 10)
        return; /* so many that other views are better; or too few */
    while (audit_tails_poisson(x, fair).upper > LEVEL)
        x += 1 + x / 16;
    const double states = pairs / mean_that_reaches(x);
    if (log(states) >= log_possible - log(2))
        return;
    char about[32];
    audit_write_about(states, about, sizeof about);
    snprintf(next(sentences), AUDIT_SENTENCE,
             "a shuffler of no more than %s different %s, such as one with a seed of %d "
             "bits",
             about, what, (int)floor(log2(states)));
}

/* Are keys of so many bits seen in the descents? */
static int keys_are_seen(size_t n, unsigned bits, double trials, const double *fair)
{
    double law[FAIRAUDIT_MOST], distance = 0, shift = 0, df = -1;
    audit_law_keys(n, bits, law);
    for (size_t d = 0; d < n; d++) {
        shift += (law[d] - fair[d]) * (double)d;
        if (fair[d] * trials < 25)
            continue;
        distance += (law[d] - fair[d]) * (law[d] - fair[d]) / fair[d];
        df++;
    }
    const double variance = ((double)n + 1) / 12;
    return trials * shift * shift / variance >= needed(1) ||
           (df > 0 && trials * distance >= needed(df));
}

static void tell_keys(size_t n, double trials, audit_sentences *sentences)
{
    double fair[FAIRAUDIT_MOST];
    unsigned bits = 0;
    audit_law(AUDIT_DESCENTS, n, fair);
    while (bits < MOST_BITS && keys_are_seen(n, bits + 1, trials, fair))
        bits++;
    if (bits > 0)
        snprintf(next(sentences), AUDIT_SENTENCE,
                 "a sort by random keys of up to %u bit%s, or up to %u riffle%s", bits,
                 bits > 1 ? "s" : "", bits, bits > 1 ? "s" : "");
}

static void tell_swaps(double n, double trials, audit_sentences *sentences)
{
    const double shift = sqrt(needed(1) / trials);
    if (n < 3 || shift >= n - 1)
        return;
    const double swaps = floor(log(shift / (n - 1)) / log1p(-2 / n));
    if (swaps >= 1)
        snprintf(next(sentences), AUDIT_SENTENCE, "up to %.0f random swap%s", swaps,
                 swaps > 1 ? "s" : "");
}

/* ---- samples ----------------------------------------------------------------------- */

static void tell_item(double n, double sample, int put_back, double trials,
                      audit_sentences *sentences)
{
    const double fair = put_back ? 1 / n : sample / n;
    const double draws = put_back ? trials * sample : trials;
    if (fair >= 1)
        return;
    const double e = sqrt(needed(n - 1) * fair * (1 - fair) / draws);
    if (fair + e < 1)
        snprintf(next(sentences), AUDIT_SENTENCE,
                 "an item that comes in %.3g %% of %s instead of %.3g %%",
                 100 * (fair + e), put_back ? "draws" : "samples", 100 * fair);
}

/* How many trials until each of n items should have come, if they can. */
static void tell_missing(double n, double sample, int put_back, double trials,
                         audit_sentences *sentences)
{
    const double never =
        put_back ? sample * log1p(-1 / n) : log1p(-fmin(0.999999, sample / n));
    const double chance = trials * never;
    if (chance < log(LEVEL / n))
        snprintf(next(sentences), AUDIT_SENTENCE, "an item that never comes");
}

static double log_samples(double n, double sample, int put_back)
{
    return put_back ? sample * log(n)
                    : lgamma(n + 1) - lgamma(n - sample + 1); /* in order */
}

void audit_detectable(size_t n, size_t sample, int put_back, uint64_t trials,
                      audit_sentences *sentences)
{
    const double cards = (double)n, all = (double)trials, k = (double)sample;
    sentences->count = 0;
    if (trials == 0)
        return;
    if (trials < FEWEST) {
        snprintf(next(sentences), AUDIT_SENTENCE,
                 "only what is gross: so few show little");
        return;
    }
    if (sample > 0) {
        tell_item(cards, k, put_back, all, sentences);
        tell_missing(cards, k, put_back, all, sentences);
        tell_states(log_samples(cards, k, put_back), trials, "samples", sentences);
        return;
    }
    tell_cell(cards, all, sentences);
    tell_sign(all, sentences);
    tell_keys(n, all, sentences);
    tell_swaps(cards, all, sentences);
    tell_states(audit_log_factorial(n), trials, "orders", sentences);
}

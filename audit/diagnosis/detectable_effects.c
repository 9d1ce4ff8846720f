/* SPDX-License-Identifier: MIT
 *
 * detectable_effects.c - which effects this audit would have detected.
 *
 * Each sentence states the power of one test that is usable and counts. Holm's correction
 * multiplies a p-value at most by the number of usable tests, so a test is significant if
 * its two-sided p-value is below AUDIT_LEVEL over that number. Betting detects about as
 * much, and sooner; it is left out, so the statements are conservative.
 *
 *  - A probability p instead of f (a card at a position, an item in a sample), where the
 *    others share the loss evenly: no other deviation with this p has a smaller
 *    chi-square. The statistic is |V_1 + ... + V_N|^2 / N for vectors V_t of length
 *    sqrt(df), which have unit covariance if all is fair. Along the deviation, V_t says
 *    only whether the card is at the position: (1 - f) / s or -f / s, with s^2 = f
 *    (1 - f). So the statistic is the square of a binomial number in units of s, plus
 *    what the other df - 1 directions add. As the length of V_t is fixed, the mean of
 *    what they add is not df - 1 but df - ((p - f)^2 + p (1 - p)) / s^2: a chi-square
 *    times the quotient of both.
 *  - Even orders: both distributions are binomial.
 *  - Keys of b bits, b riffles: the distribution of descents is exact (distribution.h).
 *    The distribution of their sum is accurate to a few percent (saddlepoint.h).
 *  - k swaps of two random positions: mean and variance of the fixed points are exact
 *    (Diaconis and Shahshahani 1981; below), and their sum is nearly normal.
 *  - Few different orders: the number of repeats is a sum of independent events, so it is
 *    at least as concentrated as a Poisson number (repeats.c).
 *
 * If the orders of the audit are not those of the shuffle, only effects that survive are
 * reported. Keys and riffles look the same in some of the cards, and some of the cards,
 * or cycles, have no more different orders than the whole. Of equal lines nothing is as
 * it was; of unordered samples, the items are.
 */
#include <math.h>
#include <string.h>

#include "audit/diagnosis/effect_parts.h"
#include "audit/numbers/factorial.h"
#include "audit/numbers/saddlepoint.h"
#include "audit/numbers/tails.h"
#include "audit/orders/distribution.h"

#define POWER 0.9 /* the probability with which an effect is detected */

enum { MOST_BITS = 60, MOST_SWAPS = 100000, STEPS = 60 };

struct detector {
    const audit_judgement *judgement; /* the tests of the audit */
    size_t n;                         /* cards; of samples, items to choose from */
    size_t sample;                    /* items of a sample; 0: permutations */
    int put_back;                     /* with replacement */
    uint64_t trials;                  /* orders or samples */
    double level;                     /* of one test, two-sided */
    audit_sentences *sentences;       /* the result */
};

/* The usable test of that name; NULL: there is none. */
static const audit_test *find_test(const struct detector *detector, const char *name)
{
    for (size_t i = 0; i < detector->judgement->results; i++) {
        const audit_test *test = &detector->judgement->result[i].test;
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

/* The probability that the statistic is at least `cut`, if a probability is p instead of
 * `fair`. */
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

/* The smallest probability that a chi-square test detects; 1: none. */
static double least_share(const struct detector *detector, double fair, double draws,
                          double df)
{
    const double cut = audit_chisq_quantile(detector->level / 2, df);
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

static void add_share(struct detector *detector, const char *code, const char *what,
                      const char *of, double share, double fair)
{
    if (share >= 0.999)
        return;
    const audit_two_numbers percent = audit_two_numbers_above(100 * share, 100 * fair);
    audit_sentence sentence;
    audit_sentence_set(&sentence, code, "%s in %s %% of %s instead of %s %%", what,
                       percent.seen, of, percent.fair);
    audit_detail_text(&sentence.details, "of", of);
    audit_detail_real(&sentence.details, "share", share);
    audit_detail_real(&sentence.details, "fair", fair);
    audit_sentences_add(detector->sentences, &sentence);
}

static void add_cell(struct detector *detector)
{
    const audit_test *test = find_test(detector, "position");
    const double fair = 1 / (double)detector->n;
    if (test != NULL)
        add_share(detector, "some-card-at-position", "a card that is at some position",
                  "shuffles",
                  least_share(detector, fair, (double)detector->trials, test->df), fair);
}

static void add_item(struct detector *detector)
{
    const double n = (double)detector->n, k = (double)detector->sample;
    const audit_test *test =
        find_test(detector, detector->sample > 1 ? "sample-item" : "sample-place");
    const double fair = detector->put_back ? 1 / n : k / n;
    const double draws = (double)detector->trials * (detector->put_back ? k : 1);
    if (test != NULL)
        add_share(detector, "some-item", "an item that comes",
                  detector->put_back ? "draws" : "samples",
                  least_share(detector, fair, draws, test->df), fair);
}

/* ---- even or odd ------------------------------------------------------------------- */

static void add_sign(struct detector *detector)
{
    const uint64_t trials = detector->trials;
    uint64_t low = trials / 2, high = trials;
    if (find_test(detector, "sign") == NULL ||
        2 * audit_tails_binomial(trials, trials, 0.5).upper >= detector->level)
        return;
    while (high - low > 1) { /* the smallest count that is significant */
        const uint64_t middle = low + (high - low) / 2;
        if (2 * audit_tails_binomial(middle, trials, 0.5).upper >= detector->level)
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
    audit_sentence sentence;
    audit_sentence_set(&sentence, "even-or-odd",
                       "even orders in %s %% of shuffles instead of 50 %%, or odd ones",
                       percent.seen);
    audit_detail_real(&sentence.details, "share", more);
    audit_detail_real(&sentence.details, "fair", 0.5);
    audit_sentences_add(detector->sentences, &sentence);
}

/* ---- few different results --------------------------------------------------------- */

/* The mean number of trials that repeat an earlier result, if there are `states`
 * different results, equally likely. */
static double mean_repeats(double trials, double kept, double states)
{
    const double seen = -states * expm1(kept * log1p(-1 / states));
    return kept - seen + (trials - kept) * seen / states;
}

static void add_states(struct detector *detector, const char *name, const char *code,
                       const char *what, double log_possible)
{
    const audit_test *test = find_test(detector, name);
    const double all = (double)detector->trials, kept = fmin(all, AUDIT_HASHES);
    if (test == NULL || test->df > 0 || log(kept) > log_possible - log(10))
        return; /* other views detect so many states better */
    const double fair = fmax(test->expected, 1e-300);
    uint64_t x = 1;
    while (2 * audit_tails_poisson(x, fair).upper >= detector->level &&
           x < detector->trials)
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
    const unsigned bits = (unsigned)floor(log2(states));
    audit_sentence sentence;
    audit_sentence_set(&sentence, code,
                       "a shuffle that gives at most %s different %s, such as one with a "
                       "seed of %u bits",
                       about, what, bits);
    audit_detail_real(&sentence.details, "most", states);
    audit_detail_integer(&sentence.details, "bits", bits);
    audit_sentences_add(detector->sentences, &sentence);
}

/* ---- keys and riffles -------------------------------------------------------------- */

/* The largest sum of descents that is significant; -1: none is. */
static double least_descents(const struct detector *detector, const double *fair)
{
    double low = -1, high = (double)detector->trials * (double)(detector->n - 1) / 2;
    while (high - low > 1) {
        const double middle = floor((low + high) / 2);
        const double tail =
            audit_saddlepoint_tails(fair, detector->n, detector->trials, middle).lower;
        if (2 * tail < detector->level)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static unsigned most_bits(const struct detector *detector)
{
    double fair[FAIRAUDIT_MOST], probability[FAIRAUDIT_MOST];
    audit_distribution(AUDIT_DESCENTS, detector->n, fair);
    const double sum = least_descents(detector, fair);
    unsigned bits = 0;
    for (; bits < MOST_BITS && sum >= 0; bits++) {
        audit_distribution_of_keys(detector->n, bits + 1, probability);
        if (audit_saddlepoint_tails(probability, detector->n, detector->trials, sum)
                .lower < POWER)
            break;
    }
    return bits;
}

static void add_keys(struct detector *detector)
{
    const int keys = find_test(detector, "descents-mean") != NULL;
    const int riffles = find_test(detector, "inverse-descents-mean") != NULL;
    const unsigned bits = keys || riffles ? most_bits(detector) : 0;
    const char *s = bits > 1 ? "s" : "";
    audit_sentence sentence;
    if (bits == 0)
        return;
    if (keys && riffles)
        audit_sentence_set(
            &sentence, "keys-or-riffles",
            "a sort by random keys of up to %u bit%s, or up to %u riffle%s", bits, s,
            bits, s);
    else
        audit_sentence_set(&sentence, keys ? "keys" : "riffles", "%sup to %u %s%s",
                           keys ? "a sort by random keys of " : "", bits,
                           keys ? "bit" : "riffle", s);
    if (keys)
        audit_detail_integer(&sentence.details, "bits", bits);
    if (riffles)
        audit_detail_integer(&sentence.details, "riffles", bits);
    audit_sentences_add(detector->sentences, &sentence);
}

/* ---- swaps ------------------------------------------------------------------------- */

/* Mean and variance of the number of fixed points after k swaps of two random positions
 * that may be equal. The character of pairs of cards is that of (n), twice (n - 1, 1),
 * (n - 2, 2) and (n - 2, 1, 1); a swap multiplies these parts by 1, 1 - 2/n, (1 - 2/n)^2
 * and 1 - 4/n. */
static void moments_of_fixed_points(double n, double k, double *mean, double *variance)
{
    const double one = pow(1 - 2 / n, k);
    const double pairs = 1 + 2 * (n - 1) * one + n * (n - 3) / 2 * one * one +
                         (n - 1) * (n - 2) / 2 * pow(1 - 4 / n, k);
    *mean = 1 + (n - 1) * one;
    *variance = fmax(pairs + *mean - *mean * *mean, 0);
}

static void add_swaps(struct detector *detector)
{
    const double n = (double)detector->n, trials = (double)detector->trials;
    double fair[FAIRAUDIT_MOST + 1], low = trials, high = trials * n, mean, variance;
    if (detector->n < 3 || find_test(detector, "fixed-points-mean") == NULL)
        return;
    audit_distribution(AUDIT_FIXED, detector->n, fair);
    const size_t size = audit_distribution_size(AUDIT_FIXED, detector->n);
    while (high - low > 1) { /* the smallest sum that is significant */
        const double middle = floor((low + high) / 2);
        if (2 * audit_saddlepoint_tails(fair, size, detector->trials, middle).upper >=
            detector->level)
            low = middle;
        else
            high = middle;
    }
    unsigned swaps = 0;
    for (; swaps < MOST_SWAPS; swaps++) {
        moments_of_fixed_points(n, swaps + 1, &mean, &variance);
        const double off = high - 0.5 - trials * mean;
        if (upper_normal(off / sqrt(fmax(trials * variance, 1e-9))) < POWER)
            break;
    }
    if (swaps == 0)
        return;
    audit_sentence sentence;
    audit_sentence_set(&sentence, "swaps", "up to %u random swap%s", swaps,
                       swaps > 1 ? "s" : "");
    audit_detail_integer(&sentence.details, "swaps", swaps);
    audit_sentences_add(detector->sentences, &sentence);
}

/* ---- samples ----------------------------------------------------------------------- */

static void add_missing(struct detector *detector)
{
    const audit_test *test = find_test(detector, "sample-unseen");
    if (test == NULL ||
        2 * audit_tails_poisson(1, fmax(test->expected, 1e-300)).upper >= detector->level)
        return;
    audit_sentence sentence;
    audit_sentence_set(&sentence, "some-item-never", "an item that never comes");
    audit_sentences_add(detector->sentences, &sentence);
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
    struct detector detector = {.judgement = judgement,
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
    detector.level = AUDIT_LEVEL / (double)usable;
    if (plan->sample > 0) {
        add_item(&detector);
        add_missing(&detector);
        if (origin != AUDIT_TIES_DRAWN)
            add_states(
                &detector, "sample-repeats", "at-most-samples", "samples",
                log_samples((double)plan->n, (double)plan->sample, plan->put_back));
        return;
    }
    if (origin == AUDIT_AS_THEY_CAME) {
        add_cell(&detector);
        add_sign(&detector);
    }
    if (origin == AUDIT_AS_THEY_CAME || origin == AUDIT_SOME_CARDS)
        add_keys(&detector);
    if (origin == AUDIT_AS_THEY_CAME)
        add_swaps(&detector);
    if (origin != AUDIT_TIES_DRAWN)
        add_states(&detector, "repeats", "at-most-orders", "orders",
                   audit_log_factorial(plan->n));
}

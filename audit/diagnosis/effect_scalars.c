/* SPDX-License-Identifier: MIT
 *
 * effect_scalars.c - effects on scalars of an order (its sign, cycles and runs), on
 * repeated orders, and on the relation to the previous order.
 *
 * The probability of a mean m of N values is at most exp(-N I(m)), where I(m) is the
 * largest t m - ln E exp(t v) over all t (Chernoff). E is over the exact distribution of
 * a fair order, so this holds for any N.
 */
#include <math.h>
#include <stdio.h>

#include "audit/diagnosis/effect_parts.h"
#include "audit/numbers/clopper_pearson.h"
#include "audit/numbers/format.h"
#include "audit/numbers/tails.h"
#include "audit/orders/statistics.h"

/* ---- how certain a mean is --------------------------------------------------------- */

/* t m - ln E exp(t v); 0 for t = 0, and concave. The largest term is factored out to
 * avoid overflow; the rest is at least the probability of an extreme value. */
static double exponent(const double *probability, size_t size, double mean, double t)
{
    size_t least = 0, most = size - 1;
    while (probability[least] <= 0)
        least++;
    while (probability[most] <= 0)
        most--;
    const double extreme = (double)(t > 0 ? most : least);
    double sum = 1e-300; /* never 0 */
    for (size_t v = least; v <= most; v++)
        sum += probability[v] * exp(t * ((double)v - extreme));
    return t * (mean - extreme) - log(sum);
}

static double largest_exponent(const double *probability, size_t size, double mean,
                               double fair)
{
    double low = mean < fair ? -64 : 0, high = mean < fair ? 0 : 64;
    for (int i = 0; i < 80; i++) { /* ternary search */
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (exponent(probability, size, mean, a) < exponent(probability, size, mean, b))
            low = a;
        else
            high = b;
    }
    return fmax(0, exponent(probability, size, mean, (low + high) / 2));
}

/* ---- a scalar ---------------------------------------------------------------------- */

struct scalar {
    const uint64_t *counts;    /* [size]: of each value */
    const double *probability; /* [size]: the fair distribution */
    size_t size;               /* values are 0 to size - 1 */
    uint64_t trials;           /* sum of the counts */
    double mean;               /* of the observed values */
    double fair;               /* mean of the fair distribution */
    double gap;   /* the largest difference of the cumulative distributions */
    int is_off;   /* the mean differs significantly */
    int constant; /* the only value that came; -1: several, or maybe by chance */
};

static int summarise(const audit_effect_list *list, enum audit_scalar scalar, int serial,
                     struct scalar *s)
{
    const audit_view *view =
        audit_view_named(list->audit, audit_scalar_label[serial][scalar].name);
    *s = (struct scalar){.constant = -1};
    if (view == NULL)
        return 0;
    s->counts = audit_scalar_counts(view, &s->size, &s->probability);
    for (size_t v = 0; v < s->size; v++)
        s->trials += s->counts[v];
    if (s->trials == 0)
        return 0;
    const double all = (double)s->trials;
    double share = 0, fair = 0;
    for (size_t v = 0; v < s->size; v++) {
        const double here = (double)s->counts[v] / all;
        s->mean += (double)v * here;
        s->fair += (double)v * s->probability[v];
        share += here;
        fair += s->probability[v];
        s->gap = fmax(s->gap, fabs(share - fair));
        if (s->counts[v] == s->trials && all * log(s->probability[v]) < log(list->level))
            s->constant = (int)v;
    }
    const double exponent_of_mean =
        largest_exponent(s->probability, s->size, s->mean, s->fair);
    s->is_off = all * exponent_of_mean > log(2 / list->level);
    return 1;
}

/* ---- means, in words --------------------------------------------------------------- */

/* What a mean that is too small or too large suggests. */
struct suggestion {
    const char *code;  /* for programs; NULL: nothing */
    const char *words; /* added to the sentence */
};

static const struct {
    enum audit_scalar scalar;      /* the scalar whose mean is described */
    enum audit_effect_group group; /* of one group, only the largest effect is reported */
    double more; /* added to the number: rising sequences are one more than descents */
    const char *code;          /* of the sentence */
    const char *words[2];      /* before the observed number, and before the fair one */
    struct suggestion if_less; /* if the mean is too small */
    struct suggestion if_more; /* if the mean is too large */
} means[] = {
    {AUDIT_FIXED,
     AUDIT_EFFECT_CYCLES,
     0,
     "mean-fixed-points",
     {"on average ", " cards stay at their positions instead of "},
     {NULL, ""},
     {NULL, ""}},
    {AUDIT_CYCLES,
     AUDIT_EFFECT_CYCLES,
     0,
     "mean-cycles",
     {"on average an order has ", " cycles instead of "},
     {NULL, ""},
     {NULL, ""}},
    {AUDIT_DESCENTS,
     AUDIT_EFFECT_RUNS,
     0,
     "mean-descents",
     {"on average ", " cards are followed by a smaller one instead of "},
     {"runs-stay-together", ": rising runs stay together"},
     {"falling-order", ": cards tend to be in falling order"}},
    {AUDIT_INVERSE_DESCENTS,
     AUDIT_EFFECT_RUNS,
     1,
     "mean-rising-sequences",
     {"on average an order has ", " rising sequences instead of "},
     {"order-kept", ": cards tend to keep the order they had"},
     {"order-changed", ": cards tend to change their order"}},
    {AUDIT_INVERSIONS,
     AUDIT_EFFECT_RUNS,
     0,
     "mean-inversions",
     {"on average ", " pairs of cards are out of order instead of "},
     {"order-kept", ": cards tend to keep the order they had"},
     {"order-reversed", ": cards tend to be in reverse order"}},
    {AUDIT_SUCCESSIONS,
     AUDIT_EFFECT_RUNS,
     0,
     "mean-successions",
     {"on average ", " cards are followed by the next one instead of "},
     {"neighbours-apart", ": neighbours are driven apart"},
     {"neighbours-together", ": neighbours stay together"}},
};

static void add_mean(audit_effect_list *list, size_t i, const struct scalar *s)
{
    const double mean = s->mean + means[i].more, fair = s->fair + means[i].more;
    const audit_two_numbers both = audit_two_numbers_of(mean, fair);
    const struct suggestion *suggestion =
        s->mean < s->fair ? &means[i].if_less : &means[i].if_more;
    audit_sentence sentence;
    audit_sentence_set(&sentence, means[i].code, "%s%s%s%s%s", means[i].words[0],
                       both.seen, means[i].words[1], both.fair, suggestion->words);
    audit_detail_real(&sentence.details, "mean", mean);
    audit_detail_real(&sentence.details, "fair", fair);
    audit_detail_text(&sentence.details, "suggests", suggestion->code);
    /* What single cards do is easier to understand than a mean, unless the mean is far
     * off. */
    audit_effect_add(list, s->gap > 0.5 ? s->gap : s->gap / 100, means[i].group,
                     &sentence);
}

static void look_at_means(audit_effect_list *list)
{
    for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
        struct scalar s;
        if (summarise(list, means[i].scalar, AUDIT_OF_ORDERS, &s) && s.is_off &&
            s.constant < 0)
            add_mean(list, i, &s);
    }
}

/* ---- constants --------------------------------------------------------------------- */

static void look_at_sign(audit_effect_list *list)
{
    struct scalar s;
    if (!summarise(list, AUDIT_SIGN, AUDIT_OF_ORDERS, &s) || s.size < 2)
        return;
    const int odd = s.counts[1] > s.counts[0];
    const char *name = odd ? "odd" : "even";
    const double share = (double)s.counts[odd] / (double)s.trials;
    const double least =
        audit_clopper_pearson_lower(s.counts[odd], s.trials, list->level / 2) - 0.5;
    if (s.constant < 0 && least <= 0)
        return;
    audit_sentence sentence;
    if (s.constant >= 0)
        audit_sentence_set(
            &sentence, "sign-always",
            "only %s orders came in %s shuffles, never one of the other half", name,
            audit_format_count(s.trials).text);
    else
        audit_sentence_set(&sentence, "sign-share",
                           "%s orders come in %s %% of shuffles instead of 50 %%", name,
                           audit_two_numbers_of(100 * share, 50).seen);
    audit_detail_text(&sentence.details, "sign", name);
    audit_detail_integer(&sentence.details, "shuffles", s.trials);
    audit_detail_real(&sentence.details, "share", share);
    audit_detail_real(&sentence.details, "fair", 0.5);
    audit_effect_add(list, s.constant >= 0 ? 0.5 : least, AUDIT_EFFECT_SIGN, &sentence);
}

static void look_at_constants(audit_effect_list *list)
{
    struct scalar s;
    audit_sentence sentence;
    if (summarise(list, AUDIT_CYCLES, AUDIT_OF_ORDERS, &s) && s.constant == 1) {
        audit_sentence_set(&sentence, "single-cycle",
                           "every order is a single cycle: no card ever stays at its "
                           "position");
        audit_effect_add(list, s.gap, AUDIT_EFFECT_CYCLES, &sentence);
    }
    if (summarise(list, AUDIT_FIXED, AUDIT_OF_ORDERS, &s) && s.constant == 0) {
        audit_sentence_set(&sentence, "no-card-stays",
                           "no card ever stays at its position");
        audit_effect_add(list, s.gap, AUDIT_EFFECT_CYCLES, &sentence);
    }
    if (summarise(list, AUDIT_DESCENTS, AUDIT_OF_ORDERS, &s) && s.constant == 0) {
        audit_sentence_set(&sentence, "sorted", "the cards come sorted in every shuffle");
        audit_effect_add(list, 1, AUDIT_EFFECT_RUNS, &sentence);
    }
}

/* ---- relative to the previous order ------------------------------------------------ */

/* The sum of the squared probabilities of some cells, corrected for the part that chance
 * adds to the squares of the counts. The probabilities add up to `rows`. */
static double sum_of_squares(const uint64_t *counts, size_t cells, double rows,
                             double trials)
{
    double sum = 0;
    for (size_t i = 0; i < cells; i++) {
        const double share = (double)counts[i] / trials;
        sum += share * share;
    }
    return (sum - rows / trials) / (1 - 1 / trials);
}

/* The mean number of cards at the same position as before, if orders were independent. */
static double expected_to_keep(const audit_effect_list *list)
{
    const audit_view *view = audit_view_named(list->audit, "position");
    const size_t n = list->plan->n;
    return view == NULL ? 1
                        : sum_of_squares(audit_position_counts(view), n * n, (double)n,
                                         (double)list->trials);
}

/* The probability that an order equals the previous one, if orders were independent. */
static double expected_to_repeat(const audit_effect_list *list, double fair)
{
    size_t cells = 0;
    const audit_view *view = audit_view_named(list->audit, "whole");
    const uint64_t *counts = view != NULL ? audit_whole_counts(view, &cells) : NULL;
    return counts == NULL || cells == 0
               ? fair
               : sum_of_squares(counts, cells, 1, (double)list->trials);
}

/* By how many standard deviations the mean differs from the expected value. */
static double deviation(const struct scalar *s, double expected)
{
    double sum = 0;
    for (size_t v = 0; v < s->size; v++)
        sum += (double)s->counts[v] * ((double)v - s->mean) * ((double)v - s->mean);
    const double variance = fmax(sum / (double)s->trials, 0.01);
    return fabs(s->mean - expected) / sqrt(variance / (double)s->trials);
}

/* Standard deviations. The quotients of an unfair shuffle are unfair even if orders are
 * independent, so dependence must show more than that. */
#define DEPENDENT 8.0

static void look_at_serial(audit_effect_list *list)
{
    struct scalar s;
    audit_sentence sentence;
    const size_t n = list->plan->n;
    if (!summarise(list, AUDIT_FIXED, AUDIT_OF_QUOTIENTS, &s))
        return;
    if (s.counts[n] == s.trials && s.constant >= 0) {
        audit_sentence_set(&sentence, "same-order", "every shuffle gives the same order");
        audit_effect_add(list, 1, AUDIT_EFFECT_SERIAL, &sentence);
        return;
    }
    const double expected = expected_to_keep(list), same = (double)s.counts[n];
    if (!s.is_off || deviation(&s, expected) < DEPENDENT)
        return;
    const double all = (double)s.trials, cards = (double)n;
    const audit_two_numbers percent =
        audit_two_numbers_of(100 * s.mean / cards, 100 * expected / cards);
    /* Either some whole orders are the same, or all orders are a little alike. */
    if (same / all * (cards - expected) > (s.mean - expected) / 2 &&
        audit_clopper_pearson_lower(s.counts[n], s.trials, list->level) >
            expected_to_repeat(list, s.probability[n])) {
        audit_sentence_set(&sentence, "repeats-previous",
                           "%.3g %% of shuffles give the same order as the one before",
                           100 * same / all);
        audit_detail_real(&sentence.details, "share", same / all);
        audit_effect_add(list, same / all, AUDIT_EFFECT_SERIAL, &sentence);
        return;
    }
    audit_sentence_set(&sentence, "depends-on-previous",
                       "each order depends on the one before: %s %% of the cards keep "
                       "their position instead of %s %%",
                       percent.seen, percent.fair);
    audit_detail_real(&sentence.details, "share", s.mean / cards);
    audit_detail_real(&sentence.details, "fair", expected / cards);
    audit_effect_add(list, s.gap, AUDIT_EFFECT_SERIAL, &sentence);
}

/* ---- repeated orders --------------------------------------------------------------- */

static void look_at_repeats(audit_effect_list *list)
{
    const audit_view *view = audit_view_named(list->audit, "repeats");
    if (view == NULL)
        return;
    const audit_repeat_count r = audit_repeats(view);
    const double kept = (double)r.kept, repeated = (double)(r.kept - r.distinct);
    if (list->effect[AUDIT_EFFECT_SERIAL].number > 0)
        return; /* orders repeat because they depend on the one before */
    if (r.pairs == 0 || r.expected > kept / 10 ||
        audit_tails_poisson(r.pairs, r.expected).upper > list->level)
        return;
    audit_sentence sentence;
    if (r.distinct == 1) {
        audit_sentence_set(&sentence, "one-order",
                           "the same order comes in every shuffle");
        audit_effect_add(list, 1, AUDIT_EFFECT_ORDERS, &sentence);
        return;
    }
    if (r.distinct <= r.kept / 4) {
        audit_sentence_set(
            &sentence, "few-orders", "only %s different orders came in %s shuffles",
            audit_format_count(r.distinct).text, audit_format_count(r.kept).text);
        audit_detail_integer(&sentence.details, "distinct", r.distinct);
        audit_detail_integer(&sentence.details, "shuffles", r.kept);
        audit_effect_add(list, 1 - (double)r.distinct / kept, AUDIT_EFFECT_ORDERS,
                         &sentence);
        return;
    }
    char about[40];
    const double orders = kept * kept / 2 / (double)r.pairs;
    audit_format_rounded(orders, about, sizeof about);
    const audit_two_numbers both = audit_two_numbers_of(repeated, r.expected);
    audit_sentence_set(&sentence, "orders-repeat",
                       "%s of %s shuffles gave an order that had come before, instead "
                       "of %s: as if there were about %s orders",
                       audit_format_count(r.kept - r.distinct).text,
                       audit_format_count(r.kept).text,
                       r.expected < 0.01 ? "none" : both.fair, about);
    audit_detail_integer(&sentence.details, "repeated", r.kept - r.distinct);
    audit_detail_integer(&sentence.details, "shuffles", r.kept);
    audit_detail_real(&sentence.details, "expected", r.expected);
    audit_detail_real(&sentence.details, "orders", orders);
    audit_effect_add(list, r.expected < 0.1 ? 0.9 : repeated / kept, AUDIT_EFFECT_ORDERS,
                     &sentence);
}

void audit_effects_of_scalars(audit_effect_list *list, int independent)
{
    if (independent) {
        look_at_sign(list);
        look_at_constants(list);
        look_at_means(list);
    }
    look_at_serial(list);
    look_at_repeats(list);
}

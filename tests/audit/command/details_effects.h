/* SPDX-License-Identifier: MIT
 *
 * details_effects.h - makes the sentences on effects from their details.
 */
#ifndef AUDIT_DETAILS_EFFECTS_H
#define AUDIT_DETAILS_EFFECTS_H

#include <math.h>

#include "tests/audit/command/details_values.h"

static const struct detail_pattern effect_patterns[] = {
    {"card-at-position", " in {share%} of shuffles instead of {fair%}"},
    {"card-never-at-position", " in none of {shuffles,} shuffles"},
    {"card-always-at-position", " in every shuffle, all {shuffles,} of them"},
    {"card-before-card",
     "card {first} is before card {second} in {share%} of shuffles instead of {fair%}"},
    {"card-always-before-card", "card {first} is before card {second} in every shuffle"},
    {"order-never", "order {order} came in none of {shuffles,} shuffles"},
    {"orders-never", "{never} of the {orders} orders came in none of {shuffles,} "
                     "shuffles, such as {order}"},
    {"order-share", "order {order} comes in {share%} of shuffles instead of {fair%}"},
    {"item-never", "item {listed} came in none of {samples,} samples"},
    {"items-never",
     "{never} of {items} items came in none of {samples,} samples: {listed,}"},
    {"item-share", "item {item} comes in {share%} of {of} instead of {fair%}"},
    {"item-at-position", "item {item} is at position {position} of {share%} of samples "
                         "instead of {fair%}"},
    {"few-samples", "only {distinct,} different samples came in {runs,} runs"},
    {"sign-always", "only {sign} orders came in {shuffles,} shuffles, never one of the "
                    "other half"},
    {"sign-share", "{sign} orders come in {share%} of shuffles instead of {fair%}"},
    {"single-cycle", "every order is a single cycle: no card ever stays at its position"},
    {"no-card-stays", "no card ever stays at its position"},
    {"sorted", "the cards come sorted in every shuffle"},
    {"mean-fixed-points",
     "on average {mean~} cards stay at their positions instead of {fair~}"},
    {"mean-cycles", "on average an order has {mean~} cycles instead of {fair~}"},
    {"mean-descents",
     "on average {mean~} cards are followed by a smaller one instead of {fair~}"},
    {"mean-rising-sequences",
     "on average an order has {mean~} rising sequences instead of {fair~}"},
    {"mean-inversions",
     "on average {mean~} pairs of cards are out of order instead of {fair~}"},
    {"mean-successions",
     "on average {mean~} cards are followed by the next one instead of {fair~}"},
    {"same-order", "every shuffle gives the same order"},
    {"repeats-previous", "{share/} of shuffles give the same order as the one before"},
    {"depends-on-previous", "each order depends on the one before: {share%} of the cards "
                            "keep their position instead of {fair%}"},
    {"one-order", "the same order comes in every shuffle"},
    {"few-orders", "only {distinct,} different orders came in {shuffles,} shuffles"},
    {"too-even", "counts of \"{title}\" are more even than chance allows (p = "},
    {"depends-on-earlier", "each result depends on earlier ones"},
    {"statistic-differs",
     "the statistic \"{title}\" differs from that of a fair shuffle"},
    {"equal-lines-together",
     "equal lines stay together: {share/} of neighbouring lines are equal "
     "instead of {fair/}"},
    {"equal-lines-apart",
     "equal lines stay apart: {share/} of neighbouring lines are equal "
     "instead of {fair/}"},
    {"depends-on-words", "the order depends on the words: the same words gave the same "
                         "order in {same} of {pairs} pairs of runs"},
    /* effects that would have been detected */
    {"some-card-at-position",
     "a card that is at some position in {share^} of {of} instead of {fair^}"},
    {"some-item", "an item that comes in {share^} of {of} instead of {fair^}"},
    {"some-item-never", "an item that never comes"},
    {"even-or-odd",
     "even orders in {share^} of shuffles instead of {fair^}, or odd ones"},
    {"keys", "a sort by random keys of up to {bits} bit{bits s}"},
    {"riffles", "up to {riffles} riffle{riffles s}"},
    {"keys-or-riffles", "a sort by random keys of up to {bits} bit{bits s}, or up to "
                        "{riffles} riffle{riffles s}"},
    {"swaps", "up to {swaps} random swap{swaps s}"},
};

static const struct detail_pattern suggestion_patterns[] = {
    {"runs-stay-together", ": rising runs stay together"},
    {"falling-order", ": cards tend to be in falling order"},
    {"order-kept", ": cards tend to keep the order they had"},
    {"order-changed", ": cards tend to change their order"},
    {"order-reversed", ": cards tend to be in reverse order"},
    {"neighbours-apart", ": neighbours are driven apart"},
    {"neighbours-together", ": neighbours stay together"},
};

/* "card 3 is at position 5", "the last card stays last". */
static inline void write_position(struct written *to, const json_t *details)
{
    const uint64_t card = natural_in(details, "card");
    if (card != natural_in(details, "position"))
        write_pattern(to, details, "card {card} is at position {position}");
    else if (card == 1)
        write_text(to, "the first card stays first");
    else if (card == natural_in(details, "cards"))
        write_text(to, "the last card stays last");
    else
        write_pattern(to, details, "card {card} stays at its position");
}

static inline void write_repeats(struct written *to, const json_t *details)
{
    const double expected = number_in(details, "expected");
    const uint64_t repeated = natural_in(details, "repeated");
    write_pattern(to, details,
                  "{repeated,} of {shuffles,} shuffles gave an order that had come "
                  "before, instead of ");
    write_text(to, "%s",
               expected < 0.01 ? "none"
                               : audit_two_numbers_of((double)repeated, expected).fair);
    write_pattern(to, details, ": as if there were about {orders#} orders");
}

/* The most is rounded down to two digits. */
static inline void write_states(struct written *to, const json_t *details,
                                const char *what)
{
    const double most = number_in(details, "most");
    double unit = 1;
    char about[40];
    while (most / unit >= 100)
        unit *= 10;
    audit_format_rounded(floor(most / unit) * unit, about, sizeof about);
    write_text(to,
               "a shuffle that gives at most %s different %s, such as one with a seed",
               about, what);
    write_pattern(to, details, " of {bits} bits");
}

static inline bool write_effect(struct written *to, const json_t *details)
{
    const char *code = text_in(details, "code"), *suggests = text_in(details, "suggests");
    if (strstr(code, "at-position") != NULL && has_value(details, "card"))
        write_position(to, details);
    if (strcmp(code, "orders-repeat") == 0) {
        write_repeats(to, details);
        return true;
    }
    if (strcmp(code, "at-most-orders") == 0 || strcmp(code, "at-most-samples") == 0) {
        write_states(to, details, code + strlen("at-most-"));
        return true;
    }
    if (!WRITE_CODE(to, details, code, effect_patterns))
        return false;
    if (strcmp(code, "items-never") == 0 &&
        natural_in(details, "never") >
            json_array_size(json_object_get(details, "listed")))
        write_text(to, ", ...");
    if (strcmp(code, "too-even") == 0)
        write_text(to, "%.0e): the orders follow a pattern", number_in(details, "p"));
    return suggests == NULL || WRITE_CODE(to, details, suggests, suggestion_patterns);
}

#endif

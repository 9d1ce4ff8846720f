/* SPDX-License-Identifier: MIT
 *
 * exact_print.c - exact probabilities as text. The verdict is a proof, not an estimate,
 * and probabilities are fractions where these are known.
 */
#include "audit/command/report/report_parts.h"

#include <math.h>
#include <string.h>

enum {
    DIGITS = 320, /* of a natural number */
    SHORT = 40    /* of a fraction that is shown */
};

/* Writes a fraction in lowest terms, "5/27", or "" if it has more than SHORT digits. */
static void fraction(char *text, size_t room, const audit_natural *a,
                     const audit_natural *b)
{
    audit_natural common, above, below;
    char top[DIGITS], bottom[DIGITS];
    text[0] = '\0';
    if (a->used == 0) {
        snprintf(text, room, "0");
        return;
    }
    audit_natural_gcd(&common, a, b);
    audit_natural_quotient(&above, a, &common);
    audit_natural_quotient(&below, b, &common);
    audit_natural_text(&above, top, sizeof top);
    audit_natural_text(&below, bottom, sizeof bottom);
    if (strcmp(bottom, "1") == 0)
        snprintf(text, room, "%s", top);
    else if (strlen(top) + strlen(bottom) < SHORT && strlen(top) + strlen(bottom) < room)
        snprintf(text, room, "%s/%s", top, bottom);
}

static double order_share(const void *context, size_t rank)
{
    const audit_exact *exact = context;
    return audit_natural_ratio(&exact->numerator[rank], &exact->denominator);
}

static void order_text(const void *context, size_t rank, char *text, size_t room)
{
    const audit_exact *exact = context;
    fraction(text, room, &exact->numerator[rank], &exact->denominator);
    if (exact->numerator[rank].used == 0)
        snprintf(text, room, "impossible");
}

/* Infinite for n > 170. */
static double factorial(size_t n)
{
    double product = 1;
    for (size_t i = 2; i <= n; i++)
        product *= (double)i;
    return product;
}

static void put_impossible(FILE *file, const audit_exact *exact,
                           struct report_style style)
{
    char count[NUMBER_ROOM], all[NUMBER_ROOM];
    const double orders = factorial(exact->n);
    if (exact->impossible < 0)
        text_label(file, style, "impossible",
                   "the number of impossible permutations is unknown");
    else if (exact->impossible == 0)
        text_label(file, style, "impossible", "none: every permutation can occur");
    else if (isfinite(exact->impossible) && isfinite(orders))
        text_label(file, style, "impossible", "%s of %s permutations cannot occur",
                   number_large(count, exact->impossible), number_large(all, orders));
    else
        text_label(file, style, "impossible", "some permutations cannot occur");
}

static void put_distance(FILE *file, const audit_exact *exact, struct report_style style)
{
    char text[SHORT + 8] = "", equal[SHORT + 16] = "";
    if (!exact->has_distance) {
        text_label(file, style, "distance",
                   "unknown for this shuffle and this many cards");
        return;
    }
    if (exact->orders > 0 && exact->distance_denominator.used > 0)
        fraction(text, sizeof text, &exact->distance_numerator,
                 &exact->distance_denominator);
    if (*text != '\0' && exact->distance > 0)
        snprintf(equal, sizeof equal, "%s = ", text);
    text_label(file, style, "distance",
               "%s%.*g from fair (total variation: 0 is fair, 1 is the maximum)", equal,
               exact->distance > 0.99 && exact->distance < 1 ? 10 : 6, exact->distance);
}

static void put_ratio(FILE *file, const audit_exact *exact, struct report_style style)
{
    char ratio[64];
    if (!exact->has_ratio || exact->fair)
        return;
    if (exact->log2_ratio < 40)
        snprintf(ratio, sizeof ratio, "%.7g", exp2(exact->log2_ratio));
    else
        snprintf(ratio, sizeof ratio, "2^%.6g", exact->log2_ratio);
    if (isfinite(exact->largest))
        text_label(file, style, "extremes",
                   "the most likely permutation has %.6g times the fair probability, the "
                   "least likely %.6g times",
                   exact->largest, exact->least);
    text_label(file, style, isfinite(exact->largest) ? "" : "extremes",
               "ratio of the largest to the smallest%s: %s",
               exact->impossible > 0 ? " positive probability" : "", ratio);
}

static void put_title(FILE *file, const audit_exact *exact, const char *shuffle,
                      const char *die, struct report_style style)
{
    char text[300], cards[NUMBER_ROOM];
    const char *word = exact->fair    ? "PROVED FAIR"
                       : exact->keeps ? "ONE SHUFFLE ONLY"
                                      : "PROVED UNFAIR";
    const bool usual =
        die == NULL || *die == '\0' || strcmp(die, audit_dice[0].name) == 0;
    snprintf(text, sizeof text, "%.100s%s%.100s, %s", shuffle, usual ? "" : " with ",
             usual ? "" : die, number_plural(cards, exact->n, "card"));
    fputs("\n  ", file);
    text_put(file, style,
             exact->fair    ? TEXT_CALM
             : exact->keeps ? TEXT_SUSPECT
                            : TEXT_UNFAIR,
             word);
    fputs("   ", file);
    const int at = 5 + (int)strlen(word);
    text_wrap(file, style, at, at, text);
    putc('\n', file);
}

void exact_print(FILE *file, const audit_exact *exact, const char *shuffle,
                 const char *die, struct report_style style)
{
    char count[NUMBER_ROOM];
    put_title(file, exact, shuffle, die, style);
    if (exact->keeps)
        text_label(
            file, style, "analysed",
            "a single shuffle of a sorted deck. In use, each shuffle starts from the "
            "deck that the last one left. Single permutations may then come close to "
            "uniform, but they depend on those before; to see that, run fairaudit -a %s",
            shuffle);
    text_label(file, style, "method", "%s", audit_exact_how[exact->how].text);
    if (exact->sequences > 0)
        text_label(file, style, "tried", "%s of choices, each with its exact probability",
                   number_plural(count, exact->sequences, "sequence"));
    put_impossible(file, exact, style);
    put_distance(file, exact, style);
    put_ratio(file, exact, style);
    if (!style.brief && exact->orders > 0 && exact->n <= 5) {
        const struct order_table table = {
            .n = exact->n,
            .orders = exact->orders,
            .chance = 1e-12 / (double)exact->orders,
            .share = order_share,
            .text = order_text,
            .context = exact,
        };
        text_heading(file, style, "Probability of each permutation");
        order_table_print(file, &table, style);
    }
    if (!style.brief && exact->has_position) {
        text_heading(file, style, "Where the cards go, in percent");
        heatmap_print_exact(file, exact->position, exact->n, style);
    }
    putc('\n', file);
}

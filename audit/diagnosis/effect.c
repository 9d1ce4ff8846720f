/* SPDX-License-Identifier: MIT
 *
 * effect.c - the effects of a bias, in plain words.
 *
 * If orders are independent, each effect is significant by itself: each kind of effect is
 * tested exactly, at one in a million divided by the number of kinds, whatever showed
 * that the shuffle is unfair. If orders may depend on each other, only effects on how
 * they follow or repeat each other are reported. Of several effects with the same cause,
 * only the largest is reported. At most four are reported in all.
 */
#include "audit/diagnosis/effect.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/diagnosis/effect_parts.h"

enum {
    REPORTED = 4, /* the most effects that are reported */
    KINDS = 20    /* kinds of effects that share the level */
};

/* ---- words ------------------------------------------------------------------------- */

void audit_sentences_add(audit_sentences *sentences, const audit_sentence *sentence)
{
    const size_t i = sentences->count++;
    assert(i < AUDIT_SENTENCES);
    memcpy(sentences->text[i], sentence->text, sizeof sentence->text);
    sentences->details[i] = sentence->details;
}

void audit_effect_add(audit_effect_list *list, double size, enum audit_effect_group group,
                      const audit_sentence *sentence)
{
    audit_effect *effect = &list->effect[group];
    list->count++;
    if (effect->number == 0 || size > effect->size)
        *effect = (audit_effect){list->count, size, *sentence};
}

/* Removes zeros at the end, and then the point. */
static void trim(char *number)
{
    if (strchr(number, '.') == NULL)
        return;
    size_t length = strlen(number);
    while (number[length - 1] == '0')
        number[--length] = '\0';
    if (number[length - 1] == '.')
        number[length - 1] = '\0';
}

/* Digits after the point that distinguish two numbers. */
static int digits_of(double seen, double fair)
{
    const double difference = fabs(seen - fair);
    const int digits = difference > 0 ? 1 - (int)floor(log10(difference)) : 1;
    return digits < 1 ? 1 : digits > 12 ? 12 : digits;
}

static audit_two_numbers write_both(double seen, double fair, int digits)
{
    audit_two_numbers both;
    snprintf(both.seen, sizeof both.seen, "%.*f", digits, seen);
    snprintf(both.fair, sizeof both.fair, "%.*f", digits, fair);
    trim(both.seen);
    trim(both.fair);
    return both;
}

/* The number with 12 digits, as in JSON. More have no meaning, and could decide how a
 * number such as 0.95 is rounded. */
static double meaningful(double number)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.12g", number);
    return strtod(digits, NULL);
}

audit_two_numbers audit_two_numbers_of(double seen, double fair)
{
    seen = meaningful(seen);
    fair = meaningful(fair);
    return write_both(seen, fair, digits_of(seen, fair));
}

audit_two_numbers audit_two_numbers_above(double seen, double fair)
{
    seen = meaningful(seen);
    fair = meaningful(fair);
    const int digits = digits_of(seen, fair);
    const double unit = pow(10, digits);
    return write_both(ceil(seen * unit - 1e-6) / unit, fair, digits);
}

/* ---- which to report --------------------------------------------------------------- */

/* Whether the first effect is reported before the second: it is larger, or was found
 * first. */
static int goes_before(const audit_effect *a, const audit_effect *b)
{
    return a->size > b->size || (a->size == b->size && a->number < b->number);
}

static void choose_effects(const audit_effect_list *list, audit_sentences *sentences)
{
    unsigned reported = 0; /* groups */
    while (sentences->count < REPORTED) {
        const audit_effect *best = NULL;
        for (size_t i = 0; i < AUDIT_EFFECT_GROUPS; i++) {
            const audit_effect *effect = &list->effect[i];
            if (!(reported >> i & 1) && effect->number > 0 &&
                (best == NULL || goes_before(effect, best)))
                best = effect;
        }
        if (best == NULL)
            return;
        reported |= 1U << (best - list->effect);
        audit_sentences_add(sentences, &best->sentence);
    }
}

/* Adds a sentence if counts are more even than chance makes them. */
static void add_too_even(const audit_judgement *judgement, audit_sentences *sentences)
{
    const audit_result *most = NULL;
    for (size_t i = 0; i < judgement->results; i++) {
        const audit_result *result = &judgement->result[i];
        if (result->test.usable && result->corrected < AUDIT_LEVEL &&
            result->test.tails.lower < result->test.tails.upper && result->test.df > 0 &&
            (most == NULL || result->p < most->p))
            most = result;
    }
    if (most == NULL || !judgement->complete)
        return;
    audit_sentence sentence;
    audit_sentence_set(
        &sentence, "too-even",
        "counts of \"%s\" are more even than chance allows (p = %.0e): the "
        "orders follow a pattern",
        most->test.title, most->p);
    audit_detail_text(&sentence.details, "test", most->test.name);
    audit_detail_text(&sentence.details, "title", most->test.title);
    audit_detail_real(&sentence.details, "p", most->p);
    audit_sentences_add(sentences, &sentence);
}

/* Adds a sentence if there is no other. */
static void add_general(const audit_judgement *judgement,
                        enum audit_dependence dependence, audit_sentences *sentences)
{
    audit_sentence sentence;
    if (dependence == AUDIT_DEPENDENT) {
        audit_sentence_set(&sentence, "depends-on-earlier",
                           "each result depends on earlier ones");
    } else {
        audit_sentence_set(&sentence, "statistic-differs",
                           "the statistic \"%s\" differs from that of a fair shuffle",
                           judgement->strongest_title);
        audit_detail_text(&sentence.details, "view", judgement->strongest);
        audit_detail_text(&sentence.details, "title", judgement->strongest_title);
    }
    audit_sentences_add(sentences, &sentence);
}

void audit_format_rounded(double number, char *text, size_t room)
{
    double unit = 1;
    while (number / unit >= 100)
        unit *= 10;
    const double rounded = floor(number / unit + 0.5) * unit;
    if (rounded >= 1e12) {
        snprintf(text, room, "%.1e", rounded);
        return;
    }
    char digits[16];
    const int length = snprintf(digits, sizeof digits, "%.0f", rounded);
    size_t at = 0;
    for (int i = 0; i < length && at + 2 < room; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[at++] = ',';
        text[at++] = digits[i];
    }
    text[at] = '\0';
}

int audit_effects(const audit_run *audit, const audit_judgement *judgement,
                  enum audit_dependence dependence, audit_sentences *sentences)
{
    sentences->count = 0;
    if (judgement->verdict != FAIRAUDIT_UNFAIR)
        return FAIRAUDIT_OK;
    audit_effect_list list = {.audit = audit,
                              .plan = audit_plan_of(audit),
                              .trials = audit_count(audit),
                              .level = AUDIT_LEVEL_DIAGNOSIS / KINDS};
    const int independent = dependence == AUDIT_INDEPENDENT;
    if (list.plan->sample > 0) {
        const int error = audit_effects_of_samples(&list, independent);
        if (error != FAIRAUDIT_OK)
            return error;
    } else {
        if (independent)
            audit_effects_of_cells(&list);
        audit_effects_of_scalars(&list, independent);
    }
    choose_effects(&list, sentences);
    add_too_even(judgement, sentences);
    if (sentences->count == 0)
        add_general(judgement, dependence, sentences);
    return FAIRAUDIT_OK;
}

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

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "audit/diagnosis/effect_parts.h"

enum {
    REPORTED = 4, /* the most effects that are reported */
    KINDS = 20    /* kinds of effects that share the level */
};

/* ---- words ------------------------------------------------------------------------- */

void audit_effect_add(audit_effect_list *list, double size, enum audit_effect_group group,
                      const char *format, ...)
{
    if (list->count == AUDIT_EFFECTS)
        return;
    audit_effect *effect = &list->effect[list->count++];
    effect->size = size;
    effect->group = group;
    va_list args;
    va_start(args, format);
    vsnprintf(effect->text, sizeof effect->text, format, args);
    va_end(args);
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

audit_two_numbers audit_two_numbers_of(double seen, double fair)
{
    return write_both(seen, fair, digits_of(seen, fair));
}

audit_two_numbers audit_two_numbers_above(double seen, double fair)
{
    const int digits = digits_of(seen, fair);
    const double unit = pow(10, digits);
    return write_both(ceil(seen * unit - 1e-6) / unit, fair, digits);
}

/* ---- which to report --------------------------------------------------------------- */

static void choose_effects(const audit_effect_list *list, audit_sentences *sentences)
{
    unsigned reported = 0; /* groups */
    while (sentences->count < REPORTED) {
        const audit_effect *best = NULL;
        for (size_t i = 0; i < list->count; i++) {
            const audit_effect *effect = &list->effect[i];
            if (!(reported >> effect->group & 1) &&
                (best == NULL || effect->size > best->size))
                best = effect;
        }
        if (best == NULL)
            return;
        reported |= 1U << best->group;
        memcpy(sentences->text[sentences->count++], best->text, sizeof best->text);
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
    if (most != NULL && judgement->complete && sentences->count < AUDIT_SENTENCES)
        snprintf(sentences->text[sentences->count++], AUDIT_SENTENCE,
                 "counts of \"%s\" are more even than chance allows (p = %.0e): the "
                 "orders follow a pattern",
                 most->test.title, most->p);
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
    if (sentences->count == 0 && dependence == AUDIT_DEPENDENT)
        snprintf(sentences->text[sentences->count++], AUDIT_SENTENCE,
                 "each result depends on earlier ones");
    else if (sentences->count == 0)
        snprintf(sentences->text[sentences->count++], AUDIT_SENTENCE,
                 "the statistic \"%s\" differs from that of a fair shuffle",
                 judgement->strongest_title);
    return FAIRAUDIT_OK;
}

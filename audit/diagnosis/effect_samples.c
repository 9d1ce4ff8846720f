/* SPDX-License-Identifier: MIT
 *
 * effect_samples.c - effects on samples: items that never come, or too often.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "audit/diagnosis/effect_parts.h"
#include "audit/numbers/clopper_pearson.h"
#include "audit/numbers/format.h"
#include "audit/numbers/tails.h"

enum { LISTED = 8 }; /* the most items that are listed */

/* With replacement a trial is a draw, otherwise a sample. */
struct chances {
    double fair;     /* the probability that an item comes in a trial */
    uint64_t trials; /* number of trials */
};

static struct chances chances_of(const audit_effect_list *list)
{
    const double n = (double)list->plan->n, k = (double)list->plan->sample;
    if (list->plan->put_back)
        return (struct chances){1 / n, list->trials * list->plan->sample};
    return (struct chances){k / n, list->trials};
}

/* Adds the items that never came, if that is significant. */
static void look_at_never(audit_effect_list *list, const uint64_t *counts)
{
    const size_t n = list->plan->n;
    const struct chances chances = chances_of(list);
    const double chance = (double)chances.trials * log1p(-chances.fair);
    size_t never = 0, length = 0;
    uint32_t listed[LISTED];
    char items[120] = "";
    if (chances.fair >= 1 || chance > log(list->level / (double)n))
        return;
    for (size_t item = 0; item < n; item++) {
        if (counts[item] > 0)
            continue;
        if (never < LISTED) {
            listed[never] = (uint32_t)(item + 1);
            length += (size_t)snprintf(items + length, sizeof items - length, "%s%zu",
                                       never > 0 ? ", " : "", item + 1);
        }
        never++;
    }
    if (never == 0)
        return;
    audit_sentence sentence;
    if (never == 1)
        audit_sentence_set(&sentence, "item-never", "item %s came in none of %s samples",
                           items, audit_format_count(list->trials).text);
    else
        audit_sentence_set(&sentence, "items-never",
                           "%zu of %zu items came in none of %s samples: %s%s", never, n,
                           audit_format_count(list->trials).text, items,
                           never > LISTED ? ", ..." : "");
    audit_detail_integer(&sentence.details, "never", never);
    audit_detail_integer(&sentence.details, "items", n);
    audit_detail_integer(&sentence.details, "samples", list->trials);
    audit_detail_list(&sentence.details, "listed", listed,
                      never < LISTED ? never : LISTED);
    audit_effect_add(list, never == 1 ? chances.fair : (double)never / (double)n,
                     AUDIT_EFFECT_ORDERS, &sentence);
}

struct worst {
    size_t item;     /* from 0 */
    size_t position; /* from 0 */
    double share;    /* of all trials */
    double size;     /* by how much it is off at least; 0: maybe not at all */
};

/* Replaces the worst so far if this one has a larger least deviation. */
static void try_share(struct worst *worst, uint64_t count, struct chances chances,
                      double level, size_t item, size_t position)
{
    const double share = (double)count / (double)chances.trials;
    if (fabs(share - chances.fair) <= worst->size)
        return;
    const double off =
        share > chances.fair
            ? audit_clopper_pearson_lower(count, chances.trials, level) - chances.fair
            : chances.fair - audit_clopper_pearson_upper(count, chances.trials, level);
    if (off > worst->size)
        *worst = (struct worst){item, position, share, off};
}

/* The worst of counts[0 .. cells), where counts[i] is for item i % n at position i / n.
 * The least deviation grows with the deviation, so only the largest and the smallest
 * count matter. */
static struct worst find_worst(const uint64_t *counts, size_t cells, size_t n,
                               struct chances chances, double level)
{
    struct worst worst = {0};
    size_t least = 0, largest = 0;
    for (size_t i = 1; i < cells; i++) {
        if (counts[i] < counts[least])
            least = i;
        if (counts[i] > counts[largest])
            largest = i;
    }
    try_share(&worst, counts[largest], chances, level, largest % n, largest / n);
    try_share(&worst, counts[least], chances, level, least % n, least / n);
    return worst;
}

static void look_at_items(audit_effect_list *list, const uint64_t *counts)
{
    const size_t n = list->plan->n;
    const struct chances chances = chances_of(list);
    if (chances.fair >= 1)
        return;
    const struct worst worst =
        find_worst(counts, n, n, chances, list->level / (double)(2 * n));
    if (worst.size == 0 || worst.share == 0)
        return;
    const audit_two_numbers percent =
        audit_two_numbers_of(100 * worst.share, 100 * chances.fair);
    const char *of = list->plan->put_back ? "draws" : "samples";
    audit_sentence sentence;
    audit_sentence_set(&sentence, "item-share",
                       "item %zu comes in %s %% of %s instead of %s %%", worst.item + 1,
                       percent.seen, of, percent.fair);
    audit_detail_integer(&sentence.details, "item", worst.item + 1);
    audit_detail_text(&sentence.details, "of", of);
    audit_detail_real(&sentence.details, "share", worst.share);
    audit_detail_real(&sentence.details, "fair", chances.fair);
    audit_effect_add(list, worst.size, AUDIT_EFFECT_POSITIONS, &sentence);
}

static void look_at_positions(audit_effect_list *list, const uint64_t *counts)
{
    const size_t n = list->plan->n, k = list->plan->sample;
    const struct chances chances = {1 / (double)n, list->trials};
    if (k == 1)
        return;
    const struct worst worst =
        find_worst(counts, n * k, n, chances, list->level / (double)(2 * n * k));
    if (worst.size == 0)
        return;
    const audit_two_numbers percent =
        audit_two_numbers_of(100 * worst.share, 100 * chances.fair);
    audit_sentence sentence;
    audit_sentence_set(&sentence, "item-at-position",
                       "item %zu is at position %zu of %s %% of samples instead of %s %%",
                       worst.item + 1, worst.position + 1, percent.seen, percent.fair);
    audit_detail_integer(&sentence.details, "item", worst.item + 1);
    audit_detail_integer(&sentence.details, "position", worst.position + 1);
    audit_detail_real(&sentence.details, "share", worst.share);
    audit_detail_real(&sentence.details, "fair", chances.fair);
    audit_effect_add(list, worst.size, AUDIT_EFFECT_RUNS, &sentence);
}

static void look_at_repeats(audit_effect_list *list)
{
    const audit_view *view = audit_view_named(list->audit, "sample-repeats");
    if (view == NULL)
        return;
    const audit_repeat_count r = audit_repeats(view);
    if (r.expected > (double)r.kept / 10 ||
        audit_tails_poisson(r.pairs, r.expected).upper > list->level)
        return;
    audit_sentence sentence;
    audit_sentence_set(
        &sentence, "few-samples", "only %s different samples came in %s runs",
        audit_format_count(r.distinct).text, audit_format_count(r.kept).text);
    audit_detail_integer(&sentence.details, "distinct", r.distinct);
    audit_detail_integer(&sentence.details, "runs", r.kept);
    audit_effect_add(list, 1 - (double)r.distinct / (double)r.kept, AUDIT_EFFECT_SERIAL,
                     &sentence);
}

int audit_effects_of_samples(audit_effect_list *list, int independent)
{
    const audit_view *view = audit_view_named(list->audit, "sample-place");
    const size_t n = list->plan->n, k = list->plan->sample;
    uint64_t *items = calloc(n, sizeof items[0]);
    if (items == NULL)
        return FAIRAUDIT_ENOMEM;
    if (independent && view != NULL) {
        const uint64_t *counts = audit_sample_position_counts(view);
        for (size_t i = 0; i < n * k; i++)
            items[i % n] += counts[i];
        look_at_never(list, items);
        look_at_items(list, items);
        look_at_positions(list, counts);
    }
    free(items);
    look_at_repeats(list);
    return FAIRAUDIT_OK;
}

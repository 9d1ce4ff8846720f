/* SPDX-License-Identifier: MIT
 *
 * effect_cells.c - effects on single cells: a card at a position, a card before another,
 * a whole order.
 *
 * The level of the confidence interval of a cell (clopper_pearson.h) is divided by the
 * number of cells, so all intervals hold at once, and the most extreme cell may be
 * chosen.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "audit/diagnosis/effect_parts.h"
#include "audit/numbers/clopper_pearson.h"
#include "audit/numbers/format.h"
#include "audit/orders/rank.h"

/* ---- the most extreme cells -------------------------------------------------------- */

size_t audit_extreme_cells(const uint64_t *counts, size_t n, uint64_t trials,
                           audit_cell *cells, size_t most)
{
    const double fair = 1 / (double)n, all = (double)trials;
    const double spread = sqrt(fair * (1 - fair) / all);
    const double level = AUDIT_LEVEL_DIAGNOSIS / (double)(2 * n * n);
    size_t found = 0;
    for (size_t i = 0; i < n * n && trials > 0; i++) {
        audit_cell cell = {.card = i % n, .position = i / n, .count = counts[i]};
        cell.share = (double)counts[i] / all;
        cell.z = (cell.share - fair) / spread;
        if (found == most && (most == 0 || fabs(cells[most - 1].z) >= fabs(cell.z)))
            continue;
        size_t at = found < most ? found++ : most - 1;
        for (; at > 0 && fabs(cells[at - 1].z) < fabs(cell.z); at--)
            cells[at] = cells[at - 1];
        cells[at] = cell;
    }
    for (size_t i = 0; i < found; i++) {
        cells[i].low = audit_clopper_pearson_lower(cells[i].count, trials, level);
        cells[i].high = audit_clopper_pearson_upper(cells[i].count, trials, level);
    }
    return found;
}

/* ---- one significant cell ---------------------------------------------------------- */

struct extreme {
    size_t cell;    /* index of the cell */
    uint64_t count; /* the count of the cell */
    double share;   /* the count over the number of orders */
    double size;    /* by how much it is off at least; 0: no cell is */
};

/* By how much a probability differs from fair at least; 0: maybe not at all. */
static double least_deviation(uint64_t count, uint64_t trials, double fair, double level)
{
    const double share = (double)count / (double)trials;
    if (share > fair)
        return fmax(0, audit_clopper_pearson_lower(count, trials, level) - fair);
    return fmax(0, fair - audit_clopper_pearson_upper(count, trials, level));
}

/* The cell with the largest least deviation. Cells whose share alone deviates less than
 * the best so far need no interval. Every skip-th cell is left out; 0: none. */
static struct extreme find_extreme(const uint64_t *counts, size_t cells, uint64_t trials,
                                   double fair, double level, size_t skip)
{
    struct extreme best = {0};
    for (size_t i = 0; i < cells; i++) {
        const double share = (double)counts[i] / (double)trials;
        if (fabs(share - fair) <= best.size || (skip > 0 && i % skip == 0))
            continue;
        const double size =
            least_deviation(counts[i], trials, fair, level / (double)(2 * cells));
        if (size > best.size)
            best = (struct extreme){i, counts[i], share, size};
    }
    return best;
}

/* ---- cards at positions ------------------------------------------------------------ */

/* "card 3 is at position 5", "the last card stays last". */
static void describe(size_t card, size_t position, size_t n, char *text, size_t room)
{
    if (card != position)
        snprintf(text, room, "card %zu is at position %zu", card + 1, position + 1);
    else if (card == 0)
        snprintf(text, room, "the first card stays first");
    else if (card == n - 1)
        snprintf(text, room, "the last card stays last");
    else
        snprintf(text, room, "card %zu stays at its position", card + 1);
}

static void add_position(audit_effect_list *list, struct extreme cell)
{
    const size_t n = list->plan->n;
    enum audit_effect_group group = AUDIT_EFFECT_POSITIONS;
    double size = cell.size;
    char what[64];
    audit_sentence sentence;
    describe(cell.cell % n, cell.cell / n, n, what, sizeof what);
    const audit_two_numbers percent =
        audit_two_numbers_of(100 * cell.share, 100 / (double)n);
    if (cell.count == 0) { /* remarkable, however rare it should be */
        audit_sentence_set(&sentence, "card-never-at-position",
                           "%s in none of %s shuffles", what,
                           audit_format_count(list->trials).text);
        size = 0.55;
        if (cell.cell % (n + 1) == 0)
            group = AUDIT_EFFECT_CYCLES; /* perhaps no card ever stays */
    } else if (cell.count == list->trials) {
        audit_sentence_set(&sentence, "card-always-at-position",
                           "%s in every shuffle, all %s of them", what,
                           audit_format_count(list->trials).text);
        size = 1;
    } else {
        audit_sentence_set(&sentence, "card-at-position",
                           "%s in %s %% of shuffles instead of %s %%", what, percent.seen,
                           percent.fair);
    }
    audit_detail_integer(&sentence.details, "card", cell.cell % n + 1);
    audit_detail_integer(&sentence.details, "position", cell.cell / n + 1);
    audit_detail_integer(&sentence.details, "cards", n);
    audit_detail_integer(&sentence.details, "shuffles", list->trials);
    audit_detail_real(&sentence.details, "share", cell.share);
    audit_detail_real(&sentence.details, "fair", 1 / (double)n);
    audit_effect_add(list, size, group, &sentence);
}

static void look_at_positions(audit_effect_list *list)
{
    const audit_view *view = audit_view_named(list->audit, "position");
    const size_t n = list->plan->n;
    if (view == NULL)
        return;
    const struct extreme cell = find_extreme(audit_position_counts(view), n * n,
                                             list->trials, 1 / (double)n, list->level, 0);
    if (cell.size > 0)
        add_position(list, cell);
}

/* ---- cards before others ----------------------------------------------------------- */

static void look_at_pairs(audit_effect_list *list)
{
    const audit_view *view = audit_view_named(list->audit, "precedence");
    const size_t n = list->plan->n;
    if (view == NULL)
        return;
    /* No card is before itself, so every (n + 1)-th cell is left out. */
    const struct extreme cell = find_extreme(audit_precedence_counts(view), n * n,
                                             list->trials, 0.5, list->level, n + 1);
    if (cell.size == 0)
        return;
    size_t first = cell.cell / n, second = cell.cell % n;
    uint64_t count = cell.count;
    if (cell.share < 0.5) {
        first = cell.cell % n;
        second = cell.cell / n;
        count = list->trials - cell.count;
    }
    const int always = count == list->trials;
    const audit_effect *stays = &list->effect[AUDIT_EFFECT_POSITIONS];
    if (always && stays->number > 0 && stays->size == 1)
        return; /* an effect of a card that never moves says more */
    const double share = (double)count / (double)list->trials;
    audit_sentence sentence;
    if (always)
        audit_sentence_set(&sentence, "card-always-before-card",
                           "card %zu is before card %zu in every shuffle", first + 1,
                           second + 1);
    else
        audit_sentence_set(&sentence, "card-before-card",
                           "card %zu is before card %zu in %s %% of shuffles instead of "
                           "50 %%",
                           first + 1, second + 1,
                           audit_two_numbers_of(100 * share, 50).seen);
    audit_detail_integer(&sentence.details, "first", first + 1);
    audit_detail_integer(&sentence.details, "second", second + 1);
    audit_detail_integer(&sentence.details, "shuffles", list->trials);
    audit_detail_real(&sentence.details, "share", share);
    audit_detail_real(&sentence.details, "fair", 0.5);
    audit_effect_add(list, always ? 0.5 : cell.size, AUDIT_EFFECT_RUNS, &sentence);
}

/* ---- whole orders ------------------------------------------------------------------ */

enum { SPELLED = 5 }; /* the most cards of an order that is spelled out */

/* An order of few cards. */
struct spelled {
    uint32_t card[SPELLED]; /* cards are counted from 1 */
    char text[4 * SPELLED]; /* "3 1 2" */
};

static struct spelled spell(size_t rank, size_t n)
{
    struct spelled spelled = {.text = ""};
    unsigned char order[SPELLED];
    size_t length = 0;
    assert(n <= SPELLED);
    audit_unrank(rank, n, order);
    for (size_t i = 0; i < n; i++) {
        spelled.card[i] = order[i] + 1U;
        length += (size_t)snprintf(spelled.text + length, sizeof spelled.text - length,
                                   "%s%d", i > 0 ? " " : "", order[i] + 1);
    }
    return spelled;
}

static void add_never(audit_effect_list *list, size_t never, size_t first, size_t size)
{
    const struct spelled order = spell(first, list->plan->n);
    audit_sentence sentence;
    if (never == 1)
        audit_sentence_set(&sentence, "order-never",
                           "order %s came in none of %s shuffles", order.text,
                           audit_format_count(list->trials).text);
    else
        audit_sentence_set(
            &sentence, "orders-never",
            "%zu of the %zu orders came in none of %s shuffles, such as %s", never, size,
            audit_format_count(list->trials).text, order.text);
    audit_detail_integer(&sentence.details, "never", never);
    audit_detail_integer(&sentence.details, "orders", size);
    audit_detail_integer(&sentence.details, "shuffles", list->trials);
    audit_detail_list(&sentence.details, "order", order.card, list->plan->n);
    audit_effect_add(list, (double)never / (double)size, AUDIT_EFFECT_ORDERS, &sentence);
}

static void look_at_orders(audit_effect_list *list)
{
    const audit_view *view = audit_view_named(list->audit, "whole");
    const size_t n = list->plan->n;
    size_t size = 0;
    if (view == NULL || n > SPELLED)
        return;
    const uint64_t *counts = audit_whole_counts(view, &size);
    if (size == 0)
        return;
    const double fair = 1 / (double)size;
    const struct extreme cell =
        find_extreme(counts, size, list->trials, fair, list->level, 0);
    if (cell.size == 0)
        return;
    size_t never = 0, first = 0;
    for (size_t rank = size; rank-- > 0;)
        if (counts[rank] == 0) {
            first = rank;
            never++;
        }
    /* All cells with count 0 have the same interval. */
    if (never > 0 &&
        least_deviation(0, list->trials, fair, list->level / (double)(2 * size)) > 0) {
        add_never(list, never, first, size);
        return;
    }
    const struct spelled order = spell(cell.cell, n);
    const audit_two_numbers percent = audit_two_numbers_of(100 * cell.share, 100 * fair);
    audit_sentence sentence;
    audit_sentence_set(&sentence, "order-share",
                       "order %s comes in %s %% of shuffles instead of %s %%", order.text,
                       percent.seen, percent.fair);
    audit_detail_list(&sentence.details, "order", order.card, n);
    audit_detail_real(&sentence.details, "share", cell.share);
    audit_detail_real(&sentence.details, "fair", fair);
    audit_effect_add(list, cell.size, AUDIT_EFFECT_ORDERS, &sentence);
}

void audit_effects_of_cells(audit_effect_list *list)
{
    look_at_positions(list);
    look_at_pairs(list);
    look_at_orders(list);
}

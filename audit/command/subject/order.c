/* SPDX-License-Identifier: MIT
 *
 * order.c - turns the lines that came back into the permutation that is audited.
 *
 * If the order of the lines is fair, so is the result:
 *
 *  - unordered: a program that picks K lines may print them in the order of the input.
 *    We draw their order at random; which lines they are stays the same.
 *  - cycle: a shuffle that should give every single cycle of n lines with the same
 *    probability. The cycle goes from line 0 to the line at position 0, from there to the
 *    line at that line's position, and so on. It visits the other n - 1 lines in some
 *    order. Cycles and orders correspond one to one.
 *  - stripes: of more than 256 lines we look at 256, whose relative order is as fair as
 *    that of all lines. They are 64 groups of 4 neighbours, evenly spread from the first
 *    line to the last. So we notice lines that do not move far enough, and neighbours
 * that stay together.
 */
#include "audit/command/subject/parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRIPE = 4, STRIPES = SUBJECT_CARDS / STRIPE };

/* ---- stripes ----------------------------------------------------------------------- */

static bool choose_stripes(struct subject_shape *shape, size_t lines)
{
    assert(lines > SUBJECT_CARDS); /* so stripes do not overlap */
    shape->cards = SUBJECT_CARDS;
    shape->card = malloc(lines * sizeof *shape->card);
    if (shape->card == NULL)
        return false;
    memset(shape->card, 0xff, lines * sizeof *shape->card);
    for (size_t i = 0; i < SUBJECT_CARDS; i++) {
        const size_t begin = i / STRIPE * (lines - STRIPE) / (STRIPES - 1);
        shape->card[begin + i % STRIPE] = (uint32_t)i;
    }
    audit_sentence_set(
        &shape->remark, "some-lines",
        "the relative order of %d of the %zu lines: %d groups of %d neighbours, "
        "evenly spread",
        SUBJECT_CARDS, shape->n, STRIPES, STRIPE);
    audit_detail_integer(&shape->remark.details, "cards", SUBJECT_CARDS);
    audit_detail_integer(&shape->remark.details, "lines", shape->n);
    audit_detail_integer(&shape->remark.details, "groups", STRIPES);
    audit_detail_integer(&shape->remark.details, "neighbours", STRIPE);
    return true;
}

bool subject_shape_make(struct subject_shape *shape, const struct subject_plan *plan)
{
    const size_t lines = plan->n - plan->cycle;
    assert(plan->n >= 2 + (size_t)plan->cycle);
    *shape = (struct subject_shape){.n = plan->n,
                                    .sample = plan->sample,
                                    .cards = lines,
                                    .unordered = plan->unordered,
                                    .cycle = plan->cycle};
    if (plan->cycle) {
        shape->visited = malloc(plan->n * sizeof *shape->visited);
        if (shape->visited == NULL)
            return false;
    }
    return plan->sample > 0 || lines <= SUBJECT_CARDS || choose_stripes(shape, lines);
}

void subject_shape_free(struct subject_shape *shape)
{
    free(shape->card);
    free(shape->visited);
    shape->card = shape->visited = NULL;
}

size_t subject_shape_size(const struct subject_shape *shape)
{
    return shape->sample > 0 ? shape->sample * sizeof(uint32_t) : shape->cards;
}

/* ---- cycles ------------------------------------------------------------------------ */

/* Writes the n - 1 items that the cycle visits after item 0, each less 1. Returns how
 * many steps it takes back to item 0: n if all items are on one cycle. */
static size_t follow_cycle(const uint32_t *items, size_t n, uint32_t *visited)
{
    uint32_t item = items[0];
    size_t steps = 1;
    for (; item != 0 && steps < n; item = items[item], steps++)
        visited[steps - 1] = item - 1;
    assert(item == 0);
    return steps;
}

size_t subject_follow_cycles(unsigned char *orders, size_t count, size_t n)
{
    uint32_t items[SUBJECT_CARDS], visited[SUBJECT_CARDS];
    assert(n >= 1 && n <= SUBJECT_CARDS);
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; i < n; i++)
            items[i] = orders[k * n + i];
        if (follow_cycle(items, n, visited) < n)
            return k;
        for (size_t i = 0; i + 1 < n; i++)
            orders[k * (n - 1) + i] = (unsigned char)visited[i];
    }
    return count;
}

static bool apply_cycle(const struct subject_shape *shape, uint32_t *items,
                        uint64_t trial, struct finding *finding)
{
    const size_t n = shape->n, steps = follow_cycle(items, n, shape->visited);
    if (steps < n) {
        audit_details *details =
            finding_set(finding, FINDING_CYCLE, trial, "short-cycle",
                        "the permutation is not a single cycle of all %zu lines: the "
                        "cycle of line 1 has only %zu",
                        n, steps);
        audit_detail_integer(details, "lines", n);
        audit_detail_integer(details, "steps", steps);
        return false;
    }
    memcpy(items, shape->visited, (n - 1) * sizeof *items);
    return true;
}

/* ---- all of it --------------------------------------------------------------------- */

static void shuffle_items(uint32_t *items, size_t count, audit_source *source)
{
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)audit_source_below(source, i);
        const uint32_t item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}

bool subject_shape_apply(const struct subject_shape *shape, uint32_t *items,
                         uint64_t trial, audit_source *source, void *order,
                         struct finding *finding)
{
    if (shape->sample > 0) {
        if (shape->unordered)
            shuffle_items(items, shape->sample, source);
        memcpy(order, items, shape->sample * sizeof *items);
        return true;
    }
    if (shape->cycle && !apply_cycle(shape, items, trial, finding))
        return false;
    unsigned char *card = order;
    const size_t lines = shape->n - shape->cycle;
    for (size_t i = 0; i < lines; i++) {
        const uint32_t chosen = shape->card != NULL ? shape->card[items[i]] : items[i];
        if (chosen != SUBJECT_NONE)
            *card++ = (unsigned char)chosen;
    }
    return true;
}

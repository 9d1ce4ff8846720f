/* SPDX-License-Identifier: MIT
 *
 * order.c - from lines that came back to the order of cards that is audited.
 *
 * If the lines are in a fair order, so is what is made of it:
 *
 *  - unordered: a program that picks K lines, and gives them back in the order of the
 *    input, say. Their order is drawn by us; which lines they are stays as it is.
 *  - cycle: a shuffle that should give each order that is one cycle of all n lines with
 *    the same probability. From line 0 the cycle goes to the line that is at place 0,
 *    from there to the one at that line's place, and so on: the n - 1 others, in some
 *    order. Each cycle has its own order, and each order its cycle.
 *  - stripes: of more than 256 lines, 256 are looked at, and their order among themselves
 *    is as fair as that of all. They are 64 times 4 neighbours, evenly spread from the
 *    first line to the last, so that both a shuffle that does not carry far enough and
 *    one that keeps neighbours together are seen.
 */
#include "audit/command/subject/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRIPE = 4, STRIPES = SUBJECT_CARDS / STRIPE };

bool subject_shape_make(struct subject_shape *shape, const struct subject_plan *plan)
{
    const size_t lines = plan->n - plan->cycle;
    *shape = (struct subject_shape){.n = plan->n,
                                    .sample = plan->sample,
                                    .cards = lines,
                                    .unordered = plan->unordered,
                                    .cycle = plan->cycle};
    if (plan->cycle) {
        shape->cycled = malloc(plan->n * sizeof *shape->cycled);
        if (shape->cycled == NULL)
            return false;
    }
    if (plan->sample > 0 || lines <= SUBJECT_CARDS)
        return true;
    shape->cards = SUBJECT_CARDS;
    shape->card = malloc(lines * sizeof *shape->card);
    if (shape->card == NULL)
        return false;
    memset(shape->card, 0xff, lines * sizeof *shape->card);
    for (size_t i = 0; i < SUBJECT_CARDS; i++) { /* 257 lines and more: none twice */
        const size_t begin = i / STRIPE * (lines - STRIPE) / (STRIPES - 1);
        shape->card[begin + i % STRIPE] = (uint32_t)i;
    }
    snprintf(shape->remark, sizeof shape->remark,
             "the relative order of %d of the %zu lines: %d stripes of %d neighbours, "
             "evenly spread",
             SUBJECT_CARDS, plan->n, STRIPES, STRIPE);
    return true;
}

void subject_shape_free(struct subject_shape *shape)
{
    free(shape->card);
    free(shape->cycled);
    shape->card = shape->cycled = NULL;
}

size_t subject_shape_size(const struct subject_shape *shape)
{
    return shape->sample > 0 ? shape->sample * sizeof(uint32_t) : shape->cards;
}

static void mix(uint32_t *items, size_t count, audit_source *source)
{
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)audit_source_below(source, i);
        const uint32_t item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}

/* The n - 1 other lines, from 0, in the order of the cycle. */
static bool follow_cycle(const struct subject_shape *shape, uint32_t *items,
                         uint64_t trial, struct finding *finding)
{
    uint32_t line = 0;
    for (size_t i = 0; i < shape->n - 1; i++) {
        line = items[line];
        if (line == 0)
            return subject_find(finding, FINDING_CYCLE, trial,
                                "the order is not one cycle of all %zu lines: line 1 is "
                                "back at its own place after %zu %s",
                                shape->n, i + 1, i == 0 ? "step" : "steps");
        shape->cycled[i] = line - 1;
    }
    memcpy(items, shape->cycled, (shape->n - 1) * sizeof *items);
    return true;
}

bool subject_shape_apply(const struct subject_shape *shape, uint32_t *items,
                         uint64_t trial, audit_source *source, void *order,
                         struct finding *finding)
{
    if (shape->sample > 0) {
        if (shape->unordered)
            mix(items, shape->sample, source);
        memcpy(order, items, shape->sample * sizeof *items);
        return true;
    }
    if (shape->cycle && !follow_cycle(shape, items, trial, finding))
        return false;
    unsigned char *card = order;
    const size_t lines = shape->n - shape->cycle;
    for (size_t i = 0; i < lines; i++) {
        const uint32_t is = shape->card != NULL ? shape->card[items[i]] : items[i];
        if (is != SUBJECT_NONE)
            *card++ = (unsigned char)is;
    }
    return true;
}

/* SPDX-License-Identifier: MIT
 *
 * candidates.c - the shuffles that an unknown shuffle is compared with.
 *
 * Shuffles with a parameter are tried with the values of their grid (catalogue.h), close
 * enough to each other that the best of them leads to the true one.
 * audit_candidates_between() then halves the interval.
 */
#include "audit/diagnosis/candidates.h"

#include <stdio.h>
#include <string.h>

/* Fair shuffles whose orders show how a die was used. */
static const char *const fair_shuffles[] = {"down", "up", "original", "inside-out",
                                            "inside-out-swap"};

/* Bits of the words, for dice that map words to numbers. */
static const unsigned char word_bits[] = {8, 10};

struct list {
    size_t n;                   /* cards */
    size_t count;               /* candidates so far */
    audit_candidate *candidate; /* [AUDIT_CANDIDATES_MOST] */
};

static void describe(audit_candidate *candidate)
{
    char *name = candidate->name;
    const size_t room = sizeof candidate->name;
    int length = snprintf(name, room, "%s", candidate->shuffle->name);
    if (candidate->shuffle->parameter.meaning != NULL)
        length += snprintf(name + length, room - (size_t)length, ":%llu",
                           (unsigned long long)candidate->parameter);
    if (candidate->die->fair)
        return;
    length +=
        snprintf(name + length, room - (size_t)length, " with %s", candidate->die->name);
    if (candidate->die->parameter.meaning != NULL)
        snprintf(name + length, room - (size_t)length, ":%llu",
                 (unsigned long long)candidate->die_parameter);
}

/* Whether a shuffle with this parameter is fair, or does nothing. */
static int is_pointless(const audit_shuffle *shuffle, uint64_t parameter, size_t n)
{
    return shuffle->grid.below_cards && parameter >= n;
}

static int is_listed(const struct list *list, const audit_candidate *candidate)
{
    for (size_t i = 0; i < list->count; i++) {
        const audit_candidate *other = &list->candidate[i];
        if (other->shuffle == candidate->shuffle && other->die == candidate->die &&
            other->parameter == candidate->parameter &&
            other->die_parameter == candidate->die_parameter)
            return 1;
    }
    return 0;
}

static void add(struct list *list, const audit_shuffle *shuffle, uint64_t parameter,
                const audit_die_kind *die, uint64_t die_parameter)
{
    audit_candidate candidate = {shuffle, parameter, die, die_parameter, "", 0, 0};
    int wrong = 0;
    if (shuffle->parameter.meaning != NULL)
        audit_parameter_value(&shuffle->parameter, 1, parameter, list->n, &wrong);
    if (wrong || is_pointless(shuffle, parameter, list->n) ||
        list->count == AUDIT_CANDIDATES_MOST || is_listed(list, &candidate))
        return;
    describe(&candidate);
    list->candidate[list->count++] = candidate;
}

static void add_grid(struct list *list, const audit_shuffle *shuffle)
{
    const audit_grid *grid = &shuffle->grid;
    const uint64_t n = list->n;
    for (uint64_t more = 0; more <= (uint64_t)grid->parity; more++) {
        for (int i = 0; i < AUDIT_GRID_VALUES && grid->values[i] > 0; i++)
            add(list, shuffle, grid->values[i] + more, audit_dice, 0);
        for (int i = 0; i < AUDIT_GRID_QUARTERS && grid->quarters[i] > 0; i++)
            add(list, shuffle, grid->quarters[i] * n / 4 + more, audit_dice, 0);
        for (int i = 0; i < AUDIT_GRID_LESS && grid->less[i] > 0; i++)
            if (n > grid->less[i])
                add(list, shuffle, n - grid->less[i], audit_dice, 0);
    }
}

static void add_shuffle(struct list *list, const audit_shuffle *shuffle)
{
    int wrong = 0;
    add(list, shuffle, audit_parameter_value(&shuffle->parameter, 0, 0, list->n, &wrong),
        audit_dice, 0);
    add_grid(list, shuffle);
}

/* A fair shuffle with few states is the same as any other with as many. */
static void add_die(struct list *list, const audit_die_kind *die)
{
    const audit_shuffle *down = audit_find(fair_shuffles[0]);
    if (strcmp(die->name, "few-seeds") == 0) {
        /* With few cards, few seeds can give any distribution, so a match would mean
         * nothing. */
        for (uint64_t bits = 1; bits <= 44 && list->n > 5; bits++)
            add(list, down, 0, die, bits);
    } else if (die->seeded && strcmp(die->name, "time-seeded") != 0) {
        add(list, down, 0, die, 0);
    } else {
        for (size_t i = 0; i < sizeof fair_shuffles / sizeof *fair_shuffles; i++)
            for (size_t k = 0; k < sizeof word_bits; k++)
                add(list, audit_find(fair_shuffles[i]), 0, die,
                    die->seeded ? 0 : word_bits[k]);
    }
}

size_t audit_candidates(size_t n, audit_candidate candidates[AUDIT_CANDIDATES_MOST])
{
    struct list list = {n, 0, candidates};
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (!s->fair)
            add_shuffle(&list, s);
    for (const audit_die_kind *die = audit_dice; die->name != NULL; die++)
        if (!die->fair)
            add_die(&list, die);
    return list.count;
}

int audit_candidates_between(const audit_candidate *candidate,
                             const audit_candidate *tried, size_t count, int larger,
                             size_t n, audit_candidate *between)
{
    const uint64_t own = candidate->parameter;
    const uint64_t step = candidate->shuffle->grid.parity ? 2 : 1;
    uint64_t next = 0;
    if (candidate->shuffle->parameter.meaning == NULL)
        return 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t value = tried[i].parameter;
        if (tried[i].shuffle != candidate->shuffle || tried[i].die != candidate->die ||
            (value ^ own) % step != 0)
            continue;
        if (larger ? value > own && (next == 0 || value < next)
                   : value < own && value > next)
            next = value;
    }
    uint64_t middle = (own + next) / 2;
    middle += (middle ^ own) % step;
    if (next == 0 || middle == own || middle == next ||
        is_pointless(candidate->shuffle, middle, n))
        return 0;
    *between = *candidate;
    between->parameter = middle;
    describe(between);
    return 1;
}

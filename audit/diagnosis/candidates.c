/* SPDX-License-Identifier: MIT
 *
 * candidates.c - who may have done it.
 *
 * Shuffles with a parameter are tried with some values of it, near enough to one another
 * that the best of them shows the way; audit_candidates_between() then closes in.
 */
#include "audit/diagnosis/candidates.h"

#include <stdio.h>
#include <string.h>

/* Right shuffles whose orders tell how a die was used. */
static const char *const right[] = {"down", "up", "original", "inside-out",
                                    "inside-out-swap"};

/* Words of so many bits, for dice that cut them. */
static const unsigned char word_bits[] = {8, 10};

struct list {
    size_t n, count;
    audit_candidate *suspect;
};

static void describe(audit_candidate *suspect)
{
    char *name = suspect->name;
    const size_t room = sizeof suspect->name;
    int length = snprintf(name, room, "%s", suspect->shuffle->name);
    if (suspect->shuffle->parameter.meaning != NULL)
        length += snprintf(name + length, room - (size_t)length, ":%llu",
                           (unsigned long long)suspect->parameter);
    if (suspect->die->fair)
        return;
    length +=
        snprintf(name + length, room - (size_t)length, " with %s", suspect->die->name);
    if (suspect->die->parameter.meaning != NULL)
        snprintf(name + length, room - (size_t)length, ":%llu",
                 (unsigned long long)suspect->die_parameter);
}

/* Whether a shuffle with this parameter is fair, or does nothing. */
static int is_pointless(const audit_shuffle *shuffle, uint64_t parameter, size_t n)
{
    return shuffle->grid.below_cards && parameter >= n;
}

static int is_listed(const struct list *list, const audit_candidate *suspect)
{
    for (size_t i = 0; i < list->count; i++) {
        const audit_candidate *other = &list->suspect[i];
        if (other->shuffle == suspect->shuffle && other->die == suspect->die &&
            other->parameter == suspect->parameter &&
            other->die_parameter == suspect->die_parameter)
            return 1;
    }
    return 0;
}

static void add(struct list *list, const audit_shuffle *shuffle, uint64_t parameter,
                const audit_die_kind *die, uint64_t die_parameter)
{
    audit_candidate suspect = {shuffle, parameter, die, die_parameter, "", 0, 0};
    int wrong = 0;
    if (shuffle->parameter.meaning != NULL)
        audit_parameter_value(&shuffle->parameter, 1, parameter, list->n, &wrong);
    if (wrong || is_pointless(shuffle, parameter, list->n) ||
        list->count == AUDIT_CANDIDATES_MOST || is_listed(list, &suspect))
        return;
    describe(&suspect);
    list->suspect[list->count++] = suspect;
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

/* A right shuffle with few states is the same as any other with as many. */
static void add_die(struct list *list, const audit_die_kind *die)
{
    const audit_shuffle *down = audit_find(right[0]);
    if (strcmp(die->name, "few-seeds") == 0) {
        /* Of few cards, few seeds make any distribution whatever: that is no likeness. */
        for (uint64_t bits = 1; bits <= 44 && list->n > 5; bits++)
            add(list, down, 0, die, bits);
    } else if (die->seeded && strcmp(die->name, "time-seeded") != 0) {
        add(list, down, 0, die, 0);
    } else {
        for (size_t i = 0; i < sizeof right / sizeof *right; i++)
            for (size_t k = 0; k < sizeof word_bits; k++)
                add(list, audit_find(right[i]), 0, die, die->seeded ? 0 : word_bits[k]);
    }
}

size_t audit_candidates(size_t n, audit_candidate suspects[AUDIT_CANDIDATES_MOST])
{
    struct list list = {n, 0, suspects};
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
        if (!s->fair)
            add_shuffle(&list, s);
    for (const audit_die_kind *die = audit_dice; die->name != NULL; die++)
        if (!die->fair)
            add_die(&list, die);
    return list.count;
}

int audit_candidates_between(const audit_candidate *suspect, const audit_candidate *tried,
                             size_t count, int larger, size_t n, audit_candidate *between)
{
    const uint64_t own = suspect->parameter;
    const uint64_t step = suspect->shuffle->grid.parity ? 2 : 1;
    uint64_t next = 0;
    if (suspect->shuffle->parameter.meaning == NULL)
        return 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t value = tried[i].parameter;
        if (tried[i].shuffle != suspect->shuffle || tried[i].die != suspect->die ||
            (value ^ own) % step != 0)
            continue;
        if (larger ? value > own && (next == 0 || value < next)
                   : value < own && value > next)
            next = value;
    }
    uint64_t middle = (own + next) / 2;
    middle += (middle ^ own) % step;
    if (next == 0 || middle == own || middle == next ||
        is_pointless(suspect->shuffle, middle, n))
        return 0;
    *between = *suspect;
    between->parameter = middle;
    describe(between);
    return 1;
}

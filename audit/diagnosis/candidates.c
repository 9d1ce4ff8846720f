/* SPDX-License-Identifier: MIT
 *
 * suspects.c - who may have done it.
 *
 * Shuffles with a parameter are tried with some values of it, near enough to one another
 * that the best of them shows the way; audit_candidates_between() then closes in.
 */
#include "audit/diagnosis/candidates.h"

#include <stdio.h>
#include <string.h>

enum { VALUES = 16, QUARTERS = 12, LESS = 4 };

struct grid {
    const char *name;
    int both;                         /* the next larger value, too: parity matters */
    unsigned char values[VALUES];     /* as they are */
    unsigned char quarters[QUARTERS]; /* quarters of n */
    unsigned char less[LESS];         /* n less these */
};

static const struct grid grids[] = {
    {.name = "keys", .values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
    {.name = "riffle", .values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
    {.name = "overhand", .values = {1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 30, 50}},
    {.name = "transpositions",
     .values = {1, 2, 4, 8, 16},
     .quarters = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16}},
    {.name = "keeps-the-deck", .values = {1}, .quarters = {1, 2, 3, 4, 6, 8, 10, 12, 16}},
    {.name = "distinct-swaps",
     .both = 1,
     .values = {1},
     .quarters = {1, 2, 3, 4, 6, 8, 12, 16}},
    {.name = "adjacent-swaps",
     .both = 1,
     .values = {1},
     .quarters = {2, 4, 8, 16, 32, 64, 128, 255}},
    {.name = "buffer",
     .values = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192},
     .quarters = {1, 2, 3},
     .less = {1, 2, 3, 5}},
    {.name = "blocks",
     .values = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 26, 32, 64}},
    {.name = "promoted", .values = {1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 65, 80, 100}},
    {.name = "repeats-last",
     .values = {1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 65, 80, 99}},
};

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

/* Is it the same as a right one, or as doing nothing? */
static int is_pointless(const audit_shuffle *shuffle, uint64_t parameter, size_t n)
{
    const int part =
        strcmp(shuffle->name, "buffer") == 0 || strcmp(shuffle->name, "blocks") == 0;
    return part && parameter >= n;
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

static void add_grid(struct list *list, const audit_shuffle *shuffle,
                     const struct grid *grid)
{
    const uint64_t n = list->n;
    for (uint64_t more = 0; more <= (uint64_t)grid->both; more++) {
        for (int i = 0; i < VALUES && grid->values[i] > 0; i++)
            add(list, shuffle, grid->values[i] + more, audit_dice, 0);
        for (int i = 0; i < QUARTERS && grid->quarters[i] > 0; i++)
            add(list, shuffle, grid->quarters[i] * n / 4 + more, audit_dice, 0);
        for (int i = 0; i < LESS && grid->less[i] > 0; i++)
            if (n > grid->less[i])
                add(list, shuffle, n - grid->less[i], audit_dice, 0);
    }
}

static void add_shuffle(struct list *list, const audit_shuffle *shuffle)
{
    int wrong = 0;
    add(list, shuffle, audit_parameter_value(&shuffle->parameter, 0, 0, list->n, &wrong),
        audit_dice, 0);
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        if (strcmp(grids[i].name, shuffle->name) == 0)
            add_grid(list, shuffle, &grids[i]);
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

static int parity_matters(const audit_shuffle *shuffle)
{
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        if (strcmp(grids[i].name, shuffle->name) == 0)
            return grids[i].both;
    return 0;
}

int audit_candidates_between(const audit_candidate *suspect, const audit_candidate *tried,
                             size_t count, int larger, size_t n, audit_candidate *between)
{
    const uint64_t own = suspect->parameter;
    const uint64_t step = parity_matters(suspect->shuffle) ? 2 : 1;
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

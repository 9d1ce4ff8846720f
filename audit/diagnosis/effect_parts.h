/* SPDX-License-Identifier: MIT
 *
 * effect_parts.h - what the files effect*.c share: a list of effects, of which the
 * largest are told.
 */
#ifndef AUDIT_EFFECT_PARTS_H
#define AUDIT_EFFECT_PARTS_H

#include "audit/diagnosis/effect.h"
#include "audit/engine/audit.h"

/* Effects of one group tell of the same thing: only the largest is told. */
enum audit_effect_group {
    AUDIT_EFFECT_PLACES, /* which card is where */
    AUDIT_EFFECT_CYCLES, /* cards that stay, cycles */
    AUDIT_EFFECT_RUNS,   /* neighbours, what is before what */
    AUDIT_EFFECT_SIGN,
    AUDIT_EFFECT_ORDERS, /* whole orders */
    AUDIT_EFFECT_SERIAL, /* against the order before */
};

typedef struct audit_effect {
    double size; /* by how much it changes the share of something: 0 to 1 */
    enum audit_effect_group group;
    char text[AUDIT_SENTENCE];
} audit_effect;

enum { AUDIT_EFFECTS = 32 };

typedef struct audit_effect_list {
    const audit_run *audit;
    const audit_plan *plan;
    uint64_t trials;
    double level; /* at which each kind of effect must be certain */
    size_t count;
    audit_effect effect[AUDIT_EFFECTS];
} audit_effect_list;

/* Adds an effect, with words as of printf. */
__attribute__((format(printf, 4, 5))) void audit_effect_add(audit_effect_list *list,
                                                            double size,
                                                            enum audit_effect_group group,
                                                            const char *format, ...);

/* Two numbers that differ, with as many digits as tell them apart. */
typedef struct audit_two_numbers {
    char seen[32], fair[32];
} audit_two_numbers;
audit_two_numbers audit_two_numbers_of(double seen, double fair);

/* The same, with the first one rounded up. */
audit_two_numbers audit_two_numbers_above(double seen, double fair);

/* A number with two digits that count, and commas between thousands: "53,000,000". */
void audit_format_rounded(double number, char *text, size_t room);

/* The files of effects: cards at positions, pairs and whole orders; scalars and repeats;
 * samples. Unless orders are `independent`, only how they follow or repeat each other. */
void audit_effects_of_cells(audit_effect_list *list);
void audit_effects_of_scalars(audit_effect_list *list, int independent);
int audit_effects_of_samples(audit_effect_list *list, int independent); /* or _ENOMEM */

#endif

/* SPDX-License-Identifier: MIT
 *
 * effect_parts.h - what the files effect*.c share: a list of effects, of which the
 * largest are reported.
 */
#ifndef AUDIT_EFFECT_PARTS_H
#define AUDIT_EFFECT_PARTS_H

#include "audit/diagnosis/effect.h"
#include "audit/engine/audit.h"

/* Effects of one group have the same cause, so only the largest is kept. */
enum audit_effect_group {
    AUDIT_EFFECT_POSITIONS, /* which card is at which position */
    AUDIT_EFFECT_CYCLES,    /* fixed points, cycles */
    AUDIT_EFFECT_RUNS,      /* neighbours, which card is before which */
    AUDIT_EFFECT_SIGN,      /* even or odd orders */
    AUDIT_EFFECT_ORDERS,    /* whole orders */
    AUDIT_EFFECT_SERIAL,    /* relative to the previous order */
    AUDIT_EFFECT_GROUPS
};

typedef struct audit_effect {
    size_t number;           /* the effects are counted from 1; 0: there is none */
    double size;             /* the change of a probability: 0 to 1 */
    audit_sentence sentence; /* the effect in words */
} audit_effect;

typedef struct audit_effect_list {
    const audit_run *audit;                   /* the counts */
    const audit_plan *plan;                   /* of the audit */
    uint64_t trials;                          /* orders of the audit */
    double level;                             /* at which each kind of effect is tested */
    size_t count;                             /* effects found so far */
    audit_effect effect[AUDIT_EFFECT_GROUPS]; /* the largest of each group */
} audit_effect_list;

/* Adds an effect. Of several effects of a group that have the same size, the first one is
 * kept. */
void audit_effect_add(audit_effect_list *list, double size, enum audit_effect_group group,
                      const audit_sentence *sentence);

/* Two different numbers, with enough digits to distinguish them. */
typedef struct audit_two_numbers {
    char seen[32]; /* the observed one */
    char fair[32]; /* that of a fair shuffle */
} audit_two_numbers;
audit_two_numbers audit_two_numbers_of(double seen, double fair);

/* The same, with the first one rounded up. */
audit_two_numbers audit_two_numbers_above(double seen, double fair);

/* A number rounded to two digits, with commas between thousands: "53,000,000". */
void audit_format_rounded(double number, char *text, size_t room);

/* Effects on cards at positions, pairs and whole orders; on scalars and repeats; on
 * samples. Unless orders are `independent`, only effects on how they follow or repeat
 * each other are added. */
void audit_effects_of_cells(audit_effect_list *list);
void audit_effects_of_scalars(audit_effect_list *list, int independent);
int audit_effects_of_samples(audit_effect_list *list,
                             int independent); /* FAIRAUDIT_OK or _ENOMEM */

#endif

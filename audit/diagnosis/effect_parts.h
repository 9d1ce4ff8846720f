/* SPDX-License-Identifier: MIT
 *
 * effect_parts.h - what the files effect*.c share: a list of effects, of which the
 * largest are reported.
 */
#ifndef AUDIT_EFFECT_PARTS_H
#define AUDIT_EFFECT_PARTS_H

#include <stdio.h>

#include "audit/diagnosis/effect.h"
#include "audit/engine/audit.h"

/* Effects of one group have the same cause, so only the largest is reported. */
enum audit_effect_group {
    AUDIT_EFFECT_POSITIONS, /* which card is at which position */
    AUDIT_EFFECT_CYCLES,    /* fixed points, cycles */
    AUDIT_EFFECT_RUNS,      /* neighbours, which card is before which */
    AUDIT_EFFECT_SIGN,      /* even or odd orders */
    AUDIT_EFFECT_ORDERS,    /* whole orders */
    AUDIT_EFFECT_SERIAL,    /* relative to the previous order */
};

typedef struct audit_effect {
    double size;                   /* the change of a probability: 0 to 1 */
    enum audit_effect_group group; /* its cause */
    char text[AUDIT_SENTENCE];     /* a sentence */
} audit_effect;

enum { AUDIT_EFFECTS = 32 };

/* Which printf() the format strings are for. That of mingw-w64 is not Microsoft's. */
#ifdef __MINGW_PRINTF_FORMAT
#define AUDIT_PRINTF __MINGW_PRINTF_FORMAT
#else
#define AUDIT_PRINTF printf
#endif

typedef struct audit_effect_list {
    const audit_run *audit;             /* the counts */
    const audit_plan *plan;             /* of the audit */
    uint64_t trials;                    /* orders of the audit */
    double level;                       /* at which each kind of effect is tested */
    size_t count;                       /* effects so far */
    audit_effect effect[AUDIT_EFFECTS]; /* in the order in which they were found */
} audit_effect_list;

/* Adds an effect, with a sentence as for printf(). */
__attribute__((format(AUDIT_PRINTF, 4, 5))) void audit_effect_add(
    audit_effect_list *list, double size, enum audit_effect_group group,
    const char *format, ...);

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

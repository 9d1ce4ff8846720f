/* SPDX-License-Identifier: MIT
 *
 * dice.h - the dice that shuffles are thrown with: a fair one, and the popular ways to
 * get one wrong.
 *
 * A kind of die has two faces. Rolled (audit_roller), it gives numbers; its distribution
 * (audit_die_weight) says how likely each is, for the exact analyser. Dice that go wrong
 * by the state of their generator (few seeds, the clock) have no distribution for single
 * rolls.
 */
#ifndef AUDIT_DICE_H
#define AUDIT_DICE_H

#include <stddef.h>
#include <stdint.h>

#include "fairaudit.h"
#include "audit/orders/parameter.h"
#include "audit/orders/source.h"

typedef struct audit_die_kind {
    const char *name;          /* short, for command lines */
    const char *title;         /* for people */
    const char *story;         /* one sentence: history, and what is wrong */
    audit_parameter parameter; /* such as bits: modulo:15 */
    int fair;                  /* every number equally likely, and rolls independent */
    int seeded;                /* starts anew for each shuffle: it has no distribution for
                                * rolls */
} audit_die_kind;

/* All of them, the fair one first; the list ends with a NULL name. */
extern const audit_die_kind audit_dice[];

/* A die to roll. Its rolls in shuffle number t are a function of seed and t alone. */
typedef struct audit_roller {
    const audit_die_kind *kind;
    uint64_t parameter;
    audit_seed seed;
    audit_source source;
    uint64_t state; /* of a generator as bad as the die */
} audit_roller;

void audit_roller_start(audit_roller *roller, const audit_die_kind *kind,
                        uint64_t parameter, const audit_seed *seed);

/* Before each shuffle: its number. */
void audit_roller_begin(audit_roller *roller, uint64_t trial);

/* The die itself; `roller` must stay where it is. */
fairaudit_die audit_roller_die(audit_roller *roller);

/* For kinds that are not seeded: the number v < m has probability weight / total. For the
 * fair die that is 1 / m. */
uint64_t audit_die_total(const audit_die_kind *kind, uint64_t parameter, uint64_t m);
uint64_t audit_die_weight(const audit_die_kind *kind, uint64_t parameter, uint64_t m,
                          uint64_t v);

/* How many different states the die can be in when a shuffle begins; 0: no limit to speak
 * of. */
uint64_t audit_die_states(const audit_die_kind *kind, uint64_t parameter);

#endif

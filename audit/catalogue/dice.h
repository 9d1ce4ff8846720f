/* SPDX-License-Identifier: MIT
 *
 * dice.h - the dice of the shuffles: a fair one, and the popular ways to get one wrong.
 *
 * A die can be rolled (audit_roller), and its distribution (audit_die_weight) tells the
 * exact analyser how likely each number is. Dice that are wrong because of the state of
 * their generator (few seeds, the clock) have no distribution for single rolls.
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
    const char *story;         /* one sentence: where it comes from, and what is wrong */
    audit_parameter parameter; /* such as bits: modulo:15 */
    int fair;                  /* all numbers are equally likely, and rolls independent */
    int seeded;                /* restarts for each shuffle; it has no distribution for
                                * single rolls */
} audit_die_kind;

/* All of them, the fair one first; the list ends with a NULL name. */
extern const audit_die_kind audit_dice[];

/* A die to roll. Its rolls in shuffle number t depend on the seed and t alone. */
typedef struct audit_roller {
    const audit_die_kind *kind; /* which die */
    uint64_t parameter;         /* of the die */
    audit_seed seed;            /* of the good random words */
    audit_source source;        /* the good random words of this shuffle */
    uint64_t state;             /* of the bad generator, if the die has one */
} audit_roller;

/* Prepares a die for shuffle 0. */
void audit_roller_start(audit_roller *roller, const audit_die_kind *kind,
                        uint64_t parameter, const audit_seed *seed);

/* Prepares the die for shuffle number `trial`. */
void audit_roller_begin(audit_roller *roller, uint64_t trial);

/* The die itself. `roller` must outlive it, at the same address. */
fairaudit_die audit_roller_die(audit_roller *roller);

/* The random fraction, from 0 to below 1, of a roll with m sides whose result is
 * floor(fraction * m), also when doubles compute it. If words were drawn again, it is
 * that of the last one. `before` is a copy of the roller before the roll. -1: the die
 * takes a remainder instead, or m is so large that doubles give another result. */
double audit_roller_fraction(const audit_roller *before, const audit_roller *after,
                             uint64_t m, uint64_t rolled);

/* For dice that are not seeded: number v < m has probability weight / total. For the fair
 * die that is 1 / m. */
uint64_t audit_die_total(const audit_die_kind *kind, uint64_t parameter, uint64_t m);
uint64_t audit_die_weight(const audit_die_kind *kind, uint64_t parameter, uint64_t m,
                          uint64_t v);

/* How many different states the die can have when a shuffle begins; 0: practically no
 * limit. */
uint64_t audit_die_states(const audit_die_kind *kind, uint64_t parameter);

#endif

/* SPDX-License-Identifier: MIT
 *
 * odometer.h - all sequences of choices of a shuffle, one after the other.
 *
 * They are counted like an odometer: a run repeats the prescribed choices and rolls 0
 * after them; then the last choice that is not at its maximum is increased by 1.
 */
#ifndef ODOMETER_H
#define ODOMETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ODOMETER_SEQUENCES = 5000, /* the most sequences that are worth counting */
    ODOMETER_DEEPEST = 64      /* the most choices of a sequence */
};

/* Must be zero at first. A choice among one possibility is none, and not counted. */
struct odometer {
    size_t depth;                      /* choices of this run so far */
    size_t prescribed;                 /* choices that the run repeats */
    uint64_t sides[ODOMETER_DEEPEST];  /* of the die, for each choice */
    uint64_t rolled[ODOMETER_DEEPEST]; /* the result, for each choice */
    bool deep;    /* there are too many choices or sides, so too many sequences */
    uint64_t any; /* varies the rolls once `deep` is set, so that every shuffle ends */
};

/* Rolls the die of the odometer. */
uint64_t odometer_choose(struct odometer *odometer, uint64_t sides);

/* Goes on to the next sequence, which begins with depth 0. Returns false after the last.
 */
bool odometer_turn(struct odometer *odometer);

#endif

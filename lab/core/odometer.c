/* SPDX-License-Identifier: MIT
 *
 * odometer.c - counts all sequences of choices of a shuffle.
 */
#include "lab/core/odometer.h"

#include <assert.h>

uint64_t odometer_choose(struct odometer *odometer, uint64_t sides)
{
    const size_t d = odometer->depth;
    assert(sides >= 1);
    if (sides == 1)
        return 0;
    odometer->deep =
        odometer->deep || d == ODOMETER_DEEPEST || sides > ODOMETER_SEQUENCES;
    if (odometer->deep)
        return odometer->any++ % sides;
    if (d >= odometer->prescribed) {
        odometer->sides[d] = sides;
        odometer->rolled[d] = 0;
    }
    odometer->depth++;
    return odometer->rolled[d];
}

bool odometer_turn(struct odometer *odometer)
{
    size_t d = odometer->depth;
    while (d > 0 && odometer->rolled[d - 1] + 1 == odometer->sides[d - 1])
        d--;
    odometer->prescribed = d;
    odometer->depth = 0;
    if (d == 0)
        return false;
    odometer->rolled[d - 1]++;
    return true;
}

/* SPDX-License-Identifier: MIT
 *
 * enumerate.c - enumerates all sequences of choices, like an odometer: a run makes the
 * prescribed choices, and then chooses 0. After the run, the last choice that is not at
 * its maximum is incremented, and those after it are dropped.
 */
#include "tests/shuffle/enumerate.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEEPEST = 4096 };

static struct {
    uint64_t choice[DEEPEST];
    uint64_t bound[DEEPEST];
    size_t depth;            /* choices made in this run */
    size_t prescribed;       /* choices that this run must make */
    long double probability; /* of the choices made in this run */
    long double limit;       /* less likely sequences are given up */
    int given_up;            /* whether this run is given up */
    uint64_t noise;          /* the state of the choices of runs that are given up */
} now;

void enumerate_fail(const char *why)
{
    fprintf(stderr, "enumerate: %s\n", why);
    abort();
}

uint64_t enumerate_choose(uint64_t m)
{
    if (m <= 1)
        return 0;
    if (now.given_up) { /* random choices, so that rejection loops end */
        now.noise = now.noise * 6364136223846793005u + 1442695040888963407u;
        return (now.noise >> 33) % m;
    }
    if (now.depth == DEEPEST)
        enumerate_fail("too many choices in a run");
    if (now.depth >= now.prescribed)
        now.choice[now.depth] = 0;
    now.bound[now.depth] = m;
    now.probability /= (long double)m;
    if (now.probability < now.limit)
        now.given_up = 1;
    return now.choice[now.depth++];
}

enumeration enumerate(void (*run)(void *context), void (*done)(void *, long double),
                      void *context, long double limit)
{
    enumeration result = {0, 1, 0};
    long double first = 0;
    now.prescribed = 0;
    now.limit = limit;
    do {
        now.depth = 0;
        now.probability = 1;
        now.given_up = 0;
        run(context);
        if (now.given_up) {
            result.open += now.probability;
        } else {
            if (result.runs++ == 0)
                first = now.probability;
            result.even &= now.probability == first;
            done(context, now.probability);
        }
        while (now.depth > 0 && now.choice[now.depth - 1] + 1 == now.bound[now.depth - 1])
            now.depth--;
        now.prescribed = now.depth;
        if (now.depth > 0)
            now.choice[now.depth - 1]++;
    } while (now.prescribed > 0);
    return result;
}

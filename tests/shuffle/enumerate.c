/* SPDX-License-Identifier: MIT
 *
 * enumerate.c - every sequence of choices, by counting like an odometer: a run follows
 * the choices it is told to, and takes 0 beyond them; afterwards the last choice that
 * can be is raised by one.
 */
#include "tests/shuffle/enumerate.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEEPEST = 4096 };

static struct {
    uint64_t choice[DEEPEST], bound[DEEPEST];
    size_t depth; /* choices made in this run */
    size_t told;  /* choices the odometer prescribes */
    long double probability, limit;
    int given_up;
    uint64_t noise;
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
    if (now.given_up) { /* anything that lets the run end */
        now.noise = now.noise * 6364136223846793005u + 1442695040888963407u;
        return (now.noise >> 33) % m;
    }
    if (now.depth == DEEPEST)
        enumerate_fail("too many choices in a run");
    if (now.depth >= now.told)
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
    now.told = 0;
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
        now.told = now.depth;
        if (now.depth > 0)
            now.choice[now.depth - 1]++;
    } while (now.told > 0);
    return result;
}

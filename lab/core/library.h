/* SPDX-License-Identifier: MIT
 *
 * library.h - the shuffles of libfairshuf, as functions to be audited.
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "fairaudit.h"

/* Each takes a key for its generator from the die, and all else from that generator.
 * `cycle` makes a cycle of n + 1 cards, and gives the order in which it goes through the
 * n others from the first on. */
struct library_function {
    const char *name;  /* as the page calls it */
    const char *title; /* what is called */
    fairaudit_shuffle *function;
};

/* All of them; the list ends with a NULL name. */
extern const struct library_function library_functions[];

/* By name; NULL if there is none. */
fairaudit_shuffle *library_find(const char *name);

#endif

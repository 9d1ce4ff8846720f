/* SPDX-License-Identifier: MIT
 *
 * library.h - the shuffles of libfairshuf, as functions that the page audits.
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "fairaudit.h"

/* The function seeds a generator with a key from the die, and uses the die for nothing
 * else. `cycle` makes a cycle of n + 1 cards, and gives the order in which the cycle
 * visits the n cards after the first. */
struct library_function {
    const char *name;            /* the name on the page */
    const char *title;           /* the functions that it calls */
    fairaudit_shuffle *function; /* the shuffle */
};

/* All of them. The list ends with a NULL name. */
extern const struct library_function library_functions[];

/* The function of this name; NULL if there is none. */
fairaudit_shuffle *library_find(const char *name);

#endif

/* SPDX-License-Identifier: MIT
 *
 * library.h - the shuffles of libfairshuf, as functions to be audited.
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "fairaudit.h"

/* By the name that --library takes; NULL if there is none. Each takes a key for its
 * generator from the die, and all else from that generator. `cycle` makes a cycle of n +
 * 1 cards, and gives the order in which it goes through the n others from the first on.
 */
fairaudit_shuffle *library_find(const char *name);

#endif

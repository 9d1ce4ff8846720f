/* SPDX-License-Identifier: MIT
 *
 * cycles.h - orders that should be one cycle, as Sattolo's are.
 */
#ifndef CYCLES_H
#define CYCLES_H

#include <stddef.h>

/* Replaces each order of n cards [count][n], which is one cycle, by the order of n - 1 in
 * which the cycle goes from the first card through the others: if every cycle is equally
 * likely, so are these. Returns how many could be replaced: the next one is no cycle. */
size_t cycles_follow(unsigned char *orders, size_t count, size_t n);

#endif

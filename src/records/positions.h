/* SPDX-License-Identifier: MIT
 *
 * positions.h - ranges of positions of an order that is known as a whole.
 *
 * If from[p] is the number of the record that takes position p, then the records of a
 * range of positions are a subset of all records. In the order they came, they are
 * numbered from 0 again.
 */
#ifndef FS_POSITIONS_H
#define FS_POSITIONS_H

#include <stddef.h>
#include <stdint.h>

/* Sets ranks[p] to the number of elements of from[0..count-1] that are less than from[p].
 * The elements differ from each other, and are less than n. FAIR_ENOMEM. */
int fs_positions_ranks(const uint32_t *from, size_t count, size_t n, uint32_t *ranks);

#endif

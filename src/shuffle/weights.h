/* SPDX-License-Identifier: MIT
 *
 * weights.h - the memory of weighted dice.
 */
#ifndef FS_WEIGHTS_H
#define FS_WEIGHTS_H

#include <stddef.h>

/* The bytes that fair_dice_weighted() allocates for n weights. 0 if n is 0, and if it
 * returns FAIR_ERANGE for n weights. */
size_t fs_dice_weighted_bytes(size_t n);

#endif

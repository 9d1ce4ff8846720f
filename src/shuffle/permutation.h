/* SPDX-License-Identifier: MIT
 *
 * permutation.h - checking a permutation, and applying it in place.
 *
 * p is an array of n indices of `width` bytes, 4 or 8. `bits` is a workspace of
 * fs_bits_bytes(n).
 */
#ifndef FS_PERMUTATION_H
#define FS_PERMUTATION_H

#include "src/shuffle/bits.h"
#include "src/shuffle/index.h"

/* Whether p is a permutation. If it is, the bits of all n elements are set afterwards. */
int fs_permutation_check(const void *p, size_t n, size_t width, uint64_t *bits);

/* Moves element p[i] to place i, for every i; or element i to place p[i], if `inverse` is
 * not 0. The size of the elements is not 0. p is a permutation that does not overlap
 * them. Before the call, the bits of all n elements are set; afterwards, none is. */
void fs_permutation_apply(const void *p, size_t n, size_t width, unsigned char *base,
                          size_t size, int inverse, uint64_t *bits);

#endif

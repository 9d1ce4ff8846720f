/* SPDX-License-Identifier: MIT
 *
 * gap.h - the number of items before the next chosen one: exact, with O(1) dice, without
 * floating point.
 *
 * The usual methods (Vitter's algorithms, Li's algorithm L) use logarithms, so their
 * rounding errors make them slightly unfair. These functions are exactly fair.
 */
#ifndef FS_GAP_H
#define FS_GAP_H

#include "fairshuf.h"

/* k of n items in a row are chosen, and each set of k is equally likely. Returns the
 * number of items before the first chosen one. 1 <= k <= n. */
uint64_t fs_gap_fixed(fair_rng *rng, uint64_t n, uint64_t k);

/* In a stream, the item after t others is chosen with probability k / (t + 1),
 * independently of the others. Returns the number of items after the first `seen` and
 * before the next chosen one, or UINT64_MAX if that would be item 2^64 - 1 or later.
 * 1 <= k <= seen. */
uint64_t fs_gap_stream(fair_rng *rng, uint64_t seen, uint64_t k);

#endif

/* SPDX-License-Identifier: MIT
 *
 * gap.h - how far to the next chosen item: exact, in O(1) dice, without floating point.
 *
 * L3. The usual ways to skip ahead (Vitter's algorithms, Li's algorithm L) compute with
 * logarithms and are fair only up to rounding. These are fair exactly.
 */
#ifndef FS_GAP_H
#define FS_GAP_H

#include "fairshuf.h"

/* k of n items in a row are chosen, each set equally likely, 1 <= k <= n: the number of
 * items before the first chosen one. */
uint64_t fs_gap_fixed(fair_rng *rng, uint64_t n, uint64_t k);

/* Items come one after the other, and the one that follows t others is chosen with
 * probability k / (t + 1), independently; 1 <= k <= seen, and `seen` have come: the
 * number of items before the next chosen one, or UINT64_MAX if that would be item
 * 2^64 - 1 or later. */
uint64_t fs_gap_stream(fair_rng *rng, uint64_t seen, uint64_t k);

#endif

/* SPDX-License-Identifier: MIT
 *
 * check.c - the hashes of records, summed up. See check.h.
 */
#include "check.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

void check_add(struct check *check, int out, const void *record, size_t length)
{
    const XXH128_hash_t hash = XXH3_128bits(record, length);
    atomic_fetch_add_explicit(&check->side[out].low, hash.low64, memory_order_relaxed);
    atomic_fetch_add_explicit(&check->side[out].high, hash.high64, memory_order_relaxed);
    atomic_fetch_add_explicit(&check->side[out].records, 1, memory_order_relaxed);
}

bool check_good(const struct check *check)
{
    return atomic_load(&check->side[0].low) == atomic_load(&check->side[1].low) &&
           atomic_load(&check->side[0].high) == atomic_load(&check->side[1].high) &&
           atomic_load(&check->side[0].records) == atomic_load(&check->side[1].records);
}

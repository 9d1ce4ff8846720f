/* SPDX-License-Identifier: MIT
 *
 * hash_counts.h - how often each hash was seen: a hash table.
 */
#ifndef AUDIT_HASH_COUNTS_H
#define AUDIT_HASH_COUNTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct audit_hash_counts {
    size_t slots;          /* a power of two */
    size_t used;           /* number of different hashes */
    uint64_t (*hashes)[2]; /* [slots] */
    uint32_t *counts;      /* [slots]; 0: the slot is free */
} audit_hash_counts;

/* Makes an empty table. 0: no memory. Free it in either case. */
int audit_hash_counts_make(audit_hash_counts *table);
void audit_hash_counts_free(audit_hash_counts *table);

/* How often a hash was seen. */
uint32_t audit_hash_counts_get(const audit_hash_counts *table, const uint64_t hash[2]);

/* Counts a hash, and returns how often it had been seen before. If there is no memory for
 * a new hash, *full is set to 1, and the hash is not counted. */
uint32_t audit_hash_counts_add(audit_hash_counts *table, const uint64_t hash[2],
                               int *full);

/* Prefetches the slot of a hash that will be looked up soon. */
static inline void audit_hash_counts_prefetch(const audit_hash_counts *table,
                                              const uint64_t hash[2])
{
#if defined(__GNUC__)
    const size_t slot = (size_t)hash[0] & (table->slots - 1);
    __builtin_prefetch(&table->hashes[slot]);
    __builtin_prefetch(&table->counts[slot]);
#else
    (void)table;
    (void)hash;
#endif
}

#endif

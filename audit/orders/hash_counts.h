/* SPDX-License-Identifier: MIT
 *
 * seen.h - which hashes were seen, and how often.
 */
#ifndef AUDIT_HASH_COUNTS_H
#define AUDIT_HASH_COUNTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct audit_hash_counts {
    size_t slots, used; /* a power of two; different hashes */
    uint64_t (*hashes)[2];
    uint32_t *counts; /* 0: the slot is free */
} audit_hash_counts;

/* 0: no memory. */
int audit_hash_counts_make(audit_hash_counts *seen);
void audit_hash_counts_free(audit_hash_counts *seen);

/* How often it was seen. */
uint32_t audit_hash_counts_get(const audit_hash_counts *seen, const uint64_t hash[2]);

/* Counts it, and gives how often it had been seen before. If there is no memory for
 * another hash, *full is set to 1, and the new one is not kept. */
uint32_t audit_hash_counts_add(audit_hash_counts *seen, const uint64_t hash[2],
                               int *full);

/* Says that it will be asked for soon. */
static inline void audit_hash_counts_prefetch(const audit_hash_counts *seen,
                                              const uint64_t hash[2])
{
#if defined(__GNUC__)
    const size_t slot = (size_t)hash[0] & (seen->slots - 1);
    __builtin_prefetch(&seen->hashes[slot]);
    __builtin_prefetch(&seen->counts[slot]);
#else
    (void)seen;
    (void)hash;
#endif
}

#endif

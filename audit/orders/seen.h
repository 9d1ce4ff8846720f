/* SPDX-License-Identifier: MIT
 *
 * seen.h - which hashes were seen, and how often.
 */
#ifndef AUDIT_SEEN_H
#define AUDIT_SEEN_H

#include <stddef.h>
#include <stdint.h>

typedef struct audit_seen {
    size_t slots, used; /* a power of two; different hashes */
    uint64_t (*hashes)[2];
    uint32_t *counts; /* 0: the slot is free */
} audit_seen;

/* 0: no memory. */
int audit_seen_make(audit_seen *seen);
void audit_seen_free(audit_seen *seen);

/* How often it was seen. */
uint32_t audit_seen_count(const audit_seen *seen, const uint64_t hash[2]);

/* Counts it, and gives how often it had been seen before. If there is no memory for
 * another hash, *full is set to 1, and the new one is not kept. */
uint32_t audit_seen_add(audit_seen *seen, const uint64_t hash[2], int *full);

/* Says that it will be asked for soon. */
static inline void audit_seen_expect(const audit_seen *seen, const uint64_t hash[2])
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

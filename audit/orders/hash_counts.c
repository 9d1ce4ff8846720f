/* SPDX-License-Identifier: MIT
 *
 * seen.c - a table of hashes with open addressing: a hash is looked for from the slot
 * that its low bits say, onwards to the next free one. The table is doubled when three
 * quarters of it are used. 20 bytes a slot.
 */
#include "audit/orders/hash_counts.h"

#include <stdlib.h>

enum { FIRST = 1024 };

static size_t find(const audit_hash_counts *seen, const uint64_t hash[2])
{
    size_t slot = (size_t)hash[0] & (seen->slots - 1);
    while (seen->counts[slot] > 0 &&
           (seen->hashes[slot][0] != hash[0] || seen->hashes[slot][1] != hash[1]))
        slot = (slot + 1) & (seen->slots - 1);
    return slot;
}

static int make(audit_hash_counts *seen, size_t slots)
{
    *seen = (audit_hash_counts){.slots = slots};
    if (slots > SIZE_MAX / sizeof seen->hashes[0])
        return 0;
    seen->hashes = malloc(slots * sizeof seen->hashes[0]);
    seen->counts = calloc(slots, sizeof seen->counts[0]);
    return seen->hashes != NULL && seen->counts != NULL;
}

static void put(audit_hash_counts *seen, size_t slot, const uint64_t hash[2],
                uint32_t count)
{
    seen->hashes[slot][0] = hash[0];
    seen->hashes[slot][1] = hash[1];
    seen->counts[slot] = count;
    seen->used++;
}

/* If there is no memory for it, the old one stays: 0. */
static int grow(audit_hash_counts *seen)
{
    audit_hash_counts larger;
    if (!make(&larger, seen->slots * 2)) {
        audit_hash_counts_free(&larger);
        return 0;
    }
    for (size_t slot = 0; slot < seen->slots; slot++)
        if (seen->counts[slot] > 0)
            put(&larger, find(&larger, seen->hashes[slot]), seen->hashes[slot],
                seen->counts[slot]);
    const audit_hash_counts old = *seen;
    seen->slots = larger.slots;
    seen->hashes = larger.hashes;
    seen->counts = larger.counts;
    free(old.hashes);
    free(old.counts);
    return 1;
}

int audit_hash_counts_make(audit_hash_counts *seen)
{
    return make(seen, FIRST);
}

void audit_hash_counts_free(audit_hash_counts *seen)
{
    free(seen->hashes);
    free(seen->counts);
}

uint32_t audit_hash_counts_get(const audit_hash_counts *seen, const uint64_t hash[2])
{
    return seen->counts[find(seen, hash)];
}

uint32_t audit_hash_counts_add(audit_hash_counts *seen, const uint64_t hash[2], int *full)
{
    size_t slot = find(seen, hash);
    const uint32_t before = seen->counts[slot];
    if (before > 0) {
        seen->counts[slot] += before < UINT32_MAX;
        return before;
    }
    if (seen->used >= seen->slots / 4 * 3) {
        if (!grow(seen)) {
            *full = 1;
            return 0;
        }
        slot = find(seen, hash);
    }
    put(seen, slot, hash, 1);
    return 0;
}

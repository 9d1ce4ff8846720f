/* SPDX-License-Identifier: MIT
 *
 * hash_counts.c - a hash table with open addressing. A hash belongs to the slot given by
 * its low bits, or to the next free slot after it. The table is doubled when three
 * quarters of it are used. A slot has 20 bytes.
 */
#include "audit/orders/hash_counts.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST = 1024 };

static size_t find(const audit_hash_counts *table, const uint64_t hash[2])
{
    size_t slot = (size_t)hash[0] & (table->slots - 1);
    while (table->counts[slot] > 0 &&
           (table->hashes[slot][0] != hash[0] || table->hashes[slot][1] != hash[1]))
        slot = (slot + 1) & (table->slots - 1);
    return slot;
}

static int make(audit_hash_counts *table, size_t slots)
{
    assert((slots & (slots - 1)) == 0);
    *table = (audit_hash_counts){.slots = slots};
    if (slots > SIZE_MAX / sizeof table->hashes[0])
        return 0;
    table->hashes = malloc(slots * sizeof table->hashes[0]);
    table->counts = calloc(slots, sizeof table->counts[0]);
    return table->hashes != NULL && table->counts != NULL;
}

static void put(audit_hash_counts *table, size_t slot, const uint64_t hash[2],
                uint32_t count)
{
    table->hashes[slot][0] = hash[0];
    table->hashes[slot][1] = hash[1];
    table->counts[slot] = count;
    table->used++;
}

/* Doubles the table. 0: no memory, and the table stays as it was. */
static int grow(audit_hash_counts *table)
{
    audit_hash_counts larger;
    if (!make(&larger, table->slots * 2)) {
        audit_hash_counts_free(&larger);
        return 0;
    }
    for (size_t slot = 0; slot < table->slots; slot++)
        if (table->counts[slot] > 0)
            put(&larger, find(&larger, table->hashes[slot]), table->hashes[slot],
                table->counts[slot]);
    const audit_hash_counts old = *table;
    table->slots = larger.slots;
    table->hashes = larger.hashes;
    table->counts = larger.counts;
    free(old.hashes);
    free(old.counts);
    return 1;
}

int audit_hash_counts_make(audit_hash_counts *table)
{
    return make(table, FIRST);
}

void audit_hash_counts_free(audit_hash_counts *table)
{
    free(table->hashes);
    free(table->counts);
}

uint32_t audit_hash_counts_get(const audit_hash_counts *table, const uint64_t hash[2])
{
    return table->counts[find(table, hash)];
}

uint32_t audit_hash_counts_add(audit_hash_counts *table, const uint64_t hash[2],
                               int *full)
{
    size_t slot = find(table, hash);
    const uint32_t before = table->counts[slot];
    if (before > 0) {
        table->counts[slot] += before < UINT32_MAX;
        return before;
    }
    if (table->used >= table->slots / 4 * 3) {
        if (!grow(table)) {
            *full = 1;
            return 0;
        }
        slot = find(table, hash);
    }
    put(table, slot, hash, 1);
    return 0;
}

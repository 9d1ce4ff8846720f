/* SPDX-License-Identifier: MIT
 *
 * budget.h - how a limit of memory is shared out.
 *
 * L4. While files are read, memory holds the pieces of a batch with the ends of their
 * records, and the blocks that keep them. At most 4 bytes for each byte go to the ends,
 * when all records are empty lines. Later the blocks that are left share memory with the
 * buckets that are being put in order.
 */
#ifndef FS_BUDGET_H
#define FS_BUDGET_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t limit;   /* in all; UINT64_MAX: as much as there is */
    unsigned members; /* threads */
    size_t piece;     /* bytes that one of them reads at a time */
    size_t record;    /* the largest record, and the longest header */
    size_t sieve;     /* records that a sieve keeps */
    size_t store;     /* blocks in memory */
    size_t volume;    /* of these, what goes to the temporary file together */
    size_t slab;      /* what is allocated for blocks at a time, at most */
    size_t tables;    /* of volumes, kept in memory */
} fs_budget;

/* For `memory` bytes, 0 for as many as there are, and at most so many threads. */
void fs_budget_plan(fs_budget *budget, uint64_t memory, unsigned members);

/* The least memory with which a record of so many bytes is not too large. */
uint64_t fs_budget_for_record(uint64_t bytes);

/* Memory with which so many records stay where they are, and tables of them fit as well:
 * what pairs and draws with replacement need. */
uint64_t fs_budget_for_all(uint64_t bytes, uint64_t records);

/* What putting a bucket in order takes one member: its bytes as they are kept, a buffer
 * for them as they go out, and entries. */
uint64_t fs_budget_unit(uint64_t bytes, uint64_t records);
size_t fs_budget_buffer(uint64_t bytes);

/* The stretches of places that a leaf is cut into, so many that each member can have one
 * of them in the memory that is left. */
unsigned fs_budget_stretches(uint64_t bytes, uint64_t records, uint64_t memory,
                             unsigned members);

#endif

/* SPDX-License-Identifier: MIT
 *
 * budget.c - how a limit of memory is shared out. See budget.h.
 */
#include "budget.h"

#include "scatter.h"

enum {
    LEAST = 1 << 16, /* of a limit */
    LEAST_PIECE = 1 << 12,
    MOST_PIECE = 1 << 20,
    LEAST_BUFFER = 1 << 14,
    MOST_BUFFER = 1 << 24,
    PIECES = 2,            /* that a member has in a batch */
    BESIDES = 6,           /* a piece, 4 times as much for ends, numbers of buckets */
    MEMBER = 640 << 10,    /* less is not worth a thread */
    MOST_VOLUME = 1 << 28, /* with runs of 1 MiB, which is enough for any disk */
    MOST_SLAB = 1 << 26,
    LEAST_FOR_ALL = 1 << 20,
    RECORD = 4, /* one record may take this part of the limit */
};

static size_t as_size(uint64_t bytes)
{
    return bytes < PTRDIFF_MAX ? (size_t)bytes : PTRDIFF_MAX;
}

void fs_budget_plan(fs_budget *budget, uint64_t memory, unsigned members)
{
    if (memory == 0) {
        *budget = (fs_budget){UINT64_MAX, members,     MOST_PIECE, SIZE_MAX, SIZE_MAX,
                              SIZE_MAX,   MOST_VOLUME, MOST_SLAB,  SIZE_MAX};
        return;
    }
    const uint64_t limit = memory > LEAST ? memory : LEAST;
    if (members > limit / MEMBER)
        members = (unsigned)(limit / MEMBER);
    if (members == 0)
        members = 1;
    uint64_t piece = MOST_PIECE;
    while (piece > LEAST_PIECE && piece * PIECES * BESIDES * members > limit / 4)
        piece /= 2;
    const uint64_t store = (limit - limit / 4) / 4 * 3;
    const uint64_t reading = piece * PIECES * BESIDES * members;
    budget->limit = limit;
    budget->members = members;
    budget->piece = (size_t)piece;
    budget->record = as_size(limit / RECORD);
    budget->sieve = as_size(limit / 4);
    budget->store = as_size(reading < limit / 4 ? (limit - reading) / 4 * 3 : store);
    budget->volume = budget->store / 2 < MOST_VOLUME ? budget->store / 2 : MOST_VOLUME;
    budget->slab = budget->volume / 4 < MOST_SLAB ? budget->volume / 4 : MOST_SLAB;
    budget->tables = as_size(limit / 32);
}

uint64_t fs_budget_for_record(uint64_t bytes)
{
    return bytes < UINT64_MAX / RECORD - 1 ? (bytes + 1) * RECORD : UINT64_MAX;
}

uint64_t fs_budget_for_all(uint64_t bytes, uint64_t records)
{
    const uint64_t most = UINT64_MAX / 64, each = 24; /* three tables of places */
    return bytes < most && records < most ? 3 * bytes + each * records + LEAST_FOR_ALL
                                          : UINT64_MAX;
}

size_t fs_budget_buffer(uint64_t bytes)
{
    const uint64_t part = bytes / 4;
    return (size_t)(part < LEAST_BUFFER  ? LEAST_BUFFER
                    : part > MOST_BUFFER ? MOST_BUFFER
                                         : part);
}

uint64_t fs_budget_unit(uint64_t bytes, uint64_t records)
{
    const uint64_t entry = sizeof(void *);
    return bytes + fs_budget_buffer(bytes) +
           records * (records > FS_LEAF ? 2 * entry + 1 : entry);
}

unsigned fs_budget_stretches(uint64_t bytes, uint64_t records, uint64_t memory,
                             unsigned members)
{
    const uint64_t cost = fs_budget_unit(bytes, records) + records * sizeof(void *);
    uint64_t count = cost / (memory / members / 4 * 3 + 1) + 2;
    if (count > FS_MOST_BUCKETS)
        count = FS_MOST_BUCKETS;
    return (unsigned)(count < records ? count : records);
}

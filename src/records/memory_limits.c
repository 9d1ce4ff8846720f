/* SPDX-License-Identifier: MIT
 *
 * memory_limits.c - how a memory limit is divided. See memory_limits.h.
 */
#include "src/records/memory_limits.h"

#include "src/records/constants.h"
#include "src/records/piece.h"
#include "src/records/span.h"
#include "src/shuffle/scatter.h"

enum {
    PIECE_COST = 6, /* bytes for each byte of a piece: 1 for itself, 4 for ends, 1 for
                       bucket numbers */
    RECORD = 4,     /* one record may take 1 / RECORD of the limit */
};

static size_t as_size(uint64_t bytes)
{
    return bytes < PTRDIFF_MAX ? (size_t)bytes : PTRDIFF_MAX;
}

void fs_limits_plan(fs_limits *limits, uint64_t memory, unsigned members)
{
    assert(members > 0);
    *limits = (fs_limits){.limit = UINT64_MAX,
                          .members = members,
                          .piece = FS_MOST_PIECE,
                          .record = SIZE_MAX,
                          .segment = FS_MOST_SEGMENT,
                          .slab = FS_MOST_SLAB,
                          .tables = SIZE_MAX};
    if (memory == 0)
        return;
    const uint64_t limit = memory > FS_LEAST_MEMORY ? memory : FS_LEAST_MEMORY;
    if (members > limit / FS_MEMBER)
        members = (unsigned)(limit / FS_MEMBER);
    if (members == 0)
        members = 1;
    uint64_t piece = FS_MOST_PIECE;
    const uint64_t factor = (uint64_t)FS_MEMBER_PIECES * PIECE_COST * members;
    while (piece > FS_LEAST_PIECE && piece * factor > limit / 4)
        piece /= 2;
    limits->limit = limit;
    limits->members = members;
    limits->piece = (size_t)piece;
    limits->record = as_size(limit / RECORD);
    limits->reading = piece * factor;
    fs_limits_fit(fs_limits_blocks(limits, 0), &limits->segment, &limits->slab);
    limits->tables = as_size(limit / 32);
}

void fs_limits_fit(size_t blocks, size_t *segment, size_t *slab)
{
    if (blocks / 2 < *segment)
        *segment = blocks / 2;
    if (*segment / 4 < *slab)
        *slab = *segment / 4;
}

size_t fs_limits_blocks(const fs_limits *limits, uint64_t used)
{
    if (limits->limit == UINT64_MAX)
        return 0;
    used += limits->reading;
    const uint64_t left = used < limits->limit ? limits->limit - used : 0;
    const uint64_t least = limits->limit / 16;
    return as_size(left / 4 * 3 > least ? left / 4 * 3 : least);
}

uint64_t fs_limits_for_record(uint64_t bytes)
{
    return bytes < UINT64_MAX / RECORD - 1 ? (bytes + 1) * RECORD : UINT64_MAX;
}

uint64_t fs_limits_kept(uint64_t bytes, uint64_t records)
{
    return bytes + bytes / 128 + records + records / 8;
}

uint64_t fs_limits_for_all(uint64_t bytes, uint64_t records, unsigned copies)
{
    const uint64_t most = UINT64_MAX / 256;
    if (bytes > most || records > most)
        return UINT64_MAX;
    const uint64_t kept = fs_limits_kept(bytes, records);
    /* Blocks get at least 9/16 of the limit. Long records can leave up to half of a slab
     * unused. Blocks and spans together get 15/16 of the limit, minus a slab. */
    const uint64_t blocks = 3 * kept;
    const uint64_t all = (kept + copies * records * sizeof(fs_span)) / 6 * 7;
    return (blocks > all ? blocks : all) + FS_LEAST_MEMORY;
}

uint64_t fs_limits_bucket(uint64_t loaded, uint64_t records)
{
    const uint64_t each = records > FS_LEAF ? 2 * sizeof(fs_span) + 1 : sizeof(fs_span);
    return loaded + records * each;
}

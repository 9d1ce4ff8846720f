/* SPDX-License-Identifier: MIT
 *
 * forecast.c - estimates what a collection will need, before it is read.
 *
 * This is the arithmetic of memory_limits.h, node.h and head.h with averages: it assumes
 * that all records have the same length, and all buckets the same number of records.
 * Random quantities are rounded up, so that the temporary file does not become larger
 * than the estimate.
 */
#include <limits.h>

#include "src/records/records.h"

enum { BUFFERS = 12 << 20 };
static const uint64_t most_bytes = (uint64_t)1 << 60;

/* The memory for buckets that are put in order: the limit minus buffers, tables and a
 * reserve. */
static uint64_t bucket_memory(const fs_limits *limits)
{
    return limits->limit - limits->limit / 8 - limits->limit / 32;
}

/* About the number of ranges of positions that a bucket is divided into. */
static uint64_t count_ranges(const fs_limits *limits, uint64_t cost)
{
    const uint64_t memory = bucket_memory(limits);
    const uint64_t count = cost / (memory / limits->members / 4 * 3 + 1) + 2;
    return count < FS_MOST_BUCKETS ? count : FS_MOST_BUCKETS;
}

/* How often a record is written to the file: once, and once more for each level of
 * buckets that are too large for memory. `whole`: the order is computed for all records
 * at once. *largest is the size of the largest bucket that is scattered again; 0 if that
 * is the whole store, whose space is released as it is read. */
static unsigned count_levels(const fs_limits *limits, uint64_t records, uint64_t bytes,
                             int whole, uint64_t *largest)
{
    const uint64_t memory = bucket_memory(limits);
    unsigned level = 1;
    uint64_t parts = 1;
    *largest = 0;
    if (records > FS_LEAF && !whole)
        parts <<= fs_scatter_bits(records);
    while (records / parts >= 2) {
        const uint64_t here = records / parts;
        const uint64_t cost = fs_limits_bucket(bytes / parts, here);
        if (cost <= memory)
            break;
        if (level++ == 1 && parts > 1)
            *largest = bytes / parts;
        parts *= here > FS_LEAF && !whole ? 1u << fs_scatter_bits(here)
                                          : count_ranges(limits, cost);
    }
    return level;
}

/* How many of n records are kept at some time, if the head needs `few`: the first `few`,
 * and a decreasing share of the later ones. */
static uint64_t ever_kept(uint64_t n, uint64_t few)
{
    uint64_t sum = few;
    for (uint64_t seen = few; seen < n; seen *= 2)
        sum += few / 10 * 8;
    return sum < n ? sum : n;
}

/* The bytes of the tables of segments, and of the unused parts of their last pages. */
static uint64_t segment_overhead(const fs_limits *limits, uint64_t records,
                                 uint64_t bytes)
{
    const uint64_t small =
        limits->segment / 8 > FS_LEAST_SEGMENT ? limits->segment / 8 : FS_LEAST_SEGMENT;
    const uint64_t narrow =
        records > FS_ALL_BUCKETS_ABOVE ? bytes / records * FS_ALL_BUCKETS_ABOVE : bytes;
    return (narrow / small + bytes / (limits->segment + 1) + 2) * (FS_TABLE + FS_PAGE);
}

fair_forecast fair_records_forecast(const fair_records_options *options, uint64_t records,
                                    uint64_t bytes)
{
    fs_limits limits;
    if (bytes > most_bytes || records > most_bytes) /* more than any disk holds */
        return (fair_forecast){
            .memory = UINT64_MAX, .temporary = UINT64_MAX, .levels = UINT_MAX};
    options = fs_records_options(options);
    fs_limits_plan(&limits, options->memory, fs_records_members(options));
    const uint64_t all = fs_limits_kept(bytes, records);
    const uint64_t each = records > 0 ? all / records + 1 : 0;
    const uint64_t few = options->head < records ? options->head + FS_LEAF : records;
    const int head = fs_records_have_head(options) && few < records;
    const int whole = options->order != FAIR_ORDER_SHUFFLE;
    const uint64_t stays = head ? 2 * few * each : all; /* until blocks are compacted */
    fair_forecast forecast = {0};
    if (options->memory == 0) {
        forecast.memory = fs_limits_for_all(bytes, records, options->pairs ? 3 : 2);
        return forecast;
    }
    forecast.memory = limits.limit;
    if (fs_choose_store(options, &limits, 0, bytes, records, bytes) ==
        FAIR_STORE_MAPPED) {
        forecast.memory = bytes + 2 * sizeof(fs_span) * (head ? few : records);
    } else if (stays + stays / 32 <= fs_limits_blocks(&limits, 0) / (head ? 2 : 1)) {
        forecast.memory = stays + stays / 32;
    } else {
        uint64_t largest;
        const uint64_t spilled = head ? ever_kept(records, few) * each : all;
        forecast.levels = count_levels(&limits, head ? few : records,
                                       head ? few * each : all, whole, &largest);
        forecast.temporary =
            spilled + spilled / 128 +
            segment_overhead(&limits, records, spilled) * forecast.levels +
            (forecast.levels > 1 ? largest + limits.limit / 4 : 0);
        return forecast;
    }
    forecast.memory += BUFFERS;
    if (forecast.memory > limits.limit)
        forecast.memory = limits.limit;
    return forecast;
}

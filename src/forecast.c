/* SPDX-License-Identifier: MIT
 *
 * forecast.c - what a collection will take, before it is there.
 *
 * The arithmetic of budget.h, node.h and sieve.h with averages: all records are taken to
 * have the same length, and all buckets the same number of records.
 */
#include <limits.h>

#include "records.h"

enum { BUFFERS = 12 << 20 };
static const uint64_t MOST = (uint64_t)1 << 60;

/* Bytes as they are kept: with their lengths, and tables of blocks. */
static uint64_t kept(uint64_t records, uint64_t bytes)
{
    const uint64_t length = records > 0 ? bytes / records : 0;
    const uint64_t all = bytes + records * (length < 128 ? 1 : length < 16384 ? 2 : 3);
    return all + all / 200;
}

/* How often a record is written: once, and once more for each time that buckets are too
 * large for memory. `whole`: the order is made of all records at once. */
static unsigned count_levels(const fs_budget *budget, uint64_t records, uint64_t bytes,
                             int whole)
{
    const uint64_t memory = budget->limit - budget->limit / 16;
    unsigned level = 1;
    uint64_t parts = 1;
    if (records > FS_LEAF && !whole)
        parts <<= fs_scatter_bits(records);
    while (records / parts >= 2 &&
           fs_budget_unit(bytes / parts, records / parts) > memory) {
        const uint64_t here = records / parts;
        level++;
        parts *= here > FS_LEAF && !whole
                     ? 1u << fs_scatter_bits(here)
                     : fs_budget_stretches(bytes / parts, here, memory, budget->members);
    }
    return level;
}

/* What a sieve lets through in all, of n records, if it needs `few`: those, and ever
 * fewer of the later ones, few / n of them. */
static uint64_t sieved(uint64_t n, uint64_t few)
{
    uint64_t sum = few;
    for (uint64_t seen = few; seen < n; seen *= 2)
        sum += few / 10 * 7;
    return sum < n ? sum : n;
}

fair_forecast fair_records_forecast(const fair_records_options *options, uint64_t records,
                                    uint64_t bytes)
{
    fs_budget budget;
    if (bytes > MOST || records > MOST) /* no disk has so much */
        return (fair_forecast){
            .memory = UINT64_MAX, .temporary = UINT64_MAX, .levels = UINT_MAX};
    options = fs_records_options(options);
    fs_budget_plan(&budget, options->memory, fs_records_members(options));
    const uint64_t all = kept(records, bytes);
    const uint64_t each = records > 0 ? all / records + 1 : 0;
    const uint64_t few = options->head < records ? options->head + FS_LEAF : records;
    const int sieves = options->head > 0 && few < records &&
                       options->order == FAIR_ORDER_SHUFFLE && !options->pairs;
    uint64_t stays = all, spilled = all;
    if (sieves) {
        stays = 2 * few * each; /* until the next tidying up */
        spilled = sieved(records, few) * each;
    }
    fair_forecast forecast = {0};
    if (options->memory == 0) {
        forecast.memory = fs_budget_for_all(bytes, records);
        return forecast;
    }
    if (stays <= (sieves ? budget.sieve : budget.store)) {
        forecast.memory = stays + stays / 32 + BUFFERS;
        if (forecast.memory > budget.limit)
            forecast.memory = budget.limit;
        return forecast;
    }
    forecast.memory = budget.limit;
    forecast.temporary = spilled + spilled / 50;
    forecast.levels =
        count_levels(&budget, sieves ? few : records, sieves ? few * each : all,
                     options->order != FAIR_ORDER_SHUFFLE);
    return forecast;
}

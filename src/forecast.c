/* SPDX-License-Identifier: MIT
 *
 * forecast.c - what a collection will take, before it is there.
 *
 * The arithmetic of budget.h, node.h and sieve.h with averages: all records are taken to
 * have the same length, and all buckets the same number of records.
 */
#include "records.h"

/* Bytes as they are kept: with their lengths, and tables of blocks. */
static double kept(double records, double bytes)
{
    const double length = records > 0 ? bytes / records : 0;
    const double prefix = length < 128 ? 1 : length < 16384 ? 2 : 3;
    return (bytes + prefix * records) * 1.005;
}

/* The natural logarithm of x >= 1, more or less. */
static double logarithm(double x)
{
    double sum = 0;
    for (; x > 2; x /= 2)
        sum += 0.69315;
    return sum + (x - 1) * 0.69315;
}

static double cost(double bytes, double records)
{
    return (double)fs_budget_unit((uint64_t)bytes, (uint64_t)records);
}

/* How often a record is written: once, and once more for each time that buckets are too
 * large for memory. */
static unsigned count_levels(const fs_budget *budget, double records, double bytes,
                             int whole)
{
    const double memory = (double)budget->limit / 16 * 15;
    unsigned level = 1;
    double parts = whole || records <= FS_LEAF
                       ? 1
                       : (double)(1u << fs_scatter_bits((uint64_t)records));
    while (cost(bytes / parts, records / parts) > memory && records / parts >= 2) {
        const double here = records / parts;
        level++;
        parts *=
            here > FS_LEAF && !whole
                ? (double)(1u << fs_scatter_bits((uint64_t)here))
                : (double)fs_budget_stretches((uint64_t)(bytes / parts), (uint64_t)here,
                                              (uint64_t)memory, budget->members);
    }
    return level;
}

fair_forecast fair_records_forecast(const fair_records_options *options, uint64_t records,
                                    uint64_t bytes)
{
    fs_budget budget;
    const double n = (double)records, size = kept(n, (double)bytes);
    const double reading = 12 << 20;
    const int sieves = options->head > 0 && options->head < records &&
                       options->order == FAIR_ORDER_SHUFFLE && !options->pairs;
    double stays = size, most;
    fs_budget_plan(&budget, options->memory, fs_records_members(options));
    most = (double)budget.store;
    const double few = (double)options->head + FS_LEAF; /* that a sieve needs */
    if (sieves) {
        stays = few < n ? size / n * few * 2 : size; /* until the next tidying up */
        most = (double)budget.sieve;
    }
    fair_forecast forecast = {0};
    if (options->memory == 0 || stays <= most) {
        forecast.memory = (uint64_t)(stays + stays / 32 + reading);
        if (options->memory > 0 && forecast.memory > budget.limit)
            forecast.memory = budget.limit;
        return forecast;
    }
    double spilled = size;
    if (sieves && few < n) /* of later records only those that may be among the first */
        spilled = size / n * few * (1 + logarithm(n / few));
    forecast.memory = budget.limit;
    forecast.temporary = (uint64_t)(spilled * 1.02);
    forecast.levels = count_levels(&budget, sieves ? few : n, sieves ? stays : size,
                                   options->order != FAIR_ORDER_SHUFFLE);
    return forecast;
}

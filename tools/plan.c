/* SPDX-License-Identifier: MIT
 *
 * plan.c - plans a run. See plan.h. plan_files.c estimates the records of the inputs.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/plan_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/say.h"
#include "tools/available.h"
#include "tools/input.h"
#include "tools/overlap.h"
#include "tools/progress.h"
#include "tools/temporary.h"
#include "tools/writer.h"

enum {
    SMALL = 1 << 20,   /* inputs with fewer bytes need no plan */
    LEAST = 8 << 20,   /* the smallest limit in bytes, unless --memory=SIZE is given */
    DRAWING = 4 << 20, /* about the bytes for numbers drawn with replacement */
    DECOMPRESSION = 9 << 20, /* bytes for decompression at usual levels */
    TABLE = 13,              /* bytes per record of the table for --cycle and --derange */
    MIB = 1 << 20,
};

/* ---- ranges ----------------------------------------------------------------------- */

/* The number of bytes of all numbers as text, each with a delimiter. */
static double text_bytes(uint64_t lowest, uint64_t numbers)
{
    double sum = 0;
    uint64_t power = 10; /* the first number with more digits */
    for (unsigned digits = 1; numbers > 0; digits++) {
        const uint64_t here =
            digits == 20 || power - lowest > numbers ? numbers : power - lowest;
        if (digits == 20 || lowest < power) {
            sum += (double)here * (digits + 1);
            lowest += here;
            numbers -= here;
        }
        power *= digits < 19 ? 10 : 1;
    }
    return sum;
}

/* How many numbers of a range are printed. */
static uint64_t wanted_numbers(const struct settings *settings)
{
    const uint64_t n = settings->numbers;
    uint64_t sum = 0;
    for (size_t i = 0; i < settings->split_count; i++) {
        const uint64_t count =
            settings->split[i].share > 0 ? n : settings->split[i].count;
        sum = count < n - sum ? sum + count : n;
    }
    if (settings->split_count == 0)
        sum = n;
    return sum < settings->head ? sum : settings->head;
}

static void measure_range(struct plan *plan, const struct settings *settings)
{
    const double bytes = text_bytes(settings->lowest, settings->numbers);
    plan->collections[0].bytes = bytes < PLAN_MOST ? (uint64_t)bytes : PLAN_MOST;
    plan->collections[0].records = (double)settings->numbers;
}

/* Decides whether numbers are kept as numbers or as records of text. --check needs
 * records of text; a sample needs numbers. */
static void choose_numbers(struct plan *plan, const struct settings *settings)
{
    const fair_forecast forecast =
        fair_numbers_forecast(settings->numbers, wanted_numbers(settings));
    const bool sample = forecast.sampled;
    plan->numbers_need = settings->repeat ? DRAWING : forecast.memory;
    plan->numbers =
        settings->order == FAIR_ORDER_SHUFFLE && !settings->pairs &&
        (sample || settings->repeat ||
         (!settings->check && (plan->limit == 0 || plan->numbers_need <= plan->limit)));
    if (plan->numbers && sample)
        plan->whole_option = "-n";
}

/* ---- memory ----------------------------------------------------------------------- */

static const char *find_whole_option(const struct settings *settings)
{
    return settings->repeat                        ? "-r"
           : settings->pairs                       ? "--pairs"
           : settings->order == FAIR_ORDER_CYCLE   ? "--cycle"
           : settings->order == FAIR_ORDER_DERANGE ? "--derange"
                                                   : NULL;
}

/* Sets the limit: that of --memory; otherwise half of the available memory, or all of it
 * if all records must be in memory. In the last case, there is no limit under the name
 * shuf, as in GNU shuf. */
static void set_limit(struct plan *plan, const struct settings *settings)
{
    plan->limit = settings->memory;
    if (plan->limit > 0)
        return;
    plan->available = available_memory();
    const unsigned percent = settings->memory_percent > 0 ? settings->memory_percent
                             : plan->whole_option != NULL ? 100
                                                          : 50;
    if (settings->strict && plan->whole_option != NULL)
        return;
    plan->limit = plan->available / 100 * percent;
    if (plan->limit < LEAST)
        plan->limit = LEAST;
}

/* Sets the memory for compression and decompression. At least a quarter of the limit is
 * left for records. */
static void reserve_compression(struct plan *plan, const struct settings *settings)
{
    plan->compression = writer_memory(settings);
    for (size_t i = 0; i < input_file_count(settings); i++) {
        if (input_is_compressed(settings, input_file(settings, i), NULL)) {
            plan->compression += DECOMPRESSION; /* once, because only one file is open */
            break;
        }
    }
    if (plan->compression > plan->limit / 4 * 3)
        plan->compression = plan->limit / 4 * 3;
}

/* Divides the limit among the collections: a quarter equally, the rest by size. If the
 * sizes are not known, divides all of it equally. */
static void share_limit(struct plan *plan)
{
    assert(plan->compression <= plan->limit);
    const uint64_t limit = plan->limit - plan->compression;
    const double equal = (double)limit / (double)plan->count;
    double sum = 0;
    for (size_t i = 0; i < plan->count; i++)
        sum += (double)plan->collections[i].bytes;
    for (size_t i = 0; i < plan->count; i++) {
        struct collection *collection = &plan->collections[i];
        const double share = (double)collection->bytes / (sum > 0 ? sum : 1);
        collection->memory = (uint64_t)equal;
        if (plan->sized && sum > 0)
            collection->memory = (uint64_t)(equal / 4 + 0.75 * (double)limit * share);
    }
    if (plan->count == 1)
        plan->collections[0].memory = limit;
}

/* Makes separate forecasts for mapped files and for copied files. Copied files get the
 * memory that mapped files leave. If there is no temporary file, the forecast is what all
 * records need, even if that exceeds the limit. */
void plan_forecast(struct collection *collection, const fair_records_options *options)
{
    assert(collection->mapped <= collection->bytes);
    fair_records_options with = *options;
    const double copied_records = collection->records - collection->mapped_records;
    const uint64_t copied = collection->bytes - collection->mapped;
    fair_forecast mapped = {0};
    with.memory = options->temporary != NULL ? collection->memory : 0;
    if (collection->mapped > 0) {
        with.map = 1;
        mapped = fair_records_forecast(
            &with, (uint64_t)(collection->mapped_records + 0.5), collection->mapped);
        collection->forecast = mapped;
        if (copied == 0)
            return;
        if (with.memory > 0)
            with.memory = mapped.memory < with.memory ? with.memory - mapped.memory : 1;
    }
    with.map = 0;
    collection->forecast =
        fair_records_forecast(&with, (uint64_t)(copied_records + 0.5), copied);
    collection->forecast.memory += mapped.memory;
    if (options->temporary != NULL && collection->memory > 0 &&
        collection->forecast.memory > collection->memory)
        collection->forecast.memory = collection->memory;
}

static void forecast_all(struct plan *plan, const fair_records_options *options)
{
    plan->has_forecast = plan->sized;
    for (size_t i = 0; i < plan->count; i++)
        plan->has_forecast &=
            plan->collections[i].estimated && plan->collections[i].bytes < PLAN_MOST;
    if (plan->numbers) {
        plan->forecast.memory = plan->numbers_need;
        return;
    }
    for (size_t i = 0; i < plan->count && plan->has_forecast; i++) {
        struct collection *collection = &plan->collections[i];
        plan_forecast(collection, options);
        plan->forecast.memory += collection->forecast.memory;
        plan->forecast.temporary += collection->forecast.temporary;
        if (collection->forecast.levels > plan->forecast.levels)
            plan->forecast.levels = collection->forecast.levels;
    }
}

void plan_make(struct plan *plan, const struct settings *settings,
               const fair_records_options *options, bool explain)
{
    const bool files = !settings->range && !settings->echo;
    memset(plan, 0, sizeof *plan);
    plan->folder = temporary_folder(settings);
    plan->whole_option = find_whole_option(settings);
    plan->count = 1 + settings->with_count;
    for (size_t i = 0; i < plan->count; i++)
        plan->collections[i] =
            (struct collection){.sized = true, .estimated = true, .exact = true};
    if (settings->range)
        measure_range(plan, settings);
    else if (settings->echo)
        plan->collections[0].records = (double)settings->operand_count;
    for (size_t i = 0; settings->echo && i < settings->operand_count; i++)
        plan->collections[0].bytes += strlen(settings->operands[i]) + 1;
    if (files)
        plan_measure_files(plan, settings);
    for (size_t i = 0; files && i < plan->count; i++)
        plan->collections[i].map = options->map && !overlap_output(settings, i);
    plan->sized = true;
    bool small = true;
    for (size_t i = 0; i < plan->count; i++) {
        plan->sized &= plan->collections[i].sized;
        small &= plan->collections[i].bytes < SMALL;
    }
    small &= plan->sized;
    if (!small || settings->memory_text != NULL || explain)
        set_limit(plan, settings);
    reserve_compression(plan, settings);
    share_limit(plan);
    if (settings->range)
        choose_numbers(plan, settings);
    if (files && (explain || (plan->sized && !small && !settings->strict)))
        plan_count_files(plan, settings, options, explain);
    if (explain || (!small && (!files || !settings->strict)))
        forecast_all(plan, options);
}

uint64_t plan_enough(const struct plan *plan, const struct settings *settings,
                     const fair_records_options *options)
{
    fair_records_options unlimited = *options;
    double most = 0;
    unlimited.memory = 0;
    if (!plan->has_forecast || plan->limit <= plan->compression)
        return 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct collection *here = &plan->collections[i];
        const double need = (double)fair_records_forecast(
                                &unlimited, (uint64_t)(here->records + 0.5), here->bytes)
                                .memory;
        const double share =
            (double)here->memory / (double)(plan->limit - plan->compression);
        if (share > 0 && need / share > most)
            most = need / share;
    }
    most += (double)writer_memory(settings);
    return most < (double)available_memory() ? (uint64_t)(most / MIB) + 1 : 0;
}

/* ---- what is not enough ----------------------------------------------------------- */

bool plan_exceeds_limit(const struct plan *plan, const struct settings *settings)
{
    if (plan->whole_option == NULL || plan->limit == 0 || !plan->has_forecast)
        return false;
    for (size_t i = 0; i < plan->count && settings->order != FAIR_ORDER_SHUFFLE; i++)
        if (plan->collections[i].records * TABLE > (double)plan->collections[i].memory)
            return true;
    return plan->forecast.memory > plan->limit;
}

int plan_report_limit(const struct plan *plan, const struct settings *settings,
                      const struct collection *collection, const char *what,
                      uint64_t needed)
{
    char limit[64], amount[16], enough[64] = "use a larger --memory";
    if (settings->strict)
        return say("memory exhausted");
    if (settings->memory_text != NULL)
        snprintf(limit, sizeof limit, "--memory=%.40s", settings->memory_text);
    else
        snprintf(limit, sizeof limit, "the limit of %s",
                 progress_bytes((double)plan->limit, amount));
    /* The limit is shared with the other collections. */
    double all = (double)needed;
    if (collection->memory > 0 && collection->memory < plan->limit)
        all *= (double)plan->limit / (double)collection->memory;
    if (needed > 0)
        snprintf(enough, sizeof enough, "use --memory=%" PRIu64 "M",
                 (uint64_t)((all + MIB - 1) / MIB));
    return say("%s %s; %s", what, limit, enough);
}

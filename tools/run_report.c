/* SPDX-License-Identifier: MIT
 *
 * run_report.c - reports why a run failed, and what would be enough.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/say.h"
#include "tools/changed.h"
#include "tools/input.h"
#include "tools/run_parts.h"
#include "tools/space.h"
#include "tools/temporary.h"

/* Improves the plan of a collection with what was read of it, assuming that the rest is
 * alike. Returns whether its size is known. */
static bool refine(const struct run *run, size_t i, struct collection *here)
{
    const struct input_totals *seen = &run->totals[i];
    if (seen->complete) {
        here->bytes = seen->bytes;
        here->records = (double)seen->records;
        return true;
    }
    if (i < run->records_count && run->records[i] != NULL) {
        const double bytes = (double)(seen->bytes + run->file_bytes);
        const double records = (double)fair_records_count(run->records[i]);
        const double all = (double)here->bytes;
        if (bytes > 0 && bytes <= all && records / bytes * all > here->records) {
            here->records = records / bytes * all;
            here->estimated = true;
        }
    }
    return here->sized && here->estimated;
}

/* Improves the plan after the disk of the temporary file has become full. */
static void refine_plan(const struct run *run, struct plan *plan)
{
    uint64_t held = 0;
    *plan = run->plan;
    plan->has_forecast = true;
    for (size_t i = 0; i < plan->count; i++) {
        plan->has_forecast &= refine(run, i, &plan->collections[i]);
        plan->collections[i].sized = true; /* otherwise there is no forecast anyway */
        if (i < run->records_count && run->records[i] != NULL)
            held += fair_records_usage(run->records[i]).held;
    }
    /* The forecast must exceed what the file already holds. If it does not, assume in the
     * second turn that all records go to the file. */
    fair_records_options options = run->options;
    for (int turn = 0; turn < 2 && plan->has_forecast; turn++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < plan->count; i++) {
            struct collection *here = &plan->collections[i];
            if (turn == 1)
                options.head = here->mapped = 0;
            plan_forecast(here, &options);
            sum += here->forecast.temporary;
        }
        if (sum > plan->forecast.temporary)
            plan->forecast.temporary = sum;
        if (plan->forecast.temporary > held)
            return;
    }
    plan->has_forecast = false;
}

int run_report_temporary(const struct run *run, fair_mark mark)
{
    struct plan plan;
    bool both;
    if (mark.error != ENOSPC && mark.error != EDQUOT)
        return temporary_report(run->settings, run->temporary_made, mark.error, 0, 0);
    refine_plan(run, &plan);
    return temporary_report(run->settings, run->temporary_made, mark.error,
                            plan.has_forecast ? space_enough(&plan, run->settings, &both)
                                              : 0,
                            plan_enough(&plan, run->settings, &run->options));
}

int run_report_full_disk(const struct run *run, const struct output *output, int error)
{
    struct stat here, there;
    struct plan plan;
    bool both = false;
    double enough = 0;
    char amount[16], advice[TEMPORARY_ADVICE];
    if (!run->temporary_made || (error != ENOSPC && error != EDQUOT) ||
        fstat(output->fd, &here) != 0 || stat(run->plan.folder, &there) != 0 ||
        here.st_dev != there.st_dev)
        return 0;
    refine_plan(run, &plan);
    if (plan.has_forecast)
        enough = space_enough(&plan, run->settings, &both);
    if (!both || run->settings->strict)
        return 0;
    return say("%s: write error: %s; %s needed for output and temporary data; %s",
               output->name == NULL ? "standard output" : say_file(output->name),
               strerror(error), progress_bytes_up(enough, amount),
               temporary_advice(run->settings,
                                plan_enough(&plan, run->settings, &run->options),
                                advice));
}

/* The name of a file of a collection. */
static const char *file_name(const struct settings *settings, size_t collection,
                             uint64_t file)
{
    if (collection > 0)
        return settings->with[collection - 1];
    return input_name(settings, file < input_count(settings) ? (size_t)file : 0);
}

bool run_report_changed(const struct run *run, size_t collection, int error)
{
    const fair_records *records = run->records[collection];
    const fair_mark mark = fair_records_mark(records);
    const bool faulted =
        (error == FAIR_EWRITE || error == FAIR_ETEMP) && mark.error == EFAULT;
    const bool odd = error == FAIR_ELOST || error == FAIR_ERECORD ||
                     error == FAIR_EHEADER || error == FAIR_ERANGE;
    uint64_t file = mark.file;
    if (error != FAIR_ECHANGED && !faulted && !odd)
        return false;
    if (error == FAIR_ECHANGED || fair_records_changed(records, &file))
        changed_report(file_name(run->settings, collection, file));
    else if (faulted)
        changed_report_unreadable(file_name(run->settings, collection, 0));
    else
        return false;
    return true;
}

/* The memory in which all records of a collection fit; 0 if it is not known. */
static uint64_t enough_for_all(const struct run *run, const struct collection *here)
{
    fair_records_options options = run->options;
    options.memory = 0;
    return !run->plan.has_forecast
               ? 0
               : fair_records_forecast(&options, (uint64_t)(here->records + 0.5),
                                       here->bytes)
                     .memory;
}

int run_report_limit(const struct run *run, size_t collection, fair_mark mark)
{
    const struct settings *settings = run->settings;
    const struct collection *here = &run->plan.collections[collection];
    char what[80] = "the records do not fit into";
    if (run->plan.whole_option != NULL)
        snprintf(what, sizeof what,
                 settings->repeat || settings->pairs
                     ? "%s keeps all records in memory; they do not fit into"
                     : "%s needs a table of all records; it does not fit into",
                 run->plan.whole_option);
    return plan_report_limit(&run->plan, settings, here, what,
                             mark.needed > 0 ? mark.needed : enough_for_all(run, here));
}

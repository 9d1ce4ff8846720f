/* SPDX-License-Identifier: MIT
 *
 * run.c - a run with a key: see run.h.
 *
 * Everything is read before any output is opened, so an error in the input changes
 * nothing. All outputs are complete before the first is put in place. run_input.c reads,
 * run_output.c writes, and run_report.c reports errors.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/run.h"

#include <sodium.h>
#include <stdlib.h>

#include "cli/say.h"
#include "tools/changed.h"
#include "tools/checksum.h"
#include "tools/input.h"
#include "tools/preflight.h"
#include "tools/run_parts.h"
#include "tools/seed.h"
#include "tools/space.h"
#include "tools/temporary.h"

/* ---- callbacks of the library ----------------------------------------------------- */

static int on_progress(void *context, int phase, uint64_t done, uint64_t total)
{
    struct run *run = context;
    if (phase == FAIR_PHASE_READ)
        run->file_bytes = done;
    if (phase == FAIR_PHASE_READ && run->decompressing)
        done = atomic_load_explicit(&run->compressed_bytes, memory_order_relaxed);
    /* If the estimate is too small, do not show 100 % before the end. */
    if (phase == FAIR_PHASE_WRITE && total == 0 && run->output_bytes > 0)
        total = done < run->output_bytes ? run->output_bytes : done + 1;
    progress_update(&run->progress, phase, done, total);
    return 0;
}

static int open_temporary(void *context)
{
    struct run *run = context;
    const int fd = temporary_open(run->plan.folder);
    run->temporary_made |= fd >= 0;
    return fd;
}

void run_free_records(struct run *run, size_t collection)
{
    changed_unwatch(collection);
    fair_records_free(run->records[collection]);
    run->records[collection] = NULL;
}

/* ---- the run ---------------------------------------------------------------------- */

fair_records_options run_options(const struct settings *settings)
{
    fair_records_options options = {
        .format = settings->format,
        .order = settings->order,
        .header = settings->header,
        .pairs = settings->pairs,
        .threads = settings->threads,
        .map = 1,
    };
    if (!settings->repeat && !settings->pairs) /* these need all records in memory */
        options.temporary = open_temporary;
    if (settings->head < UINT64_MAX && !settings->repeat)
        options.head = settings->head > 0 ? settings->head : 1;
    return options;
}

static void set_options(struct run *run)
{
    const struct settings *settings = run->settings;
    run->limit = settings->head;
    run->options = run_options(settings);
    run->options.progress = on_progress;
    run->options.context = run;
    if (settings->check && !settings->repeat && settings->head > 0)
        run->options.observe = checksum_add;
}

int run_check(const struct settings *settings, const struct plan *plan)
{
    char text[SPACE_TEXT];
    if (settings->range && !plan->numbers && plan->collections[0].bytes >= PLAN_MOST)
        return settings->strict
                   ? say("memory exhausted")
                   : say("memory exhausted: no disk can hold this range; use a smaller "
                         "range, or -n");
    const uint64_t compression = writer_memory(settings);
    const struct collection all = {.memory = plan->limit};
    if (settings->memory_text != NULL && compression > plan->limit / 4 * 3)
        return plan_report_limit(plan, settings, &all,
                                 "compressing the output takes too much memory for",
                                 compression / 3 * 4 + 1);
    if (plan->numbers && settings->memory_text != NULL && !settings->repeat &&
        plan->numbers_need > plan->limit)
        return plan_report_limit(plan, settings, &plan->collections[0],
                                 "-n needs a table of numbers; it does not fit into",
                                 plan->numbers_need < PLAN_MOST ? plan->numbers_need : 0);
    if (preflight_temporary(plan, settings) != 0)
        return 1;
    const fair_records_options options = run_options(settings);
    if (space_lacks(plan, settings, &options, text))
        return settings->strict ? say("memory exhausted") : say("%s", text);
    if (settings->verbose && !settings->explain && space_may_lack(plan, settings, text))
        say("%s", text);
    return 0;
}

/* How many of n records are written. */
static uint64_t records_written(const struct run *run, uint64_t n)
{
    const struct settings *settings = run->settings;
    uint64_t counts = 0;
    bool all = settings->split_count == 0;
    for (size_t i = 0; i < settings->split_count; i++) {
        all |= settings->split[i].share > 0;
        counts += settings->split[i].count;
    }
    if (!all && counts < n) /* --split leaves out the rest */
        n = counts;
    return settings->repeat || run->limit < n ? run->limit : n;
}

/* Estimates the number of bytes that will be written. The library does not know it if
 * records are left out, or written more than once. Only for runs without --with. */
static void estimate_output(struct run *run)
{
    const struct settings *settings = run->settings;
    const uint64_t bytes =
        settings->range ? run->plan.collections[0].bytes : run->totals[0].bytes;
    const uint64_t n = settings->range          ? settings->numbers
                       : run->records_count > 0 ? fair_records_count(run->records[0])
                                                : 0;
    const uint64_t written = records_written(run, n);
    if (settings->with_count > 0 || n == 0 || written == UINT64_MAX)
        return;
    const double sum =
        (double)bytes / (double)n * (double)written * (settings->pairs ? 2 : 1);
    run->output_bytes = sum < PLAN_MOST ? (uint64_t)sum : 0;
}

/* Reports that --check could not compare hashes. */
static void report_unchecked(const struct run *run)
{
    const struct settings *settings = run->settings;
    if (!settings->check || settings->quiet)
        return;
    if (settings->repeat)
        say("--check: only the number of records was compared; with -r, a record can be "
            "written several times or not at all");
    else if (!run->all_written || settings->head == 0)
        say("--check: only the number of records was compared; %s leaves records out",
            settings->head < UINT64_MAX ? "-n" : "this --split");
}

static int run_steps(struct run *run)
{
    const struct settings *settings = run->settings;
    /* With -n 0, inputs are not even opened. */
    const bool reads =
        settings->head > 0 || settings->header > 0 || settings->range || settings->echo;
    int status = preflight(settings);
    if (status == 0)
        status = seed_key(settings, run->key);
    if (status == 0 && (settings->print_seed || settings->verbose) &&
        !seed_print(run->key) && settings->print_seed)
        status = 1; /* the user needs the seed: without it, write nothing */
    if (status == 0 && reads) {
        plan_make(&run->plan, settings, &run->options, false);
        status = run_check(settings, &run->plan);
        if (status == 0)
            status = run_read(run);
    }
    if (status == 0) {
        estimate_output(run);
        status = run_write(run);
    }
    if (status == 0)
        status = run_commit(run);
    if (status == 0)
        report_unchecked(run);
    return status;
}

int run_shuffle(const struct settings *settings)
{
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return say("memory exhausted");
    run->settings = settings;
    set_options(run);
    progress_start(&run->progress, settings);
    const int status = run_steps(run);
    progress_end(&run->progress);
    for (size_t i = 0; i < run->output_count; i++)
        writer_abandon(&run->writers[i]);
    for (size_t i = 0; i < run->records_count; i++)
        run_free_records(run, i);
    sodium_memzero(run->key, sizeof run->key); /* the compiler may omit a memset() */
    free(run);
    return status;
}

/* SPDX-License-Identifier: MIT
 *
 * run.c - what fairshuf does with a key of its own.
 *
 * Everything is read before an output is opened, so that whatever is wrong with the input
 * is found while nothing has been touched; and all outputs are complete before the first
 * of them takes its place. Reading is in run_input.c, writing in run_output.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/run.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/say.h"
#include "tools/changed.h"
#include "tools/check.h"
#include "tools/flow.h"
#include "tools/input.h"
#include "tools/preflight.h"
#include "tools/seed.h"
#include "tools/space.h"
#include "tools/temporary.h"

/* ---- what the library calls ------------------------------------------------------ */

static int tell_progress(void *context, int phase, uint64_t done, uint64_t total)
{
    struct flow *flow = context;
    if (phase == FAIR_PHASE_READ)
        flow->file_bytes = done;
    if (phase == FAIR_PHASE_READ && flow->unpacking)
        done = atomic_load_explicit(&flow->packed, memory_order_relaxed);
    /* An estimate that turns out too small must not show 100 % before the end. */
    if (phase == FAIR_PHASE_WRITE && total == 0 && flow->output_bytes > 0)
        total = done < flow->output_bytes ? flow->output_bytes : done + 1;
    progress_tell(&flow->progress, phase, done, total);
    return 0;
}

static void witness(void *context, int out, const void *record, size_t length)
{
    (void)context;
    check_add(out, record, length);
}

static int open_temporary(void *context)
{
    struct flow *flow = context;
    const int fd = temporary_open(flow->plan.folder);
    flow->temporary_made |= fd >= 0;
    return fd;
}

/* ---- what went wrong ------------------------------------------------------------- */

/* Corrects the plan of a collection by what was read of it: all, or so much that the rest
 * can be judged by it. Returns whether its size is known. */
static bool correct(const struct flow *flow, size_t i, struct collection *here)
{
    const struct seen *seen = &flow->seen[i];
    if (seen->complete) {
        here->bytes = seen->bytes;
        here->records = (double)seen->records;
        return true;
    }
    if (i < flow->records_count && flow->records[i] != NULL) {
        const double bytes = (double)(seen->bytes + flow->file_bytes);
        const double records = (double)fair_records_count(flow->records[i]);
        const double all = (double)here->bytes;
        if (bytes > 0 && bytes <= all && records / bytes * all > here->records) {
            here->records = records / bytes * all;
            here->estimated = true;
        }
    }
    return here->sized && here->estimated;
}

/* Corrects the plan, after the temporary file has become larger than the disk. */
static void correct_plan(const struct flow *flow, struct plan *plan)
{
    uint64_t held = 0;
    *plan = flow->plan;
    plan->foreseen = true;
    for (size_t i = 0; i < plan->count; i++) {
        plan->foreseen &= correct(flow, i, &plan->collections[i]);
        plan->collections[i].sized = true; /* or nothing is foreseen */
        if (i < flow->records_count && flow->records[i] != NULL)
            held += fair_records_usage(flow->records[i]).held;
    }
    /* If that is not enough either: as if everything had to go to the file. */
    fair_records_options options = flow->options;
    for (int turn = 0; turn < 2 && plan->foreseen; turn++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < plan->count; i++) {
            struct collection *here = &plan->collections[i];
            if (turn == 1)
                options.head = here->mapped = 0;
            plan_foresee(here, &options);
            sum += here->forecast.temporary;
        }
        if (sum > plan->forecast.temporary)
            plan->forecast.temporary = sum;
        if (plan->forecast.temporary > held)
            return;
    }
    plan->foreseen = false;
}

int flow_tell_temporary(const struct flow *flow, fair_mark mark)
{
    struct plan plan;
    bool both;
    if (mark.error != ENOSPC && mark.error != EDQUOT)
        return temporary_tell(flow->settings, flow->temporary_made, mark.error, 0, 0);
    correct_plan(flow, &plan);
    return temporary_tell(flow->settings, flow->temporary_made, mark.error,
                          plan.foreseen ? space_enough(&plan, flow->settings, &both) : 0,
                          plan_enough(&plan, flow->settings, &flow->options));
}

int flow_tell_full(const struct flow *flow, const struct output *output, int number)
{
    struct stat here, there;
    struct plan plan;
    bool both = false;
    double enough = 0;
    char amount[16], advice[TEMPORARY_ADVICE];
    if (!flow->temporary_made || (number != ENOSPC && number != EDQUOT) ||
        fstat(output->fd, &here) != 0 || stat(flow->plan.folder, &there) != 0 ||
        here.st_dev != there.st_dev)
        return 0;
    correct_plan(flow, &plan);
    if (plan.foreseen)
        enough = space_enough(&plan, flow->settings, &both);
    if (!both || flow->settings->strict)
        return 0;
    return say("%s: write error: %s; %s needed for temporary data and output; %s",
               output->name == NULL ? "standard output" : say_file(output->name),
               strerror(number), progress_bytes_up(enough, amount),
               temporary_advice(flow->settings,
                                plan_enough(&plan, flow->settings, &flow->options),
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

bool flow_tell_changed(const struct flow *flow, size_t collection, int error)
{
    const fair_records *records = flow->records[collection];
    const fair_mark mark = fair_records_mark(records);
    const bool faulted =
        (error == FAIR_EWRITE || error == FAIR_ETEMP) && mark.error == EFAULT;
    const bool odd = error == FAIR_ELOST || error == FAIR_ERECORD ||
                     error == FAIR_EHEADER || error == FAIR_ERANGE;
    uint64_t file = mark.file;
    if (error != FAIR_ECHANGED && !faulted && !odd)
        return false;
    if (error == FAIR_ECHANGED || fair_records_changed(records, &file))
        changed_tell(file_name(flow->settings, collection, file));
    else if (faulted)
        changed_tell_unreadable(file_name(flow->settings, collection, 0));
    else
        return false;
    return true;
}

void flow_free_records(struct flow *flow, size_t collection)
{
    changed_forget(collection);
    fair_records_free(flow->records[collection]);
    flow->records[collection] = NULL;
}

/* Memory with which all records can stay there; 0 if nobody knows. */
static uint64_t enough_for_all(const struct flow *flow, const struct collection *here)
{
    fair_records_options options = flow->options;
    options.memory = 0;
    return !flow->plan.foreseen
               ? 0
               : fair_records_forecast(&options, (uint64_t)(here->records + 0.5),
                                       here->bytes)
                     .memory;
}

int flow_tell_whole(const struct flow *flow, size_t collection, fair_mark mark)
{
    const struct settings *settings = flow->settings;
    const struct collection *here = &flow->plan.collections[collection];
    char what[80] = "the records do not fit into";
    if (flow->plan.whole != NULL)
        snprintf(what, sizeof what,
                 settings->repeat || settings->pairs
                     ? "%s needs all records in memory; they do not fit into"
                     : "%s needs a table of all records; it does not fit into",
                 flow->plan.whole);
    return plan_tell_limit(&flow->plan, settings, here, what,
                           mark.needed > 0 ? mark.needed : enough_for_all(flow, here));
}

/* ---- all of it ------------------------------------------------------------------- */

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
    if (!settings->repeat && !settings->pairs) /* for these all must be in memory */
        options.temporary = open_temporary;
    if (settings->head < UINT64_MAX && !settings->repeat)
        options.head = settings->head > 0 ? settings->head : 1;
    return options;
}

static void set_options(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    flow->wanted = settings->head;
    flow->options = run_options(settings);
    flow->options.progress = tell_progress;
    flow->options.context = flow;
    if (settings->check && !settings->repeat && settings->head > 0)
        flow->options.witness = witness;
}

int run_judge(const struct settings *settings, const struct plan *plan)
{
    char text[SPACE_TEXT];
    if (settings->range && !plan->numbers && plan->collections[0].bytes >= PLAN_MOST)
        return settings->strict
                   ? say("memory exhausted")
                   : say("memory exhausted: no disk has room for a range this large");
    const uint64_t packing = channel_memory(settings);
    const struct collection all = {.memory = plan->limit};
    if (settings->memory_text != NULL && packing > plan->limit / 4 * 3)
        return plan_tell_limit(plan, settings, &all, "compression needs more than",
                               packing / 3 * 4 + 1);
    if (plan->numbers && settings->memory_text != NULL && !settings->repeat &&
        plan->numbers_need > plan->limit)
        return plan_tell_limit(plan, settings, &plan->collections[0],
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

/* How many of n records will be written. */
static uint64_t records_written(const struct flow *flow, uint64_t n)
{
    const struct settings *settings = flow->settings;
    uint64_t counts = 0;
    bool all = settings->split_count == 0;
    for (size_t i = 0; i < settings->split_count; i++) {
        all |= settings->split[i].share > 0;
        counts += settings->split[i].count;
    }
    if (!all && counts < n) /* the rest is left out */
        n = counts;
    return settings->repeat || flow->wanted < n ? flow->wanted : n;
}

/* Estimates the bytes that will be written, where the library does not know them: if not
 * all records are written, or some more than once. For one collection only. */
static void estimate_output(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    const uint64_t bytes =
        settings->range ? flow->plan.collections[0].bytes : flow->seen[0].bytes;
    const uint64_t n = settings->range           ? settings->numbers
                       : flow->records_count > 0 ? fair_records_count(flow->records[0])
                                                 : 0;
    const uint64_t written = records_written(flow, n);
    if (settings->with_count > 0 || n == 0 || written == UINT64_MAX)
        return;
    const double sum =
        (double)bytes / (double)n * (double)written * (settings->pairs ? 2 : 1);
    flow->output_bytes = sum < PLAN_MOST ? (uint64_t)sum : 0;
}

/* Says that --check could not compare the records. */
static void tell_unchecked(const struct flow *flow)
{
    const struct settings *settings = flow->settings;
    if (!settings->check || settings->quiet)
        return;
    if (settings->repeat)
        say("--check: nothing was compared; -r draws records any number of times");
    else if (!flow->whole || settings->head == 0)
        say("--check: nothing was compared; not all records are written with %s",
            settings->head < UINT64_MAX ? "-n" : "this --split");
}

static int run_flow(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    const bool reads = settings->head > 0 || settings->header > 0 || settings->range ||
                       settings->echo; /* if not, inputs are not even opened */
    int status = preflight(settings);
    if (status == 0)
        status = seed_key(settings, flow->key);
    if (status == 0 && (settings->print_seed || settings->verbose) &&
        !seed_tell(flow->key) && settings->print_seed)
        status = 1; /* the seed would be lost: no record without it */
    if (status == 0 && reads) {
        plan_make(&flow->plan, settings, &flow->options, false);
        status = run_judge(settings, &flow->plan);
        if (status == 0)
            status = flow_read(flow);
    }
    if (status == 0) {
        estimate_output(flow);
        status = flow_write(flow);
    }
    if (status == 0)
        status = flow_commit(flow);
    if (status == 0)
        tell_unchecked(flow);
    return status;
}

int run(const struct settings *settings)
{
    struct flow *flow = calloc(1, sizeof *flow);
    if (flow == NULL)
        return say("memory exhausted");
    flow->settings = settings;
    set_options(flow);
    progress_start(&flow->progress, settings);
    const int status = run_flow(flow);
    progress_end(&flow->progress);
    for (size_t i = 0; i < flow->output_count; i++)
        channel_abandon(&flow->channels[i]);
    for (size_t i = 0; i < flow->records_count; i++)
        flow_free_records(flow, i);
    for (size_t i = 0; i < settings->split_count; i++)
        free(flow->names[i]);
    sodium_memzero(flow->key, sizeof flow->key); /* a compiler may drop a memset() here */
    free(flow);
    return status;
}

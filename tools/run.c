/* SPDX-License-Identifier: MIT
 *
 * run.c - what fairshuf does with a key of its own.
 *
 * Everything is read before an output is opened, so that whatever is wrong with the input
 * is found while nothing has been touched; and all outputs are complete before the first
 * of them takes its place. Reading is in run_input.c, writing in run_output.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "flow.h"
#include "preflight.h"
#include "say.h"
#include "seed.h"
#include "space.h"
#include "temporary.h"

/* ---- what the library calls ------------------------------------------------------ */

static int tell_progress(void *context, int phase, uint64_t done, uint64_t total)
{
    struct flow *flow = context;
    if (phase == FAIR_PHASE_READ && flow->unpacking)
        done = atomic_load_explicit(&flow->packed, memory_order_relaxed);
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

int flow_tell_temporary(const struct flow *flow, fair_mark mark)
{
    return temporary_tell(flow->settings, flow->temporary_made, mark.error);
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
    char what[80] = "the records need more than";
    if (flow->plan.whole != NULL)
        snprintf(what, sizeof what, "%s needs %s records in memory, which is more than",
                 flow->plan.whole,
                 settings->repeat || settings->pairs ? "all" : "a table of all");
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
    if (settings->check && !settings->repeat && flow->options.head == 0)
        flow->options.witness = witness;
}

/* Refuses what cannot end well, as far as that is known before anything is read. */
static int judge_plan(const struct flow *flow)
{
    const struct settings *settings = flow->settings;
    const struct plan *plan = &flow->plan;
    char text[SPACE_TEXT];
    if (settings->range && !plan->numbers && plan->collections[0].bytes >= PLAN_MOST)
        return say("memory exhausted");
    const uint64_t packing = channel_memory(settings);
    const struct collection all = {.memory = plan->limit};
    if (settings->memory_text != NULL && packing > plan->limit / 4 * 3)
        return plan_tell_limit(plan, settings, &all, "compressing needs more memory than",
                               packing / 3 * 4 + 1);
    if (plan->numbers && settings->memory_text != NULL && !settings->repeat &&
        plan->numbers_need > (double)plan->limit)
        return plan_tell_limit(
            plan, settings, &plan->collections[0],
            "-n needs a table of numbers in memory, which is more than",
            plan->numbers_need < PLAN_MOST ? (uint64_t)plan->numbers_need : 0);
    if (preflight_temporary(plan, settings) != 0)
        return 1;
    if (!space_lacks(plan, settings, text))
        return 0;
    return settings->strict ? say("memory exhausted") : say("%s", text);
}

static int run_flow(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    const bool nothing = settings->head == 0 && settings->header == 0 &&
                         !settings->range && !settings->echo;
    int status = preflight(settings);
    if (status == 0)
        status = seed_key(settings, flow->key);
    if (status == 0 && (settings->print_seed || settings->verbose))
        seed_tell(flow->key);
    if (status == 0 && !nothing) {
        plan_make(&flow->plan, settings, &flow->options, false);
        status = judge_plan(flow);
    }
    if (status == 0)
        status = flow_read(flow);
    if (status == 0)
        status = flow_write(flow);
    return status == 0 ? flow_commit(flow) : status;
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
        fair_records_free(flow->records[i]);
    for (size_t i = 0; i < settings->split_count; i++)
        free(flow->names[i]);
    memset(flow->key, 0, sizeof flow->key);
    free(flow);
    return status;
}

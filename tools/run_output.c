/* SPDX-License-Identifier: MIT
 *
 * run_output.c - a run writes its records: to one output, to several, packed or not.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "tools/changed.h"
#include "tools/check.h"
#include "tools/flow.h"
#include "tools/overlap.h"
#include "tools/run.h"
#include "tools/shares.h"

/* ---- opening --------------------------------------------------------------------- */

static int open_output(struct flow *flow, const char *name)
{
    struct channel *channel = &flow->channels[flow->output_count++];
    if (channel_open(channel, flow->settings, name) != 0)
        return 1;
    for (size_t i = 0; i + 1 < flow->output_count; i++)
        if (output_is_same(&channel->output, &flow->channels[i].output))
            return channel_tell_same(name);
    return 0;
}

static int open_outputs(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    for (size_t i = 0; i < settings->split_count; i++) {
        const struct share *share = &settings->split[i];
        flow->names[i] = malloc(share->length + 1);
        if (flow->names[i] == NULL)
            return say("memory exhausted");
        memcpy(flow->names[i], share->name, share->length);
        flow->names[i][share->length] = '\0';
        if (open_output(flow, flow->names[i]) != 0)
            return 1;
    }
    if (settings->split_count == 0 && open_output(flow, settings->output) != 0)
        return 1;
    for (size_t i = 0; i < settings->with_count; i++)
        if (open_output(flow, settings->output_with[i]) != 0)
            return 1;
    return 0;
}

/* ---- writing --------------------------------------------------------------------- */

static int tell_writing(const struct output *output, int number)
{
    if (number == EPIPE && output->final == NULL)
        return RUN_BROKEN_PIPE;
    return output_report(output, number);
}

/* What went wrong with outputs from `first` on; the one that failed is named. */
static int tell_failure(const struct flow *flow, size_t first, int error, int number)
{
    for (size_t i = first; i < flow->output_count; i++)
        if (flow->channels[i].failed != 0) {
            first = i;
            break;
        }
    const struct output *output = &flow->channels[first].output;
    if (error == FAIR_EWRITE)
        return flow_tell_full(flow, output, number) != 0 ? 1
                                                         : tell_writing(output, number);
    if (error == FAIR_ENOMEM)
        return say("memory exhausted");
    if (error == FAIR_EINVAL && flow->settings->repeat)
        return say("no lines to repeat");
    if (error == FAIR_EINVAL)
        return say("%s needs at least two records",
                   flow->settings->order == FAIR_ORDER_CYCLE ? "--cycle" : "--derange");
    return say("%s", fair_strerror(error));
}

/* The parts of the first collection, or of a range. */
static int plan_parts(struct flow *flow, uint64_t n, fair_part parts[FLOW_OUTPUTS],
                      size_t *part_count)
{
    const struct settings *settings = flow->settings;
    uint64_t counts[SETTINGS_SPLIT];
    *part_count = settings->split_count > 0 ? settings->split_count : 1;
    counts[0] = flow->wanted;
    if (settings->split_count > 0 &&
        shares_count(settings, n < flow->wanted ? n : flow->wanted, counts) != 0)
        return 1;
    uint64_t left = n;
    for (size_t i = 0; i < *part_count; i++) {
        parts[i] = (fair_part){
            .count = counts[i], .write = channel_write, .context = &flow->channels[i]};
        left -= counts[i] < left ? counts[i] : left;
    }
    flow->whole = left == 0;
    return 0;
}

static int write_range(struct flow *flow, const fair_part *parts, size_t part_count)
{
    const struct settings *settings = flow->settings;
    const unsigned char end = settings->format.delimiter;
    const fair_records_options options = {.threads = flow->options.threads,
                                          .progress = flow->options.progress,
                                          .context = flow->options.context};
    int number = 0, error;
    if (settings->repeat)
        error = fair_numbers_draw(flow->key, settings->lowest, settings->numbers, end,
                                  flow->wanted, &parts[0], &options, &number);
    else
        error = fair_numbers_write(flow->key, settings->lowest, settings->numbers, end,
                                   parts, part_count, &options, &number);
    return error == FAIR_OK ? 0 : tell_failure(flow, 0, error, number);
}

/* Writes one collection, and gives its memory back. */
static int write_collection(struct flow *flow, size_t i, const fair_part *parts,
                            size_t part_count)
{
    fair_records *records = flow->records[i];
    const size_t first = i == 0 ? 0 : part_count + i - 1;
    const fair_part whole = {
        .count = flow->wanted, .write = channel_write, .context = &flow->channels[first]};
    int error;
    if (flow->settings->repeat)
        error = fair_records_draw(records, flow->wanted, &whole);
    else if (i == 0)
        error = fair_records_write(records, parts, part_count);
    else
        error = fair_records_write(records, &whole, 1);
    const fair_mark mark = fair_records_mark(records);
    if (flow_tell_changed(flow, i, error))
        return 1;
    if (error == FAIR_ETEMP)
        return flow_tell_temporary(flow, mark);
    if (error == FAIR_ELIMIT)
        return flow_tell_whole(flow, i, mark);
    if (error != FAIR_OK)
        return tell_failure(flow, first, error, mark.error);
    const fair_usage usage = fair_records_usage(records);
    flow->temporary_bytes += usage.written;
    flow->mapped_bytes += usage.mapped;
    flow_free_records(flow, i);
    return 0;
}

int flow_write(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    const bool numbers = settings->range && flow->plan.numbers;
    fair_part parts[FLOW_OUTPUTS];
    size_t part_count;
    const uint64_t n = numbers                   ? settings->numbers
                       : flow->records_count > 0 ? fair_records_count(flow->records[0])
                                                 : 0;
    if (plan_parts(flow, n, parts, &part_count) != 0 || open_outputs(flow) != 0)
        return 1;
    int status = numbers ? write_range(flow, parts, part_count) : 0;
    for (size_t i = 0; i < flow->records_count && status == 0; i++)
        status = write_collection(flow, i, parts, part_count);
    return status;
}

/* ---- making it final ------------------------------------------------------------- */

static void tell_done(const struct flow *flow, bool checked)
{
    char bytes[16], temporary[16], mapped[16], copied[16], input[80] = "", check[80] = "";
    uint64_t written = 0, read = 0;
    if (checked)
        snprintf(check, sizeof check, "; checked: all %" PRIu64 " records, each once",
                 check_count());
    for (size_t i = 0; i < flow->output_count; i++)
        written += flow->channels[i].output.written;
    for (size_t i = 0; i < flow->plan.count; i++)
        read += flow->seen[i].bytes;
    if (read > 0)
        snprintf(input, sizeof input, "; of the input, %s used in place, %s copied",
                 progress_bytes((double)flow->mapped_bytes, mapped),
                 progress_bytes(
                     read > flow->mapped_bytes ? (double)(read - flow->mapped_bytes) : 0,
                     copied));
    say("%s written in %.2f s%s%s%s%s%s", progress_bytes((double)written, bytes),
        progress_clock() - flow->progress.start, input,
        flow->temporary_bytes > 0 ? "; " : "",
        flow->temporary_bytes > 0
            ? progress_bytes((double)flow->temporary_bytes, temporary)
            : "",
        flow->temporary_bytes > 0 ? " went through a temporary file" : "", check);
}

int flow_commit(struct flow *flow)
{
    const bool checked = flow->options.witness != NULL && flow->whole;
    if (checked && !check_good())
        return say("--check: the records written differ from those read");
    for (size_t i = 0; i < flow->output_count; i++) {
        const int error = channel_finish(&flow->channels[i]);
        if (error != 0)
            return tell_writing(&flow->channels[i].output, error);
    }
    progress_wait(&flow->progress);
    struct output *outputs[FLOW_OUTPUTS];
    for (size_t i = 0; i < flow->output_count; i++) {
        outputs[i] = &flow->channels[i].output;
        if (overlap_changed(outputs[i]->final))
            return changed_tell(outputs[i]->name);
    }
    if (output_commit_all(outputs, flow->output_count) != 0)
        return 1;
    if (flow->settings->verbose)
        tell_done(flow, checked);
    return 0;
}

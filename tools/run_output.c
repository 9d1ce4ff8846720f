/* SPDX-License-Identifier: MIT
 *
 * run_output.c - writes the records of a run to one or several outputs.
 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "tools/changed.h"
#include "tools/checksum.h"
#include "tools/overlap.h"
#include "tools/run.h"
#include "tools/run_parts.h"
#include "tools/split.h"

/* ---- opening ---------------------------------------------------------------------- */

static int open_output(struct run *run, const char *name)
{
    assert(run->output_count < RUN_OUTPUTS);
    struct writer *writer = &run->writers[run->output_count++];
    if (writer_open(writer, run->settings, name) != 0)
        return 1;
    for (size_t i = 0; i + 1 < run->output_count; i++)
        if (output_is_same(&writer->output, &run->writers[i].output))
            return writer_report_same_file(name);
    return 0;
}

static int open_outputs(struct run *run)
{
    for (size_t i = 0; i < settings_output_count(run->settings); i++)
        if (open_output(run, settings_output(run->settings, i)) != 0)
            return 1;
    return 0;
}

/* ---- writing ---------------------------------------------------------------------- */

static int report_write_error(const struct output *output, int error)
{
    if (error == EPIPE && output->final == NULL)
        return RUN_BROKEN_PIPE;
    return output_report(output, error);
}

/* Reports an error of the library while it wrote to the writers from `first` on. `number`
 * is the errno of a failed write. */
static int report_failure(const struct run *run, size_t first, int error, int number)
{
    for (size_t i = first; i < run->output_count; i++)
        if (run->writers[i].failed != 0) {
            first = i;
            break;
        }
    const struct output *output = &run->writers[first].output;
    if (error == FAIR_EWRITE)
        return run_report_full_disk(run, output, number) != 0
                   ? 1
                   : report_write_error(output, number);
    if (error == FAIR_ENOMEM)
        return say("memory exhausted");
    if (error == FAIR_EINVAL && run->settings->repeat)
        return say("no lines to repeat");
    if (error == FAIR_EINVAL)
        return say("%s needs at least two records",
                   run->settings->order == FAIR_ORDER_CYCLE ? "--cycle" : "--derange");
    return say("%s", fair_strerror(error));
}

/* Sets the parts of the first collection, or of a range. */
static int plan_parts(struct run *run, uint64_t n, fair_part parts[RUN_OUTPUTS],
                      size_t *part_count)
{
    const struct settings *settings = run->settings;
    uint64_t counts[SETTINGS_SPLIT];
    *part_count = settings->split_count > 0 ? settings->split_count : 1;
    counts[0] = run->limit;
    if (settings->split_count > 0 &&
        split_counts(settings, n < run->limit ? n : run->limit, counts) != 0)
        return 1;
    uint64_t left = n;
    for (size_t i = 0; i < *part_count; i++) {
        parts[i] = (fair_part){
            .count = counts[i], .write = writer_write, .context = &run->writers[i]};
        left -= counts[i] < left ? counts[i] : left;
    }
    run->all_written = left == 0;
    return 0;
}

static int write_range(struct run *run, const fair_part *parts, size_t part_count)
{
    const struct settings *settings = run->settings;
    const unsigned char end = settings->format.delimiter;
    const fair_records_options options = {.threads = run->options.threads,
                                          .progress = run->options.progress,
                                          .context = run->options.context};
    int number = 0, error;
    if (settings->repeat)
        error = fair_numbers_draw(run->key, settings->lowest, settings->numbers, end,
                                  run->limit, &parts[0], &options, &number);
    else
        error = fair_numbers_write(run->key, settings->lowest, settings->numbers, end,
                                   parts, part_count, &options, &number);
    return error == FAIR_OK ? 0 : report_failure(run, 0, error, number);
}

/* Writes one collection, and frees it. */
static int write_collection(struct run *run, size_t i, const fair_part *parts,
                            size_t part_count)
{
    fair_records *records = run->records[i];
    const size_t first = i == 0 ? 0 : part_count + i - 1;
    const fair_part whole = {
        .count = run->limit, .write = writer_write, .context = &run->writers[first]};
    int error;
    if (run->settings->repeat)
        error = fair_records_draw(records, run->limit, &whole);
    else if (i == 0)
        error = fair_records_write(records, parts, part_count);
    else
        error = fair_records_write(records, &whole, 1);
    const fair_mark mark = fair_records_mark(records);
    if (run_report_changed(run, i, error))
        return 1;
    if (error == FAIR_ETEMP)
        return run_report_temporary(run, mark);
    if (error == FAIR_ELIMIT)
        return run_report_limit(run, i, mark);
    if (error != FAIR_OK)
        return report_failure(run, first, error, mark.error);
    const fair_usage usage = fair_records_usage(records);
    run->temporary_bytes += usage.written;
    run->mapped_bytes += usage.mapped;
    run_free_records(run, i);
    return 0;
}

int run_write(struct run *run)
{
    const struct settings *settings = run->settings;
    const bool numbers = settings->range && run->plan.numbers;
    fair_part parts[RUN_OUTPUTS];
    size_t part_count;
    const uint64_t n = numbers                  ? settings->numbers
                       : run->records_count > 0 ? fair_records_count(run->records[0])
                                                : 0;
    if (plan_parts(run, n, parts, &part_count) != 0 || open_outputs(run) != 0)
        return 1;
    int status = numbers ? write_range(run, parts, part_count) : 0;
    for (size_t i = 0; i < run->records_count && status == 0; i++)
        status = write_collection(run, i, parts, part_count);
    return status;
}

/* ---- putting outputs in place -------------------------------------------------------
 */

static void report_done(const struct run *run, bool checked)
{
    char bytes[16], temporary[16], mapped[16], copied[16], input[80] = "", check[80] = "";
    uint64_t written = 0, read = 0;
    if (checked)
        snprintf(check, sizeof check,
                 "; checked: all %" PRIu64 " records were written once",
                 checksum_count());
    for (size_t i = 0; i < run->output_count; i++)
        written += run->writers[i].output.written;
    for (size_t i = 0; i < run->plan.count; i++)
        read += run->totals[i].bytes;
    if (read > 0)
        snprintf(input, sizeof input, "; input: %s used in place, %s copied",
                 progress_bytes((double)run->mapped_bytes, mapped),
                 progress_bytes(
                     read > run->mapped_bytes ? (double)(read - run->mapped_bytes) : 0,
                     copied));
    say("%s written in %.2f s%s%s%s%s%s", progress_bytes((double)written, bytes),
        progress_clock() - run->progress.start, input,
        run->temporary_bytes > 0 ? "; " : "",
        run->temporary_bytes > 0 ? progress_bytes((double)run->temporary_bytes, temporary)
                                 : "",
        run->temporary_bytes > 0 ? " went through a temporary file" : "", check);
}

int run_commit(struct run *run)
{
    const bool checked = run->options.observe != NULL && run->all_written;
    if (checked && !checksum_matches())
        return say("--check: the records written differ from those read; do not use the "
                   "output (this is a fault of the machine, or of this program)");
    for (size_t i = 0; i < run->output_count; i++) {
        const int error = writer_finish(&run->writers[i]);
        if (error != 0)
            return report_write_error(&run->writers[i].output, error);
    }
    progress_wait(&run->progress);
    struct output *outputs[RUN_OUTPUTS];
    for (size_t i = 0; i < run->output_count; i++) {
        outputs[i] = &run->writers[i].output;
        if (overlap_changed(outputs[i]->final))
            return changed_report(outputs[i]->name);
    }
    if (output_commit_all(outputs, run->output_count) != 0)
        return 1;
    if (run->settings->verbose)
        report_done(run, checked);
    return 0;
}

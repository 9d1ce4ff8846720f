/* SPDX-License-Identifier: MIT
 *
 * run_report.c - reports what failed, and what was done.
 *
 * The rank where something failed prints the message, because it knows most about it: its
 * folder for temporary files, for example, may not be that of rank 0.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "tools/explain_parts.h"
#include "tools/input.h"
#include "tools/mpi/run_parts.h"
#include "tools/plan.h"
#include "tools/temporary.h"

void cluster_name_rank(const struct cluster_run *run, bool on)
{
    static char origin[32];
    snprintf(origin, sizeof origin, "rank %d: ", run->ranks->rank);
    say_set_origin(on ? origin : NULL);
}

/* The name of a file of the current collection. */
static const char *input_of(const struct cluster_run *run, uint64_t file)
{
    if (run->collection > 0)
        return run->settings->with[run->collection - 1];
    return input_name(run->settings,
                      file < input_count(run->settings) ? (size_t)file : 0);
}

/* The output that part `part` of the current collection is written to. */
static const struct output *output_of(const struct cluster_run *run, uint64_t part)
{
    const size_t parts = run->settings->split_count > 0 ? run->settings->split_count : 1;
    const size_t i = run->collection > 0 ? parts + run->collection - 1 : (size_t)part;
    return &run->outputs[i < run->output_count ? i : 0];
}

/* Reports that the memory limit is too small. */
static void report_limit(const struct cluster_run *run, const fs_failure *failure)
{
    char what[512] = "the records do not fit into";
    const char *name = input_of(run, failure->index);
    struct plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL) {
        say("memory exhausted");
        return;
    }
    plan->limit = plan->collections[0].memory = run->options.memory;
    if (failure->step == FS_STEP_READ && failure->record < run->settings->header)
        snprintf(what, sizeof what, "%.400s: the header is too large for",
                 say_file(name));
    else if (failure->step == FS_STEP_READ)
        snprintf(what, sizeof what,
                 "%.400s: record %" PRIu64 ", at byte %" PRIu64 ": too large for",
                 say_file(name), failure->record + 1, failure->offset);
    plan_report_limit(plan, run->settings, &plan->collections[0], what, failure->needed);
    free(plan);
}

/* Reports a failure to read an input file. */
static void report_input(const struct cluster_run *run, const fs_failure *failure)
{
    const char *name = input_of(run, failure->index);
    const fair_mark mark = {.record = failure->record,
                            .offset = failure->offset,
                            .error = failure->number,
                            .needed = failure->needed};
    if (failure->error == FAIR_EMISMATCH)
        say("%s: ranks see different versions of this file; all ranks must see the same "
            "files, "
            "and nobody may change them",
            say_file(name));
    else if (failure->step == FS_STEP_OPEN)
        say("%s: %s; all ranks must be able to read it", say_file(name),
            strerror(failure->number));
    else
        input_report_error(run->settings, name, failure->error, mark);
}

/* Reports that this rank cannot write to an output. */
static void report_output(const struct cluster_run *run, const fs_failure *failure)
{
    const struct output *output = output_of(run, failure->index);
    if (failure->step == FS_STEP_OPEN) /* rank 0 could create the temporary file */
        say("%s: %s: %s; all ranks must see the folder of an output",
            say_file(output->name),
            output->temporary != NULL ? say_file(output->temporary) : "temporary file",
            strerror(failure->number));
    else
        output_report(output, failure->number);
}

static void report_here(const struct cluster_run *run, const fs_failure *failure)
{
    const bool input = failure->step == FS_STEP_OPEN || failure->step == FS_STEP_READ;
    switch (failure->error) {
    case FAIR_ETEMP:
        temporary_report(run->settings, run->temporary_made, failure->number, 0, 0);
        break;
    case FAIR_ELIMIT:
        report_limit(run, failure);
        break;
    case FAIR_EWRITE:
        report_output(run, failure);
        break;
    case FAIR_EMPI:
        say("%s; see the messages of MPI, if there are any", fair_strerror(FAIR_EMPI));
        break;
    case FAIR_ENOMEM:
        if (!input) {
            say("memory exhausted; use a smaller --memory, or fewer ranks on each node");
            break;
        }
        report_input(run, failure);
        break;
    default:
        if (input)
            report_input(run, failure);
        else
            say("%s", fair_strerror(failure->error));
    }
}

int cluster_report(const struct cluster_run *run, const fs_failure *failure)
{
    if (failure->rank == run->ranks->rank) {
        cluster_name_rank(run, true);
        report_here(run, failure);
        cluster_name_rank(run, false);
    }
    return failure->error == FAIR_EMPI ? CLUSTER_BROKEN : 1;
}

int cluster_agree(struct cluster_run *run, fs_failure *failure)
{
    const int error = fs_ranks_agree(run->ranks, failure);
    if (error == FAIR_OK)
        return 0;
    if (error == FAIR_EMPI) /* every rank is on its own */
        *failure = (fs_failure){.error = FAIR_EMPI, .rank = run->ranks->rank};
    return cluster_report(run, failure);
}

int cluster_share_status(struct cluster_run *run, int status)
{
    if (fs_ranks_share(run->ranks, &status, sizeof status, 0) == FAIR_OK)
        return status;
    const fs_failure failure = {.error = FAIR_EMPI, .rank = run->ranks->rank};
    return cluster_report(run, &failure);
}

void cluster_report_done(const struct cluster_run *run)
{
    const fs_files_usage *used = &run->used;
    const fs_ranks *ranks = run->ranks;
    char bytes[16], numbers[7][32], check[96] = "";
    if (run->checked > 0)
        snprintf(check, sizeof check,
                 "; checked: all %" PRIu64 " records were written once", run->checked);
    say("%s written in %.2f s (%.2f s of CPU time) by %d rank%s on %d node%s%s",
        progress_bytes((double)run->output_bytes, bytes),
        progress_clock() - run->progress.start, (double)run->cpu / 1e6, ranks->size,
        ranks->size == 1 ? "" : "s", ranks->nodes, ranks->nodes == 1 ? "" : "s", check);
    say("bytes: %s read, %s sent in %s messages, %s written (%s to %s by each rank), "
        "%s through temporary files",
        explain_number(used->read, numbers[0]), explain_number(used->sent, numbers[1]),
        explain_number(used->messages, numbers[2]),
        explain_number(used->written, numbers[3]),
        explain_number(used->least_written, numbers[4]),
        explain_number(used->most_written, numbers[5]),
        explain_number(used->temporary, numbers[6]));
}

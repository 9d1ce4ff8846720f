/* SPDX-License-Identifier: MIT
 *
 * run_output.c - the outputs of a run, which all ranks write together.
 *
 * Rank 0 opens them, and the other ranks join by the names of the temporary files. If a
 * signal ends a rank, it removes these files, too, so that nothing is left if rank 0 was
 * killed. Before rank 0 puts the outputs in place, the others forget the names: at that
 * time, an old file can have such a name.
 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output_parts.h"
#include "cli/say.h"
#include "tools/changed.h"
#include "tools/checksum.h"
#include "tools/mpi/run_parts.h"
#include "tools/overlap.h"
#include "tools/writer.h"

enum {
    /* Seconds for which rank 0 may be silent while it puts outputs in place, in addition
     * to --timeout. Some files are copied, see output.h. */
    PATIENCE = 3600,
};

static struct output *output_at(struct cluster_run *run, size_t i)
{
    assert(i < CLUSTER_OUTPUTS);
    return &run->outputs[i];
}

/* ---- opening ---------------------------------------------------------------------- */

/* Opens the outputs on rank 0. */
static int open_all(struct cluster_run *run)
{
    const struct settings *settings = run->settings;
    const struct output_options options = writer_output_options(settings);
    assert(options.named);
    run->sync = options.sync == OUTPUT_SYNC_ALWAYS;
    for (size_t i = 0; i < settings_output_count(settings); i++) {
        struct output *output = output_at(run, i);
        if (output_open_with(output, settings_output(settings, i), options) != 0)
            return 1;
        run->output_count++;
        for (size_t k = 0; k < i; k++)
            if (output_is_same(output, output_at(run, k)))
                return writer_report_same_file(output->name);
        if (output->temporary == NULL) /* it was replaced by a device after the check */
            return say("%s: is no longer a regular file; choose another output",
                       say_file(output->name));
        run->sync |= options.sync == OUTPUT_SYNC_AUTO && output->replaces;
    }
    return 0;
}

/* What rank 0 tells the others. */
struct opened {
    int status;    /* an exit status */
    int sync;      /* run->sync */
    uint64_t size; /* bytes of the names */
};

/* The names of the temporary files, one after the other, each with a zero byte. NULL if
 * there is no memory. */
static char *join_names(const struct cluster_run *run, uint64_t *size)
{
    size_t used = 0, room = 1;
    for (size_t i = 0; i < run->output_count; i++)
        room += strlen(run->outputs[i].temporary) + 1;
    char *names = malloc(room);
    for (size_t i = 0; i < run->output_count && names != NULL; i++) {
        const size_t length = strlen(run->outputs[i].temporary) + 1;
        memcpy(names + used, run->outputs[i].temporary, length);
        used += length;
    }
    *size = used;
    return names;
}

/* Opens the files that rank 0 has created. */
static void join_all(struct cluster_run *run, const char *names, fs_failure *failure)
{
    for (size_t i = 0; i < settings_output_count(run->settings); i++) {
        const int number =
            output_join(output_at(run, i), settings_output(run->settings, i), names);
        run->output_count++;
        if (number != 0) {
            *failure = (fs_failure){
                .error = FAIR_EWRITE, .number = number, .step = FS_STEP_OPEN, .index = i};
            return;
        }
        names += strlen(names) + 1;
    }
}

/* Gives the names to all ranks, which open the files. */
static int share_names(struct cluster_run *run, uint64_t size, char *names)
{
    const bool first = run->ranks->rank == 0;
    fs_failure failure = {.error = FAIR_OK};
    if (!first)
        names = malloc(size);
    if (names == NULL)
        failure.error = FAIR_ENOMEM;
    int status = cluster_agree(run, &failure);
    if (status == 0 && fs_ranks_share(run->ranks, names, size, 0) != FAIR_OK)
        failure.error = FAIR_EMPI;
    if (status == 0 && !first && names != NULL && failure.error == FAIR_OK)
        join_all(run, names, &failure);
    if (status == 0)
        status = cluster_agree(run, &failure);
    if (!first)
        free(names);
    return status;
}

int cluster_open_outputs(struct cluster_run *run)
{
    struct opened opened = {.status = 0};
    char *names = NULL;
    if (run->ranks->rank == 0) {
        cluster_name_rank(run, true);
        opened.status = open_all(run);
        if (opened.status == 0)
            names = join_names(run, &opened.size);
        cluster_name_rank(run, false);
        opened.sync = run->sync;
    }
    int status = 0;
    if (fs_ranks_share(run->ranks, &opened, sizeof opened, 0) != FAIR_OK)
        status = cluster_agree(run, &(fs_failure){.error = FAIR_EMPI});
    else if (opened.status != 0)
        status = opened.status;
    run->sync = opened.sync != 0;
    if (status == 0)
        status = share_names(run, opened.size, names);
    free(names);
    return status;
}

void cluster_close_outputs(struct cluster_run *run)
{
    for (size_t i = 0; i < run->output_count; i++)
        if (run->ranks->rank == 0)
            output_abandon(output_at(run, i));
        else
            output_leave(output_at(run, i));
    run->output_count = 0;
}

/* ---- putting outputs in place ------------------------------------------------------ */

/* Whether the records written are those read, on all ranks together. */
static int compare_checksums(struct cluster_run *run)
{
    uint64_t total[2][3];
    if (run->options.observe == NULL || !run->all_written)
        return 0;
    checksum_totals(total);
    if (fs_ranks_sum(run->ranks, &total[0][0], 6) != FAIR_OK)
        return cluster_agree(run, &(fs_failure){.error = FAIR_EMPI});
    run->checked = total[0][2];
    if (memcmp(total[0], total[1], sizeof total[0]) == 0)
        return 0;
    if (run->ranks->rank == 0)
        say("--check: the records written differ from those read; do not use the output "
            "(this is a fault of a machine, or of this program)");
    return 1;
}

/* Some file systems report errors only on close(). */
static int find_late_errors(struct cluster_run *run)
{
    fs_failure failure = {.error = FAIR_OK};
    for (size_t i = 0; i < run->output_count && failure.error == FAIR_OK; i++) {
        const int number = output_late_error(run->outputs[i].fd);
        if (number != 0)
            failure = (fs_failure){.error = FAIR_EWRITE,
                                   .number = number,
                                   .step = FS_STEP_WRITE,
                                   .index = i};
    }
    run->collection = 0; /* so that `index` is that of an output */
    return cluster_agree(run, &failure);
}

/* Completes the outputs on rank 0. */
static int put_in_place(struct cluster_run *run)
{
    struct output *outputs[CLUSTER_OUTPUTS];
    run->output_bytes = 0;
    for (size_t i = 0; i < run->output_count; i++) {
        outputs[i] = output_at(run, i);
        const int error = output_refresh(outputs[i]);
        if (error != 0)
            return output_report(outputs[i], error);
        run->output_bytes += outputs[i]->written;
        if (overlap_changed(outputs[i]->final))
            return changed_report(outputs[i]->name);
    }
    if (run->output_bytes != run->used.written)
        return say("rank 0 does not see all that was written: %ju bytes instead of %ju; "
                   "use a file system on which ranks can write to a file together",
                   (uintmax_t)run->output_bytes, (uintmax_t)run->used.written);
    const int status = output_commit_all(outputs, run->output_count);
    run->output_count = 0; /* they are released in any case */
    return status;
}

int cluster_commit(struct cluster_run *run)
{
    int status = compare_checksums(run);
    if (status == 0)
        status = find_late_errors(run);
    if (status != 0)
        return status;
    fs_ranks_set_timeout(run->ranks, run->ranks->timeout + PATIENCE);
    if (run->ranks->rank != 0)
        cluster_close_outputs(run);
    status = cluster_agree(run, &(fs_failure){.error = FAIR_OK}); /* all have left */
    if (status == 0 && run->ranks->rank == 0) {
        progress_wait(&run->progress);
        cluster_name_rank(run, true);
        status = put_in_place(run);
        cluster_name_rank(run, false);
    }
    return status == CLUSTER_BROKEN ? status : cluster_share_status(run, status);
}

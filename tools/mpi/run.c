/* SPDX-License-Identifier: MIT
 *
 * run.c - a run on all ranks. See run.h.
 *
 * All ranks do the same steps, and agree after each whether it succeeded. Rank 0 checks
 * and creates what all share: the key and the outputs. Collections (the operands, and the
 * file of each --with) are shuffled one after the other. All outputs are complete before
 * the first is put in place. run_output.c handles outputs, and run_report.c reports
 * errors.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/mpi/run.h"

#include <inttypes.h>
#include <sodium.h>
#include <time.h>

#include "cli/say.h"
#include "tools/checksum.h"
#include "tools/input.h"
#include "tools/mpi/limits.h"
#include "tools/mpi/run_parts.h"
#include "tools/overlap.h"
#include "tools/seed.h"
#include "tools/split.h"
#include "tools/temporary.h"

/* ---- callbacks of the library ----------------------------------------------------- */

static int on_progress(void *context, int phase, uint64_t done, uint64_t total)
{
    struct cluster_run *run = context;
    if (run->ranks->rank == 0)
        progress_update(&run->progress, phase, done, total);
    return 0;
}

static int open_temporary(void *context)
{
    struct cluster_run *run = context;
    const int fd = temporary_open(temporary_folder(run->settings));
    run->temporary_made |= fd >= 0;
    return fd;
}

/* The input file `file` of the current collection. */
static const char *input_at(const struct cluster_run *run, uint64_t file)
{
    return run->collection > 0 ? run->settings->with[run->collection - 1]
                               : input_name(run->settings, (size_t)file);
}

static int open_input(void *context, uint64_t file)
{
    return input_open_quietly(input_at(context, file));
}

/* The watchdog is about to abort the run. */
static void on_silence(void *context, int rank)
{
    const struct cluster_run *run = context;
    progress_interrupt();
    output_remove_all();
    cluster_name_rank(run, true);
    say("no heartbeat from rank %d for %.0f seconds; check its host, the network and the "
        "file systems, or use a larger --timeout",
        rank, run->ranks->timeout);
}

/* ---- preparations ----------------------------------------------------------------- */

/* There can be many files, on a slow file system, and the other ranks wait. */
static void tick(void *ranks)
{
    fs_ranks_tick(ranks);
}

/* Saves the state of inputs that are also outputs, on rank 0. */
static int watch_inputs(struct cluster_run *run)
{
    const struct settings *settings = run->settings;
    for (size_t i = 0; i < input_file_count(settings); i++) {
        const int fd = input_open(input_file(settings, i));
        if (fd < 0)
            return 1;
        const int status = overlap_watch(settings, input_file(settings, i), fd);
        input_close(fd);
        if (status != 0)
            return 1;
        tick(run->ranks);
    }
    return 0;
}

/* Makes the key and prints it, on rank 0. */
static int make_key(struct cluster_run *run)
{
    const struct settings *settings = run->settings;
    int status = seed_key(settings, run->key);
    cluster_name_rank(run, false);
    if (status == 0 && (settings->print_seed || settings->verbose) &&
        !seed_print(run->key) && settings->print_seed)
        status = 1; /* the user needs the seed: without it, write nothing */
    return status;
}

/* Checks the files and shares the key. */
static int prepare(struct cluster_run *run)
{
    int status = 0;
    if (run->ranks->rank == 0) {
        cluster_name_rank(run, true);
        status = cluster_check_inputs(run->settings, &run->sizes, tick, run->ranks);
        if (status == 0)
            status = cluster_check_outputs(run->settings, &run->sizes);
        if (status == 0)
            status = watch_inputs(run);
        if (status == 0)
            status = make_key(run);
        cluster_name_rank(run, false);
    }
    status = cluster_share_status(run, status);
    if (status == 0 &&
        fs_ranks_share(run->ranks, run->key, sizeof run->key, 0) != FAIR_OK)
        status = cluster_agree(run, &(fs_failure){.error = FAIR_EMPI});
    return status;
}

static void set_options(struct cluster_run *run)
{
    const struct settings *settings = run->settings;
    run->options = (fair_records_options){
        .format = settings->format,
        .header = settings->header,
        .threads = cluster_threads(settings),
        .memory = cluster_memory(settings, run->ranks->node_ranks),
        .temporary = open_temporary,
        .progress = on_progress,
        .context = run,
    };
    if (settings->check && settings->head > 0)
        run->options.observe = checksum_add;
}

/* Tells the progress display how much there is to do. */
static void set_progress_totals(struct cluster_run *run)
{
    const struct settings *settings = run->settings;
    struct progress *progress = &run->progress;
    for (size_t i = 0; i <= settings->with_count; i++)
        progress->total += run->sizes.bytes[i];
    if (settings->head == UINT64_MAX)
        progress->expected = progress->total;
    progress->collections = 1 + settings->with_count;
}

/* ---- one collection --------------------------------------------------------------- */

/* The number of files of the current collection. */
static size_t file_count(const struct cluster_run *run)
{
    return run->collection > 0 ? 1 : input_count(run->settings);
}

/* Reports that --with has another number of records. */
static int check_count(const struct cluster_run *run)
{
    const uint64_t here = fs_files_count(run->files);
    if (here == run->records)
        return 0;
    if (run->ranks->rank == 0)
        say("%s: has %" PRIu64 " record%s, but %s has %" PRIu64
            "; --with needs files with equal numbers of records",
            say_file(input_at(run, 0)), here, here == 1 ? "" : "s",
            say_file(input_name(run->settings, 0)), run->records);
    return 1;
}

/* Reads the current collection. */
static int read_collection(struct cluster_run *run)
{
    const fs_files_options options = {.records = run->options,
                                      .file_count = file_count(run),
                                      .open = open_input,
                                      .context = run};
    int error = fs_files_new(&run->files, run->ranks, run->key, &options);
    if (error != FAIR_OK && run->ranks->rank == 0)
        say("%s", fair_strerror(error));
    if (error != FAIR_OK)
        return error == FAIR_EMPI ? CLUSTER_BROKEN : 1;
    error = fs_files_read(run->files);
    if (error != FAIR_OK)
        return cluster_report(run, fs_files_failure(run->files));
    for (uint64_t i = 0; i < file_count(run) && run->ranks->rank == 0; i++)
        input_note_header(run->settings, input_at(run, i),
                          fs_files_header_records(run->files, i));
    run->progress.before += run->sizes.bytes[run->collection];
    if (run->collection == 0)
        run->records = fs_files_count(run->files);
    return check_count(run);
}

/* Sets the counts of the outputs of the current collection. Returns 0, or 1 after a
 * message of rank 0. */
static int set_parts(struct cluster_run *run, fs_files_part parts[CLUSTER_OUTPUTS],
                     size_t *part_count)
{
    const struct settings *settings = run->settings;
    const size_t first = settings->split_count > 0 ? settings->split_count : 1;
    uint64_t counts[SETTINGS_SPLIT] = {settings->head}, left = run->records;
    *part_count = run->collection > 0 ? 1 : first;
    if (run->collection == 0 && settings->split_count > 0) {
        say_set_silent(run->ranks->rank != 0);
        const int status = split_counts(
            settings, run->records < settings->head ? run->records : settings->head,
            counts);
        say_set_silent(false);
        if (status != 0)
            return status;
    }
    for (size_t i = 0; i < *part_count; i++) {
        parts[i] = (fs_files_part){.count = counts[i], .fd = -1};
        left -= counts[i] < left ? counts[i] : left;
    }
    run->all_written = left == 0;
    return 0;
}

static void add_usage(struct cluster_run *run)
{
    const fs_files_usage here = fs_files_used(run->files);
    fs_files_usage *sum = &run->used;
    sum->read += here.read;
    sum->sent += here.sent;
    sum->messages += here.messages;
    sum->written += here.written;
    sum->most_written += here.most_written;
    sum->least_written += here.least_written;
    sum->temporary += here.temporary;
    sum->rounds += here.rounds;
    sum->cells += here.cells;
    sum->levels = here.levels > sum->levels ? here.levels : sum->levels;
}

/* Writes the current collection, and frees it. */
static int write_collection(struct cluster_run *run)
{
    const size_t splits = run->settings->split_count;
    fs_files_part parts[CLUSTER_OUTPUTS];
    size_t part_count;
    int status = set_parts(run, parts, &part_count);
    if (status == 0 && run->collection == 0)
        status = cluster_open_outputs(run);
    if (status != 0)
        return status;
    const size_t first =
        run->collection == 0 ? 0 : (splits > 0 ? splits : 1) + run->collection - 1;
    for (size_t i = 0; i < part_count; i++)
        parts[i].fd = run->outputs[first + i].fd;
    const int error = fs_files_write(run->files, parts, part_count, run->sync);
    if (error != FAIR_OK)
        return cluster_report(run, fs_files_failure(run->files));
    add_usage(run);
    fs_files_free(run->files);
    run->files = NULL;
    return 0;
}

/* ---- the run ---------------------------------------------------------------------- */

/* Reports that --check could not compare hashes. */
static void report_unchecked(const struct cluster_run *run)
{
    const struct settings *settings = run->settings;
    if (settings->check && !settings->quiet && (!run->all_written || settings->head == 0))
        say("--check: only the number of records was compared; %s leaves records out",
            settings->head < UINT64_MAX ? "-n" : "this --split");
}

/* The CPU time that this process has taken so far, in microseconds. */
static uint64_t cpu_time(void)
{
    struct timespec time = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

/* Adds up the CPU time of the run on all ranks. */
static int add_up_cpu(struct cluster_run *run)
{
    run->cpu = cpu_time() - run->cpu;
    fs_failure failure = {.error = fs_ranks_sum(run->ranks, &run->cpu, 1)};
    return cluster_agree(run, &failure);
}

static int run_steps(struct cluster_run *run)
{
    const struct settings *settings = run->settings;
    /* With -n 0, inputs are not even read. */
    const bool reads = settings->head > 0 || settings->header > 0;
    int status = prepare(run);
    if (status == 0 && run->ranks->rank == 0)
        set_progress_totals(run);
    for (; status == 0 && reads && run->collection <= settings->with_count;
         run->collection++) {
        status = read_collection(run);
        if (status == 0)
            status = write_collection(run);
    }
    if (status == 0 && !reads)
        status = cluster_open_outputs(run);
    if (status == 0)
        status = cluster_commit(run);
    if (status == 0 && settings->verbose)
        status = add_up_cpu(run);
    if (status == 0 && run->ranks->rank == 0 && settings->verbose)
        cluster_report_done(run);
    if (status == 0 && run->ranks->rank == 0)
        report_unchecked(run);
    return status;
}

int cluster_run(const struct settings *settings, fs_ranks *ranks)
{
    struct settings shown = *settings;
    static struct cluster_run run; /* the watchdog refers to it */
    run = (struct cluster_run){.settings = settings, .ranks = ranks, .cpu = cpu_time()};
    if (ranks->rank != 0)
        shown.progress = 0;
    ranks->on_silence = on_silence;
    ranks->context = &run;
    set_options(&run);
    progress_start(&run.progress, &shown); /* all ranks catch SIGUSR1 */
    const int status = run_steps(&run);
    progress_end(&run.progress);
    fs_files_free(run.files);
    if (status != CLUSTER_BROKEN)
        cluster_close_outputs(&run);
    ranks->on_silence = NULL;
    sodium_memzero(run.key, sizeof run.key); /* the compiler may omit a memset() */
    return status;
}

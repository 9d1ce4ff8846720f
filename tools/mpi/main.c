/* SPDX-License-Identifier: MIT
 *
 * main.c - the command fairshuf-mpi.
 *
 * All ranks read the same command line. Rank 0 prints what concerns all of them. Help,
 * and plans for ranks that are not there, work without MPI, too, since not every host
 * from which jobs are submitted can start MPI.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <locale.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairshuf.h"
#include "cli/output.h"
#include "cli/say.h"
#include "tools/mpi/check.h"
#include "tools/mpi/explain.h"
#include "tools/mpi/help.h"
#include "tools/mpi/run.h"
#include "tools/process.h"

/* ---- launchers -------------------------------------------------------------------- */

/* Variables by which launchers tell a process its rank, and how many ranks there are. */
static const struct {
    const char *rank;  /* the number of the process */
    const char *count; /* the number of processes; NULL: there is no such variable */
} launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"PMI_RANK", "PMI_SIZE"},
    {"PMIX_RANK", NULL},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
    {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
    {"ALPS_APP_PE", NULL},
};
enum { LAUNCHERS = sizeof launchers / sizeof launchers[0] };

static bool is_launched(void)
{
    for (size_t i = 0; i < LAUNCHERS; i++)
        if (getenv(launchers[i].rank) != NULL)
            return true;
    return false;
}

/* If a launcher has started several processes, but MPI sees only one, all would do the
 * same work and replace each other's output. This happens if the launcher belongs to
 * another MPI. Returns 0, or 1 after a message. */
static int check_launcher(const fs_ranks *ranks)
{
    for (size_t i = 0; i < LAUNCHERS && ranks->size == 1; i++) {
        const char *rank = getenv(launchers[i].rank);
        const char *count =
            launchers[i].count != NULL ? getenv(launchers[i].count) : NULL;
        if (rank == NULL || count == NULL)
            continue;
        if (strtol(count, NULL, 10) <= 1)
            return 0; /* others may be of a launcher that started this one */
        if (strtol(rank, NULL, 10) == 0)
            say("%s processes were started, but each is alone (%s=%s); use the mpirun of "
                "this MPI, or srun --mpi=pmix",
                say_visible(count), launchers[i].count, say_visible(count));
        return 1;
    }
    return 0;
}

/* ---- MPI -------------------------------------------------------------------------- */

/* Ends all ranks at once, after MPI has failed. */
static int give_up(void)
{
    output_remove_all();
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
}

/* Whether all ranks have the same arguments; otherwise they would wait for each other
 * forever. */
static bool have_same_arguments(fs_ranks *ranks, int argc, char **argv)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    int same = 1;
    for (int i = 1; i < argc; i++)
        for (const char *c = argv[i];; c++) {
            hash = (hash ^ (unsigned char)*c) * 1099511628211u;
            if (*c == '\0')
                break;
        }
    return fs_ranks_compare(ranks, &hash, sizeof hash, &same) == FAIR_OK && same;
}

/* ---- what to do ------------------------------------------------------------------- */

static int print(void (*what)(FILE *, const char *))
{
    what(stdout, say_name());
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : say_error(errno, "write error");
}

/* What rank 0 does alone: help, version, and plans. */
static int answer(const struct settings *settings, enum settings_result verdict,
                  const fs_ranks *ranks)
{
    switch (verdict) {
    case SETTINGS_HELP:
        return print(cluster_help);
    case SETTINGS_VERSION:
        return process_choose_kernel(settings) != 0 ? 1 : print(cluster_version);
    case SETTINGS_WRONG:
        return 1;
    default:
        return cluster_explain(settings, ranks);
    }
}

/* Does what the command line asks for, on all ranks. Returns the exit status, the same
 * on all ranks, or CLUSTER_BROKEN. */
static int dispatch(const struct settings *settings, enum settings_result verdict,
                    fs_ranks *ranks)
{
    int status = 0;
    if (verdict == SETTINGS_RUN && !settings->explain) {
        if (process_choose_kernel(settings) != 0)
            status = 1;
        if (fs_ranks_agree_on(ranks, status == 0 ? FAIR_OK : FAIR_EKERNEL) != FAIR_OK)
            return 1;
        process_limit_malloc(settings);
        return cluster_run(settings, ranks);
    }
    if (ranks->rank == 0)
        status = answer(settings, verdict, ranks);
    if (fs_ranks_share(ranks, &status, sizeof status, 0) != FAIR_OK)
        return CLUSTER_BROKEN;
    return status;
}

/* Reads the command line. */
static enum settings_result read_settings(struct settings *settings, int argc,
                                          char **argv)
{
    const enum settings_result verdict = settings_read(settings, argc, argv);
    return verdict == SETTINGS_RUN && cluster_check_options(settings) != 0
               ? SETTINGS_WRONG
               : verdict;
}

/* Does what the command line asks for, after MPI was started and the settings were read
 * on all ranks. Returns the exit status. */
static int run_ranks(const struct settings *settings, enum settings_result verdict,
                     int argc, char **argv)
{
    fs_ranks ranks;
    int status;
    if (fs_ranks_start(&ranks, MPI_COMM_WORLD, (double)settings->timeout) != FAIR_OK ||
        fs_ranks_find_nodes(&ranks) != FAIR_OK)
        return give_up();
    if (!have_same_arguments(&ranks, argc, argv)) {
        status = say("ranks were started with different arguments; start all of them "
                     "with the same");
    } else if (check_launcher(&ranks) != 0) {
        status = 1;
    } else {
        say_set_silent(false);
        status = dispatch(settings, verdict, &ranks);
    }
    if (status == CLUSTER_BROKEN)
        return give_up();
    fs_ranks_stop(&ranks);
    return status;
}

int main(int argc, char **argv)
{
    static const fs_ranks alone = {.size = 1, .node_ranks = 1, .nodes = 1};
    static struct settings settings;
    enum settings_result verdict = SETTINGS_RUN;
    const bool launched = is_launched();
    int level = MPI_THREAD_SINGLE, rank = 0;
    setlocale(LC_CTYPE, "");
    process_guard_descriptors();
    process_catch_signals();
    process_catch_pipe();
    say_program(argc > 0 ? argv[0] : NULL);
    if (!launched) { /* there is only this process */
        verdict = read_settings(&settings, argc, argv);
        if (verdict != SETTINGS_RUN || settings.explain)
            return answer(&settings, verdict, &alone);
    }
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return say("MPI cannot be initialised");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    say_set_silent(rank != 0);
    if (launched)
        verdict = read_settings(&settings, argc, argv);
    if (level < MPI_THREAD_FUNNELED)
        settings.threads = 1;
    const int status = run_ranks(&settings, verdict, argc, argv);
    MPI_Finalize();
    return status;
}

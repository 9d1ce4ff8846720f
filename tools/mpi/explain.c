/* SPDX-License-Identifier: MIT
 *
 * explain.c - --explain of fairshuf-mpi. See explain.h.
 */
#define _GNU_SOURCE /* for cpus.h */
#include "tools/mpi/explain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/say.h"
#include "common/cpus.h"
#include "tools/explain_parts.h"
#include "tools/mpi/check.h"
#include "tools/mpi/limits.h"
#include "tools/mpi/model.h"
#include "tools/plan.h"
#include "tools/progress.h"
#include "tools/space.h"
#include "tools/temporary.h"

enum { MOST_THREADS = 32 }; /* of a rank: FS_MOST_MEMBERS of the library */

/* The ranks to plan for. */
struct machine {
    uint64_t ranks;      /* of all nodes */
    uint64_t node_ranks; /* on each node, at most */
    uint64_t nodes;      /* number of nodes */
    unsigned threads;    /* of each rank */
    bool assumed;        /* they are not there */
};

static struct machine find_machine(const struct settings *settings, const fs_ranks *ranks)
{
    const unsigned cpus = usable_cpus();
    struct machine machine = {.ranks = (uint64_t)ranks->size,
                              .node_ranks = (uint64_t)ranks->node_ranks,
                              .nodes = (uint64_t)ranks->nodes,
                              .assumed = settings->ranks > 0};
    if (machine.assumed) {
        machine.ranks = settings->ranks;
        machine.node_ranks = settings->ranks < cpus ? settings->ranks : cpus;
        machine.nodes = (settings->ranks + machine.node_ranks - 1) / machine.node_ranks;
    }
    machine.threads = settings->threads;
    if (machine.threads == 0)
        machine.threads =
            machine.node_ranks < cpus ? (unsigned)(cpus / machine.node_ranks) : 1;
    if (machine.threads > MOST_THREADS)
        machine.threads = MOST_THREADS;
    return machine;
}

/* How many of the records are written. */
static double wanted_records(const struct settings *settings, double records)
{
    double counts = 0;
    bool all = settings->split_count == 0;
    for (size_t i = 0; i < settings->split_count; i++) {
        all |= settings->split[i].share > 0;
        counts += (double)settings->split[i].count;
    }
    if (!all && counts < records)
        records = counts;
    const bool limited = settings->head != UINT64_MAX;
    return limited && (double)settings->head < records ? (double)settings->head : records;
}

/* Adds up the forecasts of all collections, which are shuffled one after the other. */
static struct cluster_forecast forecast(const struct settings *settings,
                                        const struct plan *plan,
                                        const struct machine *machine, uint64_t memory)
{
    struct cluster_forecast sum = {.held = true, .fits = true};
    for (size_t i = 0; i < plan->count; i++) {
        const struct collection *here = &plan->collections[i];
        const struct cluster_load load = {
            .bytes = (double)here->bytes,
            .records = here->records,
            .wanted = wanted_records(settings, here->records),
            .ranks = machine->ranks,
            .memory = memory,
            .threads = machine->threads,
            .fixed = settings->format.kind == FAIR_FIXED && !settings->check,
            .several =
                settings->format.kind == FAIR_CSV ||
                settings->format.kind == FAIR_PARAGRAPHS ||
                (settings->format.kind == FAIR_DELIMITED && settings->format.count > 1),
        };
        const struct cluster_forecast one = cluster_model(&load);
        sum.held &= one.held;
        if (one.times > sum.times)
            sum.times = one.times;
        sum.fits &= one.fits;
        sum.read += one.read;
        sum.sent += one.sent;
        sum.written += one.written;
        sum.messages += one.messages;
        sum.rounds += one.rounds;
        if (one.temporary > sum.temporary)
            sum.temporary = one.temporary;
        if (one.memory > sum.memory)
            sum.memory = one.memory;
    }
    return sum;
}

/* A line such as "read  1.00 TB, 3.91 GB by each rank". */
static void print_amount(const char *title, double bytes, uint64_t ranks,
                         const char *more)
{
    char all[16], each[16];
    printf("%-11s %s, %s by each rank%s\n", title, progress_bytes(bytes, all),
           progress_bytes(bytes / (double)ranks, each), more);
}

static void print_ranks(const struct machine *machine)
{
    char number[32];
    printf("%-11s %s on", "ranks", explain_number(machine->ranks, number));
    printf(" %s node%s", explain_number(machine->nodes, number),
           machine->nodes == 1 ? "" : "s");
    if (machine->assumed)
        printf(" like this one, with up to %s on each",
               explain_number(machine->node_ranks, number));
    printf("; up to %u thread%s on each rank\n", machine->threads,
           machine->threads == 1 ? "" : "s");
}

static void print_limits(const struct settings *settings,
                         const struct cluster_forecast *will, uint64_t memory,
                         const struct machine *machine)
{
    char amount[16];
    printf("%-11s about %s", "memory", progress_bytes(will->memory, amount));
    printf(" on each rank, at most %s", progress_bytes((double)memory, amount));
    if (settings->memory_text != NULL)
        printf(" (--memory=%s)", settings->memory_text);
    printf("\n%-11s ", "temp space");
    if (will->fits)
        printf("none: records are kept in memory\n");
    else
        printf("about %s for each rank in %s, written and read once\n",
               progress_bytes(will->temporary / (double)machine->ranks, amount),
               say_file(temporary_folder(settings)));
}

static void print_traffic(const struct cluster_forecast *will,
                          const struct machine *machine)
{
    char messages[32], rounds[32];
    print_amount("read", will->read, machine->ranks,
                 will->times == 1 ? ""
                 : will->times == 2
                     ? "; twice, since it does not fit into memory"
                     : "; up to three times, since it does not fit into memory");
    print_amount("sent", will->sent, machine->ranks, "");
    print_amount("written", will->written, machine->ranks, "");
    printf("%-11s about %s in %s round%s\n", "messages",
           explain_number((uint64_t)will->messages, messages),
           explain_number((uint64_t)will->rounds, rounds), will->rounds == 1 ? "" : "s");
}

static int print_plan(const struct settings *settings, const fs_ranks *ranks,
                      struct plan *plan)
{
    const struct machine machine = find_machine(settings, ranks);
    const uint64_t memory = cluster_memory(settings, (int)machine.node_ranks);
    const struct cluster_forecast will = forecast(settings, plan, &machine, memory);
    if (explain_files(settings, plan) != 0)
        return 1;
    explain_records(settings, plan);
    explain_order(settings);
    if (settings_output(settings, 0) != NULL)
        explain_outputs(settings);
    print_ranks(&machine);
    print_limits(settings, &will, memory, &machine);
    print_traffic(&will, &machine);
    return 0;
}

int cluster_explain(const struct settings *settings, const fs_ranks *ranks)
{
    const fair_records_options options = {.format = settings->format,
                                          .header = settings->header};
    struct plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL)
        return say("memory exhausted");
    struct cluster_sizes sizes;
    int status = cluster_check_inputs(settings, &sizes, NULL, NULL);
    if (status == 0) {
        plan_make(plan, settings, &options, true);
        free(plan->stores);
        plan->stores = NULL; /* files are divided, not mapped or copied as a whole */
        status = print_plan(settings, ranks, plan);
    }
    free(plan);
    if (fflush(stdout) != 0 || ferror(stdout))
        return say_error(errno, "write error");
    return status == 0 ? cluster_check_outputs(settings, &sizes) : status;
}

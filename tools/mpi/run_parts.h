/* SPDX-License-Identifier: MIT
 *
 * run_parts.h - the state of a run of fairshuf-mpi, shared by run.c, run_output.c and
 * run_report.c.
 *
 * Functions that return a status return 0, 1 after one rank has printed a message, or
 * CLUSTER_BROKEN (see run.h). It is the same on all ranks.
 */
#ifndef CLUSTER_RUN_PARTS_H
#define CLUSTER_RUN_PARTS_H

#include "cli/output.h"
#include "src/mpi/files.h"
#include "tools/mpi/check.h"
#include "tools/mpi/run.h"
#include "tools/progress.h"

enum { CLUSTER_OUTPUTS = SETTINGS_WITH + SETTINGS_SPLIT + 1 };

struct cluster_run {
    const struct settings *settings; /* what the command line asks for; not owned */
    fs_ranks *ranks;                 /* not owned */
    uint8_t key[FAIR_KEY_SIZE];      /* decides the order; wiped at the end */
    struct progress progress;        /* the progress line; only rank 0 shows one */
    fair_records_options options;    /* for every collection */
    struct cluster_sizes sizes;      /* of the inputs; only rank 0 knows them */
    fs_files *files;                 /* the current collection, or NULL */
    size_t collection;   /* its number: 0 for the operands, then each --with */
    uint64_t records;    /* the number of records of the operands */
    bool all_written;    /* no record is left out */
    bool temporary_made; /* this rank has created a temporary file */

    /* In the order of settings_output(). Rank 0 has opened them; the others have joined
     * them. */
    struct output outputs[CLUSTER_OUTPUTS];
    size_t output_count; /* 0 until they are open */
    bool sync;           /* flush them to disk */

    fs_files_usage used;   /* of all collections together */
    uint64_t cpu;          /* CPU time in microseconds: when the run started; in the end,
                              of the run, on all ranks */
    uint64_t checked;      /* records that --check has compared */
    uint64_t output_bytes; /* bytes of all outputs; only rank 0 knows it */
};

/* Gives all ranks the status of rank 0. */
int cluster_share_status(struct cluster_run *run, int status);

/* Opens all outputs. */
int cluster_open_outputs(struct cluster_run *run);

/* Compares checksums, and puts all outputs in place. To be called when they are
 * complete. */
int cluster_commit(struct cluster_run *run);

/* Closes the outputs. Discards what was written, unless it was committed. */
void cluster_close_outputs(struct cluster_run *run);

/* Whether messages name this rank from now on. */
void cluster_name_rank(const struct cluster_run *run, bool on);

/* Reports a failure that all ranks have agreed on, on the rank where it happened.
 * Returns the status. */
int cluster_report(const struct cluster_run *run, const fs_failure *failure);

/* Agrees on a failure of one's own, and reports it. Returns the status: 0 if no rank has
 * one. */
int cluster_agree(struct cluster_run *run, fs_failure *failure);

/* Reports what was done (--verbose). Only for rank 0. */
void cluster_report_done(const struct cluster_run *run);

#endif

/* SPDX-License-Identifier: MIT
 *
 * explain.h - --explain of fairshuf-mpi: prints the plan of a run.
 */
#ifndef CLUSTER_EXPLAIN_H
#define CLUSTER_EXPLAIN_H

#include "src/mpi/ranks.h"
#include "tools/settings.h"

/* Prints the plan for --ranks, or for the ranks that there are. For one rank only.
 * Returns the exit status: 1, after a message, if the run would be refused. */
int cluster_explain(const struct settings *settings, const fs_ranks *ranks);

#endif

/* SPDX-License-Identifier: MIT
 *
 * run.h - runs fairshuf-mpi.
 */
#ifndef CLUSTER_RUN_H
#define CLUSTER_RUN_H

#include "src/mpi/ranks.h"
#include "tools/settings.h"

/* Returned instead of an exit status if MPI has failed, so that ranks cannot end
 * together. The caller must abort. */
enum { CLUSTER_BROKEN = -1 };

/* Reads, shuffles and writes, on all ranks together. One rank reports what fails.
 * Returns the exit status, the same on all ranks; or CLUSTER_BROKEN. Collective. */
int cluster_run(const struct settings *settings, fs_ranks *ranks);

#endif

/* SPDX-License-Identifier: MIT
 *
 * limits.h - the memory and the threads of a rank.
 */
#ifndef CLUSTER_LIMITS_H
#define CLUSTER_LIMITS_H

#include "tools/settings.h"

/* The memory limit in bytes of each of `node_ranks` ranks on this node: --memory=SIZE;
 * otherwise a percentage, 50 by default, of the memory available here, divided by the
 * ranks. Limits of this process itself (setrlimit) are not divided. At least 8 MiB,
 * unless SIZE is smaller. */
uint64_t cluster_memory(const struct settings *settings, int node_ranks);

/* The number of CPUs of which this rank gets a part. */
enum { CLUSTER_CPUS = 4096 };

/* The threads of a rank that may use the CPUs i with mine[i] != 0, if users[i] ranks of
 * the node, this one included, may use CPU i: its share of the CPUs, at least 1. So
 * ranks that are bound to different CPUs do not divide them again. */
unsigned cluster_share_of_cpus(const unsigned char mine[CLUSTER_CPUS],
                               const unsigned users[CLUSTER_CPUS]);

/* The threads of this rank: --threads=N, or its share of the CPUs of its node.
 * Collective over all ranks of MPI_COMM_WORLD, which must be initialised. */
unsigned cluster_threads(const struct settings *settings);

#endif

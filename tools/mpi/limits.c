/* SPDX-License-Identifier: MIT
 *
 * limits.c - the memory and the threads of a rank. See limits.h.
 */
#define _GNU_SOURCE /* for cpus.h */
#include "tools/mpi/limits.h"

#include <mpi.h>

#include "common/cpus.h"
#include "tools/available.h"

enum { LEAST = 8 << 20 }; /* the smallest limit in bytes, unless --memory=SIZE is given */

static uint64_t lesser(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t cluster_memory(const struct settings *settings, int node_ranks)
{
    if (settings->memory > 0)
        return settings->memory;
    const unsigned percent = settings->memory_percent > 0 ? settings->memory_percent : 50;
    const uint64_t node = lesser(available_of_machine(""), available_of_groups(""));
    const uint64_t known = node == UINT64_MAX ? (uint64_t)AVAILABLE_UNKNOWN : node;
    const uint64_t rank = lesser(known / (uint64_t)node_ranks, available_of_process(""));
    const uint64_t limit = rank / 100 * percent;
    return limit > LEAST ? limit : LEAST;
}

unsigned cluster_share_of_cpus(const unsigned char mine[CLUSTER_CPUS],
                               const unsigned users[CLUSTER_CPUS])
{
    double share = 0;
    for (size_t i = 0; i < CLUSTER_CPUS; i++)
        if (mine[i] != 0)
            share += 1.0 / (users[i] > 0 ? users[i] : 1);
    return share < 1 ? 1 : (unsigned)(share + 1e-6); /* three thirds are 1 */
}

unsigned cluster_threads(const struct settings *settings)
{
    static unsigned char mine[CLUSTER_CPUS];
    static unsigned users[CLUSTER_CPUS];
    MPI_Comm node;
    const unsigned usable = find_usable_cpus(mine, CLUSTER_CPUS);
    for (size_t i = 0; i < CLUSTER_CPUS; i++)
        users[i] = mine[i];
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                            &node) != MPI_SUCCESS)
        return settings->threads > 0 ? settings->threads : usable;
    MPI_Allreduce(MPI_IN_PLACE, users, CLUSTER_CPUS, MPI_UNSIGNED, MPI_SUM, node);
    MPI_Comm_free(&node);
    return settings->threads > 0 ? settings->threads : cluster_share_of_cpus(mine, users);
}

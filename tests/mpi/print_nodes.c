/* SPDX-License-Identifier: MIT
 *
 * print_nodes.c - prints, for each rank, on which node it is, as ranks.c finds them; for
 * hosts.py:
 *
 *     rank 0 of 4: 0 of 2 on its node, 2 nodes
 */
#include <stdio.h>

#include "fairshuf.h"
#include "src/mpi/ranks.h"

int main(int argc, char **argv)
{
    fs_ranks ranks;
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    int error = fs_ranks_start(&ranks, MPI_COMM_WORLD, 0);
    if (error == FAIR_OK)
        error = fs_ranks_find_nodes(&ranks);
    if (error == FAIR_OK) {
        printf("rank %d of %d: %d of %d on its node, %d nodes\n", ranks.rank, ranks.size,
               ranks.node_rank, ranks.node_ranks, ranks.nodes);
        fs_ranks_stop(&ranks);
    }
    MPI_Finalize();
    return error != FAIR_OK;
}

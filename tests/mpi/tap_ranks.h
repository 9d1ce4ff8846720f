/* SPDX-License-Identifier: MIT
 *
 * tap_ranks.h - the test harness (tests/support/test.h) for programs that run on several
 * ranks.
 *
 * All ranks run the same tests and make checks of their own. Rank 0 prints the results:
 * a test passes if no check failed on any rank. Every rank prints its failing checks, as
 * comments of TAP. All ranks return the same from ranks_done().
 *
 *     RANKS_TEST("what must hold")
 *     {
 *         CHECK(...);
 *     }
 *     ...
 *     return ranks_done();
 */
#ifndef TAP_RANKS_H
#define TAP_RANKS_H

#include <mpi.h>

#include "tests/support/test.h"

static int my_rank, rank_count;

static inline void ranks_begin(int *argc, char ***argv)
{
    int level;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
}

/* Tells rank 0 about the failing checks of the other ranks. */
static inline void ranks_collect(void)
{
    fflush(stdout);
    unsigned mine[2] = {test_state.shown, test_state.checked != 0}, all[2];
    MPI_Allreduce(mine, all, 2, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD);
    test_state.shown = all[0];
    test_state.checked = all[1] > 0;
}

static inline int ranks_open(const char *name)
{
    static int opened;
    if (opened++ > 0)
        ranks_collect();
    if (my_rank == 0)
        return test_open(name);
    test_state.failed += test_state.shown > 0;
    test_state.shown = 0;
    test_state.checked = 0;
    return 1;
}

/* Ends MPI. Returns whether a test failed. */
static inline int ranks_done(void)
{
    ranks_collect();
    const int failed =
        my_rank == 0 ? test_done() : test_state.failed + test_state.shown > 0;
    MPI_Finalize();
    return failed;
}

#define RANKS_TEST(name) if (ranks_open(name))

#endif

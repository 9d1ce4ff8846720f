/* SPDX-License-Identifier: MIT
 *
 * mpi_test.h - test.h for programs that run on several ranks.
 *
 *     ranks_begin(&argc, &argv);
 *     RANKS_TEST("what must hold")
 *     {
 *         CHECK(...);             on any rank
 *     }
 *     return ranks_done();
 *
 * All ranks run the same tests. A test passes if its checks hold on all ranks. Rank 0
 * prints the results; other ranks print only the checks that fail.
 */
#ifndef MPI_TEST_H
#define MPI_TEST_H

#include <mpi.h>
#include <unistd.h>

#include "src/mpi/ranks.h"
#include "tests/support/test.h"

static fs_ranks all_ranks; /* all ranks of the program */

/* Ends the program, on all ranks. */
static inline void ranks_bail_out(const char *why)
{
    printf("Bail out! rank %d: %s\n", all_ranks.rank, why);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Ends a test: rank 0 learns how many checks failed on the others. */
static inline void ranks_close(void)
{
    if (test_state.name == NULL)
        return;
    uint64_t values[2] = {test_state.shown, (uint64_t)test_state.checked};
    if (test_state.shown > 0 && all_ranks.rank > 0) {
        printf("# the checks above failed on rank %d\n", all_ranks.rank);
        fflush(stdout);
    }
    if (fs_ranks_sum(&all_ranks, values, 2) != 0)
        ranks_bail_out("MPI failed");
    test_state.shown = (unsigned)values[0];
    test_state.checked = values[1] > 0;
    if (all_ranks.rank == 0)
        test_close();
    test_state.name = NULL;
}

static inline int ranks_open(const char *name)
{
    ranks_close();
    return test_open(name);
}
#define RANKS_TEST(name) if (ranks_open(name))

static inline void ranks_begin(int *argc, char ***argv)
{
    int level;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
    if (level < MPI_THREAD_FUNNELED || fs_ranks_start(&all_ranks, MPI_COMM_WORLD, 0) != 0)
        ranks_bail_out("MPI cannot be used");
}

static inline int ranks_done(void)
{
    ranks_close();
    const int status = all_ranks.rank == 0 ? test_done() : 0;
    fs_ranks_stop(&all_ranks);
    MPI_Finalize();
    return status;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * fairshuf_mpi.h - shuffles an array that is distributed over the ranks of an MPI
 * program.
 *
 *     uint8_t key[FAIR_KEY_SIZE];               the same on all ranks
 *     ...
 *     error = fair_mpi_shuffle(MPI_COMM_WORLD, key, a, local_n, sizeof a[0], NULL);
 *
 * examples/mpi_shuffle.c is a complete program. Link with `pkg-config --libs
 * fairshuf-mpi`. The rules of fairshuf.h hold here, too.
 */
#ifndef FAIRSHUF_MPI_H
#define FAIRSHUF_MPI_H

#include <mpi.h>

#include "fairshuf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Shuffles an array of which each rank has a part: the `local_n` elements at `local`, of
 * `size` bytes each. The whole array is the parts in the order of the ranks. Afterwards,
 * each rank has as many elements as before. The order is that of fair_shuffle_parallel()
 * with the same key on the whole array, for any number of ranks and any distribution.
 *
 * All ranks of `comm`, an intracommunicator, must call it, with the same key and size.
 * `local_n` may differ, and may be 0. `options->threads` and `options->memory` may
 * differ, too: they are limits for this rank. If `threads` is 0, each rank uses all CPUs
 * that it may use, even if other ranks use the same ones. `options->progress` is called
 * on each rank that has it, with `done` and `total` of that rank. Each of them can cancel
 * the work; unlike in fairshuf.h, all parts are then unchanged.
 *
 * Each element crosses the network at most once. A rank needs memory for a copy of its
 * part, and for buffers. options->memory does not count what MPI itself needs, up to
 * 1 MiB and 300 bytes for each rank, and 16 MiB that are used only after errors.
 * It comes from malloc(): options->allocate and options->release are ignored.
 *
 * A rank that waits for others tests and sleeps. There is no timeout: if another rank
 * hangs, the call does not return. The call works on a duplicate of `comm`, so it does
 * not disturb other messages of the program.
 *
 * Elements must be plain data, without pointers to memory of one rank. MPI must have been
 * initialised with MPI_THREAD_FUNNELED or more, and the caller must be the thread that
 * did it. (With MPI_THREAD_SINGLE, set options->threads to 1.)
 *
 * If it fails, all ranks return the same error, and all parts are unchanged:
 * FAIR_EMISMATCH if the ranks have different keys or sizes, or only some have options
 * whose `reserved` is not 0; FAIR_EINVAL if that is not 0 on any rank; FAIR_ERANGE for
 * more than PTRDIFF_MAX bytes on one rank; FAIR_ENOMEM, also if options->memory is too
 * small on some rank; FAIR_ECANCELED. The exception is FAIR_EMPI, if a function of MPI
 * failed: then ranks can have different results, and parts may have changed; call
 * MPI_Abort(). */
FAIR_API int fair_mpi_shuffle(MPI_Comm comm, const uint8_t key[FAIR_KEY_SIZE],
                              void *local, size_t local_n, size_t size,
                              const fair_options *options);

#ifdef __cplusplus
}
#endif

#endif

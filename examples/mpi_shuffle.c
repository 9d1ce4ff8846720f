/* SPDX-License-Identifier: MIT
 *
 * mpi_shuffle.c - shuffles particles that are distributed over the ranks of an MPI
 * program.
 *
 *     mpicc mpi_shuffle.c $(pkg-config --cflags --libs fairshuf-mpi) -o shuffle
 *     mpirun -n 4 ./shuffle
 *
 * Each rank keeps its number of particles. With the same key, the order is the same for
 * any number of ranks.
 */
#include <fairshuf_mpi.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double position[3];
    double velocity[3];
    long number; /* of the particle, before the shuffle */
} particle;      /* plain data: no pointers */

enum { PARTICLES = 1000000 }; /* on all ranks together */

/* All ranks must have the same key, so rank 0 makes it. For a shuffle that can be
 * repeated, use a fixed key instead. */
static int make_key(uint8_t key[FAIR_KEY_SIZE], int rank)
{
    int error = FAIR_OK;
    if (rank == 0) {
        fair_rng rng;
        error = fair_rng_init(&rng); /* fresh random bytes of the operating system */
        if (error == FAIR_OK) {
            fair_rng_bytes(&rng, key, FAIR_KEY_SIZE);
            fair_rng_wipe(&rng);
        }
    }
    MPI_Bcast(&error, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(key, FAIR_KEY_SIZE, MPI_BYTE, 0, MPI_COMM_WORLD);
    return error;
}

int main(int argc, char **argv)
{
    uint8_t key[FAIR_KEY_SIZE] = {0};
    int rank, size, level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    /* This rank has the particles first..last-1. Any distribution will do. */
    const long first = (long)PARTICLES * rank / size;
    const long last = (long)PARTICLES * (rank + 1) / size;
    const size_t count = (size_t)(last - first);
    particle *particles = calloc(count + 1, sizeof *particles);
    if (particles == NULL) {
        fprintf(stderr, "rank %d: out of memory\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
        return 1;
    }
    for (long i = first; i < last; i++)
        particles[i - first].number = i;

    /* One thread for each rank, which is usual with MPI. NULL instead of the options
     * means one for each CPU that the rank may use. */
    const fair_options options = {.threads = 1};
    int error = make_key(key, rank);
    if (error == FAIR_OK)
        error = fair_mpi_shuffle(MPI_COMM_WORLD, key, particles, count, sizeof *particles,
                                 &options);

    /* After an error, all ranks have the same one, and the particles are as before. */
    if (error != FAIR_OK && rank == 0)
        fprintf(stderr, "cannot shuffle: %s\n", fair_strerror(error));
    if (error == FAIR_OK && count > 0)
        printf("rank %d has %zu particles; the first was number %ld before\n", rank,
               count, particles[0].number);

    free(particles);
    MPI_Finalize();
    return error == FAIR_OK ? 0 : 1;
}

/* SPDX-License-Identifier: MIT
 *
 * ranks.h - the ranks of a communicator: collective calls, errors that all ranks agree
 * on, and a watchdog.
 *
 * All waiting is done here: a rank that waits tests, and sleeps in between, so that it
 * leaves the CPU to ranks that work. While it waits, it sends a heartbeat to the next
 * rank from time to time. If the previous rank has been silent for longer than the
 * timeout, a host or the network has failed, and the run is aborted.
 *
 * Only the thread that called MPI_Init_thread() may call these functions
 * (MPI_THREAD_FUNNELED is enough). "Collective" means that all ranks must call the
 * function, in the same order.
 */
#ifndef FS_RANKS_H
#define FS_RANKS_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/* What an error of a rank was about. */
enum {
    FS_STEP_NONE,
    FS_STEP_OPEN,  /* opening an input file; `index` is its number */
    FS_STEP_READ,  /* reading an input file; `index` is its number */
    FS_STEP_WRITE, /* writing an output; `index` is its number */
    FS_STEP_OTHER, /* memory, the temporary file, a comparison */
};

/* An error, as all ranks know it. */
typedef struct {
    int error;       /* FAIR_...; FAIR_OK: none */
    int number;      /* an errno, or 0 */
    int rank;        /* the lowest rank that has an error */
    int step;        /* FS_STEP_... */
    uint64_t index;  /* of the file, see FS_STEP_... */
    uint64_t record; /* as in fair_mark */
    uint64_t offset; /* as in fair_mark */
    uint64_t needed; /* as in fair_mark */
} fs_failure;

typedef struct {
    MPI_Comm comm; /* a duplicate of the caller's communicator; owned */
    int rank;      /* the number of this rank */
    int size;      /* the number of ranks */

    /* Set by fs_ranks_find_nodes(). */
    int node_rank;  /* the number of this rank among those of its node */
    int node_ranks; /* the ranks that share the memory of this node */
    int nodes;      /* the number of nodes */

    double timeout; /* seconds without a heartbeat from the previous rank; 0: no limit */

    /* Called before the run is aborted, with the rank that is silent. May be NULL. */
    void (*on_silence)(void *context, int rank);
    void *context; /* the first argument of on_silence() */

    int failed;  /* the lowest rank with an error in the last fs_ranks_agree() that failed
                  */
    int alarmed; /* another rank has raised an alarm */
    int raised;  /* this rank has raised an alarm */
    struct {
        MPI_Request *sends; /* [size]: the alarms being sent; owned; NULL: none */
        MPI_Request listen; /* an alarm being received */
        int value;          /* what is received; it has no meaning */
        uint64_t heard;     /* alarms received */
    } alarm;                /* see fs_ranks_raise() */

    uint64_t sent;     /* bytes of records sent to other ranks; counted by exchange.c */
    uint64_t messages; /* the number of messages that they took */

    struct {
        MPI_Request request[2]; /* the heartbeat being sent; the one being received */
        int out;                /* what is being sent */
        int in;                 /* what was received */
        double sent;            /* when the last one was sent */
        double heard;           /* when the last one was received */
    } life;                     /* the watchdog */
} fs_ranks;

/* Duplicates the communicator. Collective. FAIR_EMPI. */
int fs_ranks_start(fs_ranks *ranks, MPI_Comm comm, double timeout);

/* Finds the nodes. Collective. FAIR_EMPI. MPI has only a blocking function for this,
 * which keeps a core busy while it waits for the other ranks. */
int fs_ranks_find_nodes(fs_ranks *ranks);

/* Frees the duplicate. Collective. */
void fs_ranks_stop(fs_ranks *ranks);

/* Sends heartbeats, and aborts if there are none from the previous rank. To be called
 * at least once a second by a rank that works for long. Returns quickly. */
void fs_ranks_tick(fs_ranks *ranks);

/* Changes the timeout of the watchdog to `timeout` > 0, and starts it anew. Does nothing
 * if there is no watchdog. All ranks must do so between the same collective calls. */
void fs_ranks_set_timeout(fs_ranks *ranks, double timeout);

/* Raises an alarm: this rank has failed, and will report it in the next fs_ranks_agree().
 * The other ranks get ranks->alarmed at their next tick, and can stop early. */
void fs_ranks_raise(fs_ranks *ranks);

/* Waits for all requests. FAIR_EMPI. */
int fs_ranks_wait(fs_ranks *ranks, MPI_Request *requests, size_t count);

/* ---- collective calls: FAIR_OK or FAIR_EMPI ---------------------------------------- */

/* Replaces each value by its sum over all ranks. */
int fs_ranks_sum(fs_ranks *ranks, uint64_t *values, size_t count);

/* Replaces each value by its maximum over all ranks. */
int fs_ranks_most(fs_ranks *ranks, uint64_t *values, size_t count);

/* Replaces each value by its sum over the ranks before this one. */
int fs_ranks_sum_before(fs_ranks *ranks, uint64_t *values, size_t count);

/* Copies `bytes` bytes, at most 1 MiB, of each rank to `all`, in the order of the ranks.
 */
int fs_ranks_gather(fs_ranks *ranks, const void *mine, size_t bytes, void *all);

/* Copies `bytes` bytes of the rank `from` to all ranks. */
int fs_ranks_share(fs_ranks *ranks, void *data, size_t bytes, int from);

/* Sets *same to whether all ranks have the same `bytes` bytes. */
int fs_ranks_compare(fs_ranks *ranks, const void *data, size_t bytes, int *same);

/* Agrees on an error: if a rank has one, all ranks get that of the lowest rank. Ends all
 * alarms. A rank that stopped because of an alarm must have no error. Returns
 * failure->error, or FAIR_EMPI. */
int fs_ranks_agree(fs_ranks *ranks, fs_failure *failure);

/* The same for an error without details. */
int fs_ranks_agree_on(fs_ranks *ranks, int error);

#endif

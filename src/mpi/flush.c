/* SPDX-License-Identifier: MIT
 *
 * flush.c - flushes an output to disk. See flush.h.
 *
 * fsync() can take longer than the timeout of the watchdog. So another thread calls it,
 * and the caller's thread, the only one that may use MPI, sends heartbeats.
 */
#define _GNU_SOURCE /* sync_file_range */
#include "src/mpi/flush.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "src/base/par.h"

enum { PIECE = 16 << 20, PAUSE = 1000000 /* nanoseconds */ };

void fs_flush_start(int fd, uint64_t end, uint64_t *unstarted)
{
    if (*unstarted < PIECE)
        return;
#ifdef SYNC_FILE_RANGE_WRITE
    (void)sync_file_range(fd, (off_t)(end - *unstarted), (off_t)*unstarted,
                          SYNC_FILE_RANGE_WRITE);
#else
    (void)fd, (void)end;
#endif
    *unstarted = 0;
}

struct job {
    fs_ranks *ranks;    /* not owned */
    int fd;             /* the output */
    int number;         /* the errno of fsync(), or 0 */
    atomic_int waiting; /* the caller's thread sends heartbeats */
    atomic_int done;    /* fsync() has returned */
};

static void sync_now(struct job *job)
{
    while (fsync(job->fd) != 0)
        if (errno != EINTR) {
            job->number = errno == EINVAL || errno == ENOTSUP ? 0 : errno;
            return;
        }
}

static void pause_shortly(void)
{
    const struct timespec time = {.tv_nsec = PAUSE};
    nanosleep(&time, NULL);
}

/* There are two tasks, one for each thread. The other thread starts when the caller's
 * thread has its task. */
static void wait_or_sync(void *context, unsigned member, size_t task)
{
    struct job *job = context;
    (void)task;
    if (member == 0) {
        atomic_store(&job->waiting, 1);
        while (!atomic_load(&job->done)) {
            fs_ranks_tick(job->ranks);
            pause_shortly();
        }
        return;
    }
    while (!atomic_load(&job->waiting))
        pause_shortly();
    if (!atomic_load(&job->done))
        sync_now(job);
    atomic_store(&job->done, 1);
}

int fs_flush(fs_ranks *ranks, int fd)
{
    struct job job = {.ranks = ranks, .fd = fd};
    fs_team *team = fs_team_start(2, NULL);
    if (fs_team_size(team) < 2)
        sync_now(&job);
    else
        fs_team_run(team, 2, 2, wait_or_sync, &job);
    fs_team_stop(team);
    return job.number;
}

/* SPDX-License-Identifier: MIT
 *
 * ranks.c - collective calls that wait without spinning, and the watchdog. See ranks.h.
 *
 * Only nonblocking functions of MPI are used here, except to find the nodes. A
 * blocking one would keep a core busy while it waits, and could wait forever if a host
 * has failed.
 */
#define _POSIX_C_SOURCE 200809L
#include "src/mpi/ranks.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fairshuf.h"

enum {
    LIFE = 1,  /* the tag of heartbeats */
    ALARM = 3, /* the tag of alarms; exchange.c uses 2 */

    BEAT = 1, /* a heartbeat */
    BYE = 2,  /* the last one */

    /* A rank that waits first gives way to others, then sleeps for longer and longer. */
    YIELDS = 64,            /* how often */
    FIRST_SLEEP = 10000,    /* nanoseconds */
    LONGEST_SLEEP = 200000, /* nanoseconds */

    PART = 1 << 20, /* elements of one call of MPI, whose counts are ints */
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- the watchdog ------------------------------------------------------------------ */

static int previous(const fs_ranks *ranks)
{
    return (ranks->rank + ranks->size - 1) % ranks->size;
}

static void say_life(fs_ranks *ranks, int what)
{
    ranks->life.out = what;
    ranks->life.sent = now();
    MPI_Isend(&ranks->life.out, 1, MPI_INT, (ranks->rank + 1) % ranks->size, LIFE,
              ranks->comm, &ranks->life.request[0]);
}

static void listen(fs_ranks *ranks)
{
    MPI_Irecv(&ranks->life.in, 1, MPI_INT, previous(ranks), LIFE, ranks->comm,
              &ranks->life.request[1]);
}

static void give_up(fs_ranks *ranks)
{
    if (ranks->on_silence != NULL)
        ranks->on_silence(ranks->context, previous(ranks));
    MPI_Abort(ranks->comm, 1);
    abort(); /* MPI_Abort() does not return */
}

static void look_for_alarm(fs_ranks *ranks)
{
    int done = 0;
    if (ranks->alarm.listen == MPI_REQUEST_NULL)
        return;
    MPI_Test(&ranks->alarm.listen, &done, MPI_STATUS_IGNORE);
    ranks->alarmed |= done;
    ranks->alarm.heard += done ? 1 : 0;
}

void fs_ranks_tick(fs_ranks *ranks)
{
    int done = 0;
    look_for_alarm(ranks);
    if (ranks->timeout <= 0 || ranks->size == 1)
        return;
    const double time = now();
    if (time - ranks->life.sent > ranks->timeout / 8) {
        MPI_Test(&ranks->life.request[0], &done, MPI_STATUS_IGNORE);
        if (done)
            say_life(ranks, BEAT);
    }
    MPI_Test(&ranks->life.request[1], &done, MPI_STATUS_IGNORE);
    if (done) {
        ranks->life.heard = time;
        if (ranks->life.in != BYE) /* it may already be waiting in stop_watchdog() */
            listen(ranks);
    } else if (time - ranks->life.heard > ranks->timeout) {
        give_up(ranks);
    }
}

void fs_ranks_set_timeout(fs_ranks *ranks, double timeout)
{
    if (ranks->timeout <= 0)
        return;
    ranks->timeout = timeout;
    ranks->life.heard = now(); /* the previous rank may have paused until now */
    fs_ranks_tick(ranks);
}

static void start_watchdog(fs_ranks *ranks)
{
    ranks->life.request[0] = ranks->life.request[1] = MPI_REQUEST_NULL;
    if (ranks->timeout <= 0 || ranks->size == 1)
        return;
    ranks->life.heard = now();
    listen(ranks);
    say_life(ranks, BEAT);
}

/* All ranks have come here, so nobody waits for heartbeats any more. Every message
 * that was sent is received. */
static void stop_watchdog(fs_ranks *ranks)
{
    if (ranks->timeout <= 0 || ranks->size == 1)
        return;
    ranks->timeout = 0;
    fs_ranks_wait(ranks, &ranks->life.request[0], 1);
    say_life(ranks, BYE);
    for (;;) {
        if (fs_ranks_wait(ranks, ranks->life.request, 2) != FAIR_OK ||
            ranks->life.in == BYE)
            break;
        listen(ranks);
    }
}

/* ---- waiting ----------------------------------------------------------------------- */

/* Gives the CPU to others after `tries` tests without success. */
static void rest(unsigned tries)
{
    struct timespec time = {.tv_nsec = FIRST_SLEEP};
    if (tries < YIELDS) {
        sched_yield();
        return;
    }
    for (; tries > YIELDS && time.tv_nsec < LONGEST_SLEEP; tries--)
        time.tv_nsec += time.tv_nsec / 8;
    nanosleep(&time, NULL);
}

int fs_ranks_wait(fs_ranks *ranks, MPI_Request *requests, size_t count)
{
    int done = 0;
    for (unsigned tries = 0;; tries++) {
        if (MPI_Testall((int)count, requests, &done, MPI_STATUSES_IGNORE) != MPI_SUCCESS)
            return FAIR_EMPI;
        if (done)
            return FAIR_OK;
        fs_ranks_tick(ranks);
        rest(tries);
    }
}

/* Waits for one call of MPI that returned `code`. */
static int finish(fs_ranks *ranks, int code, MPI_Request *request)
{
    return code == MPI_SUCCESS ? fs_ranks_wait(ranks, request, 1) : FAIR_EMPI;
}

/* ---- alarms ------------------------------------------------------------------------ */

static void listen_for_alarm(fs_ranks *ranks)
{
    ranks->alarm.listen = MPI_REQUEST_NULL;
    if (ranks->size > 1)
        MPI_Irecv(&ranks->alarm.value, 1, MPI_INT, MPI_ANY_SOURCE, ALARM, ranks->comm,
                  &ranks->alarm.listen);
}

void fs_ranks_raise(fs_ranks *ranks)
{
    const size_t size = (size_t)ranks->size;
    if (ranks->raised || size == 1)
        return;
    ranks->alarm.sends = malloc(size * sizeof(MPI_Request));
    if (ranks->alarm.sends == NULL)
        return; /* the others will learn it later */
    ranks->raised = 1;
    for (int r = 0; r < ranks->size; r++) {
        static const int value = 1;
        ranks->alarm.sends[r] = MPI_REQUEST_NULL;
        if (r != ranks->rank)
            MPI_Isend(&value, 1, MPI_INT, r, ALARM, ranks->comm, &ranks->alarm.sends[r]);
    }
}

/* Receives all alarms that were sent, so that none is taken for a later one. */
static int end_alarms(fs_ranks *ranks)
{
    uint64_t raised = ranks->raised ? 1 : 0;
    int error = fs_ranks_sum(ranks, &raised, 1);
    raised -= ranks->raised ? 1 : 0;
    while (error == FAIR_OK && ranks->alarm.heard < raised) {
        if (ranks->alarm.listen == MPI_REQUEST_NULL)
            listen_for_alarm(ranks);
        error = fs_ranks_wait(ranks, &ranks->alarm.listen, 1);
        ranks->alarm.heard++;
        ranks->alarmed = 1;
    }
    if (error == FAIR_OK && ranks->raised)
        error = fs_ranks_wait(ranks, ranks->alarm.sends, (size_t)ranks->size);
    free(ranks->alarm.sends);
    ranks->alarm.sends = NULL;
    ranks->alarm.heard = 0;
    ranks->raised = ranks->alarmed = 0;
    if (ranks->alarm.listen == MPI_REQUEST_NULL)
        listen_for_alarm(ranks);
    return error;
}

/* ---- start and end ----------------------------------------------------------------- */

int fs_ranks_find_nodes(fs_ranks *ranks)
{
    MPI_Comm node;
    if (MPI_Comm_split_type(ranks->comm, MPI_COMM_TYPE_SHARED, ranks->rank, MPI_INFO_NULL,
                            &node) != MPI_SUCCESS)
        return FAIR_EMPI;
    MPI_Comm_rank(node, &ranks->node_rank);
    MPI_Comm_size(node, &ranks->node_ranks);
    MPI_Comm_free(&node);
    uint64_t firsts = ranks->node_rank == 0;
    const int error = fs_ranks_sum(ranks, &firsts, 1);
    ranks->nodes = (int)firsts;
    return error;
}

int fs_ranks_start(fs_ranks *ranks, MPI_Comm comm, double timeout)
{
    MPI_Comm copy;
    MPI_Request request;
    *ranks = (fs_ranks){.comm = MPI_COMM_NULL, .alarm.listen = MPI_REQUEST_NULL};
    if (finish(ranks, MPI_Comm_idup(comm, &copy, &request), &request) != FAIR_OK)
        return FAIR_EMPI;
    ranks->comm = copy;
    MPI_Comm_set_errhandler(ranks->comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(ranks->comm, &ranks->rank);
    MPI_Comm_size(ranks->comm, &ranks->size);
    ranks->timeout = timeout;
    listen_for_alarm(ranks);
    start_watchdog(ranks);
    return FAIR_OK;
}

void fs_ranks_stop(fs_ranks *ranks)
{
    if (ranks->comm == MPI_COMM_NULL)
        return;
    MPI_Request request;
    finish(ranks, MPI_Ibarrier(ranks->comm, &request), &request);
    stop_watchdog(ranks);
    if (ranks->alarm.listen != MPI_REQUEST_NULL) {
        MPI_Cancel(&ranks->alarm.listen);
        MPI_Wait(&ranks->alarm.listen, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&ranks->comm);
}

/* ---- collective calls -------------------------------------------------------------- */

static int combine(fs_ranks *ranks, uint64_t *values, size_t count, MPI_Op operation)
{
    int error = FAIR_OK;
    for (size_t at = 0; at < count && error == FAIR_OK; at += PART) {
        MPI_Request request;
        const int some = count - at < PART ? (int)(count - at) : PART;
        error = finish(ranks,
                       MPI_Iallreduce(MPI_IN_PLACE, values + at, some, MPI_UINT64_T,
                                      operation, ranks->comm, &request),
                       &request);
    }
    return error;
}

int fs_ranks_sum(fs_ranks *ranks, uint64_t *values, size_t count)
{
    return combine(ranks, values, count, MPI_SUM);
}

int fs_ranks_most(fs_ranks *ranks, uint64_t *values, size_t count)
{
    return combine(ranks, values, count, MPI_MAX);
}

int fs_ranks_sum_before(fs_ranks *ranks, uint64_t *values, size_t count)
{
    int error = FAIR_OK;
    for (size_t at = 0; at < count && error == FAIR_OK; at += PART) {
        MPI_Request request;
        const int some = count - at < PART ? (int)(count - at) : PART;
        error = finish(ranks,
                       MPI_Iexscan(MPI_IN_PLACE, values + at, some, MPI_UINT64_T, MPI_SUM,
                                   ranks->comm, &request),
                       &request);
    }
    if (ranks->rank == 0) /* MPI leaves these undefined */
        memset(values, 0, count * sizeof *values);
    return error;
}

int fs_ranks_gather(fs_ranks *ranks, const void *mine, size_t bytes, void *all)
{
    MPI_Request request;
    assert(bytes <= PART);
    return finish(ranks,
                  MPI_Iallgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE,
                                 ranks->comm, &request),
                  &request);
}

int fs_ranks_share(fs_ranks *ranks, void *data, size_t bytes, int from)
{
    unsigned char *at = data;
    int error = FAIR_OK;
    while (bytes > 0 && error == FAIR_OK) {
        MPI_Request request;
        const size_t some = bytes < PART ? bytes : PART;
        error = finish(ranks,
                       MPI_Ibcast(at, (int)some, MPI_BYTE, from, ranks->comm, &request),
                       &request);
        at += some;
        bytes -= some;
    }
    return error;
}

/* The maximum of a word and the maximum of its complement show whether all words are the
 * same. (MPICH 4.0 compares them as signed numbers; that makes no difference here.) */
static int compare_words(fs_ranks *ranks, const uint64_t *words, size_t count, int *same)
{
    enum { MOST = 16 };
    uint64_t values[2 * MOST];
    assert(count <= MOST);
    for (size_t i = 0; i < count; i++) {
        values[2 * i] = words[i];
        values[2 * i + 1] = ~words[i];
    }
    const int error = fs_ranks_most(ranks, values, 2 * count);
    for (size_t i = 0; i < count; i++)
        *same &= values[2 * i] == ~values[2 * i + 1];
    return error;
}

int fs_ranks_compare(fs_ranks *ranks, const void *data, size_t bytes, int *same)
{
    uint64_t words[16] = {bytes};
    const unsigned char *at = data;
    *same = 1;
    int error = compare_words(ranks, words, 1, same);
    while (error == FAIR_OK && *same && bytes > 0) {
        const size_t some = bytes < sizeof words ? bytes : sizeof words;
        memset(words, 0, sizeof words);
        memcpy(words, at, some);
        error = compare_words(ranks, words, sizeof words / sizeof words[0], same);
        at += some;
        bytes -= some;
    }
    return error;
}

int fs_ranks_agree(fs_ranks *ranks, fs_failure *failure)
{
    /* Counted from the end, because there is a maximum, but no minimum. */
    uint64_t from_end =
        failure->error != FAIR_OK ? (uint64_t)(ranks->size - ranks->rank) : 0;
    int error = fs_ranks_most(ranks, &from_end, 1);
    if (error != FAIR_OK)
        return error;
    if (from_end == 0)
        return FAIR_OK;
    ranks->failed = ranks->size - (int)from_end;
    failure->rank = ranks->rank;
    error = fs_ranks_share(ranks, failure, sizeof *failure, ranks->failed);
    if (error == FAIR_OK)
        error = end_alarms(ranks);
    return error == FAIR_OK ? failure->error : error;
}

int fs_ranks_agree_on(fs_ranks *ranks, int error)
{
    fs_failure failure = {.error = error};
    return fs_ranks_agree(ranks, &failure);
}

/* SPDX-License-Identifier: MIT
 *
 * par.c - a team of threads. Members wait for a round to begin, take task numbers from a
 * shared counter until there are no more, and wait for the next round.
 *
 * FS_NO_THREADS leaves out the threads, for platforms without them, such as WebAssembly.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for cpus.h */
#endif

#include "src/base/par.h"

#include <assert.h>

#if !defined(FS_NO_THREADS) && !defined(__wasm__)

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "common/cpus.h"

struct fs_team {
    pthread_mutex_t lock; /* protects everything except `next` */

    pthread_cond_t begin;  /* a round has begun, or the team ends */
    pthread_cond_t end;    /* all members have finished the round */
    pthread_cond_t turned; /* `turn` has changed */

    unsigned size;       /* members, including the caller */
    unsigned numbered;   /* threads that have got their member number */
    unsigned busy;       /* threads that have not finished this round */
    unsigned long round; /* the number of the round */
    int over;            /* whether the threads are to end */
    int cancel_state;    /* the cancel state of the caller before; restored at the end */

    fs_task *task;      /* what this round does */
    void *context;      /* the first argument of `task` */
    unsigned members;   /* members that take part in this round */
    size_t tasks;       /* number of tasks of this round */
    atomic_size_t next; /* the next task to take */
    size_t turn;        /* the task whose turn it is */

    fs_memory *memory; /* where the team comes from; NULL: malloc() */
    size_t bytes;      /* of the team */

    pthread_t thread[]; /* size - 1 threads */
};

unsigned fs_usable_cpus(void)
{
    return usable_cpus();
}

int fs_cancel_defer(void)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

void fs_cancel_allow(int before)
{
    pthread_setcancelstate(before, NULL);
}

static void take_tasks(fs_team *team, unsigned member)
{
    for (;;) {
        const size_t task =
            atomic_fetch_add_explicit(&team->next, 1, memory_order_relaxed);
        if (task >= team->tasks)
            break;
        team->task(team->context, member, task);
    }
}

static void *run_member(void *argument)
{
    fs_team *team = argument;
    unsigned long seen = 0;
    pthread_mutex_lock(&team->lock);
    const unsigned member = ++team->numbered;
    for (;;) {
        while (team->round == seen && !team->over)
            pthread_cond_wait(&team->begin, &team->lock);
        if (team->over)
            break;
        seen = team->round;
        const int wanted = member < team->members;
        pthread_mutex_unlock(&team->lock);
        if (wanted)
            take_tasks(team, member);
        pthread_mutex_lock(&team->lock);
        if (--team->busy == 0)
            pthread_cond_signal(&team->end);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

size_t fs_team_bytes(unsigned members)
{
    const fs_team *team = NULL;
    return members < 2 ? 0 : sizeof *team + (members - 1) * sizeof team->thread[0];
}

fs_team *fs_team_start(unsigned members, fs_memory *memory)
{
    assert(members >= 1);
    if (members < 2)
        return NULL;
    const size_t bytes = fs_team_bytes(members);
    fs_team *team = memory == NULL ? malloc(bytes) : fs_memory_get(memory, bytes);
    if (team == NULL)
        return NULL;
    memset(team, 0, bytes);
    team->memory = memory;
    team->bytes = bytes;
    team->size = 1;
    pthread_mutex_init(&team->lock, NULL); /* cannot fail in glibc and musl */
    pthread_cond_init(&team->begin, NULL);
    pthread_cond_init(&team->end, NULL);
    pthread_cond_init(&team->turned, NULL);

    /* Signals go to the threads of the program. Only signals that a thread itself causes
     * are not blocked: the program may handle SIGSEGV or SIGBUS. */
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(&blocked, own[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    while (team->size < members &&
           pthread_create(&team->thread[team->size - 1], NULL, run_member, team) == 0)
        team->size++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    team->cancel_state = fs_cancel_defer();
    if (team->size == 1) {
        fs_team_stop(team);
        return NULL;
    }
    return team;
}

unsigned fs_team_size(const fs_team *team)
{
    return team == NULL ? 1 : team->size;
}

void fs_team_run(fs_team *team, unsigned members, size_t tasks, fs_task *task,
                 void *context)
{
    if (team == NULL) {
        for (size_t i = 0; i < tasks; i++)
            task(context, 0, i);
        return;
    }
    assert(members >= 1 && members <= team->size);
    pthread_mutex_lock(&team->lock);
    assert(team->busy == 0);
    team->task = task;
    team->context = context;
    team->members = members;
    team->tasks = tasks;
    atomic_store_explicit(&team->next, 0, memory_order_relaxed);
    team->turn = 0;
    team->busy = team->size - 1;
    team->round++;
    pthread_cond_broadcast(&team->begin);
    pthread_mutex_unlock(&team->lock);
    take_tasks(team, 0);
    pthread_mutex_lock(&team->lock);
    while (team->busy > 0)
        pthread_cond_wait(&team->end, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

/* No deadlock: tasks are taken in the order of their numbers, so the task whose turn it
 * is has already been taken by some member, which is not waiting. */
void fs_team_turn(fs_team *team, size_t task)
{
    if (team == NULL)
        return;
    pthread_mutex_lock(&team->lock);
    while (team->turn != task)
        pthread_cond_wait(&team->turned, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

void fs_team_turn_end(fs_team *team, size_t task)
{
    if (team == NULL)
        return;
    pthread_mutex_lock(&team->lock);
    assert(team->turn == task);
    team->turn = task + 1;
    pthread_cond_broadcast(&team->turned);
    pthread_mutex_unlock(&team->lock);
}

void fs_team_stop(fs_team *team)
{
    if (team == NULL)
        return;
    pthread_mutex_lock(&team->lock);
    team->over = 1;
    pthread_cond_broadcast(&team->begin);
    pthread_mutex_unlock(&team->lock);
    for (unsigned i = 0; i + 1 < team->size; i++)
        pthread_join(team->thread[i], NULL);
    pthread_mutex_destroy(&team->lock);
    pthread_cond_destroy(&team->begin);
    pthread_cond_destroy(&team->end);
    pthread_cond_destroy(&team->turned);
    fs_cancel_allow(team->cancel_state);
    if (team->memory == NULL)
        free(team);
    else
        fs_memory_free(team->memory, team, team->bytes);
}

#else

unsigned fs_usable_cpus(void)
{
    return 1;
}

int fs_cancel_defer(void)
{
    return 0;
}

void fs_cancel_allow(int before)
{
    (void)before;
}

size_t fs_team_bytes(unsigned members)
{
    (void)members;
    return 0;
}

fs_team *fs_team_start(unsigned members, fs_memory *memory)
{
    (void)members, (void)memory;
    return NULL;
}

unsigned fs_team_size(const fs_team *team)
{
    (void)team;
    return 1;
}

void fs_team_run(fs_team *team, unsigned members, size_t tasks, fs_task *task,
                 void *context)
{
    (void)team, (void)members;
    for (size_t i = 0; i < tasks; i++)
        task(context, 0, i);
}

void fs_team_turn(fs_team *team, size_t task)
{
    (void)team, (void)task;
}

void fs_team_turn_end(fs_team *team, size_t task)
{
    (void)team, (void)task;
}

void fs_team_stop(fs_team *team)
{
    (void)team;
}

#endif

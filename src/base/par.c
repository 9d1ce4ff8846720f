/* SPDX-License-Identifier: MIT
 *
 * par.c - a team of threads. Members wait for a round to begin, take task numbers from a
 * shared counter until there are no more, and wait for the next round.
 *
 * FAIR_NO_THREADS leaves out the threads, for platforms without them, such as
 * WebAssembly.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for cpus.h */
#endif
#if defined(_WIN32) && !defined(_WIN32_WINNT)
#define _WIN32_WINNT 0x0601 /* Windows 7, for threads.h and cpus.h */
#endif

#include "src/base/par.h"

#include <assert.h>

#include "src/base/system.h"

#if FS_HAVE_THREADS

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "common/cpus.h"
#include "src/base/threads.h"

struct fs_team {
    fs_lock lock; /* protects everything except `next` */

    fs_condition begin;  /* a round has begun, or the team ends */
    fs_condition end;    /* all members have finished the round */
    fs_condition turned; /* `turn` has changed */

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

    fs_thread thread[]; /* size - 1 threads */
};

unsigned fs_cpu_count(void)
{
    return usable_cpus();
}

int fs_cancel_defer(void)
{
    return fs_cancel_disable();
}

void fs_cancel_allow(int before)
{
    fs_cancel_restore(before);
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

FS_THREAD_MAIN(run_member, argument)
{
    fs_team *team = argument;
    unsigned long seen = 0;
    fs_lock_take(&team->lock);
    const unsigned member = ++team->numbered;
    for (;;) {
        while (team->round == seen && !team->over)
            fs_condition_wait(&team->begin, &team->lock);
        if (team->over)
            break;
        seen = team->round;
        const int wanted = member < team->members;
        fs_lock_release(&team->lock);
        if (wanted)
            take_tasks(team, member);
        fs_lock_take(&team->lock);
        if (--team->busy == 0)
            fs_condition_wake_one(&team->end);
    }
    fs_lock_release(&team->lock);
    FS_THREAD_END;
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
    fs_lock_init(&team->lock);
    fs_condition_init(&team->begin);
    fs_condition_init(&team->end);
    fs_condition_init(&team->turned);

    const fs_signals before = fs_signals_block();
    while (team->size < members &&
           fs_thread_start(&team->thread[team->size - 1], run_member, team) == 0)
        team->size++;
    fs_signals_restore(&before);
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
    fs_lock_take(&team->lock);
    assert(team->busy == 0);
    team->task = task;
    team->context = context;
    team->members = members;
    team->tasks = tasks;
    atomic_store_explicit(&team->next, 0, memory_order_relaxed);
    team->turn = 0;
    team->busy = team->size - 1;
    team->round++;
    fs_condition_wake_all(&team->begin);
    fs_lock_release(&team->lock);
    take_tasks(team, 0);
    fs_lock_take(&team->lock);
    while (team->busy > 0)
        fs_condition_wait(&team->end, &team->lock);
    fs_lock_release(&team->lock);
}

/* No deadlock: tasks are taken in the order of their numbers, so the task whose turn it
 * is has already been taken by some member, which is not waiting. */
void fs_team_turn(fs_team *team, size_t task)
{
    if (team == NULL)
        return;
    fs_lock_take(&team->lock);
    while (team->turn != task)
        fs_condition_wait(&team->turned, &team->lock);
    fs_lock_release(&team->lock);
}

void fs_team_turn_end(fs_team *team, size_t task)
{
    if (team == NULL)
        return;
    fs_lock_take(&team->lock);
    assert(team->turn == task);
    team->turn = task + 1;
    fs_condition_wake_all(&team->turned);
    fs_lock_release(&team->lock);
}

void fs_team_stop(fs_team *team)
{
    if (team == NULL)
        return;
    fs_lock_take(&team->lock);
    team->over = 1;
    fs_condition_wake_all(&team->begin);
    fs_lock_release(&team->lock);
    for (unsigned i = 0; i + 1 < team->size; i++)
        fs_thread_join(&team->thread[i]);
    fs_lock_destroy(&team->lock);
    fs_condition_destroy(&team->begin);
    fs_condition_destroy(&team->end);
    fs_condition_destroy(&team->turned);
    fs_cancel_allow(team->cancel_state);
    if (team->memory == NULL)
        free(team);
    else
        fs_memory_free(team->memory, team, team->bytes);
}

#else

unsigned fs_cpu_count(void)
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

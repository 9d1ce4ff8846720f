/* SPDX-License-Identifier: MIT
 *
 * team.c - runs tasks on several threads. Each thread takes the next task that is not
 * taken yet.
 */
#define _GNU_SOURCE /* for cpus.h */
#include "audit/orders/team.h"

#if defined(AUDIT_NO_THREADS) || defined(__wasm__)

void audit_team_do(unsigned threads, size_t count, void (*task)(void *context, size_t i),
                   void *context)
{
    (void)threads;
    for (size_t i = 0; i < count; i++)
        task(context, i);
}

unsigned audit_team_cores(void)
{
    return 1;
}

#else

#include <pthread.h>
#include <stdatomic.h>

#include "common/cpus.h"

enum { MOST = 64 };

struct team {
    atomic_size_t next;                    /* the next task to take */
    size_t count;                          /* number of tasks */
    void (*task)(void *context, size_t i); /* does task i */
    void *context;                         /* its first argument */
};

static void *work(void *argument)
{
    struct team *team = argument;
    for (;;) {
        const size_t i = atomic_fetch_add(&team->next, 1);
        if (i >= team->count)
            return NULL;
        team->task(team->context, i);
    }
}

unsigned audit_team_cores(void)
{
    return usable_cpus();
}

void audit_team_do(unsigned threads, size_t count, void (*task)(void *context, size_t i),
                   void *context)
{
    struct team team = {.count = count, .task = task, .context = context};
    pthread_t thread[MOST];
    size_t wanted = threads > 0 ? threads : audit_team_cores(), threads_made = 0;
    wanted = wanted < count ? wanted : count;
    while (threads_made + 1 < wanted && threads_made < MOST &&
           pthread_create(&thread[threads_made], NULL, work, &team) == 0)
        threads_made++;
    work(&team);
    while (threads_made > 0)
        pthread_join(thread[--threads_made], NULL);
}

#endif

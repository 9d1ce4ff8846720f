/* SPDX-License-Identifier: MIT
 *
 * team.c - does tasks with several threads: each takes the next one that nobody has
 * taken.
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
    atomic_size_t next;
    size_t count;
    void (*task)(void *context, size_t i);
    void *context;
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
    pthread_t helper[MOST];
    size_t wanted = threads > 0 ? threads : audit_team_cores(), helpers = 0;
    wanted = wanted < count ? wanted : count;
    while (helpers + 1 < wanted && helpers < MOST &&
           pthread_create(&helper[helpers], NULL, work, &team) == 0)
        helpers++;
    work(&team);
    while (helpers > 0)
        pthread_join(helper[--helpers], NULL);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * team.c - runs tasks on several threads. Each thread takes the next task that is not
 * taken yet.
 */
#define _GNU_SOURCE /* for cpus.h */
#if defined(_WIN32) && !defined(_WIN32_WINNT)
#define _WIN32_WINNT 0x0601 /* Windows 7, for cpus.h */
#endif
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

#include <stdatomic.h>

#include "common/cpus.h"

/* Threads of Windows, and of other systems. */
#ifdef _WIN32
#include <process.h>

typedef HANDLE thread_handle;
#define THREAD_MAIN(name, argument) static unsigned __stdcall name(void *argument)
#define THREAD_END return 0

static int start(thread_handle *thread, unsigned(__stdcall *task)(void *), void *argument)
{
    *thread = (HANDLE)_beginthreadex(NULL, 0, task, argument, 0, NULL);
    return *thread == NULL;
}

static void join(thread_handle thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
#else
#include <pthread.h>

typedef pthread_t thread_handle;
#define THREAD_MAIN(name, argument) static void *name(void *argument)
#define THREAD_END return NULL

static int start(thread_handle *thread, void *(*task)(void *), void *argument)
{
    return pthread_create(thread, NULL, task, argument);
}

static void join(thread_handle thread)
{
    pthread_join(thread, NULL);
}
#endif

enum { MOST = 64 };

struct team {
    atomic_size_t next;                    /* the next task to take */
    size_t count;                          /* number of tasks */
    void (*task)(void *context, size_t i); /* does task i */
    void *context;                         /* its first argument */
};

THREAD_MAIN(work, argument)
{
    struct team *team = argument;
    for (;;) {
        const size_t i = atomic_fetch_add(&team->next, 1);
        if (i >= team->count)
            THREAD_END;
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
    thread_handle thread[MOST];
    size_t wanted = threads > 0 ? threads : audit_team_cores(), threads_made = 0;
    wanted = wanted < count ? wanted : count;
    while (threads_made + 1 < wanted && threads_made < MOST &&
           start(&thread[threads_made], work, &team) == 0)
        threads_made++;
    work(&team);
    while (threads_made > 0)
        join(thread[--threads_made]);
}

#endif

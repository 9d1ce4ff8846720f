/* SPDX-License-Identifier: MIT
 *
 * test_cpus.c - the number of usable CPUs (common/cpus.h), on machines of any size.
 *
 * The linker wraps sched_getaffinity(): it behaves like a kernel that knows
 * `machine.known` CPUs, of which this process may use the first `machine.usable`.
 */
#define _GNU_SOURCE
#include "common/cpus.h"

#include <pthread.h>

#include "audit/orders/team.h"
#include "tests/support/test.h"

static struct {
    size_t known;     /* CPUs that the kernel knows */
    size_t usable;    /* CPUs that this process may use */
    int error;        /* the errno of sched_getaffinity(); 0: it works */
    unsigned threads; /* threads created */
} machine;

int __wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int __wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    (void)pid;
    if (machine.error != 0 || size * 8 < machine.known) {
        errno = machine.error != 0 ? machine.error : EINVAL;
        return -1;
    }
    CPU_ZERO_S(size, set);
    for (size_t i = 0; i < machine.usable; i++)
        CPU_SET_S(i, size, set);
    return 0;
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    machine.threads++;
    return __real_pthread_create(thread, attributes, start, argument);
}

static void nothing(void *context, size_t i)
{
    (void)context, (void)i;
}

int main(void)
{
    static const size_t sizes[] = {1, 64, 1024, 1025, 2048, 5000, 8192, 1 << 20};
    TEST("every CPU of machines of any size is counted")
    {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            machine.known = machine.usable = sizes[i];
            CHECKF(usable_cpus() == sizes[i], "%zu CPUs: %u", sizes[i], usable_cpus());
            machine.usable = 1;
            CHECKF(usable_cpus() == 1, "1 of %zu CPUs: %u", sizes[i], usable_cpus());
        }
    }
    TEST("if sched_getaffinity() fails, the CPUs that are online count")
    {
        machine.error = ENOSYS;
        const long online = sysconf(_SC_NPROCESSORS_ONLN);
        CHECKF(online > 0 && usable_cpus() == (unsigned)online, "%u, online %ld",
               usable_cpus(), online);
        machine.error = 0;
    }
    TEST("the audit uses 10 threads if 10 of 4096 CPUs are usable")
    {
        machine.known = 4096;
        machine.usable = 10;
        machine.threads = 0;
        audit_team_do(0, 100, nothing, NULL);
        CHECKF(machine.threads == 9, "%u threads", machine.threads);
    }
    return test_done();
}

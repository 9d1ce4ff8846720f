/* SPDX-License-Identifier: MIT
 *
 * cpus.h - the number of CPUs that this process may use.
 *
 * The library, the audit and the commands share only this file. It is a header, so that
 * neither library needs a symbol of the other. On Linux, define _GNU_SOURCE before you
 * include it: it declares sched_getaffinity().
 */
#ifndef COMMON_CPUS_H
#define COMMON_CPUS_H

#include <unistd.h>

#ifdef __linux__
#include <errno.h>
#include <sched.h>
#endif

/* Returns the number of CPUs, at least 1. On Linux, these are the CPUs in the affinity
 * mask of the calling thread; elsewhere, the CPUs that are online. */
static inline unsigned usable_cpus(void)
{
#ifdef __linux__
    /* The kernel refuses a mask that is smaller than its own. A cpu_set_t has 1024 CPUs,
     * which is not enough on the largest machines. */
    for (size_t cpus = CPU_SETSIZE; cpus <= CPU_SETSIZE << 10; cpus *= 2) {
        cpu_set_t *set = CPU_ALLOC(cpus);
        if (set == NULL)
            break;
        const size_t size = CPU_ALLOC_SIZE(cpus);
        const int failed = sched_getaffinity(0, size, set);
        const int count = failed ? 0 : CPU_COUNT_S(size, set);
        const int larger = failed && errno == EINVAL;
        CPU_FREE(set);
        if (count > 0)
            return (unsigned)count;
        if (!larger)
            break;
    }
#endif
#ifdef _SC_NPROCESSORS_ONLN
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
#else
    return 1;
#endif
}

#endif

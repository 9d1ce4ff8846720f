/* SPDX-License-Identifier: MIT
 *
 * cpus.h - the number of CPUs that this process may use.
 *
 * The one file that the library, the audit and the programs share. It is a header, so
 * that neither library needs a symbol of the other. Include it after defining
 * _GNU_SOURCE, which declares sched_getaffinity(); other systems than Linux do not need
 * that.
 */
#ifndef COMMON_CPUS_H
#define COMMON_CPUS_H

#include <unistd.h>

#ifdef __linux__
#include <errno.h>
#include <sched.h>
#endif

/* At least 1. On Linux, a CPU counts if the affinity mask of the calling thread has it;
 * elsewhere, if it is online. */
static inline unsigned usable_cpus(void)
{
#ifdef __linux__
    /* The kernel refuses a mask that is smaller than its own, so that a cpu_set_t, which
     * has room for 1024 CPUs, is not enough on the largest machines. */
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

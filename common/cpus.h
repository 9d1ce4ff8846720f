/* SPDX-License-Identifier: MIT
 *
 * cpus.h - the number of CPUs that this process may use.
 *
 * The library, the audit and the commands share only this folder. It has only headers, so
 * that neither library needs a symbol of the other. On Linux, define _GNU_SOURCE before
 * you include this: it declares sched_getaffinity(). Otherwise all CPUs that are online
 * count.
 */
#ifndef COMMON_CPUS_H
#define COMMON_CPUS_H

#include <stddef.h>

#ifdef _WIN32

#include "common/windows_api.h"

/* The same as below. Windows divides more than 64 CPUs into groups, and an affinity mask
 * describes one group. A process that runs in several groups may use every CPU of these;
 * since Windows 11, processes do so by default. Before, a process runs in one group
 * unless it moves its threads. */
static inline unsigned find_usable_cpus(unsigned char *is_usable, size_t room)
{
    USHORT groups[64], count = sizeof groups / sizeof groups[0];
    DWORD_PTR usable = 0, existing = 0;
    unsigned found = 0;
    for (size_t i = 0; i < room; i++)
        is_usable[i] = 0;
    if (GetProcessGroupAffinity(GetCurrentProcess(), &count, groups) && count > 1) {
        for (USHORT i = 0; i < count; i++)
            found += (unsigned)GetActiveProcessorCount(groups[i]);
        for (size_t i = 0; i < room && i < found; i++)
            is_usable[i] = 1;
    } else if (GetProcessAffinityMask(GetCurrentProcess(), &usable, &existing)) {
        for (size_t i = 0; i < 8 * sizeof usable; i++) {
            const int here = (int)(usable >> i & 1);
            found += (unsigned)here;
            if (i < room)
                is_usable[i] = (unsigned char)here;
        }
    }
    if (found == 0 && room > 0)
        is_usable[0] = 1;
    return found > 0 ? found : 1;
}

#else

#include <unistd.h>

#ifdef __linux__
#include <errno.h>
#include <sched.h>
#endif

/* Sets is_usable[i], for i < room, to whether this process may use CPU i. `room` may be
 * 0. Returns the number of all CPUs that it may use, at least 1. On Linux, these are the
 * CPUs in the affinity mask of the calling thread; elsewhere, those that are online. */
static inline unsigned find_usable_cpus(unsigned char *is_usable, size_t room)
{
    for (size_t i = 0; i < room; i++)
        is_usable[i] = 0;
#if defined(__linux__) && defined(CPU_ALLOC)
    /* The kernel refuses a mask that is smaller than its own. A cpu_set_t has 1024 CPUs,
     * which is not enough on the largest machines. (CPU_SETSIZE is 128 in musl.) */
    for (size_t cpus = 1024; cpus <= 1024 << 10; cpus *= 2) {
        cpu_set_t *set = CPU_ALLOC(cpus);
        if (set == NULL)
            break;
        const size_t size = CPU_ALLOC_SIZE(cpus);
        const int failed = sched_getaffinity(0, size, set);
        const int count = failed ? 0 : CPU_COUNT_S(size, set);
        const int larger = failed && errno == EINVAL;
        for (size_t i = 0; i < room && i < cpus && !failed; i++)
            is_usable[i] = CPU_ISSET_S(i, size, set) != 0;
        CPU_FREE(set);
        if (count > 0)
            return (unsigned)count;
        if (!larger)
            break;
    }
#endif
    unsigned online = 1;
#ifdef _SC_NPROCESSORS_ONLN
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    online = count > 0 ? (unsigned)count : 1;
#endif
    for (size_t i = 0; i < room && i < online; i++)
        is_usable[i] = 1;
    return online;
}

#endif

/* Returns the number of CPUs that this process may use, at least 1. */
static inline unsigned usable_cpus(void)
{
    return find_usable_cpus(NULL, 0);
}

#endif

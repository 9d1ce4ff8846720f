/* SPDX-License-Identifier: MIT
 *
 * mapping_faults.h - faults for test_mapping.c: mmap() and fcntl() that fail, and other
 * types of file systems. The linker wraps the functions (--wrap).
 */
#ifndef MAPPING_FAULTS_H
#define MAPPING_FAULTS_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/vfs.h>

static int maps_left = -1, dups_left = -1; /* calls that still succeed; -1: all */
static int maps_refused, dups_refused;     /* calls that failed */
static long
    file_system; /* the type that fstatfs() returns; 0: the real one; -1: it fails */

static int is_refused(int *left, int *refused)
{
    if (*left < 0 || (*left)-- > 0)
        return 0;
    *left = 0;
    ++*refused;
    return 1;
}

/* With 64-bit offsets, the function may have another name. */
#define WRAP_MMAP(name)                                                                  \
    void *__real_##name(void *at, size_t length, int protection, int flags, int fd,      \
                        off_t from);                                                     \
    void *__wrap_##name(void *at, size_t length, int protection, int flags, int fd,      \
                        off_t from);                                                     \
    void *__wrap_##name(void *at, size_t length, int protection, int flags, int fd,      \
                        off_t from)                                                      \
    {                                                                                    \
        if (is_refused(&maps_left, &maps_refused)) {                                     \
            errno = ENOMEM;                                                              \
            return MAP_FAILED;                                                           \
        }                                                                                \
        return __real_##name(at, length, protection, flags, fd, from);                   \
    }
WRAP_MMAP(mmap)
WRAP_MMAP(mmap64)

#define WRAP_FCNTL(name)                                                                 \
    int __real_##name(int fd, int command, ...);                                         \
    int __wrap_##name(int fd, int command, ...);                                         \
    int __wrap_##name(int fd, int command, ...)                                          \
    {                                                                                    \
        va_list list;                                                                    \
        va_start(list, command);                                                         \
        const long argument = va_arg(list, long);                                        \
        va_end(list);                                                                    \
        if (command == F_DUPFD_CLOEXEC && is_refused(&dups_left, &dups_refused)) {       \
            errno = EMFILE;                                                              \
            return -1;                                                                   \
        }                                                                                \
        return __real_##name(fd, command, argument);                                     \
    }
WRAP_FCNTL(fcntl)
#ifdef __GLIBC__
WRAP_FCNTL(fcntl64)
#endif

#define WRAP_FSTATFS(name)                                                               \
    int __real_##name(int fd, struct statfs *system);                                    \
    int __wrap_##name(int fd, struct statfs *system);                                    \
    int __wrap_##name(int fd, struct statfs *system)                                     \
    {                                                                                    \
        const int result = __real_##name(fd, system);                                    \
        if (file_system > 0)                                                             \
            system->f_type = (__typeof__(system->f_type))file_system;                    \
        return file_system < 0 ? -1 : result;                                            \
    }
WRAP_FSTATFS(fstatfs)
WRAP_FSTATFS(fstatfs64)

#endif

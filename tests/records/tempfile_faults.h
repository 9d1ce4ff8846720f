/* SPDX-License-Identifier: MIT
 *
 * tempfile_faults.h - faults for test_external_faults.c: the k-th call of some kind
 * fails, or this call and all that follow. They happen only between faulty_start() and
 * faulty_stop(). Reads and writes fail only for the temporary file. The linker wraps the
 * functions (--wrap).
 */
#ifndef TEMPFILE_FAULTS_H
#define TEMPFILE_FAULTS_H

#include "tests/support/faulty_threads.h"

#define SINK_REALLOC __real_realloc /* memory of the test, not of the library */
#define ASIDE(begins) faulty_pause(begins)
#include "tests/records/external_fixtures.h"

enum { ALLOCATING, STARTING, WRITING, READING, PUNCHING, SPOILING, CALLS };

static atomic_int calls[CALLS]; /* calls of each kind so far */
static atomic_int happened;     /* calls that failed */
static int fault_what = -1;     /* the kind of call that fails; -1: none */
static int fault_at;            /* the number of the call that fails, from 1 */
static int fault_lasts;         /* all later calls fail, too */
static int fault_number;        /* the errno of a call that fails */
static int fault_result = -1;   /* what a call that fails returns: -1, 0, or 1 byte */
static unsigned char spoil_by;  /* the bits to change, for SPOILING */
static const environment *fault_env; /* knows the temporary file */

static void clear_faults(void)
{
    fault_what = -1;
    fault_result = -1;
}

static void set_fault(int what, int at, int lasts, int number)
{
    fault_what = what;
    fault_at = at;
    fault_lasts = lasts;
    fault_number = number;
    fault_result = -1;
}

/* Starts a run with the fault that is set. */
static void faults_start(const environment *env)
{
    fault_env = env;
    for (size_t i = 0; i < CALLS; i++)
        atomic_store(&calls[i], 0);
    atomic_store(&happened, 0);
    faulty_start();
    if (fault_what == ALLOCATING && fault_lasts)
        faulty_fail_from(fault_at - 1);
    else if (fault_what == ALLOCATING)
        faulty_fail(fault_at - 1);
    atomic_store(&faulty_threads.left, fault_what == STARTING ? fault_at - 1 : -1);
}

static int fault_happened(void)
{
    return happened > 0 || faulty.refused > 0;
}

/* Whether this call is to fail. */
static int fails(int what)
{
    const int call = atomic_fetch_add(&calls[what], 1) + 1;
    if (what != fault_what || (fault_lasts ? call < fault_at : call != fault_at))
        return 0;
    atomic_fetch_add(&happened, 1);
    errno = fault_number;
    return 1;
}

/* ---- the file -------------------------------------------------------------------- */

/* Offsets have 64 bits here (_FILE_OFFSET_BITS), and so the functions have these names.
 */
static int is_temporary(int fd)
{
    return faulty_is_armed() && fd == fault_env->fd;
}

ssize_t __real_pread64(int fd, void *to, size_t length, off_t at);
ssize_t __wrap_pread64(int fd, void *to, size_t length, off_t at)
{
    if (is_temporary(fd) && fails(READING)) {
        if (fault_result <= 0)
            return fault_result;
        length = 1;
    }
    const ssize_t got = __real_pread64(fd, to, length, at);
    if (got > 0 && is_temporary(fd) && fails(SPOILING))
        ((unsigned char *)to)[(size_t)fault_at * 31 % (size_t)got] ^= spoil_by;
    return got;
}

ssize_t __real_pwrite64(int fd, const void *from, size_t length, off_t at);
ssize_t __wrap_pwrite64(int fd, const void *from, size_t length, off_t at)
{
    if (is_temporary(fd) && fails(WRITING)) {
        if (fault_result <= 0)
            return fault_result;
        length = 1;
    }
    return __real_pwrite64(fd, from, length, at);
}

int __real_fallocate64(int fd, int mode, off_t from, off_t length);
int __wrap_fallocate64(int fd, int mode, off_t from, off_t length)
{
    if (is_temporary(fd) && fails(PUNCHING))
        return -1;
    return __real_fallocate64(fd, mode, from, length);
}

#endif

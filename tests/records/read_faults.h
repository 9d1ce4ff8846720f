/* SPDX-License-Identifier: MIT
 *
 * read_faults.h - faults for test_records_faults.c: no memory, no threads, and reads that
 * return little, fail, or find that the file was truncated. They happen only between
 * faulty_start() and faulty_stop(). The linker wraps the functions (--wrap).
 */
#ifndef READ_FAULTS_H
#define READ_FAULTS_H

#include "tests/support/faulty_threads.h"

#define SINK_REALLOC __real_realloc /* memory of the test, not of the library */
#include "tests/records/records_fixtures.h"

/* ---- reads ------------------------------------------------------------------------- */

static atomic_int trickling;        /* reads return few bytes, and are interrupted */
static atomic_uint reads;           /* the number of reads so far */
static atomic_long error_from = -1; /* reads from this offset on fail; -1: none */
static atomic_long cut_from = -1;   /* a read from this offset on truncates the file */
static off_t cut_to;                /* the length to which it is truncated */
static off_t pipe_at;               /* bytes read from the pipe; there is one at a time */

/* Returns how many of `length` bytes at `at` are read, or -1 for a read that fails. */
static ssize_t apply_faults(int fd, size_t length, off_t at)
{
    const unsigned turn = atomic_fetch_add(&reads, 1) * 2654435761u >> 16;
    if (atomic_load(&trickling)) {
        if (turn % 5 == 0) {
            errno = EINTR;
            return -1;
        }
        if (length > 1 + turn % 7)
            length = 1 + turn % 7;
    }
    const long bad = atomic_load(&error_from);
    if (bad >= 0 && at + (off_t)length > bad) {
        if (at >= bad) {
            errno = EIO;
            return -1;
        }
        length = (size_t)(bad - at);
    }
    long cut = atomic_load(&cut_from);
    if (cut >= 0 && at >= cut && atomic_compare_exchange_strong(&cut_from, &cut, -1))
        CHECK(ftruncate(fd, cut_to) == 0);
    return (ssize_t)length;
}

ssize_t __real_read(int fd, void *to, size_t length);
ssize_t __wrap_read(int fd, void *to, size_t length)
{
    if (!faulty_is_armed())
        return __real_read(fd, to, length);
    const ssize_t most = apply_faults(fd, length, pipe_at);
    const ssize_t got = most < 0 ? most : __real_read(fd, to, (size_t)most);
    pipe_at += got > 0 ? got : 0;
    return got;
}

ssize_t __real_pread(int fd, void *to, size_t length, off_t at);
ssize_t __wrap_pread(int fd, void *to, size_t length, off_t at)
{
    const ssize_t most =
        faulty_is_armed() ? apply_faults(fd, length, at) : (ssize_t)length;
    return most < 0 ? most : __real_pread(fd, to, (size_t)most, at);
}

ssize_t __wrap_pread64(int fd, void *to, size_t length, off_t at);
ssize_t __wrap_pread64(int fd, void *to, size_t length, off_t at)
{
    return __wrap_pread(fd, to, length, at);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * external_wraps.h - faults for test_external_faults.c: the k-th call of some kind fails,
 * or this and all that follow. Only while `armed`, and of reading and writing only what
 * is done with the temporary file.
 */
#ifndef EXTERNAL_WRAPS_H
#define EXTERNAL_WRAPS_H

#include <malloc.h>

#include "tests/records/external_material.h"

enum { ALLOCATING, STARTING, WRITING, READING, PUNCHING, SPOILING, CALLS };

static atomic_int calls[CALLS]; /* so far */
static atomic_int happened;
static int fault_what = -1, fault_at, fault_lasts, fault_number;
static int fault_result = -1; /* of a call that fails: -1, 0, or 1 byte */
static unsigned char spoil_by;
static atomic_long in_use; /* bytes that the library has */
static const surroundings *scene_around;

static int is_armed(void)
{
    return atomic_load(&armed) && !atomic_load(&aside);
}

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

static void wraps_start(const surroundings *around)
{
    scene_around = around;
    for (size_t i = 0; i < CALLS; i++)
        atomic_store(&calls[i], 0);
    atomic_store(&happened, 0);
    atomic_store(&in_use, 0);
}

static int fault_happened(void)
{
    return atomic_load(&happened) > 0;
}

/* Whether this call is to fail. */
static int fails(int what)
{
    if (!is_armed())
        return 0;
    const int call = atomic_fetch_add(&calls[what], 1) + 1;
    if (what != fault_what || (fault_lasts ? call < fault_at : call != fault_at))
        return 0;
    atomic_fetch_add(&happened, 1);
    errno = fault_number;
    return 1;
}

/* ---- memory and threads ---------------------------------------------------------- */

static void account(long bytes)
{
    if (is_armed())
        atomic_fetch_add(&in_use, bytes);
}

static long size_of(void *room_)
{
    return room_ == NULL ? 0 : (long)malloc_usable_size(room_);
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    void *p = fails(ALLOCATING) ? NULL : __real_malloc(size);
    account(size_of(p));
    return p;
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    void *p = fails(ALLOCATING) ? NULL : __real_calloc(count, size);
    account(size_of(p));
    return p;
}

void *__wrap_realloc(void *old, size_t size)
{
    if (fails(ALLOCATING))
        return NULL;
    const long before = size_of(old);
    void *p = __real_realloc(old, size);
    account(p == NULL ? 0 : size_of(p) - before);
    return p;
}

int __real_posix_memalign(void **room_, size_t alignment, size_t size);
int __wrap_posix_memalign(void **room_, size_t alignment, size_t size)
{
    const int error =
        fails(ALLOCATING) ? ENOMEM : __real_posix_memalign(room_, alignment, size);
    account(error != 0 ? 0 : size_of(*room_));
    return error;
}

void __real_free(void *room_);
void __wrap_free(void *room_)
{
    account(-size_of(room_));
    __real_free(room_);
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    return fails(STARTING) ? fault_number
                           : __real_pthread_create(thread, attributes, start, argument);
}

/* ---- the file -------------------------------------------------------------------- */

/* Offsets have 64 bits here (_FILE_OFFSET_BITS), and so the functions have these names.
 */
static int is_temporary(int fd)
{
    return is_armed() && fd == scene_around->fd;
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

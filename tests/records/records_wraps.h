/* SPDX-License-Identifier: MIT
 *
 * records_wraps.h - faults for test_records_faults.c: no memory, no threads, reads that
 * give little, fail, or find the file cut; and how many bytes the library has. Only while
 * `armed`.
 *
 * Allocations, pthread_create and reads are wrapped by the linker (--wrap).
 */
#ifndef RECORDS_WRAPS_H
#define RECORDS_WRAPS_H

#include <malloc.h>
#include <stddef.h>

void *__real_realloc(void *old, size_t size);
#define SINK_REALLOC __real_realloc /* no fault of the library */
#include "tests/records/records_material.h"

/* ---- memory and threads ------------------------------------------------------------ */

static atomic_int armed;
static atomic_int allocations_left = -1, threads_left = -1; /* -1: no limit */
static atomic_int allocations_refused, threads_made;
static atomic_long in_use, most_in_use; /* bytes that the library has */

static int refused(void)
{
    if (!atomic_load(&armed) || atomic_load(&allocations_left) < 0 ||
        atomic_fetch_sub(&allocations_left, 1) != 0)
        return 0;
    atomic_fetch_add(&allocations_refused, 1);
    return 1;
}

static void account(long bytes)
{
    if (!atomic_load(&armed))
        return;
    const long now = atomic_fetch_add(&in_use, bytes) + bytes;
    long most = atomic_load(&most_in_use);
    while (now > most && !atomic_compare_exchange_weak(&most_in_use, &most, now))
        ;
}

/* Aligned memory: glibc maps up to an alignment (2 MiB) more than was asked for, and
 * counts the part of it that is after the address as usable. How much that is depends on
 * the address, so on chance; nobody touches it. So what was asked for is noted here. */
enum { MOST_ALIGNED = 256 };
static pthread_mutex_t aligned_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
    void *room;
    long size;
} aligned[MOST_ALIGNED];

/* Sets the size of an address, or -1 to forget it, and returns the old one, or -1. */
static long note_aligned(void *room_, long size)
{
    long before = -1;
    pthread_mutex_lock(&aligned_mutex);
    for (int i = 0; i < MOST_ALIGNED; i++)
        if (aligned[i].room == room_) {
            before = aligned[i].size;
            aligned[i].room = NULL;
        }
    for (int i = 0; i < MOST_ALIGNED && size >= 0; i++)
        if (aligned[i].room == NULL) {
            aligned[i].room = room_;
            aligned[i].size = size;
            break;
        }
    pthread_mutex_unlock(&aligned_mutex);
    return before;
}

/* The size of what is about to be freed, or has just been allocated. */
static long size_of(void *room_)
{
    if (room_ == NULL)
        return 0;
    const long noted = note_aligned(room_, -1);
    return noted >= 0 ? noted : (long)malloc_usable_size(room_);
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    void *p = refused() ? NULL : __real_malloc(size);
    account(size_of(p));
    return p;
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    void *p = refused() ? NULL : __real_calloc(count, size);
    account(size_of(p));
    return p;
}

void *__wrap_realloc(void *old, size_t size)
{
    if (refused())
        return NULL;
    const long before = size_of(old);
    void *p = __real_realloc(old, size);
    account(p == NULL ? 0 : size_of(p) - before);
    return p;
}

int __real_posix_memalign(void **room_, size_t alignment, size_t size);
int __wrap_posix_memalign(void **room_, size_t alignment, size_t size)
{
    const int error = refused() ? ENOMEM : __real_posix_memalign(room_, alignment, size);
    if (error == 0) {
        note_aligned(*room_, (long)size);
        account((long)size);
    }
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
    if (atomic_load(&armed)) {
        if (atomic_load(&threads_left) >= 0 && atomic_fetch_sub(&threads_left, 1) <= 0) {
            atomic_store(&threads_left, 0);
            return EAGAIN;
        }
        atomic_fetch_add(&threads_made, 1);
    }
    return __real_pthread_create(thread, attributes, start, argument);
}

/* ---- reads ------------------------------------------------------------------------- */

/* Reads in small pieces, with interruptions, an error, or a file that is cut. Where a
 * pipe stands is counted here: there is one at a time. */
static atomic_int trickling;
static atomic_uint reads;
static atomic_long error_from = -1, cut_from = -1; /* a place in the file */
static off_t cut_to;
static off_t pipe_at;

/* What is read instead of `length` bytes from `at` on, or -1. */
static ssize_t spoil(int fd, size_t length, off_t at)
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
    if (!atomic_load(&armed))
        return __real_read(fd, to, length);
    const ssize_t most = spoil(fd, length, pipe_at);
    const ssize_t got = most < 0 ? most : __real_read(fd, to, (size_t)most);
    pipe_at += got > 0 ? got : 0;
    return got;
}

ssize_t __real_pread(int fd, void *to, size_t length, off_t at);
ssize_t __wrap_pread(int fd, void *to, size_t length, off_t at)
{
    const ssize_t most = atomic_load(&armed) ? spoil(fd, length, at) : (ssize_t)length;
    return most < 0 ? most : __real_pread(fd, to, (size_t)most, at);
}

ssize_t __wrap_pread64(int fd, void *to, size_t length, off_t at);
ssize_t __wrap_pread64(int fd, void *to, size_t length, off_t at)
{
    return __wrap_pread(fd, to, length, at);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * faulty_threads.h - threads that cannot be created, for tests. The linker wraps
 * pthread_create (faulty_threads_args in tests/meson.build). Only threads that are
 * created between faulty_start() and faulty_stop() count (faulty_malloc.h).
 */
#ifndef FAULTY_THREADS_H
#define FAULTY_THREADS_H

#include <pthread.h>

#include "tests/support/faulty_malloc.h"

static struct {
    atomic_long left; /* how many threads can still be created; -1: any number */
    atomic_uint made; /* threads that were created */
} faulty_threads = {.left = -1};

#ifndef FAULTY_THREADS_HOOK /* what is done before each thread is created */
#define FAULTY_THREADS_HOOK() ((void)0)
#endif

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    if (!faulty_is_armed())
        return __real_pthread_create(thread, attributes, start, argument);
    FAULTY_THREADS_HOOK();
    if (atomic_load(&faulty_threads.left) == 0)
        return EAGAIN;
    if (atomic_load(&faulty_threads.left) > 0)
        atomic_fetch_sub(&faulty_threads.left, 1);
    atomic_fetch_add(&faulty_threads.made, 1);
    return __real_pthread_create(thread, attributes, start, argument);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * threads_posix.h - threads.h with POSIX threads.
 */
#ifndef FS_THREADS_POSIX_H
#define FS_THREADS_POSIX_H

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

#include "src/base/base.h"

typedef pthread_t fs_thread;
typedef pthread_mutex_t fs_lock;
typedef pthread_cond_t fs_condition;
typedef sigset_t fs_signals;

#define FS_THREAD_MAIN(name, argument) static void *name(void *argument)
#define FS_THREAD_END return NULL

FS_INLINE int fs_thread_start(fs_thread *thread, void *(*start)(void *), void *argument)
{
    return pthread_create(thread, NULL, start, argument);
}

FS_INLINE void fs_thread_join(fs_thread *thread)
{
    pthread_join(*thread, NULL);
}

FS_INLINE void fs_lock_init(fs_lock *lock)
{
    pthread_mutex_init(lock, NULL); /* cannot fail in glibc and musl */
}

FS_INLINE void fs_lock_take(fs_lock *lock)
{
    pthread_mutex_lock(lock);
}

FS_INLINE void fs_lock_release(fs_lock *lock)
{
    pthread_mutex_unlock(lock);
}

FS_INLINE void fs_lock_destroy(fs_lock *lock)
{
    pthread_mutex_destroy(lock);
}

FS_INLINE void fs_condition_init(fs_condition *condition)
{
    pthread_cond_init(condition, NULL); /* the same */
}

FS_INLINE void fs_condition_wait(fs_condition *condition, fs_lock *lock)
{
    pthread_cond_wait(condition, lock);
}

FS_INLINE void fs_condition_wake_one(fs_condition *condition)
{
    pthread_cond_signal(condition);
}

FS_INLINE void fs_condition_wake_all(fs_condition *condition)
{
    pthread_cond_broadcast(condition);
}

FS_INLINE void fs_condition_destroy(fs_condition *condition)
{
    pthread_cond_destroy(condition);
}

/* Signals go to the threads of the program. Only signals that a thread itself causes are
 * not blocked: the program may handle SIGSEGV or SIGBUS. */
FS_INLINE fs_signals fs_signals_block(void)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(&blocked, own[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    return before;
}

FS_INLINE void fs_signals_restore(const fs_signals *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

FS_INLINE int fs_cancel_disable(void)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

FS_INLINE void fs_cancel_restore(int before)
{
    pthread_setcancelstate(before, NULL);
}

#endif

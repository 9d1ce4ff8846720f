/* SPDX-License-Identifier: MIT
 *
 * threads.h - the threads of the operating system, for par.c only: threads_posix.h or
 * threads_windows.h. Both have the following. Functions without a result cannot fail.
 *
 * Threads:
 *
 *     FS_THREAD_MAIN(name, argument)
 *         The head of a static function in which a thread can start. Its parameter is
 *         void *argument, and its last statement must be FS_THREAD_END.
 *     int fs_thread_start(fs_thread *thread, NAME, void *argument)
 *         Starts a thread. Returns 0, or another number if it cannot.
 *     void fs_thread_join(fs_thread *thread)
 *         Waits until the thread has ended, and frees it.
 *
 * Locks, which are not recursive:
 *
 *     void fs_lock_init(fs_lock *lock)
 *     void fs_lock_take(fs_lock *lock)
 *     void fs_lock_release(fs_lock *lock)
 *     void fs_lock_destroy(fs_lock *lock)
 *
 * Condition variables:
 *
 *     void fs_condition_init(fs_condition *condition)
 *     void fs_condition_wait(fs_condition *condition, fs_lock *lock)
 *         Releases the lock, sleeps, and takes the lock again. It can wake up without a
 *         reason, so the caller checks in a loop what it waits for.
 *     void fs_condition_wake_one(fs_condition *condition)
 *     void fs_condition_wake_all(fs_condition *condition)
 *     void fs_condition_destroy(fs_condition *condition)
 *
 * Signals and cancellation of POSIX. On Windows, these do nothing:
 *
 *     fs_signals fs_signals_block(void)
 *         Threads that are started from here on block all signals, except those that they
 *         cause themselves, such as SIGSEGV.
 *     void fs_signals_restore(const fs_signals *before)
 *         Undoes this. `before` is what fs_signals_block() returned.
 *     int fs_cancel_disable(void)
 *         From here on, pthread_cancel() of the calling thread waits.
 *     void fs_cancel_restore(int before)
 *         Undoes this. `before` is what fs_cancel_disable() returned.
 */
#ifndef FS_THREADS_H
#define FS_THREADS_H

#ifdef _WIN32
#include "src/base/threads_windows.h"
#else
#include "src/base/threads_posix.h"
#endif

#endif

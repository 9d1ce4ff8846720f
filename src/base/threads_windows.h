/* SPDX-License-Identifier: MIT
 *
 * threads_windows.h - threads.h with the functions of Windows 7 and later. It does not
 * need libwinpthread. Windows has no POSIX signals and no pthread_cancel().
 */
#ifndef FS_THREADS_WINDOWS_H
#define FS_THREADS_WINDOWS_H

#include <process.h>
#include <stdint.h>

#include "common/windows_api.h"
#include "src/base/base.h"

typedef HANDLE fs_thread;
typedef SRWLOCK fs_lock;
typedef CONDITION_VARIABLE fs_condition;
typedef int fs_signals;

#define FS_THREAD_MAIN(name, argument) static unsigned __stdcall name(void *argument)
#define FS_THREAD_END return 0

/* CreateThread() would not prepare the C library for the thread. */
FS_INLINE int fs_thread_start(fs_thread *thread, unsigned(__stdcall *start)(void *),
                              void *argument)
{
    const uintptr_t handle = _beginthreadex(NULL, 0, start, argument, 0, NULL);
    *thread = (HANDLE)handle;
    return handle == 0;
}

FS_INLINE void fs_thread_join(fs_thread *thread)
{
    WaitForSingleObject(*thread, INFINITE);
    CloseHandle(*thread);
}

FS_INLINE void fs_lock_init(fs_lock *lock)
{
    InitializeSRWLock(lock);
}

FS_INLINE void fs_lock_take(fs_lock *lock)
{
    AcquireSRWLockExclusive(lock);
}

FS_INLINE void fs_lock_release(fs_lock *lock)
{
    ReleaseSRWLockExclusive(lock);
}

FS_INLINE void fs_lock_destroy(fs_lock *lock)
{
    (void)lock; /* it owns nothing */
}

FS_INLINE void fs_condition_init(fs_condition *condition)
{
    InitializeConditionVariable(condition);
}

FS_INLINE void fs_condition_wait(fs_condition *condition, fs_lock *lock)
{
    SleepConditionVariableSRW(condition, lock, INFINITE, 0);
}

FS_INLINE void fs_condition_wake_one(fs_condition *condition)
{
    WakeConditionVariable(condition);
}

FS_INLINE void fs_condition_wake_all(fs_condition *condition)
{
    WakeAllConditionVariable(condition);
}

FS_INLINE void fs_condition_destroy(fs_condition *condition)
{
    (void)condition; /* it owns nothing */
}

FS_INLINE fs_signals fs_signals_block(void)
{
    return 0;
}

FS_INLINE void fs_signals_restore(const fs_signals *before)
{
    (void)before;
}

FS_INLINE int fs_cancel_disable(void)
{
    return 0;
}

FS_INLINE void fs_cancel_restore(int before)
{
    (void)before;
}

#endif

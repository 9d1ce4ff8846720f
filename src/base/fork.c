/* SPDX-License-Identifier: MIT
 *
 * fork.c - counts forks. See fork.h.
 *
 * In a child, handlers of pthread_atfork() run in the order of their registration. So a
 * handler that was registered before ours must not draw: it would see the old count.
 *
 * There are two copies of the count. The library reads fs_forks, which is hidden, so it
 * can be addressed directly. fairshuf_inline.h reads fair_private_forks. That one is
 * public, and the linker may move it into the program (a copy relocation).
 */
#include "src/base/fork.h"

#include "fairshuf_inline.h"
#include "src/base/atomics.h"
#include "src/base/system.h"

uint32_t fs_forks;
#ifndef FAIR_STATIC /* otherwise the header defines it */
uint32_t fair_private_forks;
#endif

#if !FS_HAVE_POSIX

int fs_forks_count(void)
{
    return FAIR_OK; /* there is no fork() */
}

#else
#include <pthread.h>

static void in_child(void)
{
    fs_forks++;
    fair_private_forks = fs_forks;
}

/* If two threads register the handler at the same time, it counts twice, which does no
 * harm. A lock would: it might be held by another thread when the process forks. */
int fs_forks_count(void)
{
    static FS_ATOMIC(int) counting;
    if (!fs_atomic_acquire(&counting)) {
        if (pthread_atfork(NULL, NULL, in_child) != 0)
            return FAIR_ENOMEM;
        fs_atomic_release(&counting, 1);
    }
    return FAIR_OK;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * atomics.h - atomic variables. Only fs_atomic_acquire() and fs_atomic_release() order
 * accesses to other variables.
 *
 * C11 allows compilers to leave out <stdatomic.h>. Then these are plain variables, and
 * the library uses no threads (system.h).
 */
#ifndef FS_ATOMICS_H
#define FS_ATOMICS_H

#include "src/base/system.h"

#if FS_HAVE_ATOMICS
#include <stdatomic.h>

#define FS_ATOMIC(type) _Atomic(type)
#define fs_atomic_load(p) atomic_load_explicit(p, memory_order_relaxed)
#define fs_atomic_store(p, x) atomic_store_explicit(p, x, memory_order_relaxed)
#define fs_atomic_add(p, x) atomic_fetch_add_explicit(p, x, memory_order_relaxed)
#define fs_atomic_acquire(p) atomic_load_explicit(p, memory_order_acquire)
#define fs_atomic_release(p, x) atomic_store_explicit(p, x, memory_order_release)

#else

#define FS_ATOMIC(type) type
#define fs_atomic_load(p) (*(p))
#define fs_atomic_store(p, x) (*(p) = (x))
#define fs_atomic_add(p, x) ((*(p) += (x)) - (x)) /* returns the old value */
#define fs_atomic_acquire(p) fs_atomic_load(p)
#define fs_atomic_release(p, x) fs_atomic_store(p, x)

#endif

#endif

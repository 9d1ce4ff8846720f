/* SPDX-License-Identifier: MIT
 *
 * system.h - what the operating system offers.
 */
#ifndef FS_SYSTEM_H
#define FS_SYSTEM_H

/* <pthread.h>, with pthread_atfork(). */
#if !defined(__wasm__) && (defined(__unix__) || defined(__unix) || defined(__APPLE__) || \
                           defined(__HAIKU__) || defined(__QNX__))
#define FS_HAVE_POSIX 1
#else
#define FS_HAVE_POSIX 0
#endif

/* Threads, unless FAIR_NO_THREADS leaves them out. They need atomic variables. */
#if !defined(FAIR_NO_THREADS) && !defined(__STDC_NO_ATOMICS__) &&                        \
    (FS_HAVE_POSIX || defined(_WIN32))
#define FS_HAVE_THREADS 1
#else
#define FS_HAVE_THREADS 0
#endif

#endif

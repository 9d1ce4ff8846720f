/* SPDX-License-Identifier: MIT
 *
 * system.h - what the operating system and the compiler offer.
 */
#ifndef FS_SYSTEM_H
#define FS_SYSTEM_H

/* <stdatomic.h>. Compilers for older standards say nothing about it. */
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L &&                          \
    !defined(__STDC_NO_ATOMICS__)
#define FS_HAVE_ATOMICS 1
#else
#define FS_HAVE_ATOMICS 0
#endif

/* POSIX threads, and pthread_atfork(). */
#if !defined(__wasm__) && (defined(__unix__) || defined(__unix) || defined(__APPLE__) || \
                           defined(__HAIKU__) || defined(__QNX__))
#define FS_HAVE_POSIX 1
#else
#define FS_HAVE_POSIX 0
#endif

/* Threads, unless FAIR_NO_THREADS leaves them out. They need atomic variables. */
#if !defined(FAIR_NO_THREADS) && FS_HAVE_ATOMICS && (FS_HAVE_POSIX || defined(_WIN32))
#define FS_HAVE_THREADS 1
#else
#define FS_HAVE_THREADS 0
#endif

#endif

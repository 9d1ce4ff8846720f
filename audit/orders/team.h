/* SPDX-License-Identifier: MIT
 *
 * team.h - does tasks 0 to count - 1, with several threads. The only position with
 * threads; compiled with AUDIT_NO_THREADS it does them one after the other.
 */
#ifndef AUDIT_TEAM_H
#define AUDIT_TEAM_H

#include <stddef.h>

/* Calls task(context, i) once for each i, on at most `threads` threads (0: one for each
 * core), and returns when all are done. If no thread can be had, the caller's does all.
 */
void audit_team_do(unsigned threads, size_t count, void (*task)(void *context, size_t i),
                   void *context);

/* The number of cores that we may use, which may be less than there are (taskset,
 * containers); at least 1. */
unsigned audit_team_cores(void);

#endif

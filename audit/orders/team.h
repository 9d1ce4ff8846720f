/* SPDX-License-Identifier: MIT
 *
 * team.h - runs tasks on several threads. This is the only place of the audit with
 * threads. If it is compiled with AUDIT_NO_THREADS, tasks run one after the other.
 */
#ifndef AUDIT_TEAM_H
#define AUDIT_TEAM_H

#include <stddef.h>

/* Calls task(context, i) once for each i below count, on at most `threads` threads (0:
 * one for each core), and returns when all are done. If threads cannot be created, the
 * calling thread runs all tasks. */
void audit_team_do(unsigned threads, size_t count, void (*task)(void *context, size_t i),
                   void *context);

/* The number of cores that this process may use, at least 1. It can be less than the
 * machine has (taskset, containers). */
unsigned audit_team_cores(void);

#endif

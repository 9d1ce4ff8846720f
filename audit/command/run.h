/* SPDX-License-Identifier: MIT
 *
 * run.h - does what the command line asks for. Each function returns the exit status.
 */
#ifndef RUN_H
#define RUN_H

#include <signal.h>

#include "audit/command/request/request.h"

/* The exit status if the task failed, or nothing could be tested. */
enum { RUN_FAILED = 2 };

/* Audits the subject. `stop` becomes non-zero when a signal asks for the end. */
int run_audit(const struct request *request, const volatile sig_atomic_t *stop);

/* --exact, --counts and --list. */
int run_exact(const struct request *request);
int run_counts(const struct request *request, const volatile sig_atomic_t *stop);
int run_list(const struct request *request);

/* Flushes standard output. Returns `status`, or RUN_FAILED after a message. */
int run_flush(int status);

#endif

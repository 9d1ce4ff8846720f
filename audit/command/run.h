/* SPDX-License-Identifier: MIT
 *
 * run.h - does what the command line asks for.
 */
#ifndef RUN_H
#define RUN_H

#include <signal.h>

#include "audit/command/request/request.h"

/* Exit status of all that is no audit, if it goes wrong, and of audits that could not be
 * done. */
enum { RUN_COULD_NOT = 2 };

/* An audit; the exit status. `stop` becomes non-zero when the user wants no more. */
int run_audit(const struct request *request, const volatile sig_atomic_t *stop);

/* --exact, --counts, --list. */
int run_exact(const struct request *request);
int run_counts(const struct request *request, const volatile sig_atomic_t *stop);
int run_list(const struct request *request);

#endif

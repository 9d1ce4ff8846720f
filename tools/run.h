/* SPDX-License-Identifier: MIT
 *
 * run.h - runs fairshuf with a key: from --seed, --seed-file or the operating system.
 */
#ifndef RUN_H
#define RUN_H

#include "tools/plan.h"
#include "tools/settings.h"

/* run_shuffle(), gnu_run() and explain() return this instead of an exit status if the
 * reader of the output has closed the pipe. */
enum { RUN_BROKEN_PIPE = -1 };

/* Reads, shuffles and writes. Reports what fails. Returns the exit status. */
int run_shuffle(const struct settings *settings);

/* The options of the library for these settings, to make a plan from: without memory,
 * progress and observe. */
fair_records_options run_options(const struct settings *settings);

/* Refuses a run that is known to fail before anything is read. Returns 0, or 1 after a
 * message. */
int run_check(const struct settings *settings, const struct plan *plan);

/* Prints the plan of a run (--explain). Returns the exit status: 1, after a message, if
 * run_shuffle() would refuse to begin. */
int explain(const struct settings *settings);

#endif

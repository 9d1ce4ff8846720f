/* SPDX-License-Identifier: MIT
 *
 * run.h - what fairshuf does with a key of its own.
 */
#ifndef RUN_H
#define RUN_H

#include "tools/plan.h"
#include "tools/settings.h"

/* What run() and gnu_run() return besides an exit status: the reader of the output is
 * gone. */
enum { RUN_BROKEN_PIPE = -1 };

/* Does all that the settings ask for. Prints a message if something fails. Returns the
 * exit status. */
int run(const struct settings *settings);

/* The options of a collection that the settings ask for, for a plan: without memory,
 * progress and witness. */
fair_records_options run_options(const struct settings *settings);

/* Refuses runs that would fail, as far as that is known before anything is read. Returns
 * 0, or 1 after a message. */
int run_judge(const struct settings *settings, const struct plan *plan);

/* Prints what run() would do, and does nothing. Returns the exit status, which is 1,
 * after a message, if run() would refuse to begin. */
int explain(const struct settings *settings);

#endif

/* SPDX-License-Identifier: MIT
 *
 * process.h - descriptors, signals and memory of the process.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include "tools/settings.h"

/* Makes sure that no file is opened as descriptor 0, 1 or 2; otherwise messages could end
 * up in an output file. A standard descriptor that is closed is opened in the wrong
 * direction, so that using it still fails. To be called first. */
void process_guard_descriptors(void);

/* Removes temporary files if a signal ends the program. Ignored signals stay ignored. */
void process_catch_signals(void);

/* Makes writing to a closed pipe fail with EPIPE, so that the program can clean up.
 * Returns whether SIGPIPE should end the program afterwards. */
bool process_catch_pipe(void);

/* Ends the program after EPIPE: by SIGPIPE if `quietly`, otherwise with a message.
 * Returns 1 if it does not end here. */
int process_broken_pipe(bool quietly);

/* Uses the kernel that the variable FAIRSHUF_KERNEL names. Returns 0, or 1 after a
 * message. */
int process_choose_kernel(const struct settings *settings);

/* Makes glibc return large allocations to the system when they are freed. Otherwise it
 * keeps up to 64 MiB, and the memory limit would be exceeded. With a small limit, smaller
 * allocations matter, too. */
void process_limit_malloc(const struct settings *settings);

#endif

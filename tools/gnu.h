/* SPDX-License-Identifier: MIT
 *
 * gnu.h - --random-source: makes the same order as GNU shuf from the same bytes.
 */
#ifndef GNU_H
#define GNU_H

#include "tools/settings.h"

/* Reads, shuffles and writes, with the random source of the settings. Reports what fails.
 * Returns the exit status, or RUN_BROKEN_PIPE (see run.h). */
int gnu_run(const struct settings *settings);

#endif

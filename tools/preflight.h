/* SPDX-License-Identifier: MIT
 *
 * preflight.h - checks the outputs and the folder for temporary files before anything is
 * read.
 */
#ifndef PREFLIGHT_H
#define PREFLIGHT_H

#include "tools/plan.h"

/* Checks that all outputs can be written, that no two of them are the same file, and that
 * the folder of --temp-dir can be used. Creates and changes nothing. Returns 0, or 1
 * after a message. */
int preflight(const struct settings *settings);

/* Checks the folder for temporary files if the plan certainly needs one. Returns 0, or 1
 * after a message. */
int preflight_temporary(const struct plan *plan, const struct settings *settings);

#endif

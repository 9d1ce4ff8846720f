/* SPDX-License-Identifier: MIT
 *
 * preflight.h - finds out, before anything is read, whether the outputs and the folder
 * for temporary files can be used.
 */
#ifndef PREFLIGHT_H
#define PREFLIGHT_H

#include "tools/plan.h"

/* Checks all outputs: the folder exists, file and folder may be written, and no file is
 * given twice, under whatever names. Checks the folder of --temp-dir, too. Returns 0, or
 * 1 after a message. Nothing is created or changed. */
int preflight(const struct settings *settings);

/* Checks the folder for temporary files, if the plan certainly needs one. Returns 0, or 1
 * after a message. */
int preflight_temporary(const struct plan *plan, const struct settings *settings);

#endif

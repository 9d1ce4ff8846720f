/* SPDX-License-Identifier: MIT
 *
 * help.h - what --help and --version print.
 */
#ifndef HELP_H
#define HELP_H

#include <stdbool.h>
#include <stdio.h>

/* Both print to `out`; the caller looks for write errors. `program` is the name it was
 * called by; `strict`: only what GNU shuf has. */
void help_print(FILE *out, const char *program, bool strict);
void help_version(FILE *out, const char *program, bool strict);

#endif

/* SPDX-License-Identifier: MIT
 *
 * help.h - the texts of --help and --version.
 */
#ifndef HELP_H
#define HELP_H

#include <stdbool.h>
#include <stdio.h>

/* Both print to `out`; the caller checks for write errors. `program` is the name of the
 * program. `strict`: print only what GNU shuf has. */
void help_print(FILE *out, const char *program, bool strict);
void help_version(FILE *out, const char *program, bool strict);

#endif

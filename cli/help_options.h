/* SPDX-License-Identifier: MIT
 *
 * help_options.h - the options of a program, for its --help.
 */
#ifndef HELP_OPTIONS_H
#define HELP_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

/* By groups, from their table, in 80 columns. `gnu_only`: no others. */
void help_options(FILE *out, bool gnu_only);

#endif

/* SPDX-License-Identifier: MIT
 *
 * help_options.h - prints the options of a program, for its --help.
 */
#ifndef HELP_OPTIONS_H
#define HELP_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

/* Prints the table of options by groups, in 80 columns. `gnu_only`: only GNU's options.
 */
void help_options(FILE *out, bool gnu_only);

#endif

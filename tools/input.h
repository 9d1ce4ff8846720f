/* SPDX-License-Identifier: MIT
 *
 * input.h - the files that are read: opening them, and what to say if one is bad.
 */
#ifndef INPUT_H
#define INPUT_H

#include "settings.h"

/* The operands, or standard input if there are none. */
size_t input_count(const struct settings *settings);
const char *input_name(const struct settings *settings, size_t i);

/* Opens a file for reading, "-" being standard input. -1 after it was told why not. */
int input_open(const char *name);
void input_close(int fd);

/* Bytes still to be read from a file, if it is a regular one. */
bool input_size(const char *name, uint64_t *bytes);

/* Says what is wrong with a file, after an error of the library. Returns 1. */
int input_tell(const struct settings *settings, const char *name, int error,
               fair_mark mark);

#endif

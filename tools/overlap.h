/* SPDX-License-Identifier: MIT
 *
 * overlap.h - finds input files that are also outputs.
 */
#ifndef OVERLAP_H
#define OVERLAP_H

#include "tools/settings.h"

/* Whether a file is an output, by any name: a file of -o, --split or --output-with,
 * standard output, or standard error, which gets messages. */
bool overlap_is_output(const struct settings *settings, const char *name);

/* Whether a file of a collection is an output. 0 is the collection of the operands, 1 + i
 * that of the i-th --with. */
bool overlap_output(const struct settings *settings, size_t collection);

/* Saves the state of a file that is about to be read, if it is also an output. Returns 0,
 * or 1 after a message. */
int overlap_watch(const struct settings *settings, const char *name, int fd);

/* Whether the file that an output is about to replace was saved by overlap_watch() and
 * has changed since. If it were replaced, the change would be lost. */
bool overlap_changed(const char *final);

#endif

/* SPDX-License-Identifier: MIT
 *
 * overlap.h - is an input file also an output?
 */
#ifndef OVERLAP_H
#define OVERLAP_H

#include "tools/settings.h"

/* Whether a file is one of the outputs, under whatever name: the files of -o, --split and
 * --output-with, standard output, and standard error, which gets messages. */
bool overlap_is_output(const struct settings *settings, const char *name);

/* Whether that is so for one of the files of a collection: 0 for the operands, 1 + i for
 * the file of the i-th --with. */
bool overlap_output(const struct settings *settings, size_t collection);

/* Remembers the state of a file that is about to be read, if it may be an output. Returns
 * 0, or 1 after a message. */
int overlap_watch(const struct settings *settings, const char *name, int fd);

/* Whether the file that an output is about to replace is one of these, and has been
 * changed since. Then what was added to it would be lost. */
bool overlap_changed(const char *final);

#endif

/* SPDX-License-Identifier: MIT
 *
 * temporary.h - the file for what does not fit into memory.
 */
#ifndef TEMPORARY_H
#define TEMPORARY_H

#include "settings.h"

/* The folder for it: of --temp-dir; of the variable TMPDIR; or /var/tmp, which is meant
 * for large files and lies on a disk where /tmp may be memory; or /tmp. */
const char *temporary_folder(const struct settings *settings);

/* Opens a file there that has no name, and so vanishes with the process whatever happens:
 * a descriptor, or -1 and errno. */
int temporary_open(const char *folder);

/* Says that the file could not be made or, if it was `made`, used. Returns 1. */
int temporary_tell(const struct settings *settings, bool made, int error);

#endif

/* SPDX-License-Identifier: MIT
 *
 * temporary.h - the file for what does not fit into memory.
 */
#ifndef TEMPORARY_H
#define TEMPORARY_H

#include "tools/settings.h"

/* The folder for it: of --temp-dir; of the variable TMPDIR; or /var/tmp, which is meant
 * for large files and lies on a disk where /tmp may be memory; or /tmp. */
const char *temporary_folder(const struct settings *settings);

/* Opens a file there that has no name, and so vanishes with the process whatever happens:
 * a descriptor, or -1 and errno. */
int temporary_open(const char *folder);

/* What to do if there is too little room for it. `memory`: a limit in MiB with which it
 * is not needed; 0 if that is not known. */
enum { TEMPORARY_ADVICE = 128 };
const char *temporary_advice(const struct settings *settings, uint64_t memory,
                             char text[TEMPORARY_ADVICE]);

/* Says that the file could not be made or, if it was `made`, used. If the disk is full:
 * that it must have room for `needed` bytes, unless that is 0; `memory` as above. Returns
 * 1. */
int temporary_tell(const struct settings *settings, bool made, int error, double needed,
                   uint64_t memory);

#endif

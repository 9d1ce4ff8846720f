/* SPDX-License-Identifier: MIT
 *
 * temporary.h - the temporary file for records that do not fit into memory.
 */
#ifndef TEMPORARY_H
#define TEMPORARY_H

#include "tools/settings.h"

/* The folder for temporary files: --temp-dir, the variable TMPDIR, /var/tmp, or /tmp, in
 * this order. /tmp comes last because it is often kept in memory. */
const char *temporary_folder(const struct settings *settings);

/* Opens a file without a name there, so that it is gone when the process ends. Returns a
 * descriptor, or -1 and errno. */
int temporary_open(const char *folder);

/* What to do if there is too little space. `memory`: the MiB with which no temporary file
 * is needed; 0 if that is not known. Returns `text`. */
enum { TEMPORARY_ADVICE = 128 };
const char *temporary_advice(const struct settings *settings, uint64_t memory,
                             char text[TEMPORARY_ADVICE]);

/* Reports that the file could not be created or, if it was `made`, not be used. If the
 * disk is full, the message names the bytes needed, unless `needed` is 0. `memory` is as
 * above. Returns 1. */
int temporary_report(const struct settings *settings, bool made, int error, double needed,
                     uint64_t memory);

#endif

/* SPDX-License-Identifier: MIT
 *
 * space.h - is there enough disk space for temporary data and outputs?
 */
#ifndef SPACE_H
#define SPACE_H

#include "tools/plan.h"

enum { SPACE_TEXT = 512 };

/* The number of bytes that this user may still write to the file system of a file or
 * folder. False if that is not known. */
bool space_free(const char *path, uint64_t *bytes);

/* Whether a run certainly needs a temporary file. */
bool space_needs_temporary(const struct plan *plan, const struct settings *settings);

/* Whether there is certainly too little space for a run. `text` is then one line that
 * says where, how much is enough, and what to do. */
bool space_lacks(const struct plan *plan, const struct settings *settings,
                 const fair_records_options *options, char text[SPACE_TEXT]);

/* Whether there might be too little space for temporary data. `text` is then one line
 * that says so. */
bool space_may_lack(const struct plan *plan, const struct settings *settings,
                    char text[SPACE_TEXT]);

/* The number of bytes that is enough in the folder for temporary data, including outputs
 * on the same disk. *both: whether there are such outputs. */
double space_enough(const struct plan *plan, const struct settings *settings, bool *both);

#endif

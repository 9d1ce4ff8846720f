/* SPDX-License-Identifier: MIT
 *
 * space.h - is there room on the disks for temporary data and outputs?
 */
#ifndef SPACE_H
#define SPACE_H

#include "tools/plan.h"

enum { SPACE_TEXT = 512 };

/* The number of bytes that this user may still write to the file system of a file or
 * folder. False if that is not known: there is no such file, or its file system does not
 * report free space. */
bool space_free(const char *path, uint64_t *bytes);

/* Whether a run certainly needs a temporary file. */
bool space_needs_temporary(const struct plan *plan, const struct settings *settings);

/* Whether there is certainly too little room for a run. Then `text` gets one line that
 * says where, how much suffices, and what else can be done. */
bool space_lacks(const struct plan *plan, const struct settings *settings,
                 const fair_records_options *options, char text[SPACE_TEXT]);

/* Whether there may be too little room for temporary data, and it is not certain. `text`
 * gets one line about it. */
bool space_may_lack(const struct plan *plan, const struct settings *settings,
                    char text[SPACE_TEXT]);

/* The bytes that suffice in the folder for temporary data, for these data and for the
 * outputs that are on the same disk. *both: whether there are any. */
double space_enough(const struct plan *plan, const struct settings *settings, bool *both);

#endif

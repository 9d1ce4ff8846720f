/* SPDX-License-Identifier: MIT
 *
 * space.h - is there room on the disks for temporary data and outputs?
 */
#ifndef SPACE_H
#define SPACE_H

#include "plan.h"

enum { SPACE_TEXT = 512 };

/* The number of bytes that this user may still write to the file system of a file or
 * folder. False if that is not known: there is no such file, it is not a regular file or
 * folder, or its file system does not report free space, or may compress data. */
bool space_free(const char *path, uint64_t *bytes);

/* Whether a run certainly needs a temporary file. */
bool space_needs_temporary(const struct plan *plan, const struct settings *settings);

/* Whether there is too little room for a run, as far as that is known before. Then
 * `text` gets one line that says where, and by how much. */
bool space_lacks(const struct plan *plan, const struct settings *settings,
                 char text[SPACE_TEXT]);

#endif

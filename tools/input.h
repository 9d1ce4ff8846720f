/* SPDX-License-Identifier: MIT
 *
 * input.h - the files that are read: opening them, and what to say if one is bad.
 */
#ifndef INPUT_H
#define INPUT_H

#include "tools/compress.h"
#include "tools/settings.h"

/* The operands, or standard input if there are none. */
size_t input_count(const struct settings *settings);
const char *input_name(const struct settings *settings, size_t i);

/* Opens a file for reading; "-" is standard input. Returns -1 after a message. */
int input_open(const char *name);
int input_open_quietly(const char *name); /* without a word: -1 and errno */
void input_close(int fd);

/* Whether a file is to be unpacked; *kind, if that is asked for, is what it must be then,
 * COMPRESS_NONE for anything. */
bool input_is_packed(const struct settings *settings, const char *name,
                     enum compress_kind *kind);

/* The number of bytes still to be read from a regular file, according to its size. False
 * for other files. */
bool input_stated_size(const char *name, uint64_t *bytes);

/* The same, but false as well if the size is 0 and the file is not empty, as in /proc. */
bool input_size(const char *name, uint64_t *bytes);

/* Prints a note if a file has fewer records in all than --header asks for. This is
 * probably a mistake, but not an error: all its records are header. Not for an empty
 * file. */
void input_note_header(const struct settings *settings, const char *name,
                       uint64_t records);

/* Says what is wrong with a file, after an error of the library. Returns 1. */
int input_tell(const struct settings *settings, const char *name, int error,
               fair_mark mark);

#endif

/* SPDX-License-Identifier: MIT
 *
 * input.h - opens input files, and reports what is wrong with them.
 */
#ifndef INPUT_H
#define INPUT_H

#include "tools/compress.h"
#include "tools/settings.h"

/* The number of operands, and their names; "-", standard input, if there are none. Not
 * for -e and -i. */
size_t input_count(const struct settings *settings);
const char *input_name(const struct settings *settings, size_t i);

/* The number of all input files, and their names: the operands, unless there is -e or -i,
 * then the files of --with. */
size_t input_file_count(const struct settings *settings);
const char *input_file(const struct settings *settings, size_t i);

/* The collection of input file i: 0 for an operand, 1 + k for the k-th --with. */
size_t input_collection(const struct settings *settings, size_t i);

/* Opens a file for reading; "-" is standard input. Returns -1 after a message. */
int input_open(const char *name);

/* The same without a message: -1 and errno. */
int input_open_quietly(const char *name);

void input_close(int fd);

/* Whether a file has to be decompressed. *kind is then the format that it must have, or
 * COMPRESS_NONE for any. `kind` may be NULL. */
bool input_is_compressed(const struct settings *settings, const char *name,
                         enum compress_kind *kind);

/* The number of bytes still to be read from a regular file, according to its size. False
 * for other files. */
bool input_stated_size(const char *name, uint64_t *bytes);

/* The same, but also false if the size is 0 although the file is not empty, as in /proc.
 */
bool input_size(const char *name, uint64_t *bytes);

/* Prints a note if a file that is not empty has fewer than --header records. This is
 * probably a mistake, but not an error: the whole file is header. */
void input_note_header(const struct settings *settings, const char *name,
                       uint64_t records);

/* Reports what is wrong with a file, after an error of the library. Returns 1. */
int input_report_error(const struct settings *settings, const char *name, int error,
                       fair_mark mark);

#endif

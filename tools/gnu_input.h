/* SPDX-License-Identifier: MIT
 *
 * gnu_input.h - the records of the operands, one file after the other, after their
 * header.
 */
#ifndef GNU_INPUT_H
#define GNU_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/settings.h"

/* The error was already reported. No FAIR_E... has this number. */
enum { GNU_TOLD = -1000 };

struct gnu_input {
    const struct settings *settings;
    fair_reader *reader;
    size_t file;           /* of the operands, the one being read */
    int fd;                /* of it; -1 if none is open */
    unsigned char *header; /* the records of it, one after the other */
    size_t header_length;
};

/* Opens the first file, and reads the header there. FAIR_OK or GNU_TOLD. The input starts
 * with zeros, and must be closed in any case. */
int gnu_input_open(struct gnu_input *input, const struct settings *settings);

/* Whether the files are known to be small, before they are read: then GNU shuf reads all
 * of them, even if few records are wanted. */
bool gnu_input_is_small(const struct settings *settings);

/* The next record: 1, or 0 if there is no more, or GNU_TOLD. It is a gnu_next, with the
 * struct gnu_input as its context. */
int gnu_input_next(void *input, const unsigned char **record, size_t *length);

void gnu_input_close(struct gnu_input *input);

#endif

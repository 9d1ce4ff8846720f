/* SPDX-License-Identifier: MIT
 *
 * gnu_input.h - reads the records of all operands, one file after the other, without
 * their headers.
 */
#ifndef GNU_INPUT_H
#define GNU_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/settings.h"

/* An error that was already reported. No FAIR_E... has this value. */
enum { GNU_REPORTED = -1000 };

struct gnu_input {
    const struct settings *settings; /* operands and header; not owned */
    fair_reader *reader;             /* one for all files; owned */
    size_t file;                     /* index of the current operand */
    int fd;                /* descriptor of the current file; -1 if none is open */
    unsigned char *header; /* the header records of the first file, concatenated */
    size_t header_length;  /* bytes of `header` */
};

/* Opens the first file and reads its header. Returns FAIR_OK or GNU_REPORTED. The struct
 * must be all zeros before, and must be closed in any case. */
int gnu_input_open(struct gnu_input *input, const struct settings *settings);

/* Whether the files are known to be small before they are read. GNU shuf reads small
 * files completely, even if only a few records are wanted. */
bool gnu_input_is_small(const struct settings *settings);

/* Gets the next record: 1, 0 at the end, or GNU_REPORTED. A gnu_next whose context is a
 * struct gnu_input. */
int gnu_input_next(void *input, const unsigned char **record, size_t *length);

void gnu_input_close(struct gnu_input *input);

#endif

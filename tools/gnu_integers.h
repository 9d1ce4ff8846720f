/* SPDX-License-Identifier: MIT
 *
 * gnu_integers.h - draws integers from the bytes of --random-source=FILE, as GNU shuf
 * does.
 */
#ifndef GNU_INTEGERS_H
#define GNU_INTEGERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gnu_integers {
    const char *name; /* of the source */
    int fd;           /* -1 if it is not open */
    int error;    /* why the last draw failed: an errno, or -1 at the end of the file */
    uint64_t num; /* randomness left over from earlier bytes: uniform on 0 .. max */
    uint64_t max; /* the largest value that `num` could have */
    size_t ahead; /* most bytes to read at a time */
    size_t at;    /* the first unused byte in `buffer` */
    size_t end;   /* the end of the unused bytes in `buffer` */
    unsigned char buffer[4096]; /* bytes of the source */
};

/* Opens the source. To leave the rest of a pipe to other readers, it reads no more bytes
 * than `draws` integers of up to `choices` may take without rejections, in pieces of up
 * to 4096. `draws` is UINT64_MAX if it is not known. Returns 0, or 1 after a message. */
int gnu_integers_open(struct gnu_integers *integers, const char *name, uint64_t choices,
                      uint64_t draws);

/* Draws one of 0 .. choices - 1, for choices >= 1. Returns false if the source has no
 * more bytes or cannot be read. Prints no message, so that the results so far can be
 * written first. */
bool gnu_integers_draw(struct gnu_integers *integers, uint64_t choices, uint64_t *result);

/* Reports why a draw failed. Returns 1. */
int gnu_integers_report(const struct gnu_integers *integers);

/* Does nothing if the source is not open. */
void gnu_integers_close(struct gnu_integers *integers);

#endif

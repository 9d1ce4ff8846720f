/* SPDX-License-Identifier: MIT
 *
 * gnu_integers.h - integers from the bytes of --random-source=FILE, as GNU shuf has them.
 */
#ifndef GNU_INTEGERS_H
#define GNU_INTEGERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gnu_integers {
    const char *name; /* of the source */
    int fd;
    int error; /* why the last draw failed: an errno, -1 for the end of the file */
    uint64_t num, max; /* what is left of earlier bytes: num is one of 0 .. max */
    size_t ahead;      /* most bytes that are read at a time */
    size_t at, end;    /* the bytes read and not used yet */
    unsigned char buffer[4096];
};

/* Opens the source. Of a pipe no more is read than `draws` integers of up to `choices`
 * may take (rejections apart), rounded up to 4096 bytes at most; `draws` UINT64_MAX if
 * that is not known. Returns 0, or 1 after a message. */
int gnu_integers_open(struct gnu_integers *integers, const char *name, uint64_t choices,
                      uint64_t draws);

/* Draws one of 0 .. choices - 1; `choices` is at least 1. False if the source has no more
 * bytes or cannot be read. It is not reported here, so that results can be written first.
 */
bool gnu_integers_draw(struct gnu_integers *integers, uint64_t choices, uint64_t *result);

/* Tells why a draw failed. Returns 1. */
int gnu_integers_tell(const struct gnu_integers *integers);

/* Does nothing if it is not open: fd is -1. */
void gnu_integers_close(struct gnu_integers *integers);

#endif

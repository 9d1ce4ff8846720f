/* SPDX-License-Identifier: MIT
 *
 * save.h - files that an audit writes: orders as they come, a report at the end.
 */
#ifndef SAVE_H
#define SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct save {
    FILE *file; /* NULL: nothing is to be saved */
    const char *name;
};

/* Opens it and writes a head: n numbers to a line, samples of `items` if that is not 0. A
 * NULL name saves nothing. False: what is wrong was told. */
bool save_open(struct save *save, const char *name, const char *subject, size_t n,
               size_t items);

/* Orders [count][n], or samples of n items: one to a line, numbers from 1. */
bool save_orders(struct save *save, const unsigned char *orders, size_t count, size_t n);
bool save_samples(struct save *save, const uint32_t *items, size_t count, size_t n);

bool save_close(struct save *save);

/* Whether such a file can be written; what is wrong is told. NULL always can. */
bool save_can(const char *name);

/* All at once, to a file or, if the name is NULL, to standard output. A file is replaced
 * when the new one is complete, and else stays as it was. */
bool save_whole(const char *name, const char *data, size_t length);

#endif

/* SPDX-License-Identifier: MIT
 *
 * save.h - files that an audit writes: orders as they come, a report at the end. A file
 * is replaced when the new one is complete; if anything fails it stays as it was.
 */
#ifndef SAVE_H
#define SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/output.h"

/* What is said of orders in the first line of their file. */
struct save_head {
    const char *subject;
    size_t n;     /* numbers on a line */
    size_t items; /* 0 for orders; for samples, the number of items to choose from */
    bool put_back, cycle;
};

struct save {
    const char *name; /* NULL: nothing is saved */
    bool open;
    struct output output;
    size_t used; /* bytes in the buffer */
    char buffer[1 << 16];
};

/* Opens the file; a NULL name saves nothing. False after a message. */
bool save_open(struct save *save, const char *name);

/* Writes a comment that says what the file holds, and with which command it can be
 * audited. False after a message. */
bool save_head(struct save *save, struct save_head head);

/* Writes orders [count][n], or samples of n items: one to a line, numbers from 1. False
 * after a message. */
bool save_orders(struct save *save, const unsigned char *orders, size_t count, size_t n);
bool save_samples(struct save *save, const uint32_t *items, size_t count, size_t n);

/* Puts the file in its place. False after a message. */
bool save_commit(struct save *save);

/* Discards what was not committed. */
void save_abandon(struct save *save);

/* Whether such a file can be written; if not, there was a message. NULL always can. */
bool save_can(const char *name);

/* Writes all at once, to a file or, if the name is NULL, to standard output. */
bool save_whole(const char *name, const char *data, size_t length);

#endif

/* SPDX-License-Identifier: MIT
 *
 * save.h - files that an audit writes: the permutations (--save), and documents at the
 * end. A file is replaced when the new one is complete; if anything fails, it is
 * unchanged.
 */
#ifndef SAVE_H
#define SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/output.h"

/* What the first lines of a file of permutations say. */
struct save_head {
    const char *subject_name; /* as a person would type it */
    size_t n;                 /* numbers on a line */
    size_t items;  /* for samples, the number of items to choose from; 0: permutations */
    bool put_back; /* samples are drawn with replacement */
    bool cycle;    /* permutations are the order in which a cycle visits cards */
};

struct save {
    const char *name;     /* of the file; NULL: nothing is saved */
    bool open;            /* `output` must be committed or abandoned */
    struct output output; /* the file; valid if `open` */
    size_t used;          /* bytes in `buffer` */
    char buffer[1 << 16]; /* text that was not written yet */
};

/* Opens the file. With a NULL name, nothing is saved. Returns false after a message. */
bool save_open(struct save *save, const char *name);

/* Writes comments that describe the file and the command that audits it. Returns false
 * after a message. */
bool save_head(struct save *save, struct save_head head);

/* Write permutations [count][n], or samples of n items: one per line, with numbers
 * from 1. Return false after a message. */
bool save_orders(struct save *save, const unsigned char *orders, size_t count, size_t n);
bool save_samples(struct save *save, const uint32_t *items, size_t count, size_t n);

/* Completes the file, and replaces an old one. Returns false after a message. */
bool save_commit(struct save *save);

/* Discards the new file, unless it was committed. */
void save_abandon(struct save *save);

/* Checks that a file can be written. NULL always can. Returns false after a message. */
bool save_check(const char *name);

/* Writes a document to a file or, if the name is NULL, to standard output. Returns false
 * after a message. */
bool save_document(const char *name, const char *data, size_t length);

#endif

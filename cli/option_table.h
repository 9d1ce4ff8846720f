/* SPDX-License-Identifier: MIT
 *
 * option_table.h - what a table of options looks like. Each program has one, under these
 * names; its parser, help, man page and completions are made from it.
 */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

/* What a shell may offer as the value. */
enum option_completion {
    COMPLETE_NOTHING,
    COMPLETE_FILE,
    COMPLETE_FOLDER,
    COMPLETE_WORDS,
    COMPLETE_NUMBER
};

struct option_row {
    int id;            /* its place in the program's list of ids */
    int group;         /* rows of one group stand together */
    char letter;       /* 0 if it has none */
    const char *name;  /* the long one */
    const char *value; /* what its value is called, NULL if it has none */
    bool optional;     /* the value may be left out: --name[=VALUE] */
    bool repeatable;   /* each use adds something */
    enum option_completion completion;
    const char *words;  /* for COMPLETE_WORDS, with blanks between them */
    const char *help;   /* some words for --help */
    const char *manual; /* plain text for the man page; an empty line parts paragraphs */
    const char *mentions; /* word in capitals that `manual` uses, if it is not `value` */
    unsigned tasks; /* bits of the tasks on which it has an effect; 0: all of them */
};

extern const struct option_row options[];
extern const size_t options_count;
extern const char options_program[]; /* the program's name */

/* Is it one of those that a program of GNU has? These come first in the table, and other
 * options never make one of their abbreviations ambiguous. */
bool option_is_gnu(const struct option_row *option);

/* The row of an id. */
const struct option_row *option_find(int id);

/* The heading of a group. */
const char *option_group_title(int group);

#endif

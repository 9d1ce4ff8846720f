/* SPDX-License-Identifier: MIT
 *
 * option_table.h - the table of options. Each program defines one; its parser, help, man
 * page and completions are made from it.
 */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

/* How a shell completes the value. */
enum option_completion {
    COMPLETE_NOTHING,
    COMPLETE_FILE,
    COMPLETE_FOLDER,
    COMPLETE_WORDS,
    COMPLETE_NUMBER
};

struct option_row {
    int id;                            /* index in the program's list of ids */
    int group;                         /* rows of one group must be adjacent */
    char letter;                       /* 0 if it has none */
    const char *name;                  /* the long name */
    const char *value;                 /* name of its value; NULL if it has none */
    bool optional;                     /* the value may be left out: --name[=VALUE] */
    bool repeatable;                   /* each use adds something */
    enum option_completion completion; /* how a shell completes the value */
    const char *words;    /* for COMPLETE_WORDS: the words, separated by blanks */
    const char *help;     /* a few words for --help */
    const char *manual;   /* text for the man page; an empty line separates paragraphs */
    const char *mentions; /* words in capitals in `manual` that are not `value` */
    unsigned tasks;       /* bits of the tasks it has an effect on; 0: all of them */
};

extern const struct option_row options[];
extern const size_t options_count;
extern const char options_program[]; /* the program's name */

/* Whether it is an option of the GNU program that this one replaces. These come first in
 * the table, and other options never make their abbreviations ambiguous. */
bool option_is_gnu(const struct option_row *option);

/* The row of an id. */
const struct option_row *option_find(int id);

/* The heading of a group. */
const char *option_group_title(int group);

#endif

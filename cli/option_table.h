/* SPDX-License-Identifier: MIT
 *
 * option_table.h - the table of options. Each program defines one; its parser, help, man
 * page and completions are made from it.
 *
 * Programs can share a table. Then each has its own options_program and options_bit, and
 * uses only the rows of which option_is_known() is true. If an option needs another text
 * in another program, it has two rows with the same id.
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
    unsigned programs;    /* bits of the programs that have this row; 0: all of them */
    unsigned refused;     /* bits of the programs that have the row only to refuse it */
};

extern const struct option_row options[];
extern const size_t options_count;
extern const char options_program[]; /* the program's name */
extern const unsigned options_bit;   /* the program's bit in `programs` and `refused` */

/* Whether this program has the row. */
static inline bool option_is_known(const struct option_row *option)
{
    return option->programs == 0 || (option->programs & options_bit) != 0;
}

/* Whether this program supports the option, so that its help lists it. */
static inline bool option_is_listed(const struct option_row *option)
{
    return option_is_known(option) && (option->refused & options_bit) == 0;
}

/* Whether it is an option of the GNU program that this one replaces. These come first in
 * the table, and other options never make their abbreviations ambiguous. */
bool option_is_gnu(const struct option_row *option);

/* The row of an id that this program has. */
const struct option_row *option_find(int id);

/* The heading of a group. */
const char *option_group_title(int group);

#endif

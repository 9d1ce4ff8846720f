/* SPDX-License-Identifier: MIT
 *
 * args.h - parses a command line by the rules of glibc's getopt_long.
 *
 *     struct args args;
 *     args_start(&args, argc, argv, strict, permute);
 *     while ((found = args_next(&args)) == ARGS_OPTION)
 *         ... args.option, args.value ...
 *     if (found == ARGS_WRONG)
 *         args_report(&args);
 *     else
 *         ... args.operands, args.operand_count ...
 *
 * The options are those of option_table.h. All state is in struct args.
 */
#ifndef ARGS_H
#define ARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/option_table.h"

enum args_found { ARGS_END, ARGS_OPTION, ARGS_WRONG };

enum args_problem {
    ARGS_UNKNOWN_LETTER,
    ARGS_UNKNOWN_NAME,
    ARGS_AMBIGUOUS,
    ARGS_MISSING_VALUE,
    ARGS_UNWANTED_VALUE,
};

struct args {
    /* The result of args_next(). */
    const struct option_row *option; /* the row of the option in the table */
    char *value;                     /* the option's value; NULL if it has none */
    char **operands;      /* after ARGS_END: the operands, at the end of argv */
    size_t operand_count; /* number of operands so far */

    /* For args_report(). */
    enum args_problem problem; /* what is wrong; after ARGS_WRONG */
    bool by_letter;            /* the option was given as a letter */
    char letter;               /* the letter of the option, if `by_letter` */
    const char
        *name; /* unless `by_letter`: the argument after the two dashes, with "=VALUE" */

    /* Internal state. */
    int argc;      /* number of arguments */
    int next;      /* index of the next argument */
    char **argv;   /* the arguments */
    char *cluster; /* the unread letters of -abc; NULL or empty if there are none */
    bool strict;   /* only GNU's options */
    bool permute;  /* options may follow operands */
};

/* `strict`: accept only GNU's options. `permute`: options may follow operands. */
void args_start(struct args *args, int argc, char **argv, bool strict, bool permute);

/* Finds the next option, and collects operands. After ARGS_END, the operands are at the
 * end of argv, in their order. Must not be called again after ARGS_WRONG. */
enum args_found args_next(struct args *args);

/* Reports what is wrong, in the words of glibc. Control characters are escaped. */
void args_report(const struct args *args);

#endif

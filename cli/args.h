/* SPDX-License-Identifier: MIT
 *
 * args.h - takes a command line apart by the rules of glibc's getopt_long, by a table.
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
 * All state is in struct args, and nothing but the arguments decides.
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
    /* What was found. */
    const struct option_row *option;
    const char *value; /* NULL if there is none */
    char **operands;   /* after ARGS_END: the last ones of argv */
    size_t operand_count;

    /* What is wrong, for args_report(). */
    enum args_problem problem;
    bool by_letter;
    char letter;
    const char *name; /* what stands after the two dashes, with a value if there is one */

    /* How far it got. */
    int argc, next;
    char **argv;
    const char *cluster; /* the rest of -abc, NULL or empty if there is none */
    bool strict, permute;
};

/* `strict`: GNU's options only. `permute`: options may stand after operands. */
void args_start(struct args *args, int argc, char **argv, bool strict, bool permute);

/* The next option. Operands are gathered on the way; after ARGS_END they stand at the end
 * of argv, in their order, and what stands before them is of no more use. After
 * ARGS_WRONG it must not be called again. */
enum args_found args_next(struct args *args);

/* Says on stderr what is wrong, in the words of glibc. Control characters are escaped. */
void args_report(const struct args *args);

#endif

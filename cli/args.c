/* SPDX-License-Identifier: MIT
 *
 * args.c - parses a command line by the rules of glibc's getopt_long. See args.h.
 *
 * getopt_long itself is not used for two reasons. It keeps its state in global variables,
 * so it cannot be fuzzed within one process. And with it, our own options would make
 * abbreviations of GNU shuf's options ambiguous, which scripts may use. Here, an
 * abbreviation of one of GNU's options can mean only one of these: --re is --repeat
 * although there is --record-size.
 */
#include "cli/args.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/say.h"

void args_start(struct args *args, int argc, char **argv, bool strict, bool permute)
{
    memset(args, 0, sizeof *args);
    args->argc = argc;
    args->argv = argv;
    args->next = argc > 0 ? 1 : 0;
    args->strict = strict;
    args->permute = permute;
}

static enum args_found wrong(struct args *args, enum args_problem problem)
{
    args->problem = problem;
    return ARGS_WRONG;
}

/* ---- names ------------------------------------------------------------------------ */

/* The length of the name in "name" or "name=value". */
static size_t name_length(const char *text)
{
    return strcspn(text, "=");
}

static bool begins(const struct option_row *option, const char *name, size_t length)
{
    return strncmp(option->name, name, length) == 0;
}

/* Whether the text may abbreviate this option. */
static bool is_candidate(const struct option_row *option, const char *text, bool gnu_only)
{
    return option_is_known(option) && (option_is_gnu(option) || !gnu_only) &&
           begins(option, text, name_length(text));
}

/* Whether the text can mean only one of GNU's options. */
static bool is_gnu_only(const char *text, bool strict)
{
    for (size_t i = 0; i < options_count && !strict; i++)
        strict = is_candidate(&options[i], text, true);
    return strict;
}

/* The option that the text means. NULL if there is none, or more than one; *count is then
 * their number. */
static const struct option_row *find_name(const char *text, bool strict, size_t *count)
{
    const struct option_row *found = NULL;
    const size_t length = name_length(text);
    for (size_t i = 0; i < options_count; i++)
        if (is_candidate(&options[i], text, strict) && options[i].name[length] == '\0')
            return &options[i];
    const bool gnu_only = is_gnu_only(text, strict);
    *count = 0;
    for (size_t i = 0; i < options_count; i++) {
        if (is_candidate(&options[i], text, gnu_only)) {
            found = &options[i];
            ++*count;
        }
    }
    return *count == 1 ? found : NULL;
}

/* ---- one option ------------------------------------------------------------------- */

/* Takes the next argument as the value of the option. */
static enum args_found take_next(struct args *args)
{
    if (args->next >= args->argc)
        return wrong(args, ARGS_MISSING_VALUE);
    args->value = args->argv[args->next++];
    return ARGS_OPTION;
}

static enum args_found read_name(struct args *args, char *text)
{
    size_t count;
    args->by_letter = false;
    args->name = text;
    args->option = find_name(text, args->strict, &count);
    if (args->option == NULL)
        return wrong(args, count > 0 ? ARGS_AMBIGUOUS : ARGS_UNKNOWN_NAME);
    char *equals = strchr(text, '=');
    args->value = equals != NULL ? equals + 1 : NULL;
    if (equals != NULL && args->option->value == NULL)
        return wrong(args, ARGS_UNWANTED_VALUE);
    if (equals == NULL && args->option->value != NULL && !args->option->optional)
        return take_next(args);
    return ARGS_OPTION;
}

static enum args_found read_letter(struct args *args)
{
    args->by_letter = true;
    args->letter = *args->cluster++;
    args->option = NULL;
    args->value = NULL;
    for (size_t i = 0; i < options_count; i++)
        if (options[i].letter == args->letter && option_is_known(&options[i]))
            args->option = &options[i];
    if (args->option == NULL || (args->strict && !option_is_gnu(args->option)))
        return wrong(args, ARGS_UNKNOWN_LETTER);
    if (args->option->value == NULL)
        return ARGS_OPTION;
    char *rest = args->cluster;
    args->cluster = NULL;
    if (*rest == '\0')
        return args->option->optional ? ARGS_OPTION : take_next(args);
    args->value = rest;
    return ARGS_OPTION;
}

/* ---- the command line ---------------------------------------------------------------
 */

/* Moves an operand to the front of argv, over arguments that were already read. */
static void keep_operand(struct args *args, char *operand)
{
    assert(1 + args->operand_count <= (size_t)args->next);
    args->argv[1 + args->operand_count++] = operand;
}

/* Keeps the rest as operands, and moves all operands to the end of argv. */
static enum args_found finish(struct args *args)
{
    while (args->next < args->argc)
        keep_operand(args, args->argv[args->next++]);
    args->operands = args->argv + args->argc - args->operand_count;
    if (args->operand_count > 0)
        memmove(args->operands, args->argv + 1,
                args->operand_count * sizeof args->operands[0]);
    return ARGS_END;
}

enum args_found args_next(struct args *args)
{
    if (args->cluster != NULL && *args->cluster != '\0')
        return read_letter(args);
    while (args->next < args->argc) {
        char *argument = args->argv[args->next];
        if (argument[0] != '-' || argument[1] == '\0') {
            if (!args->permute)
                break;
            keep_operand(args, argument);
            args->next++;
            continue;
        }
        args->next++;
        if (argument[1] != '-') {
            args->cluster = argument + 1;
            return read_letter(args);
        }
        if (argument[2] == '\0')
            break;
        return read_name(args, argument + 2);
    }
    return finish(args);
}

/* ---- messages --------------------------------------------------------------------- */

static void report_ambiguous(const struct args *args)
{
    char list[2048] = "";
    size_t used = 0;
    const bool gnu_only = is_gnu_only(args->name, args->strict);
    for (size_t i = 0; i < options_count; i++) {
        if (is_candidate(&options[i], args->name, gnu_only) && used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, " '--%s'",
                                     options[i].name);
    }
    say("option '--%s' is ambiguous; possibilities:%s", say_visible(args->name), list);
}

void args_report(const struct args *args)
{
    const char letter[2] = {args->letter, '\0'};
    switch (args->problem) {
    case ARGS_UNKNOWN_LETTER:
        say("invalid option -- '%s'", say_visible(letter));
        break;
    case ARGS_UNKNOWN_NAME:
        say("unrecognized option '--%s'", say_visible(args->name));
        break;
    case ARGS_AMBIGUOUS:
        report_ambiguous(args);
        break;
    case ARGS_MISSING_VALUE:
        if (args->by_letter)
            say("option requires an argument -- '%s'", letter);
        else
            say("option '--%s' requires an argument", args->option->name);
        break;
    case ARGS_UNWANTED_VALUE:
        say("option '--%s' doesn't allow an argument", args->option->name);
        break;
    }
}

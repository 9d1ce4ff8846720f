/* SPDX-License-Identifier: MIT
 *
 * help_options.c - prints the options of a program, for its --help.
 */
#include "cli/help_options.h"

#include <string.h>

#include "cli/option_table.h"

enum {
    WIDTH = 79,  /* the last column is left free, because some terminals wrap there */
    COLUMN = 28, /* where the description of an option begins */
};

/* Prints the text in lines that begin at COLUMN. The cursor is at column `at`. */
static void put_wrapped(FILE *out, const char *text, size_t at)
{
    if (at + 2 > COLUMN) { /* the name of the option is too long: begin a new line */
        fputc('\n', out);
        at = 0;
    }
    fprintf(out, "%*s", (int)(COLUMN - at), "");
    at = COLUMN;
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        if (at > COLUMN && at + 1 + length > WIDTH) {
            fprintf(out, "\n%*s", COLUMN, "");
            at = COLUMN;
        } else if (at > COLUMN) {
            fputc(' ', out);
            at++;
        }
        fprintf(out, "%.*s", (int)length, text);
        at += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static void put_option(FILE *out, const struct option_row *option)
{
    int used = option->letter != 0 ? fprintf(out, "  -%c, ", option->letter)
                                   : fprintf(out, "      ");
    used += fprintf(out, "--%s", option->name);
    if (option->value != NULL)
        used += fprintf(out, option->optional ? "[=%s]" : "=%s", option->value);
    put_wrapped(out, option->help, used > 0 ? (size_t)used : 0);
}

void help_options(FILE *out, bool gnu_only)
{
    int group = -1;
    for (size_t i = 0; i < options_count; i++) {
        if (!option_is_listed(&options[i]) || (gnu_only && !option_is_gnu(&options[i])))
            continue;
        if (options[i].group != group)
            fprintf(out, "\n%s:\n",
                    gnu_only ? "Options" : option_group_title(options[i].group));
        group = options[i].group;
        put_option(out, &options[i]);
    }
}

/* SPDX-License-Identifier: MIT
 *
 * report_style.c - the style of a report, according to the terminal.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* TIOCGWINSZ is not in POSIX */
#endif
#include "audit/command/report/report.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && *value != '\0';
}

static bool variable_is(const char *name, const char *wanted)
{
    const char *value = getenv(name);
    return value != NULL && strcmp(value, wanted) == 0;
}

/* The width: COLUMNS if it is set, else that of the terminal, else 80. */
static int columns(int descriptor)
{
    const char *text = getenv("COLUMNS");
    long given = text != NULL ? strtol(text, NULL, 10) : 0;
    struct winsize size;
    if (given <= 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0)
        given = size.ws_col;
    if (given <= 0)
        given = 80;
    return given < 40 ? 40 : given > 1000 ? 1000 : (int)given;
}

struct report_style report_style_for(FILE *file, int colour)
{
    const int descriptor = fileno(file);
    const bool terminal = isatty(descriptor) != 0;
    const bool wanted = colour > 0 || (colour < 0 && terminal && !is_set("NO_COLOR") &&
                                       !variable_is("TERM", "dumb"));
    const bool many =
        variable_is("COLORTERM", "truecolor") || variable_is("COLORTERM", "24bit");
    return (struct report_style){
        .colour = !wanted ? COLOUR_NONE
                  : many  ? COLOUR_TRUE
                          : COLOUR_256,
        .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .width = columns(descriptor) - 1, /* some terminals wrap in the last column */
    };
}

/* SPDX-License-Identifier: MIT
 *
 * overlap.c - finds input files that are also outputs. See overlap.h.
 *
 * Such a file must not be mapped, because its records would change while the output is
 * written. Files are compared by device and inode number, so links are recognized.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/overlap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/modified.h"
#include "cli/say.h"
#include "tools/input.h"

static bool same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether an output is the input file. NULL: standard output. */
static bool leads_to(const char *output, const struct stat *input)
{
    struct stat is;
    return (output == NULL ? fstat(STDOUT_FILENO, &is) : stat(output, &is)) == 0 &&
           same(&is, input);
}

bool overlap_is_output(const struct settings *settings, const char *name)
{
    struct stat input, errors;
    if ((strcmp(name, "-") == 0 ? fstat(STDIN_FILENO, &input) : stat(name, &input)) !=
            0 ||
        !S_ISREG(input.st_mode))
        return false;
    bool found = fstat(STDERR_FILENO, &errors) == 0 && same(&errors, &input);
    for (size_t i = 0; i < settings_output_count(settings) && !found; i++)
        found = leads_to(settings_output(settings, i), &input);
    return found;
}

static struct stat *watched;
static size_t watched_count;

int overlap_watch(const struct settings *settings, const char *name, int fd)
{
    struct stat is;
    if (!overlap_is_output(settings, name) || fstat(fd, &is) != 0)
        return 0;
    struct stat *more = realloc(watched, (watched_count + 1) * sizeof *more);
    if (more == NULL)
        return say("memory exhausted");
    watched = more;
    watched[watched_count++] = is;
    return 0;
}

bool overlap_changed(const char *final)
{
    struct stat is;
    if (final == NULL || stat(final, &is) != 0)
        return false;
    for (size_t i = 0; i < watched_count; i++)
        if (same(&watched[i], &is) && is_modified(&is, &watched[i]))
            return true;
    return false;
}

bool overlap_output(const struct settings *settings, size_t collection)
{
    if (collection > 0)
        return overlap_is_output(settings, settings->with[collection - 1]);
    for (size_t i = 0; i < input_count(settings); i++)
        if (overlap_is_output(settings, input_name(settings, i)))
            return true;
    return false;
}

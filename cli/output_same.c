/* SPDX-License-Identifier: MIT
 *
 * output_same.c - whether two outputs are the same file. See output.h.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/output_parts.h"

/* Finds the regular file that an output replaces or writes to. */
static bool file_of(const struct output *output, struct stat *is)
{
    int fd = output->final == NULL ? output->fd : output_descriptor_named(output->final);
    if (output->name == NULL)
        fd = STDOUT_FILENO;
    return (fd >= 0                 ? fstat(fd, is)
            : output->final == NULL ? -1
                                    : stat(output->final, is)) == 0 &&
           S_ISREG(is->st_mode);
}

/* Whether an output is replaced, not written directly. */
static bool is_replaced(const struct output *output)
{
    return output->final != NULL && output_descriptor_named(output->final) < 0;
}

static bool folder_of(const char *path, struct stat *is)
{
    char *folder = output_folder(path);
    const bool found = folder != NULL && stat(folder, is) == 0;
    free(folder);
    return found;
}

bool output_is_same(const struct output *one, const struct output *other)
{
    struct stat a, b;
    if (!is_replaced(one) && !is_replaced(other))
        return false; /* both go to the same stream, one after the other */
    const bool first = file_of(one, &a), second = file_of(other, &b);
    if (first && second)
        return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    return !first && !second && is_replaced(one) && is_replaced(other) &&
           strcmp(one->final + output_folder_length(one->final),
                  other->final + output_folder_length(other->final)) == 0 &&
           folder_of(one->final, &a) && folder_of(other->final, &b) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

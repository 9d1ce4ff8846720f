/* SPDX-License-Identifier: MIT
 *
 * file.c - permutations that were saved before, or that come by standard input.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/subject/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool subject_file_open(struct subject_list *list, const struct subject_plan *plan,
                       struct finding *finding)
{
    const bool standard = strcmp(plan->file, "-") == 0;
    list->plan = plan;
    if (standard)
        snprintf(list->name, sizeof list->name, "standard input");
    else
        subject_quote(list->name, plan->file, strlen(plan->file));
    list->fd =
        standard ? STDIN_FILENO : open(plan->file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    struct stat is;
    int error = 0;
    if (list->fd < 0 || fstat(list->fd, &is) != 0)
        error = errno;
    else if (S_ISDIR(is.st_mode))
        error = EISDIR;
    if (error != 0)
        return subject_find(finding, FINDING_CANNOT_RUN, 0, "cannot read %s: %s",
                            list->name, strerror(error));
    return true;
}

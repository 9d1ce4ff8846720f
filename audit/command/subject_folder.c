/* SPDX-License-Identifier: MIT
 *
 * subject_folder.c - temporary files, for programs that want files: {in} and {out}.
 *
 * They lie in a folder of their own that only we can enter, so whatever is in it may be
 * removed: also what a program has put beside them.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp() */
#include "subject_parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int subject_folder_make(char *folder, size_t room)
{
    const char *where = getenv("TMPDIR");
    if (where == NULL || *where == '\0')
        where = "/tmp";
    const int length = snprintf(folder, room, "%s/fairaudit-XXXXXX", where);
    if (length < 0 || (size_t)length >= room) {
        *folder = '\0';
        return ENAMETOOLONG;
    }
    if (mkdtemp(folder) == NULL) {
        *folder = '\0';
        return errno;
    }
    return 0;
}

void subject_folder_remove(const char *folder)
{
    DIR *directory = *folder != '\0' ? opendir(folder) : NULL;
    if (directory == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(dirfd(directory), entry->d_name, 0);
    }
    closedir(directory);
    rmdir(folder);
}

int subject_write_file(const char *name, const char *bytes, size_t length)
{
    unlink(name); /* the program may have made something else of it */
    const int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno;
    int error = 0;
    while (length > 0 && error == 0) {
        const ssize_t went = write(fd, bytes, length);
        if (went > 0) {
            bytes += went;
            length -= (size_t)went;
        } else if (went == 0 || errno != EINTR) {
            error = went == 0 ? ENOSPC : errno;
        }
    }
    if (close(fd) != 0 && error == 0)
        error = errno;
    return error;
}

/* One byte beyond the limit tells that there is more. What is no common file (a pipe
 * might keep us) cannot be read. */
int subject_read_file(const char *name, struct child *child)
{
    const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return errno;
    struct stat is;
    int error = fstat(fd, &is) != 0 ? errno : S_ISREG(is.st_mode) ? 0 : EINVAL;
    if (error == 0 && child->capacity < child->limit + 1) {
        char *larger = realloc(child->output, child->limit + 1);
        if (larger == NULL) {
            error = ENOMEM;
        } else {
            child->output = larger;
            child->capacity = child->limit + 1;
        }
    }
    child->length = 0;
    while (error == 0 && child->length <= child->limit) {
        const ssize_t came =
            read(fd, child->output + child->length, child->limit + 1 - child->length);
        if (came == 0)
            break;
        if (came > 0)
            child->length += (size_t)came;
        else if (errno != EINTR)
            error = errno;
    }
    close(fd);
    child->over = child->length > child->limit;
    return error;
}

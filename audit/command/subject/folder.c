/* SPDX-License-Identifier: MIT
 *
 * folder.c - temporary files for programs that want files: {in} and {out}.
 *
 * They are in a folder of their own, which only we can enter. So everything in it can be
 * removed, including files that a program has added.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp() */
#include "audit/command/subject/parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- making ------------------------------------------------------------------------ */

int folder_make(char *folder, size_t room)
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

/* ---- removing ---------------------------------------------------------------------- */

/* A program may leave folders that are nested deeper than we have descriptors, or than a
 * path can name, and that forbid access. So we never descend: the folders inside a folder
 * are moved to the top, until the top is empty. Links are removed, never followed. */

static bool is_dot_entry(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Opens a folder, even if its mode forbids that. Returns NULL if it is not a folder. */
static DIR *open_folder(int where, const char *name)
{
    struct stat is;
    if (fstatat(where, name, &is, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(is.st_mode))
        return NULL;
    (void)!fchmodat(where, name, 0700, AT_SYMLINK_NOFOLLOW);
    const int fd = openat(where, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (folder == NULL && fd >= 0)
        close(fd);
    return folder;
}

/* Empties a folder inside the top one. Its folders are moved to the top, under new names.
 */
static void empty_inner(DIR *top, DIR *inner, unsigned long *number)
{
    for (const struct dirent *entry; (entry = readdir(inner)) != NULL;) {
        if (is_dot_entry(entry->d_name) ||
            unlinkat(dirfd(inner), entry->d_name, 0) == 0 ||
            unlinkat(dirfd(inner), entry->d_name, AT_REMOVEDIR) == 0)
            continue;
        (void)!fchmodat(dirfd(inner), entry->d_name, 0700, AT_SYMLINK_NOFOLLOW);
        char name[64];
        do
            snprintf(name, sizeof name, "fairaudit.%lu", ++*number);
        while (renameat(dirfd(inner), entry->d_name, dirfd(top), name) != 0 &&
               (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR));
    }
}

/* Returns true if something was removed. */
static bool remove_entry(DIR *top, const char *name, unsigned long *number)
{
    if (unlinkat(dirfd(top), name, 0) == 0 ||
        unlinkat(dirfd(top), name, AT_REMOVEDIR) == 0)
        return true;
    DIR *inner = open_folder(dirfd(top), name);
    if (inner == NULL)
        return false;
    empty_inner(top, inner, number);
    closedir(inner);
    return unlinkat(dirfd(top), name, AT_REMOVEDIR) == 0;
}

void folder_remove(const char *folder)
{
    DIR *top = *folder != '\0' ? open_folder(AT_FDCWD, folder) : NULL;
    unsigned long number = 0;
    if (top == NULL)
        return;
    for (bool more = true; more; rewinddir(top)) {
        more = false;
        for (const struct dirent *entry; (entry = readdir(top)) != NULL;)
            more = (!is_dot_entry(entry->d_name) &&
                    remove_entry(top, entry->d_name, &number)) ||
                   more;
    }
    closedir(top);
    rmdir(folder);
}

/* ---- files ------------------------------------------------------------------------- */

int folder_write_file(const char *name, const char *bytes, size_t length)
{
    unlink(name); /* the program may have replaced it by something else */
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

/* Reads up to one byte more than the limit, which shows that there is more. Only regular
 * files are read, because reading a pipe could block. */
int folder_read_file(const char *name, struct child *child)
{
    const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return errno;
    struct stat is;
    int error = fstat(fd, &is) != 0   ? errno
                : S_ISREG(is.st_mode) ? 0
                : S_ISDIR(is.st_mode) ? EISDIR
                                      : EINVAL;
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

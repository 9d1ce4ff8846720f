/* SPDX-License-Identifier: MIT
 *
 * folder.c - temporary files, for programs that want files: {in} and {out}.
 *
 * They lie in a folder of their own that only we can enter, so whatever is in it may be
 * removed: also what a program has put beside them.
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

/* ---- removing ---------------------------------------------------------------------- */

/* A folder that a program has left may be deeper than there are descriptors, or than a
 * path can name, and may forbid everything. So no path is followed down: what is inside a
 * folder is moved up, to the top, and the top is looked at until nothing is left in it.
 * Links are removed, never followed. */

static bool is_itself(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Opens a folder, also one that forbids it. NULL: it is none. */
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

/* Removes what is in a folder inside the top one; folders are moved up, each to a name
 * with a number of its own. */
static void empty_inner(DIR *top, DIR *inner, unsigned long *number)
{
    for (const struct dirent *entry; (entry = readdir(inner)) != NULL;) {
        if (is_itself(entry->d_name) || unlinkat(dirfd(inner), entry->d_name, 0) == 0 ||
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

/* True: something was removed. */
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

void subject_folder_remove(const char *folder)
{
    DIR *top = *folder != '\0' ? open_folder(AT_FDCWD, folder) : NULL;
    unsigned long number = 0;
    if (top == NULL)
        return;
    for (bool more = true; more; rewinddir(top)) {
        more = false;
        for (const struct dirent *entry; (entry = readdir(top)) != NULL;)
            more = (!is_itself(entry->d_name) &&
                    remove_entry(top, entry->d_name, &number)) ||
                   more;
    }
    closedir(top);
    rmdir(folder);
}

/* ---- files ------------------------------------------------------------------------- */

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

/* SPDX-License-Identifier: MIT
 *
 * output_replace.c - how a file that is complete takes its place: by renaming, or by
 * copying where that cannot be. See output.c.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "output_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "say.h"

enum {
    BUFFER = 64 * 1024,
    ACL_SIZE = 64 * 1024, /* what Linux allows for an attribute */
    SET_ID = S_ISUID | S_ISGID,
};

/* ---- into place -------------------------------------------------------------------- */

/* Carries the ACL of the old file over. False if it has one that the new cannot have. */
static bool keep_acl(int fd, const char *old)
{
#ifdef __linux__
    static const char attribute[] = "system.posix_acl_access";
    char acl[ACL_SIZE];
    const ssize_t size = getxattr(old, attribute, acl, sizeof acl);
    if (size > 0)
        return fsetxattr(fd, attribute, acl, (size_t)size, 0) == 0;
    if (errno == ENODATA)
        fremovexattr(fd, attribute); /* what the folder gives to new files */
#else
    (void)fd, (void)old;
#endif
    return true;
}

/* Owner, group, ACL and mode of the old file, as far as allowed. Whoever could not read
 * or write that cannot do so afterwards: if group or ACL change, group and others get
 * only what both had; if the owner changes, set-id bits go. */
static int keep_access(int fd, const char *old, const struct stat *was)
{
    const bool owner = fchown(fd, was->st_uid, was->st_gid) == 0;
    const bool group = owner || fchown(fd, (uid_t)-1, was->st_gid) == 0;
    mode_t mode = was->st_mode & 07777;
    if (!group || !keep_acl(fd, old)) {
        const mode_t both = mode >> 3 & mode & 07;
        mode = (mode & ~(mode_t)077) | both << 3 | both;
    }
    if (!owner)
        mode &= ~(mode_t)SET_ID;
    return fchmod(fd, mode);
}

static int copy(int from, int to, uint64_t size)
{
    char buffer[BUFFER];
    for (uint64_t at = 0; at < size;) {
        const ssize_t got = pread(from, buffer, sizeof buffer, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0 ? EIO : errno;
        const int error = output_write_all(to, buffer, (size_t)got);
        if (error != 0)
            return error;
        at += (uint64_t)got;
    }
    return ftruncate(to, (off_t)size) == 0 ? output_late_error(to) : errno;
}

/* Copies what was written over the old file. Signals have to wait. */
static int copy_into_place(const struct output *output)
{
    const char *const name = say_file(output->name);
    const int fd = output_open_high(output->final, O_WRONLY | O_CREAT | O_NOFOLLOW, 0666);
    if (fd < 0)
        return say_error(errno, "%s", name);
    struct stat was, is;
    if (fstat(fd, &was) != 0) {
        const int error = errno;
        close(fd);
        return say_error(error, "%s", name);
    }
    int error = 0;
    bool damaged = false;
    sigset_t ends, before;
    sigfillset(&ends);
    sigprocmask(SIG_BLOCK, &ends, &before);
    if ((off_t)output->written > was.st_size) {
        error = posix_fallocate(fd, 0, (off_t)output->written);
        if (error == EOPNOTSUPP || error == EINVAL || error == ENODEV || error == EINTR)
            error = 0; /* cannot be done here; try without */
    }
    if (error == 0) {
        error = copy(output->fd, fd, output->written);
        if (error != 0 && was.st_size > 0) /* overwritten or shortened? */
            damaged = lseek(fd, 0, SEEK_CUR) > 0 || fstat(fd, &is) != 0 ||
                      is.st_size < was.st_size;
    }
    if (error != 0 && ftruncate(fd, was.st_size) != 0)
        damaged = true;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(fd);
    if (error == 0)
        return 0;
    return say_error(error,
                     damaged ? "%s: write error, and the old content is damaged"
                             : "%s: write error",
                     name);
}

/* Renames the temporary file; 0, or an errno. */
static int rename_into_place(struct output *output, const struct stat *was)
{
    struct stat is;
    if (was != NULL && keep_access(output->fd, output->final, was) != 0)
        return errno;
    if (fstat(output->fd, &is) != 0)
        return errno;
    if (is.st_nlink == 0 && output_name_temporary(output->temporary, output->fd, 0) < 0)
        return errno;
    return rename(output->temporary, output->final) == 0 ? 0 : errno;
}

int output_replace(struct output *output)
{
    struct stat stat_of_old;
    const struct stat *was = &stat_of_old;
    if (lstat(output->final, &stat_of_old) != 0) {
        if (errno != ENOENT)
            return say_error(errno, "%s", say_file(output->name));
        was = NULL;
    }
    if (output->temporary == NULL || (was != NULL && was->st_nlink > 1) ||
        (was != NULL && !S_ISREG(was->st_mode)))
        return copy_into_place(output);
    int error = output_late_error(output->fd);
    if (error == 0 && was != NULL && was->st_size > 0 && fsync(output->fd) != 0)
        error = errno == EINVAL || errno == ENOTSUP ? 0 : errno;
    if (error != 0)
        return output_tell(output, error);
    error = rename_into_place(output, was);
    if (error == 0) {
        output_forget(output->temporary);
        free(output->temporary);
        output->temporary = NULL;
        return 0;
    }
    const bool refused =
        error == EBUSY || error == EXDEV || error == EPERM || error == EACCES;
    if (was != NULL && refused && S_ISREG(was->st_mode))
        return copy_into_place(output);
    return say_error(error, "%s", say_file(output->name));
}

/* SPDX-License-Identifier: MIT
 *
 * output_replace.c - how a file that is complete takes its place: by renaming, or by
 * copying where that cannot be. See output.c.
 *
 * Renaming. The data are on the disk before rename() is called. If the power fails, the
 * disk has the rename or has it not: then the name leads to the new file, which is
 * complete, or still to the old one, which is not given up before. So there is no need
 * to sync the folder, unless the new content has to be there once the program has ended
 * (OUTPUT_SYNC_ALWAYS).
 *
 * A file without a name gets its temporary one only when its data are on the disk: that
 * may take long, and SIGKILL leaves nothing meanwhile. It is synced after that, which is
 * quick then: not every file system keeps its promises for a file that had no name.
 *
 * Copying. The new content gets a name beside the old file, and is on the disk, before
 * the first byte is overwritten; the name goes when all of the copy is on the disk. So
 * whatever ends this in the middle, one of the two is complete. Only where the folder
 * cannot be written, there is no such name, and a moment in which both can be lost. Space
 * is reserved first, so that a full disk is found before anything is overwritten.
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

/* ---- to the disk ------------------------------------------------------------------- */

void output_start_disk(int fd, uint64_t length)
{
#ifdef SYNC_FILE_RANGE_WRITE
    const int error = errno;
    const off_t end = lseek(fd, 0, SEEK_CUR);
    if (end >= 0 && (uint64_t)end >= length)
        (void)!sync_file_range(fd, end - (off_t)length, (off_t)length,
                               SYNC_FILE_RANGE_WRITE);
    errno = error;
#else
    (void)fd, (void)length;
#endif
}

/* Waits for the data alone, which is most of it: 0, or an errno. Such an error is told
 * once, so it must not get lost here. */
static int wait_for_data(int fd)
{
#ifdef SYNC_FILE_RANGE_WRITE
    const unsigned all =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    if (sync_file_range(fd, 0, 0, all) != 0 &&
        (errno == EIO || errno == ENOSPC || errno == EDQUOT))
        return errno;
#else
    (void)fd;
#endif
    return 0;
}

int output_sync_now(int fd)
{
    int result;
    do {
        result = fsync(fd);
    } while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS ? 0
                                                                                : errno;
}

/* Syncs the folder that a file is in: 0, or an errno. */
static int sync_folder(const char *path)
{
    const size_t length = output_folder_length(path);
    char *folder = length > 0 ? strdup(path) : strdup(".");
    if (folder == NULL)
        return ENOMEM;
    if (length > 0)
        folder[length] = '\0';
    const int fd = output_open_high(folder, O_RDONLY | O_DIRECTORY, 0);
    const int error = fd < 0 ? errno : output_sync_now(fd);
    free(folder);
    if (fd >= 0)
        close(fd);
    return error;
}

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

static int copy(int from, int to, uint64_t size, bool sync)
{
    char buffer[BUFFER];
    uint64_t started = 0;
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
        if (sync && at - started >= OUTPUT_PIECE) {
            output_start_disk(to, at - started);
            started = at;
        }
    }
    if (ftruncate(to, (off_t)size) != 0)
        return errno;
    const int error = output_late_error(to);
    return error == 0 && sync ? output_sync_now(to) : error;
}

/* Space for all of a file that is to grow: 0, or an errno. */
static int reserve(int fd, off_t size)
{
    const int error = posix_fallocate(fd, 0, size);
    const bool cannot = error == EOPNOTSUPP || error == EINVAL || error == ENODEV;
    return cannot || error == EINTR ? 0 : error; /* then try without */
}

/* Gives what was written a name beside the old file, for good, if it can have one; false
 * if not. *error is an errno if it could not be made sure of. */
static bool secure(struct output *output, bool sync, int *error)
{
    struct stat is;
    *error = sync ? wait_for_data(output->fd) : 0;
    if (*error != 0 || output->temporary == NULL || fstat(output->fd, &is) != 0 ||
        (is.st_nlink == 0 && output_name_temporary(output->temporary, output->fd, 0) < 0))
        return false;
    *error = sync ? output_sync_now(output->fd) : 0;
    if (*error != 0)
        return false;
    if (sync)
        (void)sync_folder(output->temporary); /* most file systems need no such hint */
    output_forget(output->temporary);         /* it must stay if we are ended */
    return true;
}

/* Copies over the old file, which is open: 0, or an errno, and whether it is damaged. */
static int overwrite(const struct output *output, int fd, bool sync, bool *damaged)
{
    struct stat was, is;
    if (fstat(fd, &was) != 0)
        return errno;
    int error = 0;
    if ((off_t)output->written > was.st_size)
        error = reserve(fd, (off_t)output->written);
    if (error == 0) {
        error = copy(output->fd, fd, output->written, sync);
        if (error != 0 && was.st_size > 0) /* overwritten or shortened? */
            *damaged = lseek(fd, 0, SEEK_CUR) > 0 || fstat(fd, &is) != 0 ||
                       is.st_size < was.st_size;
    }
    if (error != 0 && ftruncate(fd, was.st_size) != 0)
        *damaged = true;
    return error;
}

/* Copies what was written over the old file. Signals have to wait. */
static int copy_into_place(struct output *output, bool sync)
{
    const char *const name = say_file(output->name);
    const int fd = output_open_high(output->final, O_WRONLY | O_CREAT | O_NOFOLLOW, 0666);
    if (fd < 0)
        return say_error(errno, "%s", name);
    bool damaged = false;
    int error;
    sigset_t ends, before;
    sigfillset(&ends);
    sigprocmask(SIG_BLOCK, &ends, &before);
    const bool secured = secure(output, sync, &error);
    if (error == 0)
        error = overwrite(output, fd, sync, &damaged);
    close(fd);
    int status = 0;
    if (error != 0 && damaged && secured) {
        status = say_error(error,
                           "%s: write error, and the old content is damaged; the new one "
                           "is complete in %s",
                           name, say_file(output->temporary));
        free(output->temporary); /* stays */
        output->temporary = NULL;
    } else if (error != 0 && damaged) {
        status =
            say_error(error, "%s: write error, and the old content is damaged", name);
    } else if (error != 0) {
        status = output_tell(output, error);
    }
    if (output->temporary != NULL && secured)
        unlink(output->temporary);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* What was written has its final name, and no other. */
static int settle(struct output *output)
{
    output_forget(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
    return 0;
}

/* Access and a name: 0, or an errno. */
static int prepare(struct output *output, const struct stat *was)
{
    struct stat is;
    if (was != NULL && keep_access(output->fd, output->final, was) != 0)
        return errno;
    if (fstat(output->fd, &is) != 0)
        return errno;
    if (is.st_nlink == 0 && output_name_temporary(output->temporary, output->fd, 0) < 0)
        return errno;
    return 0;
}

/* A file that has no name yet gets its final one at once, if nothing is there. */
static bool link_new(const struct output *output)
{
    struct stat is;
    return fstat(output->fd, &is) == 0 && is.st_nlink == 0 &&
           output_link(output->fd, output->final) == 0;
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
    const bool always = output->sync == OUTPUT_SYNC_ALWAYS;
    const bool sync =
        always || (output->sync == OUTPUT_SYNC_AUTO && was != NULL && was->st_size > 0);
    if (output->temporary == NULL || (was != NULL && was->st_nlink > 1) ||
        (was != NULL && !S_ISREG(was->st_mode)))
        return copy_into_place(output, sync);
    int error = output_late_error(output->fd);
    if (error == 0 && sync)
        error = wait_for_data(output->fd);
    if (error != 0)
        return output_tell(output, error);
    if (was == NULL && !sync && link_new(output))
        return settle(output);
    error = prepare(output, was);
    if (error == 0 && sync) {
        const int lost = output_sync_now(output->fd);
        if (lost != 0)
            return output_tell(output, lost);
    }
    if (error == 0 && rename(output->temporary, output->final) != 0)
        error = errno;
    if (error == 0) {
        settle(output);
        error = always ? sync_folder(output->final) : 0;
        return error == 0 ? 0
                          : say_error(error, "%s: its folder cannot be synced",
                                      say_file(output->name));
    }
    const bool refused =
        error == EBUSY || error == EXDEV || error == EPERM || error == EACCES;
    if (was != NULL && refused && S_ISREG(was->st_mode))
        return copy_into_place(output, sync);
    return say_error(error, "%s", say_file(output->name));
}

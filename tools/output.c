/* SPDX-License-Identifier: MIT
 *
 * output.c - where results go: standard output, or a file that is replaced when complete.
 *
 * There are three ways:
 *
 * - `final` and `temporary`: a file of its own in the folder of the place, which gets
 *   owner, mode and ACL of the old one at the end, and then its name by rename(). Where
 *   the system can, it has no name at all until then (O_TMPFILE), so that not even
 *   SIGKILL leaves litter; else it is called .NAME.fairshuf-XXXXXX and stands in a table,
 *   for output_remove_all().
 * - `final` only: a nameless file, for folders that cannot be written. It is copied over
 *   the old one at the end. This is also done with files with several links, which
 *   rename() would part, and when rename() is refused: mount points, files of others in a
 *   sticky folder.
 * - Neither: standard output, devices, pipes, /dev/fd/N are written as they are.
 *
 * A file may be replaced if it may be written: it is opened for writing first, without
 * changing it, so that whatever the system refuses to GNU's shuf is refused here, too.
 *
 * If it is not told otherwise, fsync() is called only if a file that is not empty gets
 * replaced: its bytes exist once, and a power failure after a rename() that reached the
 * disk before the data would lose the old and the new. New files are not synced, as it
 * costs time and endangers nothing. Where a file will be synced, the system is made to
 * start writing early, piece by piece: else it may keep gigabytes until the very end.
 *
 * Extended attributes other than the access ACL are not carried over.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output_parts.h"
#include "say.h"

/* ---- opening ----------------------------------------------------------------------- */

/* Opens the place itself, not to be replaced. */
static int open_as_it_is(struct output *output, int fd)
{
    output->fd = fd;
    if (fd < 0)
        return errno;
    free(output->final);
    output->final = NULL;
    return 0;
}

/* Opens what output->final asks for: 0, or an errno. */
static int open_place(struct output *output)
{
    struct stat is;
    const int descriptor = output_descriptor_named(output->final);
    if (descriptor >= 0) {
        /* Not opened anew, which would start at the beginning of a file again. */
        const int fd = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        const int error = open_as_it_is(output, fd);
        return error == EBADF ? ENOENT : error;
    }
    if (stat(output->final, &is) != 0)
        return errno == ENOENT ? output_open_beside(output, 0666) : errno;
    struct stat link;
    const bool as_it_is = !S_ISREG(is.st_mode) ||
                          (lstat(output->final, &link) == 0 && output_in_proc(&link));
    const int fd = output_open_high(output->final,
                                    O_WRONLY | O_CREAT | (as_it_is ? O_TRUNC : 0), 0666);
    if (fd < 0 || as_it_is)
        return open_as_it_is(output, fd);
    close(fd);
    output->replaces = is.st_size > 0;
    int error = output_open_beside(output, 0600);
    if (error == EACCES || error == EPERM || error == EROFS || error == ENAMETOOLONG)
        error = output_open_elsewhere(output);
    return error;
}

int output_open(struct output *output, const char *name)
{
    *output = (struct output){.name = name, .fd = STDOUT_FILENO};
    if (name == NULL) {
        if (fcntl(STDOUT_FILENO, F_GETFD) < 0)
            output->fd = -1; /* an error when something is to be written, as in GNU's */
        return 0;
    }
    output->fd = -1;
    struct stat is;
    int error = 0;
    output->final = strdup(name);
    if (output->final == NULL)
        error = ENOMEM;
    else if (name[0] == '\0')
        error = ENOENT;
    else if (stat(name, &is) != 0 && errno != ENOENT && errno != ENOTDIR)
        error = errno; /* also a link that the system does not want followed */
    else
        error = output_follow(&output->final);
    const size_t length = output->final == NULL ? 0 : strlen(output->final);
    if (length > 0 && output->final[length - 1] == '/') {
        const int fd = output_open_high(output->final, O_WRONLY | O_CREAT, 0666);
        error = fd < 0 ? errno : EISDIR; /* it always fails; the system knows why */
        if (fd >= 0)
            close(fd);
    }
    if (error == 0)
        error = output->final == NULL ? ENOMEM : open_place(output);
    if (error != 0) {
        output_abandon(output);
        return say_error(error, "%s", say_file(name));
    }
    return 0;
}

/* ---- the rest of the interface ----------------------------------------------------- */

static bool is_synced(const struct output *output)
{
    return output->sync == OUTPUT_SYNC_AUTO ? output->replaces
                                            : output->sync == OUTPUT_SYNC_ALWAYS;
}

int output_write(void *context, const void *data, size_t length)
{
    struct output *output = context;
    if (length == 0)
        return 0;
    const int error = output->fd < 0 ? EBADF : output_write_all(output->fd, data, length);
    output->failed = error;
    if (error != 0)
        return error;
    output->written += length;
    output->unstarted += length;
    if (output->unstarted >= OUTPUT_PIECE && is_synced(output)) {
        output_start_disk(output->fd, output->unstarted);
        output->unstarted = 0;
    }
    return 0;
}

/* Where the folder of a place is. */
static bool folder_of(const char *path, struct stat *is)
{
    const size_t length = output_folder_length(path);
    char *folder = length > 0 ? strndup(path, length) : strdup(".");
    const bool found = folder != NULL && stat(folder, is) == 0;
    free(folder);
    return found;
}

bool output_is_same(const struct output *one, const struct output *other)
{
    struct stat a, b;
    if (one->final == NULL || other->final == NULL)
        return false;
    if (stat(one->final, &a) == 0 && stat(other->final, &b) == 0)
        return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    return strcmp(one->final + output_folder_length(one->final),
                  other->final + output_folder_length(other->final)) == 0 &&
           folder_of(one->final, &a) && folder_of(other->final, &b) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

int output_tell(const struct output *output, int error)
{
    return output->name == NULL || output->terse
               ? say_error(error, "write error")
               : say_error(error, "%s: write error", say_file(output->name));
}

/* Whether it makes sense to sync a descriptor that was written as it is. */
static bool is_stored(int fd)
{
    struct stat is;
    return fstat(fd, &is) == 0 && (S_ISREG(is.st_mode) || S_ISBLK(is.st_mode));
}

int output_commit(struct output *output)
{
    int status = 0;
    if (output->final != NULL) {
        status = output_replace(output);
    } else if (output->written > 0) {
        int error = output->fd < 0 ? EBADF : output_late_error(output->fd);
        if (error == 0 && output->sync == OUTPUT_SYNC_ALWAYS && is_stored(output->fd))
            error = output_sync_now(output->fd);
        if (error != 0)
            status = output_tell(output, error);
    }
    output_abandon(output);
    return status;
}

void output_abandon(struct output *output)
{
    struct stat is;
    if (output->temporary != NULL) {
        if (fstat(output->fd, &is) == 0 && is.st_nlink > 0)
            unlink(output->temporary);
        output_forget(output->temporary); /* if it has a name, or had one */
    }
    if (output->fd > STDERR_FILENO)
        close(output->fd);
    free(output->temporary);
    free(output->final);
    *output = (struct output){.name = output->name, .fd = -1, .written = output->written};
}

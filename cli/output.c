/* SPDX-License-Identifier: MIT
 *
 * output.c - opens, judges and writes outputs. See output.h.
 *
 * An output is one of these:
 *
 * - `final` and `temporary`: a file to replace. It is written to a temporary file in the
 *   same folder (output_temporary.c) and put in place at the end (output_replace.c).
 * - The same with `elsewhere`: temporary files cannot be created in its folder, or not
 *   be removed, so the temporary file is in options.folder, and is copied over the old
 *   file at the end.
 * - Neither: standard output, devices, pipes and /dev/fd/N are written directly.
 *
 * An existing file is first opened for writing, without changing it. So a file that GNU
 * shuf could not write is not replaced here either.
 *
 * By default, fsync() is called only if a file that is not empty gets replaced. Without
 * it, a power failure could lose the old and the new content. A new file is not synced:
 * it would cost time, and nothing can be lost.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/output_parts.h"
#include "cli/say.h"

/* ---- finding out what a name means ------------------------------------------------- */

/* Sets output->final to the path without symbolic links: 0, or an errno. */
static int find(struct output *output)
{
    struct stat is;
    const char *const name = output->name;
    output->final = strdup(name);
    if (output->final == NULL)
        return ENOMEM;
    if (name[0] == '\0')
        return ENOENT;
    if (stat(name, &is) != 0 && errno != ENOENT && errno != ENOTDIR)
        return errno; /* also a link that the system refuses to follow */
    const int error = output_follow(&output->final);
    const size_t length = strlen(output->final);
    if (length > 0 && output->final[length - 1] == '/') {
        /* This always fails; the system knows why. */
        const int fd = output_open_high(output->final, O_WRONLY | O_CREAT, 0666);
        const int reason = fd < 0 ? errno : EISDIR;
        if (fd >= 0)
            close(fd);
        return reason;
    }
    return error;
}

/* What is at output->final. */
enum kind {
    DESCRIPTOR, /* of this process */
    MISSING,    /* nothing */
    FILE_THERE, /* a regular file, to be replaced */
    DIRECT,     /* something else, to be written as it is */
};

/* 0, or an errno. */
static int examine(const char *path, enum kind *kind, struct stat *is)
{
    struct stat link;
    *is = (struct stat){.st_size = 0};
    *kind = MISSING;
    if (output_descriptor_named(path) >= 0)
        *kind = DESCRIPTOR;
    else if (stat(path, is) == 0)
        *kind =
            S_ISREG(is->st_mode) && (lstat(path, &link) != 0 || !output_in_proc(&link))
                ? FILE_THERE
                : DIRECT;
    else if (errno != ENOENT)
        return errno;
    return 0;
}

/* ---- opening ----------------------------------------------------------------------- */

static bool is_refusal(int error)
{
    return error == EACCES || error == EPERM || error == EROFS || error == ENAMETOOLONG;
}

/* Takes a descriptor that is written directly: 0, or an errno. */
static int take(struct output *output, int fd)
{
    output->fd = fd;
    if (fd < 0)
        return errno;
    free(output->final);
    output->final = NULL;
    return 0;
}

/* Asks about the folder of a path: 0, or an errno. */
static int judge_folder(const char *path, int (*judge)(const char *folder))
{
    char *folder = output_folder(path);
    const int error = folder == NULL ? ENOMEM : judge(folder);
    free(folder);
    return error;
}

static int open_file_there(struct output *output, const struct stat *is)
{
    /* O_CREAT, since Linux refuses some files only then (fs.protected_regular). */
    const int old = output_open_high(output->final, O_WRONLY | O_CREAT, 0666);
    if (old < 0)
        return errno;
    output->replaces = is->st_size > 0;
    int error = judge_folder(output->final, output_temporary_error);
    if (error == 0)
        error = output_open_beside(output, 0600);
    if (is_refusal(error))
        error = output_open_elsewhere(output);
    if (error == 0)
        output_keep_flags(output->fd, old);
    output->private = true;
    close(old);
    return error;
}

static int open_place(struct output *output)
{
    struct stat is;
    enum kind kind;
    int error = examine(output->final, &kind, &is);
    if (error != 0)
        return error;
    switch (kind) {
    case DESCRIPTOR:
        /* Opening it anew would start at the beginning of a file again. */
        error = take(output, fcntl(output_descriptor_named(output->final),
                                   F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
        return error == EBADF ? ENOENT : error;
    case MISSING:
        return output_open_beside(output, 0666);
    case FILE_THERE:
        return open_file_there(output, &is);
    case DIRECT:
        break;
    }
    return take(output,
                output_open_high(output->final, O_WRONLY | O_CREAT | O_TRUNC, 0666));
}

/* ---- judging ----------------------------------------------------------------------- */

static int judge_file_there(const char *path)
{
    const int fd = output_open_high(path, O_WRONLY | O_CREAT, 0666);
    if (fd < 0)
        return errno;
    close(fd);
    return 0;
}

static int judge_direct(const char *path, const struct stat *is)
{
    if (S_ISDIR(is->st_mode))
        return EISDIR;
    if (S_ISSOCK(is->st_mode))
        return ENXIO;
    /* Not opened: a pipe would wait for its reader, a tape would rewind. */
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? 0 : errno;
}

/* 0, or an errno; *folder is set if that of the temporary file is the reason. */
static int judge_place(struct output *output, const char **folder)
{
    struct stat is;
    enum kind kind;
    int error = examine(output->final, &kind, &is);
    if (error != 0)
        return error;
    switch (kind) {
    case DESCRIPTOR: {
        const int flags = fcntl(output_descriptor_named(output->final), F_GETFL);
        return flags < 0 ? ENOENT : (flags & O_ACCMODE) == O_RDONLY ? EBADF : 0;
    }
    case MISSING:
        return judge_folder(output->final, output_folder_error);
    case DIRECT:
        error = judge_direct(output->final, &is);
        if (error == 0) {
            free(output->final);
            output->final = NULL;
        }
        return error;
    case FILE_THERE:
        break;
    }
    error = judge_file_there(output->final);
    if (error != 0)
        return error;
    error = judge_folder(output->final, output_temporary_error);
    if (error == 0 || !is_refusal(error))
        return error;
    *folder = output->options.folder;
    return output_temporary_error(*folder);
}

const char *output_room_advice(int error)
{
    switch (error) {
    case ENOSPC:
    case EDQUOT:
        return "; free some space, or name a file on another disk";
    case EFBIG:
        return "; raise the limit on file sizes (ulimit -f), or name a file on another "
               "disk";
    default:
        return "";
    }
}

/* What the user can do about an error of opening. */
static const char *advice(const struct output *output, int error)
{
    struct stat is;
    char *folder = output->final == NULL ? NULL : output_folder(output->final);
    const bool missing = folder != NULL && stat(folder, &is) != 0 && errno == ENOENT;
    free(folder);
    if (output->options.terse)
        return "";
    switch (error) {
    case ENOENT:
        return missing ? "; create its folder first" : "";
    case EACCES:
    case EPERM:
    case EROFS:
        return "; name a file that you may write";
    case EISDIR:
        return "; name a file in it";
    case ENAMETOOLONG:
        return "; choose a shorter name";
    case EMFILE:
        return "; raise the limit on open files (ulimit -n)";
    default:
        return output_room_advice(error);
    }
}

static int tell_opening(const struct output *output, int error)
{
    return say("%s: %s%s", say_file(output->name), strerror(error),
               advice(output, error));
}

static void start(struct output *output, const char *name, struct output_options options)
{
    const char *const folder = getenv("TMPDIR");
    *output = (struct output){.name = name, .options = options, .fd = -1};
    if (options.folder == NULL)
        output->options.folder = folder != NULL && *folder != '\0' ? folder : "/tmp";
}

int output_judge(struct output *output, const char *name, struct output_options options)
{
    const char *folder = NULL;
    start(output, name, options);
    if (name == NULL)
        return 0;
    int error = find(output);
    if (error == 0)
        error = judge_place(output, &folder);
    if (error != 0 && folder != NULL)
        return say(
            "%s: cannot make a temporary file in %s: %s; name another folder with %s",
            say_file(name), say_file(folder), strerror(error),
            options.terse ? "TMPDIR" : "--temp-dir");
    return error == 0 ? 0 : tell_opening(output, error);
}

int output_open_with(struct output *output, const char *name,
                     struct output_options options)
{
    start(output, name, options);
    if (name == NULL) {
        if (fcntl(STDOUT_FILENO, F_GETFD) >= 0)
            output->fd = STDOUT_FILENO;
        return 0; /* a closed one is an error when something is written, as in GNU's */
    }
    int error = find(output);
    if (error == 0)
        error = open_place(output);
    if (error != 0) {
        tell_opening(output, error);
        output_abandon(output);
        return 1;
    }
    return 0;
}

int output_open(struct output *output, const char *name)
{
    return output_open_with(output, name, (struct output_options){.folder = NULL});
}

/* ---- writing ----------------------------------------------------------------------- */

static bool is_synced(const struct output *output)
{
    return output->options.sync == OUTPUT_SYNC_AUTO
               ? output->replaces
               : output->options.sync == OUTPUT_SYNC_ALWAYS;
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

int output_report(const struct output *output, int error)
{
    if (output->name == NULL || output->options.terse)
        return say_error(error, "write error");
    return say("%s: write error: %s%s", say_file(output->name), strerror(error),
               output_room_advice(error));
}

/* ---- the same file twice ----------------------------------------------------------- */

/* The file behind an output: one to be replaced, or that of a descriptor. */
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

/* Whether it is replaced, not written directly. */
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

void output_abandon(struct output *output)
{
    struct stat is;
    if (output->temporary != NULL) {
        if (fstat(output->fd, &is) == 0 && is.st_nlink > 0)
            unlink(output->temporary);
        output_forget(output->temporary);
    }
    if (output->fd > STDERR_FILENO)
        close(output->fd);
    free(output->temporary);
    free(output->final);
    *output = (struct output){.name = output->name,
                              .options = output->options,
                              .fd = -1,
                              .written = output->written};
}

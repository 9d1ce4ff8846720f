/* SPDX-License-Identifier: MIT
 *
 * output.c - checks, opens and writes outputs. See output.h.
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

/* ---- names ------------------------------------------------------------------------ */

/* Sets output->final to the path with symbolic links resolved. Returns 0 or an errno. */
static int resolve(struct output *output)
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

/* What output->final is. */
enum kind {
    DESCRIPTOR,    /* the name of a descriptor, such as /dev/stdout */
    MISSING,       /* nothing: a new file */
    EXISTING_FILE, /* a regular file, to be replaced */
    DIRECT,        /* anything else, to be written directly */
};

/* Determines what a path is. Returns 0 or an errno. */
static int classify(const char *path, enum kind *kind, struct stat *is)
{
    struct stat link;
    *is = (struct stat){.st_size = 0};
    *kind = MISSING;
    if (output_descriptor_named(path) >= 0)
        *kind = DESCRIPTOR;
    else if (stat(path, is) == 0)
        *kind =
            S_ISREG(is->st_mode) && (lstat(path, &link) != 0 || !output_in_proc(&link))
                ? EXISTING_FILE
                : DIRECT;
    else if (errno != ENOENT)
        return errno;
    return 0;
}

/* ---- opening ---------------------------------------------------------------------- */

static bool is_refusal(int error)
{
    return error == EACCES || error == EPERM || error == EROFS || error == ENAMETOOLONG;
}

/* Sets the descriptor, which will be written directly. Returns 0 or an errno. */
static int use_directly(struct output *output, int fd)
{
    output->fd = fd;
    if (fd < 0)
        return errno;
    free(output->final);
    output->final = NULL;
    return 0;
}

/* Calls a check for the folder of a path. Returns 0 or an errno. */
static int check_folder(const char *path, int (*check)(const char *folder))
{
    char *folder = output_folder(path);
    const int error = folder == NULL ? ENOMEM : check(folder);
    free(folder);
    return error;
}

/* What the folder of a new file must allow: if its temporary file has a name, that must
 * be removed later. */
static int (*new_file_check(const struct output *output))(const char *folder)
{
    return output->options.named ? output_temporary_error : output_folder_error;
}

static int open_existing_file(struct output *output, const struct stat *is)
{
    /* With O_CREAT, because Linux refuses some files only then (fs.protected_regular). */
    const int old = output_open_high(output->final, O_WRONLY | O_CREAT, 0666);
    if (old < 0)
        return errno;
    output->replaces = is->st_size > 0;
    int error = check_folder(output->final, output_temporary_error);
    if (error == 0)
        error = output_open_beside(output, 0600);
    if (is_refusal(error))
        error = output_open_elsewhere(output);
    if (error == 0)
        output_copy_flags(output->fd, old);
    output->private = true;
    close(old);
    return error;
}

static int open_place(struct output *output)
{
    struct stat is;
    enum kind kind;
    int error = classify(output->final, &kind, &is);
    if (error != 0)
        return error;
    switch (kind) {
    case DESCRIPTOR:
        /* Duplicated, because open() would start at the beginning of a file. */
        error = use_directly(output, fcntl(output_descriptor_named(output->final),
                                           F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
        return error == EBADF ? ENOENT : error;
    case MISSING:
        error = check_folder(output->final, new_file_check(output));
        return error == 0 ? output_open_beside(output, 0666) : error;
    case EXISTING_FILE:
        return open_existing_file(output, &is);
    case DIRECT:
        break;
    }
    return use_directly(
        output, output_open_high(output->final, O_WRONLY | O_CREAT | O_TRUNC, 0666));
}

/* ---- checking --------------------------------------------------------------------- */

static int check_existing_file(const char *path)
{
    const int fd = output_open_high(path, O_WRONLY | O_CREAT, 0666);
    if (fd < 0)
        return errno;
    close(fd);
    return 0;
}

static int check_direct(const char *path, const struct stat *is)
{
    if (S_ISDIR(is->st_mode))
        return EISDIR;
    if (S_ISSOCK(is->st_mode))
        return ENXIO;
    /* Not opened, because a pipe would wait for a reader, and a tape would rewind. */
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? 0 : errno;
}

/* Returns 0 or an errno. Sets *folder if the folder for the temporary file is the reason.
 */
static int check_place(struct output *output, const char **folder)
{
    struct stat is;
    enum kind kind;
    int error = classify(output->final, &kind, &is);
    if (error != 0)
        return error;
    switch (kind) {
    case DESCRIPTOR: {
        const int flags = fcntl(output_descriptor_named(output->final), F_GETFL);
        return flags < 0 ? ENOENT : (flags & O_ACCMODE) == O_RDONLY ? EBADF : 0;
    }
    case MISSING:
        return check_folder(output->final, new_file_check(output));
    case DIRECT:
        error = check_direct(output->final, &is);
        if (error == 0) {
            free(output->final);
            output->final = NULL;
        }
        return error;
    case EXISTING_FILE:
        break;
    }
    error = check_existing_file(output->final);
    if (error != 0)
        return error;
    error = check_folder(output->final, output_temporary_error);
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
        return "; free some space, or choose a file on another disk";
    case EFBIG:
        return "; raise the limit on file sizes (ulimit -f)";
    default:
        return "";
    }
}

/* What the user can do if opening failed. */
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
        return "; choose a file that you can write";
    case EISDIR:
        return "; add the name of a file";
    case ENAMETOOLONG:
        return "; choose a shorter name";
    case EMFILE:
        return "; raise the limit on open files (ulimit -n)";
    default:
        return output_room_advice(error);
    }
}

static int report_opening(const struct output *output, int error)
{
    return say("%s: %s%s", say_file(output->name), strerror(error),
               advice(output, error));
}

static void init(struct output *output, const char *name, struct output_options options)
{
    const char *const folder = getenv("TMPDIR");
    *output = (struct output){.name = name, .options = options, .fd = -1};
    if (options.folder == NULL)
        output->options.folder = folder != NULL && *folder != '\0' ? folder : "/tmp";
}

int output_check(struct output *output, const char *name, struct output_options options)
{
    const char *folder = NULL;
    init(output, name, options);
    if (name == NULL)
        return 0;
    int error = resolve(output);
    if (error == 0)
        error = check_place(output, &folder);
    if (error != 0 && folder != NULL)
        return say("%s: cannot create a temporary file in %s: %s; %s", say_file(name),
                   say_file(folder), strerror(error),
                   options.terse ? "set TMPDIR to another folder"
                                 : "use --temp-dir to choose another folder");
    return error == 0 ? 0 : report_opening(output, error);
}

int output_open_with(struct output *output, const char *name,
                     struct output_options options)
{
    init(output, name, options);
    if (name == NULL) {
        if (fcntl(STDOUT_FILENO, F_GETFD) >= 0)
            output->fd = STDOUT_FILENO;
        return 0; /* if it is closed, writing fails, as in GNU programs */
    }
    int error = resolve(output);
    if (error == 0)
        error = open_place(output);
    if (error != 0) {
        report_opening(output, error);
        output_abandon(output);
        return 1;
    }
    return 0;
}

int output_open(struct output *output, const char *name)
{
    return output_open_with(output, name, (struct output_options){.folder = NULL});
}

/* ---- writing ---------------------------------------------------------------------- */

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

/* ---- closing ---------------------------------------------------------------------- */

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

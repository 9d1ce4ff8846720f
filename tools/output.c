/* SPDX-License-Identifier: MIT
 *
 * output.c - where results go: standard output, or a file that is replaced when complete.
 *
 * There are three ways:
 *
 * - `final` and `temporary`: a file of its own in the folder of the place, which gets
 *   owner, mode and ACL of the old one at the end, and then its name by rename(). Where
 *   the system can, it has no name at all until then (O_TMPFILE), so that not even
 * SIGKILL leaves litter; else it is called .NAME.fairshuf-XXXXXX and stands in a table,
 * for output_remove_all().
 * - `final` only: a nameless file, copied over the old one at the end: for files with
 *   several links, which rename() would part, and for folders that cannot be written. The
 *   space is reserved before the first byte is overwritten. The same is done when
 * rename() is refused: mount points, files of others in a sticky folder.
 * - Neither: standard output, devices, pipes, /dev/fd/N are written as they are.
 *
 * A file may be replaced if it may be written: it is opened for writing first, without
 * changing it, so that whatever the system refuses to GNU's shuf is refused here, too.
 *
 * fsync() is called only if a file that is not empty gets replaced: its bytes exist once,
 * and a power failure after a rename() that reached the disk before the data would lose
 * the old and the new. New files are not synced, as it costs time and endangers nothing.
 *
 * Extended attributes other than the access ACL are not carried over.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "say.h"

#define LABEL ".fairshuf-"

enum {
    SLOTS = 256,    /* temporary files at a time; more than options can ask for */
    TRIES = 100,    /* names */
    LINKS = 40,     /* followed, as Linux does */
    MOST = 1 << 30, /* bytes in one call; Linux takes a little less than 2^31 */
    BUFFER = 64 * 1024,
    ACL_SIZE = 64 * 1024, /* what Linux allows for an attribute */
    SET_ID = S_ISUID | S_ISGID,
};

/* ---- the table of names ------------------------------------------------------------ */

static _Atomic(char *) slots[SLOTS];

static bool enter(char *path)
{
    for (int i = 0; i < SLOTS; i++) {
        char *empty = NULL;
        if (atomic_compare_exchange_strong(&slots[i], &empty, path))
            return true;
    }
    errno = EMFILE;
    return false;
}

static void leave(char *path)
{
    for (int i = 0; i < SLOTS; i++) {
        char *expected = path;
        if (atomic_compare_exchange_strong(&slots[i], &expected, NULL))
            return;
    }
}

/* ---- descriptors ------------------------------------------------------------------- */

/* open(), never as one of the standard descriptors: if standard output is closed, what is
 * meant for it must not get into another file. */
static int open_high(const char *path, int flags, mode_t mode)
{
    int fd;
    do {
        fd = open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    const int high = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    close(fd);
    errno = error;
    return high;
}

/* Asks for errors that some file systems tell only when a descriptor is closed, by
 * closing a copy of it. 0, or an errno. */
static int late_error(int fd)
{
    const int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (copy < 0)
        return errno;
    return close(copy) == 0 || errno == EINTR ? 0 : errno;
}

static int write_all(int fd, const char *data, size_t length)
{
    while (length > 0) {
        const ssize_t done = write(fd, data, length < MOST ? length : MOST);
        if (done > 0) {
            data += done;
            length -= (size_t)done;
        } else if (done == 0) {
            return ENOSPC;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd wait = {.fd = fd, .events = POLLOUT};
            if (poll(&wait, 1, -1) < 0 && errno != EINTR)
                return errno;
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

/* ---- names ------------------------------------------------------------------------- */

/* The bytes of a path before its last component, with the slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* The first `length` bytes of `a`, then b and c; NULL if there is no memory. */
static char *join(const char *a, size_t length, const char *b, const char *c)
{
    const size_t size = length + strlen(b) + strlen(c) + 1;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%.*s%s%s", (int)length, a, b, c);
    return path;
}

/* N if the path is that of this process's descriptor N, else -1. */
static int descriptor_named(const char *path)
{
    static const char *const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (int i = 0; i < 3; i++)
        if (strcmp(path, standard[i]) == 0)
            return i;
    for (int i = 0; i < 2; i++) {
        const size_t length = strlen(folders[i]);
        if (strncmp(path, folders[i], length) != 0)
            continue;
        const char *digits = path + length;
        const size_t count = strlen(digits);
        if (count > 0 && count < 9 && strspn(digits, "0123456789") == count)
            return (int)strtol(digits, NULL, 10);
    }
    return -1;
}

/* The links of /proc lead to open files; their text is not always a path. */
static bool in_proc(const struct stat *link)
{
    struct stat proc;
    return lstat("/proc/self", &proc) == 0 && proc.st_dev == link->st_dev;
}

/* Follows symbolic links from *path, which is allocated, to something that is none or
 * does not exist, or to a descriptor's path. 0, or an errno. */
static int follow(char **path)
{
    for (int i = 0; i <= LINKS; i++) {
        struct stat is;
        if (descriptor_named(*path) >= 0)
            return 0;
        if (lstat(*path, &is) != 0)
            return errno == ENOENT ? 0 : errno;
        if (!S_ISLNK(is.st_mode) || in_proc(&is))
            return 0;
        char target[PATH_MAX];
        const ssize_t length = readlink(*path, target, sizeof target - 1);
        if (length < 0)
            return errno;
        target[length] = '\0';
        char *next = join(*path, target[0] == '/' ? 0 : folder_length(*path), target, "");
        if (next == NULL)
            return ENOMEM;
        free(*path);
        *path = next;
    }
    return ELOOP;
}

/* Puts random characters at the end of a path. */
static void roll(char *path)
{
    unsigned char bytes[6];
    if (getentropy(bytes, sizeof bytes) != 0) {
        struct timespec now = {0}; /* O_EXCL makes sure of the rest */
        clock_gettime(CLOCK_MONOTONIC, &now);
        const uint64_t mixed = (uint64_t)now.tv_nsec * 2654435761u + (uint64_t)getpid();
        memcpy(bytes, &mixed, sizeof bytes);
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        path[strlen(path) - sizeof bytes + i] =
            "abcdefghijklmnopqrstuvwxyz234567"[bytes[i] & 31];
}

/* ---- temporary files --------------------------------------------------------------- */

/* A file without a name in the folder that a path starts with; -1 if there cannot be. */
static int open_nameless(const char *path, size_t length, mode_t mode)
{
#ifdef O_TMPFILE
    char folder[PATH_MAX], self[64];
    if (length >= sizeof folder)
        return -1;
    memcpy(folder, path, length);
    memcpy(folder + length, length == 0 ? "." : "", length == 0 ? 2 : 1);
    const int fd = open_high(folder, O_TMPFILE | O_RDWR, mode);
    if (fd < 0)
        return -1;
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd); /* its name is made from this */
    if (access(self, F_OK) == 0)
        return fd;
    close(fd);
#else
    (void)path, (void)length, (void)mode;
#endif
    return -1;
}

/* Gives the file behind `from` the temporary name; if `from` is -1, makes one. The name
 * is in the table before the file exists, so that a signal cannot come in between.
 * Returns a descriptor, or -1. */
static int name_temporary(char *temporary, int from, mode_t mode)
{
    for (int i = 0; i < TRIES; i++) {
        int fd = from;
        roll(temporary);
        if (!enter(temporary))
            return -1;
        if (from < 0) {
            fd = open_high(temporary, O_RDWR | O_CREAT | O_EXCL, mode);
        } else {
            char self[64];
            snprintf(self, sizeof self, "/proc/self/fd/%d", from);
            if (linkat(AT_FDCWD, self, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) != 0)
                fd = -1;
        }
        if (fd >= 0)
            return fd;
        const int error = errno;
        leave(temporary);
        errno = error;
        if (error != EEXIST)
            return -1;
    }
    return -1;
}

/* Opens a file beside the final place: 0, or an errno. */
static int open_beside(struct output *output, mode_t mode)
{
    const char *final = output->final;
    const size_t length = folder_length(final);
    output->fd = open_nameless(final, length, mode);
    const bool nameless = output->fd >= 0;
    const char *const base = final + length;
    const bool fits = strlen(base) + sizeof "." LABEL "XXXXXX" <= NAME_MAX;
    for (int brief = !fits; brief < 2; brief++) {
        char *tail = join(".", !brief, brief ? "" : base, LABEL "XXXXXX");
        output->temporary = tail == NULL ? NULL : join(final, length, tail, "");
        free(tail);
        if (output->temporary == NULL)
            return ENOMEM;
        if (!nameless)
            output->fd = name_temporary(output->temporary, -1, mode);
        if (output->fd >= 0)
            return 0;
        const int error = errno;
        free(output->temporary);
        output->temporary = NULL;
        if (error != ENAMETOOLONG || brief)
            return error;
    }
    return ENAMETOOLONG;
}

/* Opens a file without a name somewhere, to be copied into place: 0, or an errno. */
static int open_elsewhere(struct output *output)
{
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || folder[0] == '\0')
        folder = "/tmp";
    output->fd = open_nameless(output->final, folder_length(output->final), 0600);
    if (output->fd < 0)
        output->fd = open_nameless(folder, strlen(folder), 0600);
    if (output->fd >= 0)
        return 0;
    char *name = join(folder, strlen(folder), "/", LABEL "XXXXXX");
    if (name == NULL)
        return ENOMEM;
    output->fd = name_temporary(name, -1, 0600);
    const int error = errno;
    if (output->fd >= 0) {
        unlink(name);
        leave(name);
    }
    free(name);
    return output->fd >= 0 ? 0 : error;
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

static int copy(int from, int to, uint64_t size)
{
    char buffer[BUFFER];
    for (uint64_t at = 0; at < size;) {
        const ssize_t got = pread(from, buffer, sizeof buffer, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0 ? EIO : errno;
        const int error = write_all(to, buffer, (size_t)got);
        if (error != 0)
            return error;
        at += (uint64_t)got;
    }
    return ftruncate(to, (off_t)size) == 0 ? late_error(to) : errno;
}

/* Copies what was written over the old file. Signals have to wait. */
static int copy_into_place(const struct output *output)
{
    const char *const name = say_file(output->name);
    const int fd = open_high(output->final, O_WRONLY | O_CREAT | O_NOFOLLOW, 0666);
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
    if (is.st_nlink == 0 && name_temporary(output->temporary, output->fd, 0) < 0)
        return errno;
    return rename(output->temporary, output->final) == 0 ? 0 : errno;
}

static int commit_file(struct output *output)
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
    int error = late_error(output->fd);
    if (error == 0 && was != NULL && was->st_size > 0 && fsync(output->fd) != 0)
        error = errno == EINVAL || errno == ENOTSUP ? 0 : errno;
    if (error != 0)
        return output_tell(output, error);
    error = rename_into_place(output, was);
    if (error == 0) {
        leave(output->temporary);
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
    const int descriptor = descriptor_named(output->final);
    if (descriptor >= 0) {
        /* Not opened anew, which would start at the beginning of a file again. */
        const int fd = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        const int error = open_as_it_is(output, fd);
        return error == EBADF ? ENOENT : error;
    }
    if (stat(output->final, &is) != 0)
        return errno == ENOENT ? open_beside(output, 0666) : errno;
    struct stat link;
    const bool as_it_is =
        !S_ISREG(is.st_mode) || (lstat(output->final, &link) == 0 && in_proc(&link));
    const int fd =
        open_high(output->final, O_WRONLY | O_CREAT | (as_it_is ? O_TRUNC : 0), 0666);
    if (fd < 0 || as_it_is)
        return open_as_it_is(output, fd);
    close(fd);
    int error = EACCES;
    if (is.st_nlink == 1)
        error = open_beside(output, 0600);
    if (error == EACCES || error == EPERM || error == EROFS || error == ENAMETOOLONG)
        error = open_elsewhere(output);
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
        error = follow(&output->final);
    const size_t length = output->final == NULL ? 0 : strlen(output->final);
    if (length > 0 && output->final[length - 1] == '/') {
        const int fd = open_high(output->final, O_WRONLY | O_CREAT, 0666);
        error = fd < 0 ? errno : EISDIR; /* it always fails; the system knows why */
        if (fd >= 0)
            close(fd);
    }
    if (error == 0)
        error = open_place(output);
    if (error != 0) {
        output_abandon(output);
        return say_error(error, "%s", say_file(name));
    }
    return 0;
}

/* ---- the rest of the interface ----------------------------------------------------- */

int output_write(void *context, const void *data, size_t length)
{
    struct output *output = context;
    if (length == 0)
        return 0;
    const int error = output->fd < 0 ? EBADF : write_all(output->fd, data, length);
    if (error == 0)
        output->written += length;
    output->failed = error;
    return error;
}

/* Where the folder of a place is. */
static bool folder_of(const char *path, struct stat *is)
{
    const size_t length = folder_length(path);
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
    return strcmp(one->final + folder_length(one->final),
                  other->final + folder_length(other->final)) == 0 &&
           folder_of(one->final, &a) && folder_of(other->final, &b) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

int output_tell(const struct output *output, int error)
{
    return output->name == NULL || output->terse
               ? say_error(error, "write error")
               : say_error(error, "%s: write error", say_file(output->name));
}

int output_commit(struct output *output)
{
    int status = 0;
    if (output->final != NULL) {
        status = commit_file(output);
    } else if (output->written > 0) {
        const int error = output->fd < 0 ? EBADF : late_error(output->fd);
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
        leave(output->temporary); /* if it has a name, or had one */
    }
    if (output->fd > STDERR_FILENO)
        close(output->fd);
    free(output->temporary);
    free(output->final);
    *output = (struct output){.name = output->name, .fd = -1, .written = output->written};
}

void output_remove_all(void)
{
    const int error = errno;
    for (int i = 0; i < SLOTS; i++) {
        const char *path = atomic_load(&slots[i]);
        if (path != NULL)
            unlink(path);
    }
    errno = error;
}

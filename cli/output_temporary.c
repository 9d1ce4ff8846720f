/* SPDX-License-Identifier: MIT
 *
 * output_temporary.c - names, descriptors and temporary files. See output_parts.h.
 *
 * Where the system can, a temporary file has no name while it is written (O_TMPFILE), so
 * that even SIGKILL leaves nothing behind. Elsewhere, and once it has a name, it is
 * called .NAME.fairshuf-XXXXXX, and its name is in a table for output_remove_all().
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cli/output_parts.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LABEL ".fairshuf-"

enum {
    SLOTS = 256,    /* most temporary files at a time; more than there can be outputs */
    TRIES = 100,    /* most names to try */
    LINKS = 40,     /* most symbolic links to follow, as in Linux */
    MOST = 1 << 30, /* most bytes in one write(); Linux allows a little less than 2^31 */
};

/* ---- the table of names ----------------------------------------------------------- */

static _Atomic(char *) slots[SLOTS];

bool output_enter(char *path)
{
    for (int i = 0; i < SLOTS; i++) {
        char *empty = NULL;
        if (atomic_compare_exchange_strong(&slots[i], &empty, path))
            return true;
    }
    errno = EMFILE;
    return false;
}

void output_forget(char *path)
{
    for (int i = 0; i < SLOTS; i++) {
        char *expected = path;
        if (atomic_compare_exchange_strong(&slots[i], &expected, NULL))
            return;
    }
}

/* ---- descriptors ------------------------------------------------------------------ */

int output_open_high(const char *path, int flags, mode_t mode)
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

int output_late_error(int fd)
{
    const int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (copy < 0)
        return errno;
    return close(copy) == 0 || errno == EINTR ? 0 : errno;
}

int output_write_all(int fd, const char *data, size_t length)
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

/* ---- names ------------------------------------------------------------------------ */

size_t output_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

char *output_folder(const char *path)
{
    const size_t length = output_folder_length(path);
    return length > 0 ? strndup(path, length) : strdup(".");
}

int output_folder_error(const char *folder)
{
    struct stat is;
    if (stat(folder, &is) != 0)
        return errno;
    if (!S_ISDIR(is.st_mode))
        return ENOTDIR;
    return faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

bool output_is_append_only(const char *folder)
{
#ifdef STATX_ATTR_APPEND
    struct statx is;
    return statx(AT_FDCWD, folder, 0, 0, &is) == 0 &&
           (is.stx_attributes & STATX_ATTR_APPEND) != 0;
#else
    (void)folder;
    return false;
#endif
}

int output_temporary_error(const char *folder)
{
    const int error = output_folder_error(folder);
    return error == 0 && output_is_append_only(folder) ? EPERM : error;
}

/* Joins the first `length` bytes of `a`, b and c. NULL if there is no memory. */
static char *join(const char *a, size_t length, const char *b, const char *c)
{
    const size_t size = length + strlen(b) + strlen(c) + 1;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%.*s%s%s", (int)length, a, b, c);
    return path;
}

int output_descriptor_named(const char *path)
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

bool output_in_proc(const struct stat *link)
{
    struct stat proc;
    return lstat("/proc/self", &proc) == 0 && proc.st_dev == link->st_dev;
}

int output_follow(char **path)
{
    for (int i = 0; i <= LINKS; i++) {
        struct stat is;
        if (output_descriptor_named(*path) >= 0)
            return 0;
        if (lstat(*path, &is) != 0)
            return errno == ENOENT ? 0 : errno;
        if (!S_ISLNK(is.st_mode) || output_in_proc(&is))
            return 0;
        char target[PATH_MAX];
        const ssize_t length = readlink(*path, target, sizeof target - 1);
        if (length < 0)
            return errno;
        target[length] = '\0';
        char *next =
            join(*path, target[0] == '/' ? 0 : output_folder_length(*path), target, "");
        if (next == NULL)
            return ENOMEM;
        free(*path);
        *path = next;
    }
    return ELOOP;
}

/* Replaces the last six characters of a path by random ones. */
static void randomize_suffix(char *path)
{
    unsigned char bytes[6];
    assert(strlen(path) >= sizeof bytes);
    if (getentropy(bytes, sizeof bytes) != 0) {
        struct timespec now = {0}; /* good enough: O_EXCL detects a collision */
        clock_gettime(CLOCK_MONOTONIC, &now);
        const uint64_t mixed = (uint64_t)now.tv_nsec * 2654435761u + (uint64_t)getpid();
        memcpy(bytes, &mixed, sizeof bytes);
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        path[strlen(path) - sizeof bytes + i] =
            "abcdefghijklmnopqrstuvwxyz234567"[bytes[i] & 31];
}

/* ---- temporary files -------------------------------------------------------------- */

/* Opens a nameless file in the folder that is the first `length` bytes of a path. Returns
 * -1 if that is not possible. */
static int open_nameless(const char *path, size_t length, mode_t mode)
{
#ifdef O_TMPFILE
    char folder[PATH_MAX], self[64];
    if (length >= sizeof folder)
        return -1;
    memcpy(folder, path, length);
    memcpy(folder + length, length == 0 ? "." : "", length == 0 ? 2 : 1);
    const int fd = output_open_high(folder, O_TMPFILE | O_RDWR, mode);
    if (fd < 0)
        return -1;
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd); /* output_link() needs this */
    if (access(self, F_OK) == 0)
        return fd;
    close(fd);
#else
    (void)path, (void)length, (void)mode;
#endif
    return -1;
}

int output_link(int fd, const char *path)
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int output_name_temporary(char *temporary, int from, mode_t mode)
{
    for (int i = 0; i < TRIES; i++) {
        int fd = from;
        randomize_suffix(temporary);
        if (!output_enter(temporary))
            return -1;
        if (from < 0) {
            fd = output_open_high(temporary, O_RDWR | O_CREAT | O_EXCL, mode);
        } else if (output_link(from, temporary) != 0) {
            fd = -1;
        }
        if (fd >= 0)
            return fd;
        const int error = errno;
        output_forget(temporary);
        errno = error;
        if (error != EEXIST)
            return -1;
    }
    return -1;
}

/* Opens a temporary file for an output named `base`, in the folder that is the first
 * `length` bytes of `path`. Returns 0 or an errno. */
static int open_temporary(struct output *output, const char *path, size_t length,
                          const char *base, mode_t mode)
{
    output->fd = output->options.named ? -1 : open_nameless(path, length, mode);
    const bool nameless = output->fd >= 0;
    const bool fits = strlen(base) + sizeof "." LABEL "XXXXXX" <= NAME_MAX;
    for (int brief = !fits; brief < 2; brief++) {
        char *tail = join(".", !brief, brief ? "" : base, LABEL "XXXXXX");
        output->temporary = tail == NULL ? NULL : join(path, length, tail, "");
        free(tail);
        if (output->temporary == NULL)
            return ENOMEM;
        if (!nameless)
            output->fd = output_name_temporary(output->temporary, -1, mode);
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

int output_open_beside(struct output *output, mode_t mode)
{
    assert(output->final != NULL);
    const size_t length = output_folder_length(output->final);
    return open_temporary(output, output->final, length, output->final + length, mode);
}

int output_open_elsewhere(struct output *output)
{
    char *folder = join(output->options.folder, strlen(output->options.folder), "/", "");
    if (folder == NULL)
        return ENOMEM;
    output->elsewhere = true;
    const char *const base = output->final + output_folder_length(output->final);
    const int error = open_temporary(output, folder, strlen(folder), base, 0600);
    free(folder);
    return error;
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

/* SPDX-License-Identifier: MIT
 *
 * output_faulty.h - tools/output*.c with system calls that fail when they are told to.
 *
 * The sources are included with their system calls replaced by macros: unlike --wrap of
 * the linker this does not depend on the names that libc gives to calls with 64-bit
 * offsets. The calls that make files last leave a trail. Messages are kept and counted,
 * not shown.
 */
#ifndef OUTPUT_FAULTY_H
#define OUTPUT_FAULTY_H

/* All that the sources include, too: none may come after the macros. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

/* ---- faults ------------------------------------------------------------------------ */

static long calls_left = -1; /* until one fails; -1: none does */
static int fault;            /* its errno */
static bool struck;
static bool no_nameless, no_rename, no_space; /* always refused */
static size_t most = SIZE_MAX;                /* bytes that a write takes */
static size_t longest;                        /* write that was asked for */
static char trail[64];                        /* of some calls, a letter for each */
static off_t started_at, started_length;      /* of the last that starts writing */

static void leave_trail(char letter)
{
    const size_t length = strlen(trail);
    if (length + 1 < sizeof trail)
        trail[length] = letter;
}

static bool fails(void)
{
    if (calls_left < 0 || calls_left-- > 0)
        return false;
    struck = true;
    errno = fault;
    return true;
}

static int faulty_open(const char *path, int flags, mode_t mode)
{
#ifdef O_TMPFILE
    if (no_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
#endif
    return fails() ? -1 : open(path, flags, mode);
}

static ssize_t faulty_write(int fd, const void *data, size_t length)
{
    longest = length > longest ? length : longest;
    return fails() ? -1 : write(fd, data, length < most ? length : most);
}

static int faulty_close(int fd)
{
    const int result = close(fd); /* an error of close() closes all the same */
    return fails() ? -1 : result;
}

static int faulty_rename(const char *from, const char *to)
{
    if (no_rename) {
        errno = EBUSY;
        return -1;
    }
    leave_trail('R');
    return fails() ? -1 : rename(from, to);
}

static int faulty_fsync(int fd)
{
    struct stat is;
    leave_trail(fstat(fd, &is) == 0 && S_ISDIR(is.st_mode) ? 'D' : 'F');
    return fails() ? -1 : fsync(fd);
}

static int faulty_link(const char *from, const char *to)
{
    leave_trail('L');
    return fails() ? -1 : linkat(AT_FDCWD, from, AT_FDCWD, to, AT_SYMLINK_FOLLOW);
}

static int faulty_unlink(const char *path)
{
    leave_trail('U');
    return unlink(path); /* if that fails, nothing can be done about it */
}

#ifdef __linux__
static int faulty_range(int fd, off_t at, off_t length, unsigned flags)
{
    const bool starts = flags == SYNC_FILE_RANGE_WRITE;
    leave_trail(starts ? 's' : 'W');
    if (starts) {
        started_at = at;
        started_length = length;
    }
    return fails() ? -1 : sync_file_range(fd, at, length, flags);
}
#endif

static int faulty_fallocate(int fd, off_t from, off_t length)
{
    if (no_space)
        return ENOSPC;
    leave_trail('A');
    return fails() ? fault : posix_fallocate(fd, from, length);
}

#define open(path, flags, mode) faulty_open(path, flags, mode)
#define write(fd, data, length) faulty_write(fd, data, length)
#define close(fd) faulty_close(fd)
#define rename(from, to) faulty_rename(from, to)
#define posix_fallocate(fd, from, length) faulty_fallocate(fd, from, length)
#define stat(path, is) (fails() ? -1 : stat(path, is))
#define lstat(path, is) (fails() ? -1 : lstat(path, is))
#define fcntl(...) (fails() ? -1 : fcntl(__VA_ARGS__))
#define fchmod(fd, mode) (fails() ? -1 : fchmod(fd, mode))
#define fchown(fd, owner, group) (fails() ? -1 : fchown(fd, owner, group))
#define fsync(fd) faulty_fsync(fd)
#define sync_file_range(fd, at, length, flags) faulty_range(fd, at, length, flags)
#define unlink(path) faulty_unlink(path)
#define ftruncate(fd, size) (fails() ? -1 : ftruncate(fd, size))
#define linkat(a, from, c, to, e) faulty_link(from, to)
#define pread(fd, data, size, at) (fails() ? -1 : pread(fd, data, size, at))
#define readlink(path, text, size) (fails() ? -1 : readlink(path, text, size))
#define malloc(size) (fails() ? NULL : malloc(size))
#define strdup(text) (fails() ? NULL : strdup(text))
#define access(path, mode) (fails() ? -1 : access(path, mode))

/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "../tools/output_temporary.c"

#include "../tools/output_replace.c"

#include "../tools/output.c"
/* NOLINTEND(bugprone-suspicious-include) */

#undef open
#undef write
#undef close
#undef rename
#undef posix_fallocate
#undef stat
#undef lstat
#undef fcntl
#undef fchmod
#undef fchown
#undef fsync
#undef sync_file_range
#undef unlink
#undef ftruncate
#undef linkat
#undef pread
#undef readlink
#undef malloc
#undef strdup
#undef access

/* ---- messages ---------------------------------------------------------------------- */

static unsigned messages;
static char message[PATH_MAX + 200];

int say_error(int error, const char *format, ...)
{
    messages++;
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (length >= 0 && (size_t)length < sizeof message)
        snprintf(message + length, sizeof message - (size_t)length, ": %s",
                 strerror(error));
    return 1;
}

const char *say_file(const char *name)
{
    return name;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * output_faulty.h - cli/output*.c with system calls that fail on demand.
 *
 * The sources are included with their system calls replaced by macros. Unlike --wrap of
 * the linker, this does not depend on the names that libc gives to calls with 64-bit
 * offsets. The calls that matter for the disk are recorded. Messages are stored and
 * counted, not printed.
 */
#ifndef OUTPUT_FAULTY_H
#define OUTPUT_FAULTY_H

/* Everything that the sources include, because it must come before the macros. */
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
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#endif

/* ---- faults ----------------------------------------------------------------------- */

static long calls_left = -1;   /* calls until one fails; -1: none fails */
static int fault;              /* the errno of the call that fails */
static bool struck;            /* a call has failed */
static bool no_nameless;       /* O_TMPFILE is not supported */
static bool no_rename;         /* rename() always fails */
static bool no_space;          /* fallocate() fails because the disk is full */
static bool no_exchange;       /* RENAME_EXCHANGE is not supported */
static bool no_fallocate;      /* fallocate() is not supported */
static size_t most = SIZE_MAX; /* the most bytes that write() writes */
static size_t longest;         /* the most bytes that write() was asked to write */
static unsigned full_after;    /* from this write on, the disk is full; 0: never */
static unsigned writes;        /* number of writes, if full_after is set */
static char trail[64];         /* a letter for each recorded call */
static off_t started_at;       /* where the last sync_file_range() started writing */
static off_t started_length;   /* its length */

static void record_call(char letter)
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
    if (full_after > 0 && ++writes >= full_after) {
        errno = ENOSPC;
        return -1;
    }
    return fails() ? -1 : write(fd, data, length < most ? length : most);
}

static int faulty_close(int fd)
{
    const int result = close(fd); /* close() closes even if it fails */
    return fails() ? -1 : result;
}

static int faulty_rename(const char *from, const char *to)
{
    if (no_rename) {
        errno = EBUSY;
        return -1;
    }
    record_call('R');
    return fails() ? -1 : rename(from, to);
}

static int faulty_fsync(int fd)
{
    struct stat is;
    record_call(fstat(fd, &is) == 0 && S_ISDIR(is.st_mode) ? 'D' : 'F');
    return fails() ? -1 : fsync(fd);
}

static int faulty_link(const char *from, const char *to)
{
    record_call('L');
    return fails() ? -1 : linkat(AT_FDCWD, from, AT_FDCWD, to, AT_SYMLINK_FOLLOW);
}

static int faulty_unlink(const char *path)
{
    record_call('U');
    return unlink(path); /* if that fails, nothing can be done about it */
}

#ifdef __linux__
static int faulty_range(int fd, off_t at, off_t length, unsigned flags)
{
    const bool starts = flags == SYNC_FILE_RANGE_WRITE;
    record_call(starts ? 's' : 'W');
    if (starts) {
        started_at = at;
        started_length = length;
    }
    return fails() ? -1 : sync_file_range(fd, at, length, flags);
}
#endif

static int faulty_fallocate(int fd, int mode, off_t from, off_t length)
{
    if (no_space || no_fallocate) {
        errno = no_space ? ENOSPC : EOPNOTSUPP;
        return -1;
    }
    record_call('A');
    return fails() ? -1 : fallocate(fd, mode, from, length);
}

#ifdef SYS_renameat2
static long faulty_exchange(const char *one, const char *other)
{
    if (no_exchange) {
        errno = EINVAL;
        return -1;
    }
    if (no_rename) {
        errno = EBUSY;
        return -1;
    }
    record_call('X');
    return fails()
               ? -1
               : syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}
#endif

#define open(path, flags, mode) faulty_open(path, flags, mode)
#define write(fd, data, length) faulty_write(fd, data, length)
#define close(fd) faulty_close(fd)
#define rename(from, to) faulty_rename(from, to)
#define fallocate(fd, mode, from, length) faulty_fallocate(fd, mode, from, length)
#define syscall(number, a, one, b, other, flags) faulty_exchange(one, other)
#define ioctl(...) (fails() ? -1 : ioctl(__VA_ARGS__))
#define fgetxattr(...) (fails() ? -1 : fgetxattr(__VA_ARGS__))
#define fsetxattr(...) (fails() ? -1 : fsetxattr(__VA_ARGS__))
#define flistxattr(...) (fails() ? -1 : flistxattr(__VA_ARGS__))
#define fremovexattr(...) (fails() ? -1 : fremovexattr(__VA_ARGS__))
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
#define strndup(text, size) (fails() ? NULL : strndup(text, size))
#define calloc(count, size) (fails() ? NULL : calloc(count, size))
#define open_memstream(text, size) (fails() ? NULL : open_memstream(text, size))
#define access(path, mode) (fails() ? -1 : access(path, mode))
#define faccessat(a, path, mode, b) (fails() ? -1 : faccessat(a, path, mode, b))

/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "cli/output_temporary.c"

#include "cli/output_disk.c"

#include "cli/output_attributes.c"

#include "cli/output_copy.c"

#include "cli/output_complete.c"

#include "cli/output_replace.c"

#include "cli/output_same.c"

#include "cli/output_shared.c"

#include "cli/output.c"
/* NOLINTEND(bugprone-suspicious-include) */

#undef open
#undef write
#undef close
#undef rename
#undef fallocate
#undef syscall
#undef ioctl
#undef fgetxattr
#undef fsetxattr
#undef flistxattr
#undef fremovexattr
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
#undef strndup
#undef calloc
#undef open_memstream
#undef access
#undef faccessat

/* ---- messages --------------------------------------------------------------------- */

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

int say(const char *format, ...)
{
    messages++;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return 1;
}

const char *say_file(const char *name)
{
    return name;
}

#endif

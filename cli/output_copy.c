/* SPDX-License-Identifier: MIT
 *
 * output_copy.c - copies the new content over an old file that cannot be replaced by
 * renaming. See output_parts.h.
 *
 * The old content must not be lost if the disk is full. So the caller first writes the
 * complete new content to a temporary file that has a name, and output_reserve()
 * allocates space for the part by which the file grows. Most file systems overwrite
 * existing blocks in place. Copy-on-write file systems (btrfs, XFS with shared blocks) do
 * not, so space could run out half-way. There, the blocks of the temporary file are
 * shared instead of copied (FICLONE), which needs no space.
 *
 * If copying still fails half-way, the caller keeps the temporary file, so that one
 * complete copy of the new content exists at any time.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fallocate */
#endif
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#endif

#include "cli/output_parts.h"

enum { BUFFER = 64 * 1024 };

/* ---- space ------------------------------------------------------------------------ */

/* Appends zeros up to `size`, and syncs them: only then it is certain that there is space
 * for them. */
static int append_zeros(int fd, off_t from, off_t size)
{
    static const char zeros[BUFFER];
    if (lseek(fd, from, SEEK_SET) < 0)
        return errno;
    for (off_t at = from; at < size;) {
        const size_t some = size - at < BUFFER ? (size_t)(size - at) : BUFFER;
        const int error = output_write_all(fd, zeros, some);
        if (error != 0)
            return error;
        at += (off_t)some;
    }
    if (lseek(fd, 0, SEEK_SET) < 0)
        return errno;
    return output_sync_now(fd);
}

/* Allocates blocks for `size` bytes, also for holes, without changing the file's size.
 * Returns 0, ENOTSUP where the system cannot do this, or another errno. */
static int allocate(int fd, off_t size)
{
#ifdef FALLOC_FL_KEEP_SIZE
    int result;
    do {
        result = fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, size);
    } while (result != 0 && errno == EINTR);
    const bool is_fatal =
        result != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG ||
                        errno == EIO || errno == EPERM);
    return result == 0 ? 0 : is_fatal ? errno : ENOTSUP;
#else
    (void)fd, (void)size;
    return ENOTSUP;
#endif
}

int output_reserve(int to, uint64_t size)
{
    struct stat was;
    if (fstat(to, &was) != 0)
        return errno;
    if (size == 0)
        return 0;
    int error = allocate(to, (off_t)size);
    if (error == ENOTSUP)
        error =
            (off_t)size > was.st_size ? append_zeros(to, was.st_size, (off_t)size) : 0;
    if (error != 0)
        (void)!ftruncate(to, was.st_size); /* frees what was allocated */
    return error;
}

/* ---- copying ---------------------------------------------------------------------- */

/* Shares the blocks of one file with another. Returns 0 or an errno; then *changed says
 * whether the other file may have changed. */
static int share_blocks(int from, int to, bool *changed)
{
#ifdef FICLONE
    if (ioctl(to, FICLONE, from) == 0)
        return 0;
    const int error = errno;
    *changed = error == EIO || error == ENOSPC || error == EDQUOT || error == EINTR;
    return error;
#else
    (void)from, (void)to, (void)changed;
    return ENOTSUP;
#endif
}

static int copy_bytes(int from, int to, uint64_t size, bool sync)
{
    char buffer[BUFFER];
    uint64_t started = 0;
    for (uint64_t at = 0; at < size;) {
        const uint64_t some = size - at < BUFFER ? size - at : BUFFER;
        const ssize_t got = pread(from, buffer, (size_t)some, (off_t)at);
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
    return 0;
}

int output_overwrite(int from, int to, uint64_t size, bool sync, bool *damaged)
{
    struct stat was, is;
    bool changed = false;
    *damaged = false;
    if (fstat(to, &was) != 0)
        return errno;
    int error = share_blocks(from, to, &changed);
    changed |= error == 0;
    if (error != 0)
        error = copy_bytes(from, to, size, sync);
    if (error == 0 && ftruncate(to, (off_t)size) != 0)
        error = errno;
    if (error == 0)
        error = output_late_error(to);
    if (error == 0 && sync)
        error = output_sync_now(to);
    if (error != 0) {
        *damaged = changed || lseek(to, 0, SEEK_CUR) > 0 || fstat(to, &is) != 0 ||
                   is.st_size < was.st_size;
        if (!*damaged && ftruncate(to, was.st_size) != 0)
            *damaged = true;
    }
    return error;
}

/* SPDX-License-Identifier: MIT
 *
 * output_disk.c - flushes files and folders to disk. See output_parts.h.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sync_file_range */
#endif
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/output_parts.h"

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

int output_wait_for_data(int fd)
{
#ifdef SYNC_FILE_RANGE_WRITE
    const unsigned all =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    /* The kernel reports an error of writing only once, so it must not get lost here. */
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

int output_sync_folder(const char *path)
{
    char *folder = output_folder(path);
    if (folder == NULL)
        return ENOMEM;
    const int fd = output_open_high(folder, O_RDONLY | O_DIRECTORY, 0);
    const int error = fd < 0 ? errno : output_sync_now(fd);
    free(folder);
    if (fd >= 0)
        close(fd);
    return error;
}

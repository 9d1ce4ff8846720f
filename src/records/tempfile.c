/* SPDX-License-Identifier: MIT
 *
 * tempfile.c - the temporary file of a collection. See tempfile.h.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fallocate */
#endif
#include "src/records/tempfile.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

void fs_tempfile_start(fs_tempfile *file, const fair_records_options *options)
{
    *file =
        (fs_tempfile){.open = options->temporary, .context = options->context, .fd = -1};
}

void fs_tempfile_close(fs_tempfile *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}

int fs_tempfile_open(fs_tempfile *file)
{
    if (file->fd >= 0)
        return FAIR_OK;
    if (file->open == NULL)
        return FAIR_ELIMIT;
    errno = 0;
    file->fd = file->open(file->context);
    file->error = file->fd < 0 ? errno : 0;
    return file->fd < 0 ? FAIR_ETEMP : FAIR_OK;
}

static uint64_t page_of(uint64_t place)
{
    return place / FS_PAGE * FS_PAGE;
}

uint64_t fs_tempfile_append(fs_tempfile *file, uint64_t bytes)
{
    const uint64_t start = page_of(file->end + FS_PAGE - 1);
    file->end = start + bytes;
    file->held += bytes;
    file->usage.written += bytes;
    if (file->held > file->usage.held)
        file->usage.held = file->held;
    return start;
}

int fs_tempfile_write(const fs_tempfile *file, const void *data, size_t length,
                      uint64_t to)
{
    assert(file->fd >= 0);
    const char *from = data;
    while (length > 0) {
        const ssize_t done = pwrite(file->fd, from, length, (off_t)to);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? errno : ENOSPC;
        from += done;
        length -= (size_t)done;
        to += (uint64_t)done;
    }
    return 0;
}

int fs_tempfile_read(const fs_tempfile *file, void *data, size_t length, uint64_t from)
{
    assert(file->fd >= 0);
    char *to = data;
    while (length > 0) {
        const ssize_t got = pread(file->fd, to, length, (off_t)from);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? errno : EIO; /* the file is shorter than what was written */
        to += got;
        length -= (size_t)got;
        from += (uint64_t)got;
    }
    return 0;
}

void fs_tempfile_prefetch(const fs_tempfile *file, uint64_t from, uint64_t length)
{
#ifdef POSIX_FADV_WILLNEED
    if (length > 0) /* 0 would mean up to the end of the file */
        posix_fadvise(file->fd, (off_t)from, (off_t)length, POSIX_FADV_WILLNEED);
#else
    (void)file, (void)from, (void)length;
#endif
}

void fs_tempfile_release(fs_tempfile *file, uint64_t from, uint64_t to, uint64_t bytes)
{
#ifdef FALLOC_FL_PUNCH_HOLE
    int result = 0;
    assert(bytes <= file->held);
    const off_t length = (off_t)(page_of(to) - page_of(from));
    if (file->cannot_punch)
        return;
    do
        if (length > 0)
            result = fallocate(file->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                               (off_t)page_of(from), length);
    while (result != 0 && errno == EINTR);
    if (result == 0)
        file->held -= bytes;
    else
        file->cannot_punch = 1; /* then the file takes more space on disk */
#else
    (void)from, (void)to, (void)bytes;
    file->cannot_punch = 1;
#endif
}

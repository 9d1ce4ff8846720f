/* SPDX-License-Identifier: MIT
 *
 * spill.c - the temporary file of a collection. See spill.h.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fallocate */
#endif
#include "spill.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { PAGE = 4096 };

void fs_spill_start(fs_spill *spill, const fair_records_options *options)
{
    *spill =
        (fs_spill){.open = options->temporary, .context = options->context, .fd = -1};
}

void fs_spill_close(fs_spill *spill)
{
    if (spill->fd >= 0)
        close(spill->fd);
    spill->fd = -1;
}

int fs_spill_open(fs_spill *spill)
{
    if (spill->fd >= 0)
        return FAIR_OK;
    if (spill->open == NULL)
        return FAIR_ELIMIT;
    errno = 0;
    spill->fd = spill->open(spill->context);
    spill->error = spill->fd < 0 ? errno : 0;
    return spill->fd < 0 ? FAIR_ETEMP : FAIR_OK;
}

int fs_spill_write(fs_spill *spill, const void *data, size_t length)
{
    const char *from = data;
    while (length > 0) {
        const ssize_t done = pwrite(spill->fd, from, length, (off_t)spill->end);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            spill->error = done < 0 ? errno : ENOSPC;
            return FAIR_ETEMP;
        }
        from += done;
        length -= (size_t)done;
        spill->end += (uint64_t)done;
        spill->held += (uint64_t)done;
        spill->usage.written += (uint64_t)done;
    }
    if (spill->held > spill->usage.held)
        spill->usage.held = spill->held;
    return FAIR_OK;
}

int fs_spill_read(const fs_spill *spill, void *data, size_t length, uint64_t from)
{
    char *to = data;
    while (length > 0) {
        const ssize_t got = pread(spill->fd, to, length, (off_t)from);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? errno : EIO; /* shorter than it was written */
        to += got;
        length -= (size_t)got;
        from += (uint64_t)got;
    }
    return 0;
}

void fs_spill_expect(const fs_spill *spill, uint64_t from, uint64_t length)
{
#ifdef POSIX_FADV_WILLNEED
    if (length > 0) /* 0 would be all up to the end of the file */
        posix_fadvise(spill->fd, (off_t)from, (off_t)length, POSIX_FADV_WILLNEED);
#else
    (void)spill, (void)from, (void)length;
#endif
}

static uint64_t page_of(uint64_t place)
{
    return place / PAGE * PAGE;
}

void fs_spill_align(fs_spill *spill)
{
    spill->end = page_of(spill->end + PAGE - 1);
}

void fs_spill_give_back(fs_spill *spill, uint64_t from, uint64_t to, uint64_t bytes)
{
#ifdef FALLOC_FL_PUNCH_HOLE
    int result = 0;
    const off_t length = (off_t)(page_of(to) - page_of(from));
    if (spill->keeps)
        return;
    do
        if (length > 0)
            result = fallocate(spill->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                               (off_t)page_of(from), length);
    while (result != 0 && errno == EINTR);
    if (result == 0)
        spill->held -= bytes;
    else
        spill->keeps = 1; /* then it takes more space, which may be there */
#else
    (void)from, (void)to, (void)bytes;
    spill->keeps = 1;
#endif
}

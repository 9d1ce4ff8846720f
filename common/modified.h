/* SPDX-License-Identifier: MIT
 *
 * modified.h - when a file was last modified. macOS has its own name for this.
 */
#ifndef COMMON_MODIFIED_H
#define COMMON_MODIFIED_H

#include <sys/stat.h>

static inline struct timespec modified_time(const struct stat *file)
{
#ifdef __APPLE__
    return file->st_mtimespec;
#else
    return file->st_mtim;
#endif
}

/* Whether a file has another size or modification time than before. */
static inline int is_modified(const struct stat *now, const struct stat *before)
{
    const struct timespec a = modified_time(now), b = modified_time(before);
    return now->st_size != before->st_size || a.tv_sec != b.tv_sec ||
           a.tv_nsec != b.tv_nsec;
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * mapping.c - mapped input files. See mapping.h.
 */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* madvise */
#elif !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "src/records/mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/vfs.h>
#endif

#include "src/records/span.h"

int fs_file_state_get(int fd, fs_file_state *state)
{
    struct stat status;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
        return 0;
    *state = (fs_file_state){.size = (uint64_t)status.st_size,
                             .links = (uint64_t)status.st_nlink,
                             .modified = {.tv_sec = status.st_mtime},
                             .changed = {.tv_sec = status.st_ctime}};
#if defined(__linux__) /* other systems have other names for these */
    state->modified = status.st_mtim;
    state->changed = status.st_ctim;
#endif
    return 1;
}

static int same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

int fs_file_state_differs(const fs_file_state *before, const fs_file_state *after)
{
    return before->size != after->size ||
           !same_time(&before->modified, &after->modified) ||
           (before->links == after->links &&
            !same_time(&before->changed, &after->changed));
}

int fs_mapping_is_local(int fd)
{
#if defined(__linux__)
    static const uint32_t local[] = {
        0xef53,     /* ext2, ext3, ext4 */
        0x58465342, /* XFS */
        0x9123683e, /* Btrfs */
        0xf2f52010, /* F2FS */
        0x2fc12fc1, /* ZFS */
        0xca451a4e, /* bcachefs */
        0x01021994, /* tmpfs */
        0x794c7630, /* overlayfs, of containers */
        0x4d44,     /* FAT */
        0x2011bab0, /* exFAT */
        0x7366746e, /* NTFS, in the kernel */
        0x73717368, /* squashfs */
        0xe0f5e1e2, /* EROFS */
        0x9660,     /* ISO 9660 */
    };
    struct statfs system;
    if (fstatfs(fd, &system) != 0)
        return 0;
    for (size_t i = 0; i < sizeof local / sizeof local[0]; i++)
        if ((uint32_t)system.f_type == local[i])
            return 1;
#else
    (void)fd;                           /* unknown: files are copied */
#endif
    return 0;
}

/* The length in whole pages, and one more page: copying a short record may read some
 * bytes after it. */
static size_t with_page(size_t length)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (length + page - 1) / page * page + page;
}

static unsigned char *map_pages(int fd, uint64_t from, size_t length)
{
#if defined(__linux__)
    const size_t all = with_page(length);
    unsigned char *pages = mmap(NULL, all, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    if (fs_span_reaches(pages, all) &&
        mmap(pages, length, PROT_READ, MAP_SHARED | MAP_FIXED, fd, (off_t)from) !=
            MAP_FAILED)
        return pages;
    munmap(pages, all);
#else
    (void)fd, (void)from, (void)length; /* see fs_mapping_is_local() */
#endif
    return NULL;
}

int fs_mapping_open(fs_mapping *mapping, int fd, uint64_t start,
                    const fs_file_state *state)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    const uint64_t from = start / page * page;
    assert(start < state->size);
    if (state->size - from > PTRDIFF_MAX)
        return 0;
    const size_t length = (size_t)(state->size - from);
    const int own = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (own < 0)
        return 0;
    unsigned char *pages = map_pages(own, from, length);
    if (pages == NULL) {
        close(own);
        return 0;
    }
    *mapping = (fs_mapping){
        .pages = pages, .length = length, .offset = from, .fd = own, .state = *state};
    return 1;
}

void fs_mapping_close(fs_mapping *mapping)
{
    if (mapping->pages == NULL)
        return;
    munmap(mapping->pages, with_page(mapping->length));
    close(mapping->fd);
    mapping->pages = NULL;
}

int fs_mapping_changed(const fs_mapping *mapping)
{
    fs_file_state now;
    return !fs_file_state_get(mapping->fd, &now) ||
           fs_file_state_differs(&mapping->state, &now);
}

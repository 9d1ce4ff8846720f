/* SPDX-License-Identifier: MIT
 *
 * mapping.h - input files that are mapped into memory, and whether a file has changed.
 *
 * Only regular files of local file systems are mapped. If such a file is made shorter
 * while it is mapped, reading beyond its new end raises SIGBUS; that is why callers must
 * ask for mapping (fair_records_options.map).
 */
#ifndef FS_MAPPING_H
#define FS_MAPPING_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* What shows that the content of a file has changed. */
typedef struct {
    uint64_t size;
    uint64_t links; /* names of the file */
    struct timespec modified, changed;
} fs_file_state;

/* Sets the state of an open file. Returns whether it is a regular file. */
int fs_file_state_get(int fd, fs_file_state *state);

/* Whether the content may differ. If the number of names has changed, that explains a
 * new time of change: another file has taken the place of this one, which is harmless. */
int fs_file_state_differs(const fs_file_state *before, const fs_file_state *after);

typedef struct {
    unsigned char *pages; /* what mmap() returned; NULL: not mapped */
    size_t length;        /* bytes of pages */
    uint64_t offset;      /* where in the file the pages begin */
    int fd;               /* a descriptor of our own */
    fs_file_state state;  /* when the file was opened */
} fs_mapping;

/* Whether files of the file system of `fd` are mapped. */
int fs_mapping_is_local(int fd);

/* Maps a regular file from the byte `start` to the end that it had in `state`. Returns
 * whether that worked. */
int fs_mapping_open(fs_mapping *mapping, int fd, uint64_t start,
                    const fs_file_state *state);
void fs_mapping_close(fs_mapping *mapping);

/* Whether the file has changed since it was opened. Async-signal-safe. */
int fs_mapping_changed(const fs_mapping *mapping);

#endif

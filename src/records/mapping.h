/* SPDX-License-Identifier: MIT
 *
 * mapping.h - input files that are mapped into memory, and whether a file has changed.
 *
 * Only regular files on local file systems are mapped. If a mapped file is truncated,
 * reading beyond its new end raises SIGBUS. Therefore files are mapped only if the caller
 * asks for it (fair_records_options.map).
 */
#ifndef FS_MAPPING_H
#define FS_MAPPING_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* The properties of a file that show whether its content has changed. */
typedef struct {
    uint64_t size;            /* bytes */
    uint64_t links;           /* the number of hard links */
    struct timespec modified; /* when the content was last modified */
    struct timespec changed;  /* when the content or the attributes last changed */
} fs_file_state;

/* Sets the state of an open file. Returns whether it is a regular file. */
int fs_file_state_get(int fd, fs_file_state *state);

/* Whether the content may differ. A new time of change alone does not count if the number
 * of links has changed, too: then another file was renamed to the name of this file,
 * which is harmless. */
int fs_file_state_differs(const fs_file_state *before, const fs_file_state *after);

typedef struct {
    unsigned char *pages; /* the address that mmap() returned; NULL: not mapped */
    size_t length;        /* bytes of pages */
    uint64_t offset;      /* the file offset where the pages begin */
    int fd;               /* our own descriptor of the file */
    fs_file_state state;  /* the state when the file was opened */
} fs_mapping;

/* Whether the file `fd` is on a file system whose files are mapped. */
int fs_mapping_is_local(int fd);

/* Maps a regular file from the byte `start` to the end that it had in `state`. Returns
 * whether that worked. */
int fs_mapping_open(fs_mapping *mapping, int fd, uint64_t start,
                    const fs_file_state *state);
void fs_mapping_close(fs_mapping *mapping);

/* Whether the file has changed since it was opened. Async-signal-safe. */
int fs_mapping_changed(const fs_mapping *mapping);

#endif

/* SPDX-License-Identifier: MIT
 *
 * output_parts.h - what the files that make up output.h share: names and temporary files
 * (output_temporary.c), and how a file takes its place (output_replace.c).
 */
#ifndef OUTPUT_PARTS_H
#define OUTPUT_PARTS_H

#include <sys/stat.h>
#include <sys/types.h>

#include "output.h"

enum {
    /* Bytes after which the system is made to start writing. When 1 GB was replaced on a
     * disk that takes 2 GB/s, the wait at the end went from 0.5 s to 0.005 s (strace -T).
     */
    OUTPUT_PIECE = 16 << 20,
};

/* Takes the name of a temporary file out of the table of those to be removed. */
void output_forget(char *path);

/* open(), never as one of the standard descriptors: if standard output is closed, what is
 * meant for it must not get into another file. */
int output_open_high(const char *path, int flags, mode_t mode);

/* Asks for errors that some file systems tell only when a descriptor is closed, by
 * closing a copy of it. 0, or an errno. */
int output_late_error(int fd);

/* Writes all, however often it takes: 0, or an errno. */
int output_write_all(int fd, const char *data, size_t length);

/* The bytes of a path before its last component, with the slash. */
size_t output_folder_length(const char *path);

/* N if the path is that of this process's descriptor N, else -1. */
int output_descriptor_named(const char *path);

/* The links of /proc lead to open files; their text is not always a path. */
bool output_in_proc(const struct stat *link);

/* Follows symbolic links from *path, which is allocated, to something that is none or
 * does not exist, or to a descriptor's path. 0, or an errno. */
int output_follow(char **path);

/* Gives a file without a name one, if there is no such file yet: 0, or -1 and errno. */
int output_link(int fd, const char *path);

/* Gives the file behind `from` the temporary name; if `from` is -1, makes one. The name
 * is in the table before the file exists, so that a signal cannot come in between.
 * Returns a descriptor, or -1. */
int output_name_temporary(char *temporary, int from, mode_t mode);

/* Opens a file beside the final place: 0, or an errno. */
int output_open_beside(struct output *output, mode_t mode);

/* Opens a file without a name somewhere, to be copied into place: 0, or an errno. */
int output_open_elsewhere(struct output *output);

/* Makes the system start writing the last `length` bytes before the position of a file to
 * the disk, so that the wait at the end is short. Where that cannot be, nothing. */
void output_start_disk(int fd, uint64_t length);

/* Waits until a file or a folder is on the disk: 0, also where the file system cannot do
 * so, or an errno. */
int output_sync_now(int fd);

/* Puts what was written into its final place. What went wrong is told: 1. */
int output_replace(struct output *output);

#endif

/* SPDX-License-Identifier: MIT
 *
 * output_parts.h - shared by the files that implement output.h.
 */
#ifndef OUTPUT_PARTS_H
#define OUTPUT_PARTS_H

#include <sys/stat.h>
#include <sys/types.h>

#include "cli/output.h"

enum {
    /* After this many bytes, we ask the kernel to start writing to disk. Otherwise, the
     * kernel may keep gigabytes until fsync(). Measured with strace -T: replacing 1 GB on
     * a disk that writes 2 GB/s, the final wait went from 0.5 s to 0.005 s. */
    OUTPUT_PIECE = 16 << 20,
};

/* ---- output.c --------------------------------------------------------------------- */

/* Advice about a full disk or a limit, for the end of a message; "" for other errors. */
const char *output_room_advice(int error);

/* ---- output_temporary.c: names, descriptors, temporary files ---------------------- */

/* Enters a name into the table of output_remove_all(). It is not copied. False, with
 * errno, if the table is full. */
bool output_enter(char *path);

/* Removes a name from the table. */
void output_forget(char *path);

/* open(), but never returns 0, 1 or 2: if standard output is closed, data meant for it
 * must not end up in another file. */
int output_open_high(const char *path, int flags, mode_t mode);

/* Closes a copy of the descriptor, since some file systems report errors only on close().
 * Returns 0 or an errno. */
int output_late_error(int fd);

/* Writes all of it. Returns 0 or an errno. */
int output_write_all(int fd, const char *data, size_t length);

/* The length of a path up to and including its last slash. */
size_t output_folder_length(const char *path);

/* The folder of a path, allocated; NULL if there is no memory. */
char *output_folder(const char *path);

/* Whether files can be created in a folder. Returns 0 or an errno. */
int output_folder_error(const char *folder);

/* Whether a folder is append-only (chattr +a): files can be created there, but neither
 * renamed nor removed. */
bool output_is_append_only(const char *folder);

/* Whether temporary files can be created in a folder and removed again. Returns 0 or an
 * errno. */
int output_temporary_error(const char *folder);

/* N if the path names descriptor N of this process, else -1. */
int output_descriptor_named(const char *path);

/* Whether a symbolic link is in /proc. Such links lead to open files, and their text is
 * not always a path. */
bool output_in_proc(const struct stat *link);

/* Follows symbolic links from *path, which is allocated, to a path that is no link or
 * does not exist, or to that of a descriptor. Returns 0 or an errno. */
int output_follow(char **path);

/* Gives a nameless file a new name. Returns 0, or -1 and errno. */
int output_link(int fd, const char *path);

/* Chooses a new temporary name by replacing the last six characters of `temporary`. Gives
 * it to the file `from`, or creates a file if `from` is -1. The name is entered into the
 * table before the file exists, so a signal in between leaves nothing behind. Returns a
 * descriptor, or -1 and errno. */
int output_name_temporary(char *temporary, int from, mode_t mode);

/* Opens the temporary file in the folder of the output, or in options.folder. Returns 0
 * or an errno. */
int output_open_beside(struct output *output, mode_t mode);
int output_open_elsewhere(struct output *output);

/* ---- output_disk.c ---------------------------------------------------------------- */

/* Makes the kernel start writing the last `length` bytes before the file's position to
 * disk, so that the wait at the end is short. Does nothing where that is impossible. */
void output_start_disk(int fd, uint64_t length);

/* Waits until the data of a file are on disk, but not its size and name. Returns 0, also
 * where the system cannot do this, or an errno. */
int output_wait_for_data(int fd);

/* fsync(). Returns 0, also where the file system has no such thing, or an errno. */
int output_sync_now(int fd);

/* The same for the folder of a path. */
int output_sync_folder(const char *path);

/* ---- output_attributes.c ------------------------------------------------------------
 */

/* Gives a new file the file attributes (chattr) of the old one. To be called while the
 * new file is empty, since some attributes cannot be set later. */
void output_copy_flags(int fd, int old);

/* Gives a new file the owner, group, mode, ACL and attributes of the old one. Returns
 * whether all of them are now the same. */
bool output_copy_attributes(int fd, int old, const struct stat *was);

/* Gives a file the mode of a new one, 0666 minus the umask. Returns 0 or an errno. */
int output_set_new_mode(int fd);

/* ---- output_copy.c ---------------------------------------------------------------- */

/* Makes sure that the file `to` can grow to `size` bytes. Its content stays, but where
 * the system cannot allocate blocks, zeros are appended to it: if output_overwrite() does
 * not follow, the caller must truncate the file. Returns 0 or an errno; then the file has
 * its old size. */
int output_reserve(int to, uint64_t size);

/* Copies `size` bytes of a file over the file `to`. Returns 0 or an errno; then *damaged
 * says whether the old content of `to` was lost. */
int output_overwrite(int from, int to, uint64_t size, bool sync, bool *damaged);

/* ---- output_complete.c ------------------------------------------------------------ */

/* An output that is being put in place. */
struct output_move {
    struct output *output; /* the complete new file; not owned */
    struct stat was;       /* the state of the old file */
    bool exists;           /* there is an old file */
    bool sync;             /* flush the new file to disk */
    bool in_place;         /* overwrite the old file instead of renaming */
    bool reserved;         /* blocks were allocated for the old file to grow */
    bool damaged;          /* the old file was partly overwritten */
    int old;               /* a descriptor of the old file, or -1 */
    enum {
        OUTPUT_WAITING,     /* not in place yet */
        OUTPUT_EXCHANGED,   /* in place; the old file has the temporary name */
        OUTPUT_RENAMED,     /* in place; the old file, if there was one, is gone */
        OUTPUT_OVERWRITTEN, /* the old file was overwritten */
    } state;                /* how far the move has come */
};

/* Opens the old file, if there is one, and sets `was`, `exists` and `old`. Returns 0 or
 * an errno. */
int output_open_old(struct output_move *move);
void output_close_old(struct output_move *move);

/* Whether the temporary file has no name. */
bool output_is_nameless(const struct output *output);

/* Forgets the temporary name, after the file was renamed or removed. */
void output_drop_temporary(struct output *output);

/* Completes an output that is written directly. Returns 0, or 1 after a message. */
int output_complete_direct(const struct output *output);

/* Completes a file: owner, attributes, temporary name, sync. `alone`: it is the only file
 * to put in place. Returns 0, or 1 after a message. */
int output_complete(struct output_move *move, bool alone);

#endif

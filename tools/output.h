/* SPDX-License-Identifier: MIT
 *
 * output.h - where results go: standard output, or a file that is replaced when complete.
 *
 * A regular file (or one that does not exist yet) is written beside its place under a
 * temporary name, and renamed when all of it is there: a failure leaves the old file as
 * it was and no litter. Mode and, where allowed, owner are those of the file replaced; a
 * new one has 0666 without the umask. A symbolic link is followed: what it points to is
 * replaced, and it stays a link. Devices, pipes and sockets are written to as they are.
 * Where the folder cannot be written, or the file has several links, it is overwritten in
 * place, at the very end.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which files are on the disk, not just in memory, before they take their place. */
enum output_sync {
    OUTPUT_SYNC_AUTO,   /* those that replace a file that is not empty */
    OUTPUT_SYNC_ALWAYS, /* all, and the folder of each afterwards */
    OUTPUT_SYNC_NEVER,
};

struct output {
    const char *name; /* for messages; NULL: standard output */
    int fd;
    char *final; /* the place to rename to; NULL if there is nothing to rename */
    char *temporary;
    uint64_t written;   /* bytes */
    int failed;         /* the errno of a write that failed */
    uint64_t unstarted; /* of these, bytes that the system may not be writing yet */
    bool replaces;      /* a file that was not empty when this was opened */

    /* To be set after opening, and before writing: */
    bool terse; /* a failed write is told as GNU does */
    enum output_sync sync;
};

/* Opens the output; NULL is standard output. What went wrong is told on stderr: 1. */
int output_open(struct output *output, const char *name);

/* A fair_sink with a struct output as its context: 0, or an errno. */
int output_write(void *output, const void *data, size_t length);

/* Whether both would replace the same file. */
bool output_is_same(const struct output *one, const struct output *other);

/* Says that writing failed with this errno, and to which file, unless it is standard
 * output or the message is to be terse. Returns 1. */
int output_tell(const struct output *output, int error);

/* Makes what was written final: sync, rename. What went wrong is told: 1. */
int output_commit(struct output *output);

/* Throws away what was written, if it has not been committed. */
void output_abandon(struct output *output);

/* Removes the temporary files that are open; may be called by a signal's handler. */
void output_remove_all(void);

#endif

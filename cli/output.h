/* SPDX-License-Identifier: MIT
 *
 * output.h - output files: standard output, a device, or a file that is replaced.
 *
 * A regular file, or one that does not exist yet, is written to a temporary file in the
 * same folder. When it is complete, it is renamed to its final name. If anything fails,
 * the old file is unchanged and the temporary file is removed. Several outputs are
 * replaced together: all or none (output_commit_all).
 *
 * The new file gets the owner, group, mode, ACL, extended attributes and file attributes
 * of the old one. If one of these cannot be set, or the file has several hard links or
 * cannot be renamed, the complete new content is copied over the old file instead
 * (output_copy.c). A new file gets mode 0666 minus the umask.
 *
 * A symbolic link is followed: its target is replaced, and the link stays. Devices, pipes
 * and sockets are written directly.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which files are flushed to disk before they take their place. */
enum output_sync {
    OUTPUT_SYNC_AUTO,   /* those that replace a file that is not empty */
    OUTPUT_SYNC_ALWAYS, /* all of them, and their folders afterwards */
    OUTPUT_SYNC_NEVER,
};

struct output_options {
    const char *folder;    /* for the temporary file, if the output's folder is read-only;
                              NULL: the variable TMPDIR, or /tmp */
    enum output_sync sync; /* whether the file is flushed to disk */
    bool terse;            /* messages are those of GNU shuf, without advice */
    bool named;            /* the temporary file has a name from the beginning, so that
                              other processes can open it */
};

struct output {
    const char *name;              /* for messages; NULL: standard output */
    struct output_options options; /* a copy; its folder is never NULL */
    int fd;                        /* -1 if it is not open */
    char *final;        /* the file to replace; NULL: `fd` is written directly */
    char *temporary;    /* the current or future name of the temporary file */
    bool elsewhere;     /* the temporary file is in options.folder */
    bool replaces;      /* the old file was not empty when this was opened */
    bool private;       /* the temporary file has mode 0600 until it is complete */
    uint64_t written;   /* bytes written */
    uint64_t unstarted; /* bytes written since the last output_start_disk() */
    int failed;         /* the errno of a failed write */
};

/* Checks whether output_open_with() would succeed, without changing or creating
 * anything. Returns 0, or 1 after a message. The output must be released with
 * output_abandon(). */
int output_check(struct output *output, const char *name, struct output_options options);

/* Opens an output; NULL is standard output. Returns 0, or 1 after a message. */
int output_open_with(struct output *output, const char *name,
                     struct output_options options);

/* The same with default options. */
int output_open(struct output *output, const char *name);

/* A fair_sink whose context is a struct output. Returns 0 or an errno. */
int output_write(void *output, const void *data, size_t length);

/* Whether two outputs, open or checked, are the same file, so that one would be lost. */
bool output_is_same(const struct output *one, const struct output *other);

/* Reports that writing failed with this errno. Returns 1. */
int output_report(const struct output *output, int error);

/* Completes all outputs, flushes them to disk, and then puts all of them in place. If
 * that fails, the outputs that were already replaced are restored; what cannot be
 * restored is named in the message. Signals are blocked while files are replaced. Returns
 * 0, or 1 after a message. The outputs are released in any case. */
int output_commit_all(struct output *const *outputs, size_t count);

/* The same for a single output. */
int output_commit(struct output *output);

/* Discards what was written, unless it was committed. */
void output_abandon(struct output *output);

/* Removes the temporary files of open outputs. Safe in a signal handler. */
void output_remove_all(void);

/* ---- outputs that several processes write together --------------------------------
 *
 * One process opens the output with options.named. The others join it: they open its
 * temporary file by the name in output->temporary, which is random, so that only the same
 * file can have it. All write with pwrite(). At the end, the others leave, and the first
 * process refreshes the output and commits it. */

/* Opens the temporary file of an output that another process has opened. Until
 * output_leave(), output_remove_all() removes the file, in case the other process has
 * died. Returns 0 or an errno, without a message. Leave it in any case. */
int output_join(struct output *output, const char *name, const char *temporary);

/* Closes the temporary file, and leaves it to the process that opened the output. */
void output_leave(struct output *output);

/* To be called before the output is committed, when all processes have written and
 * closed their parts, or flushed them: opens the temporary file again, since a network
 * file system shows what others wrote only then, and sets output->written to its size.
 * Returns 0 or an errno. */
int output_refresh(struct output *output);

#endif

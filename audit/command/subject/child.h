/* SPDX-License-Identifier: MIT
 *
 * child.h - a child process: gives it its input, reads its output, ends it in time.
 *
 *     child_start(&child, argv, environment, seconds);
 *     while (!child_is_done(&child)) {
 *         count = child_poll_set(&child, set);
 *         poll(set, count, child_poll_time(&child, child_now()));
 *         child_handle(&child, set, count);
 *     }
 *
 * Only child_end() waits for the program. It may write before it has read, read nothing,
 * close its output and go on, or write without end. SIGPIPE must be ignored.
 */
#ifndef CHILD_H
#define CHILD_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { CHILD_POLLED = 4 }; /* the most descriptors of one child in a poll set */

enum child_reading {
    CHILD_KEEP, /* keep the output, up to `limit` bytes */
    CHILD_DROP, /* read the output and throw it away */
    CHILD_LEAVE /* leave the output to the caller, who reads and closes `out` */
};

struct child {
    /* The caller sets these before the start. */
    const char *input;          /* must live as long as the child; NULL: /dev/null */
    size_t input_length;        /* bytes of `input` that were not written yet */
    enum child_reading reading; /* what happens to the output */
    size_t limit;               /* the most bytes of output that are kept */

    pid_t pid;          /* 0: it does not run, or was waited for */
    int in;             /* our end of its stdin; -1: closed */
    int out;            /* our end of its stdout; -1: closed */
    int err;            /* our end of its stderr; -1: closed */
    int event;          /* a pidfd, readable when it has ended; -1: none */
    char *output;       /* the buffer is used again for the next run */
    size_t length;      /* of the output */
    size_t capacity;    /* of the buffer */
    bool over;          /* there were more than `limit` bytes */
    bool no_memory;     /* there was no memory for the output */
    bool ended;         /* it was waited for: `status` is set */
    int status;         /* as waitpid() gives it */
    uint64_t deadline;  /* in the time of child_now() */
    char tail[512];     /* the end of what it wrote to stderr */
    size_t tail_length; /* bytes in `tail` */
};

/* A child that does not run, without memory. */
void child_init(struct child *child);

/* Frees the output. The child must not run. */
void child_free(struct child *child);

/* Monotonic time in nanoseconds. */
uint64_t child_now(void);

/* Starts argv[0], found as a shell finds it, in a process group of its own, with the
 * default action for SIGPIPE and `seconds` to run. Returns 0 or an errno; after an error
 * nothing runs and nothing is open. */
int child_start(struct child *child, char *const *argv, char *const *environment,
                double seconds);

/* Writes the descriptors that poll() must watch for this child. Returns how many, at most
 * CHILD_POLLED. */
size_t child_poll_set(const struct child *child, struct pollfd *set);

/* Writes, reads and waits for the child, as far as poll() says that this does not block.
 */
void child_handle(struct child *child, const struct pollfd *set, size_t count);

/* How many milliseconds poll() may wait: at most 100, so that a flag set by a signal just
 * before poll() is noticed soon. */
int child_poll_time(const struct child *child, uint64_t now);

/* Whether its output is closed and it has ended. */
bool child_is_done(const struct child *child);

/* Whether its time is over. */
bool child_is_late(const struct child *child, uint64_t now);

/* Whether the process has ended. Its output may still be open. */
bool child_has_exited(const struct child *child);

/* Ends children that run, with their process groups: SIGTERM, and a little later SIGKILL.
 * Returns when they are gone. */
void child_end(struct child *const *children, size_t count);

#endif

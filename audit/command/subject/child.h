/* SPDX-License-Identifier: MIT
 *
 * child.h - a program that runs beside us: given its input, listened to, ended in time.
 *
 *     child_start(&child, argv, environment, seconds);
 *     while (!child_done(&child)) {
 *         count = child_watch(&child, set);
 *         poll(set, count, child_patience(&child, child_now()));
 *         child_serve(&child, set, count);
 *     }
 *
 * Nothing here ever waits for the program: it may write before it has read, read nothing,
 * close its output and live on, or write without end. SIGPIPE must be ignored.
 */
#ifndef CHILD_H
#define CHILD_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { CHILD_WATCHED = 4 }; /* descriptors that one child needs in a poll set */

enum child_reading {
    CHILD_KEEP, /* its output is kept, up to `limit` bytes */
    CHILD_DROP, /* ... is read and thrown away */
    CHILD_LEAVE /* ... is left to the caller, who reads and closes `out` */
};

struct child {
    /* To be set before the start. */
    const char *input; /* what it reads, NULL: /dev/null. Must live as long as it runs */
    size_t input_length;
    enum child_reading reading;
    size_t limit;

    pid_t pid;               /* 0: does not run, or was waited for */
    int in, out, err, event; /* our ends; -1: closed */
    char *output;            /* kept for the next run; child_free() frees it */
    size_t length, capacity; /* of the output */
    bool over;               /* more than `limit` bytes came; they are not kept */
    bool no_memory;          /* for the output */
    bool ended;              /* it was waited for: `status` */
    int status;              /* as waitpid() says */
    uint64_t deadline;       /* in the time of child_now() */
    char tail[512];          /* the last that it wrote to stderr */
    size_t tail_length;
};

/* All closed, nothing allocated. */
void child_init(struct child *child);
void child_free(struct child *child); /* one that does not run */

/* Nanoseconds since some moment. */
uint64_t child_now(void);

/* Starts argv[0], found as a shell finds it, in a process group of its own, with
 * the default action of SIGPIPE. It has `seconds` to run. Returns 0, or an errno; then
 * nothing runs and nothing is open. */
int child_start(struct child *child, char *const *argv, char *const *environment,
                double seconds);

/* Puts what the child waits for into `set`, at most CHILD_WATCHED; how many. */
size_t child_watch(const struct child *child, struct pollfd *set);

/* Writes, reads and waits, as far as poll() says that it is possible. */
void child_serve(struct child *child, const struct pollfd *set, size_t count);

/* How many milliseconds poll() may wait, at most 100: so a flag that a signal has set
 * just before is seen soon. */
int child_patience(const struct child *child, uint64_t now);

/* Its output is closed, and it has ended. */
bool child_done(const struct child *child);
bool child_late(const struct child *child, uint64_t now);

/* It has ended, though its output may be open still. */
bool child_is_over(const struct child *child);

/* Ends those of the children that run, with all that they have started: SIGTERM, and a
 * little later SIGKILL. Returns when they are gone. */
void child_end(struct child *const *children, size_t count);

#endif

/* SPDX-License-Identifier: MIT
 *
 * child.c - a child process.
 *
 * posix_spawn() is used instead of fork(), because the audit may use much memory, and a
 * program is started thousands of times. Pipes are non-blocking at our end only, so the
 * program sees ordinary pipes.
 *
 * A program ends a moment after it closes its output. While the output is closed but the
 * process still runs, we poll a descriptor of the process (a pidfd, on Linux), instead of
 * checking every millisecond.
 *
 * We wait for the process only when its output is closed, or after killing it. Until then
 * its process ID is not reused, so a signal to its group cannot hit other processes.
 */
#define _GNU_SOURCE /* syscall() */
#include "audit/command/subject/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

enum {
    POLL_MS = 100,  /* see child_poll_time() */
    GRACE_MS = 200, /* from SIGTERM to SIGKILL */
    PIECE = 65536,  /* bytes read at once; a pipe holds as many */
};

uint64_t child_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void child_init(struct child *child)
{
    *child = (struct child){.in = -1, .out = -1, .err = -1, .event = -1};
}

void child_free(struct child *child)
{
    assert(child->pid == 0);
    free(child->output);
    child_init(child);
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* ---- start ------------------------------------------------------------------------- */

/* Moves a descriptor above 2, because 0 to 2 are set up for the child. */
static bool raise_descriptor(int *fd)
{
    if (*fd > STDERR_FILENO)
        return fcntl(*fd, F_SETFD, FD_CLOEXEC) == 0;
    const int high = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    close_fd(fd);
    *fd = high;
    errno = error;
    return high >= 0;
}

/* Makes a pipe whose end number `ours` does not block. After a failure nothing is open.
 */
static bool make_pipe(int end[2], int ours)
{
    if (pipe(end) != 0) {
        end[0] = end[1] = -1;
        return false;
    }
    if (raise_descriptor(&end[0]) && raise_descriptor(&end[1]) &&
        fcntl(end[ours], F_SETFL, O_NONBLOCK) == 0)
        return true;
    const int error = errno;
    close_fd(&end[0]);
    close_fd(&end[1]);
    errno = error;
    return false;
}

static int spawn(pid_t *pid, char *const *argv, char *const *environment, int in, int out,
                 int err)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t how;
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawnattr_init(&how);
    if (error == 0) {
        posix_spawnattr_setpgroup(&how, 0);
        posix_spawnattr_setsigdefault(&how, &defaults);
        posix_spawnattr_setsigmask(&how, &none);
        error = posix_spawnattr_setflags(
            &how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        if (error == 0)
            error = in >= 0 ? posix_spawn_file_actions_adddup2(&actions, in, 0)
                            : posix_spawn_file_actions_addopen(&actions, 0, "/dev/null",
                                                               O_RDONLY, 0);
        if (error == 0)
            error = posix_spawn_file_actions_adddup2(&actions, out, 1);
        if (error == 0)
            error = posix_spawn_file_actions_adddup2(&actions, err, 2);
        if (error == 0)
            error = posix_spawnp(pid, argv[0], &actions, &how, argv, environment);
        posix_spawnattr_destroy(&how);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static void write_input(struct child *child);

int child_start(struct child *child, char *const *argv, char *const *environment,
                double seconds)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    int error = 0;
    assert(child->pid == 0 && child->in < 0 && child->out < 0 && child->err < 0);
    if ((child->input != NULL && !make_pipe(in, 1)) || !make_pipe(out, 0) ||
        !make_pipe(err, 0))
        error = errno;
    if (error == 0)
        error = spawn(&child->pid, argv, environment, in[0], out[1], err[1]);
    close_fd(&in[0]);
    close_fd(&out[1]);
    close_fd(&err[1]);
    if (error != 0) {
        close_fd(&in[1]);
        close_fd(&out[0]);
        close_fd(&err[0]);
        child->pid = 0;
        return error;
    }
    child->in = in[1];
    child->out = out[0];
    child->err = err[0];
    child->event = -1;
    child->length = 0;
    child->tail_length = 0;
    child->over = child->ended = child->no_memory = false;
    child->status = 0;
    child->deadline = child_now() + (uint64_t)(seconds * 1e9);
    if (child->in >= 0)
        write_input(child); /* usually all of it at once */
    return 0;
}

/* ---- pipes ------------------------------------------------------------------------- */

static bool would_block(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* A program that does not read its input is not an error. */
static void write_input(struct child *child)
{
    while (child->input_length > 0) {
        const ssize_t went = write(child->in, child->input, child->input_length);
        if (went < 0 && would_block())
            return;
        if (went < 0)
            break;
        child->input += went;
        child->input_length -= (size_t)went;
    }
    close_fd(&child->in);
}

static bool make_room(struct child *child)
{
    if (child->capacity - child->length >= PIECE)
        return true;
    const size_t capacity = 2 * child->capacity + PIECE;
    char *larger = realloc(child->output, capacity);
    if (larger == NULL)
        return false;
    child->output = larger;
    child->capacity = capacity;
    return true;
}

/* Reads once. poll() says whether there is more, so one child cannot hold up others. */
static void read_output(struct child *child)
{
    if (!make_room(child)) {
        child->no_memory = true;
        close_fd(&child->out);
        return;
    }
    const ssize_t came = read(child->out, child->output + child->length, PIECE);
    if (came < 0 && would_block())
        return;
    if (came <= 0) {
        close_fd(&child->out);
        return;
    }
    if (child->reading == CHILD_DROP)
        return;
    child->length += (size_t)came;
    if (child->length > child->limit) {
        child->over = true;
        child->length = child->limit;
        close_fd(&child->out);
    }
}

/* Keeps the end of what it writes to stderr. Returns true if there may be more. */
static bool read_stderr(struct child *child)
{
    char piece[4096];
    const ssize_t came = read(child->err, piece, sizeof piece);
    if (came < 0 && would_block())
        return false;
    if (came <= 0) {
        close_fd(&child->err);
        return false;
    }
    const size_t room = sizeof child->tail;
    const size_t more = (size_t)came < room ? (size_t)came : room;
    const size_t old =
        child->tail_length < room - more ? child->tail_length : room - more;
    memmove(child->tail, child->tail + child->tail_length - old, old);
    memcpy(child->tail + old, piece + came - more, more);
    child->tail_length = old + more;
    return true;
}

/* ---- the end ----------------------------------------------------------------------- */

static void set_ended(struct child *child, int status)
{
    child->ended = true;
    child->status = status;
    child->pid = 0;
    close_fd(&child->in);
    close_fd(&child->event);
    /* What it wrote to stderr is in the pipe. Other processes may keep the pipe open; the
     * limit keeps them from holding us up. */
    for (int i = 0; i < 64 && child->err >= 0 && read_stderr(child); i++)
        ;
    close_fd(&child->err);
}

/* Returns true if the child has ended. If waitpid() fails, the status is not known, which
 * counts as a failure of the program. */
static bool wait_for(struct child *child, int options)
{
    int status = 0;
    pid_t pid;
    do
        pid = waitpid(child->pid, &status, options);
    while (pid < 0 && errno == EINTR);
    if (pid == 0)
        return false;
    set_ended(child, pid > 0 ? status : 255 << 8);
    return true;
}

static void check_end(struct child *child)
{
    if (child->ended || wait_for(child, WNOHANG))
        return;
#ifdef SYS_pidfd_open
    if (child->event < 0)
        child->event = (int)syscall(SYS_pidfd_open, child->pid, 0);
#endif
}

size_t child_poll_set(const struct child *child, struct pollfd *set)
{
    size_t count = 0;
    if (child->in >= 0)
        set[count++] = (struct pollfd){.fd = child->in, .events = POLLOUT};
    if (child->out >= 0)
        set[count++] = (struct pollfd){.fd = child->out, .events = POLLIN};
    if (child->err >= 0)
        set[count++] = (struct pollfd){.fd = child->err, .events = POLLIN};
    if (child->event >= 0)
        set[count++] = (struct pollfd){.fd = child->event, .events = POLLIN};
    return count;
}

void child_handle(struct child *child, const struct pollfd *set, size_t count)
{
    assert(count <= CHILD_POLLED);
    for (size_t i = 0; i < count; i++) {
        if (set[i].revents == 0)
            continue;
        if (set[i].fd == child->in)
            write_input(child);
        else if (set[i].fd == child->out && child->reading != CHILD_LEAVE)
            read_output(child);
        else if (set[i].fd == child->err)
            read_stderr(child);
    }
    if (child->out < 0 && child->pid > 0)
        check_end(child);
}

int child_poll_time(const struct child *child, uint64_t now)
{
    if (child->out < 0 && child->event < 0)
        return child->ended ? 0 : 1;
    if (child->deadline <= now)
        return 0;
    const uint64_t left = (child->deadline - now) / 1000000 + 1;
    return left < POLL_MS ? (int)left : POLL_MS;
}

bool child_is_done(const struct child *child)
{
    return child->ended && child->out < 0;
}

bool child_is_late(const struct child *child, uint64_t now)
{
    return now >= child->deadline;
}

bool child_has_exited(const struct child *child)
{
    siginfo_t info = {.si_pid = 0};
    return child->ended ||
           (child->pid > 0 &&
            waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid != 0);
}

static void send_signal(const struct child *child, int signal)
{
    kill(-child->pid, signal);
    kill(child->pid, signal); /* it may have left its group */
}

void child_end(struct child *const *children, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        close_fd(&children[i]->in);
        close_fd(&children[i]->out);
        if (children[i]->pid > 0)
            send_signal(children[i], SIGTERM);
    }
    const uint64_t deadline = child_now() + GRACE_MS * UINT64_C(1000000);
    long pause = 100000; /* ns */
    for (size_t i = 0; i < count; i++) {
        while (children[i]->pid > 0 && !child_has_exited(children[i]) &&
               child_now() < deadline) {
            nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
            pause = pause < 10000000 ? 2 * pause : pause;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (children[i]->pid > 0) {
            send_signal(children[i], SIGKILL);
            wait_for(children[i], 0);
        }
    }
}

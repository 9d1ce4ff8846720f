/* SPDX-License-Identifier: MIT
 *
 * list.c - the lines of a file or of a batch.
 *
 * A program is read only when lines are wanted. So a program that prints without end
 * costs nothing: it waits until its pipe is read, and is ended when there are enough
 * lines.
 */
#define _POSIX_C_SOURCE 200809L
#include "audit/command/subject/parts.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 65536 }; /* bytes read at once */

bool subject_file_open(struct subject_list *list, const struct subject_plan *plan,
                       struct finding *finding)
{
    const bool standard = strcmp(plan->file, "-") == 0;
    list->plan = plan;
    if (standard)
        snprintf(list->name, sizeof list->name, "standard input");
    else
        finding_quote(list->name, plan->file, strlen(plan->file));
    list->fd =
        standard ? STDIN_FILENO : open(plan->file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    struct stat info;
    int error = 0;
    if (list->fd < 0 || fstat(list->fd, &info) != 0)
        error = errno;
    else if (S_ISDIR(info.st_mode))
        error = EISDIR;
    return error == 0 ||
           finding_cannot(finding, 0, "cannot-read", "read", list->name, error);
}

/* ---- reading ----------------------------------------------------------------------- */

static bool make_room(struct subject_list *list)
{
    if (list->capacity - list->end >= PIECE)
        return true;
    if (list->start > 0) {
        memmove(list->buffer, list->buffer + list->start, list->end - list->start);
        list->end -= list->start;
        list->searched -= list->start;
        list->start = 0;
        if (list->capacity - list->end >= PIECE)
            return true;
    }
    const size_t capacity = 2 * (list->capacity + PIECE);
    char *larger = realloc(list->buffer, capacity);
    if (larger == NULL)
        return false;
    list->buffer = larger;
    list->capacity = capacity;
    return true;
}

static enum subject_state fail_late(struct subject_list *list, struct finding *finding)
{
    finding_set_timeout(finding, 0, list->child, subject_timeout(list->plan));
    return SUBJECT_FAILED;
}

/* Polls once; without `wait` it returns immediately. *ready: there is something to read.
 */
static enum subject_state poll_once(struct subject_list *list, bool wait, bool *ready)
{
    struct pollfd set[CHILD_POLLED] = {{.fd = list->fd, .events = POLLIN}};
    size_t count = 1;
    int timeout = 100;
    if (list->child != NULL) {
        list->child->deadline = list->deadline;
        count = child_poll_set(list->child, set);
        timeout = child_poll_time(list->child, child_now());
    }
    const int events = poll(set, (nfds_t)count, wait ? timeout : 0);
    *ready = false;
    for (size_t i = 0; events > 0 && i < count; i++)
        *ready = *ready || (set[i].fd == list->fd && set[i].revents != 0);
    if (list->child != NULL)
        child_handle(list->child, set, events > 0 ? count : 0);
    return subject_is_stopped(list->plan) ? SUBJECT_STOPPED : SUBJECT_MORE;
}

/* Reads more; without `wait` perhaps nothing. Sets list->closed at the end. */
static enum subject_state fill(struct subject_list *list, bool wait,
                               struct finding *finding)
{
    if (!make_room(list)) {
        finding_no_memory(finding);
        return SUBJECT_FAILED;
    }
    for (;;) {
        bool ready;
        const enum subject_state state = poll_once(list, wait, &ready);
        if (state != SUBJECT_MORE)
            return state;
        if (ready) {
            const ssize_t came = read(list->fd, list->buffer + list->end, PIECE);
            if (came >= 0) {
                list->end += (size_t)came;
                list->closed = came == 0;
                return SUBJECT_MORE;
            }
            if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
                finding_cannot(finding, 0, "cannot-read", "read", list->name, errno);
                return SUBJECT_FAILED;
            }
        }
        if (!wait)
            return SUBJECT_MORE;
        if (list->child != NULL && child_is_late(list->child, child_now()))
            return fail_late(list, finding);
    }
}

/* Called when everything was read. A program must end now, with status 0. Only then a
 * last line without a newline is known to be complete. */
static enum subject_state finish(struct subject_list *list, struct finding *finding)
{
    struct child *child = list->child;
    if (child != NULL && child->out >= 0) {
        close(child->out);
        child->out = list->fd = -1;
    }
    while (child != NULL && !child_is_done(child)) {
        bool ready;
        if (child->pid > 0) {
            const enum subject_state state = poll_once(list, true, &ready);
            if (state != SUBJECT_MORE)
                return state;
        }
        if (!child_is_done(child) && child_is_late(child, child_now()))
            return fail_late(list, finding);
    }
    if (child != NULL && child->status != 0) {
        finding_set_status(finding, 0, child);
        return SUBJECT_FAILED;
    }
    list->over = true;
    return SUBJECT_MORE;
}

static enum subject_state take(struct subject_list *list, size_t bytes, size_t newline,
                               const char **line, size_t *length)
{
    *line = list->buffer + list->start;
    *length = bytes;
    list->start = list->searched = list->start + bytes + newline;
    if (list->line++ == 0 && !list->marked && bytes >= 3 &&
        memcmp(*line, "\xef\xbb\xbf", 3) == 0) {
        *line += 3; /* a byte order mark */
        *length -= 3;
        list->marked = true; /* the line may be put back */
    }
    return SUBJECT_MORE;
}

enum subject_state subject_list_line(struct subject_list *list, bool wait,
                                     const char **line, size_t *length,
                                     struct finding *finding)
{
    list->deadline = child_now() + (uint64_t)(subject_timeout(list->plan) * 1e9);
    *line = NULL;
    for (;;) {
        const size_t rest = list->end - list->searched;
        const char *newline =
            rest > 0 ? memchr(list->buffer + list->searched, '\n', rest) : NULL;
        if (newline != NULL)
            return take(list, (size_t)(newline - list->buffer) - list->start, 1, line,
                        length);
        list->searched = list->end;
        if (list->over)
            return list->start == list->end
                       ? SUBJECT_END
                       : take(list, list->end - list->start, 0, line, length);
        if (list->end - list->start > list->longest) {
            audit_details *details =
                finding_set(finding, FINDING_COUNT, 0, "line-too-long",
                            "line %" PRIu64 " is too long: it has more than %zu bytes",
                            list->line + 1, list->longest);
            audit_detail_integer(details, "line", list->line + 1);
            audit_detail_integer(details, "most", list->longest);
            return SUBJECT_BROKEN;
        }
        const size_t before = list->end - list->start;
        const enum subject_state state =
            list->closed ? finish(list, finding) : fill(list, wait, finding);
        if (state != SUBJECT_MORE)
            return state;
        if (!wait && !list->closed && list->end - list->start == before)
            return SUBJECT_MORE; /* no line has come yet */
    }
}

void subject_list_back(struct subject_list *list, const char *line)
{
    assert(line >= list->buffer && line <= list->buffer + list->start && list->line > 0);
    list->start = list->searched = (size_t)(line - list->buffer);
    list->line--;
}

void subject_list_close(struct subject_list *list)
{
    if (list->child != NULL) {
        child_end(&list->child, 1);
        child_free(list->child);
        free(list->child);
    } else if (list->fd > STDERR_FILENO) {
        close(list->fd);
    }
    free(list->buffer);
    list->child = NULL;
    list->buffer = NULL;
    list->fd = -1;
}

/* SPDX-License-Identifier: MIT
 *
 * output_replace.c - puts complete outputs in place: all of them or none.
 *
 * There are two steps.
 *
 * 1. Every output is completed: late errors, data to disk, owner and attributes, a
 *    temporary name, fsync. Whatever fails up to here, no output has changed. A signal
 *    ends the program, and its handler removes the temporary files. Outputs that are
 *    written directly come first. A new file that is the only one then needs no more
 *    than a name, and gets its final one here.
 *
 * 2. Signals are blocked, and the files take their places. A single file is renamed. If
 *    there are several, each is exchanged with the old file (RENAME_EXCHANGE), so that
 *    the old one still exists under the temporary name. Then come the files that must be
 *    overwritten in place (see output_copy.c). When all have succeeded, the old files are
 *    removed. If one fails, the others are exchanged back. A file system that cannot
 *    exchange files gets a plain rename(), which cannot be undone; the message then says
 *    which outputs were replaced.
 *
 * SIGKILL or a power failure in step 2 can leave some outputs new and others old, each of
 * them complete; the other content of each is in its temporary file. The folder is not
 * synced unless OUTPUT_SYNC_ALWAYS asks for it: the data are on disk before the rename,
 * so whether or not the rename reaches the disk, the name leads to a complete file.
 *
 * A file without a name (O_TMPFILE) gets its temporary name after its data are on disk,
 * which may take long, so that until then SIGKILL leaves nothing behind. It is synced
 * once more after that, which is quick: not every file system guarantees anything for a
 * file that had no name when it was synced.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#include <sys/syscall.h>
#endif

#include "cli/output_parts.h"
#include "cli/say.h"

/* An output on its way to its place. */
struct move {
    struct output *output;
    struct stat was; /* the old file */
    bool exists;     /* there is one */
    bool sync;       /* flush to disk */
    bool in_place;   /* overwrite the old file */
    bool reserved;   /* the old file may have got more blocks */
    bool damaged;    /* the old file was partly overwritten */
    int old;         /* a descriptor of the old file, or -1 */
    enum {
        WAITING,
        EXCHANGED,   /* the old file has the temporary name */
        RENAMED,     /* the old file, if there was one, is gone */
        OVERWRITTEN, /* in place */
    } state;
};

/* ---- step 1: complete -------------------------------------------------------------- */

/* Opens the old file, if there is one: 0, or an errno. */
static int open_old(struct move *move)
{
    /* O_NONBLOCK: should a pipe have taken its place, this must not wait for a reader. */
    move->old =
        output_open_high(move->output->final, O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    move->exists = move->old >= 0;
    if (move->old < 0)
        return errno == ENOENT ? 0 : errno;
    return fstat(move->old, &move->was) == 0 ? 0 : errno;
}

static void close_old(struct move *move)
{
    if (move->old >= 0)
        close(move->old);
    move->old = -1;
}

/* Whether it makes sense to sync a descriptor that is written directly. */
static bool is_stored(int fd)
{
    struct stat is;
    return fstat(fd, &is) == 0 && (S_ISREG(is.st_mode) || S_ISBLK(is.st_mode));
}

static int complete_direct(const struct output *output)
{
    if (output->written == 0)
        return 0;
    int error = output->fd < 0 ? EBADF : output_late_error(output->fd);
    if (error == 0 && output->options.sync == OUTPUT_SYNC_ALWAYS && is_stored(output->fd))
        error = output_sync_now(output->fd);
    return error == 0 ? 0 : output_report(output, error);
}

static bool is_nameless(const struct output *output)
{
    struct stat is;
    return fstat(output->fd, &is) == 0 && is.st_nlink == 0;
}

/* The temporary file has its final name now, or has been removed. */
static void settle(struct output *output)
{
    output_forget(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
}

/* Whether a new file gets no temporary name, since its folder would keep that. */
static bool is_linked_later(const struct move *move)
{
    char *folder = move->exists ? NULL : output_folder(move->output->final);
    const bool is = folder != NULL && output_is_append_only(folder);
    free(folder);
    return is;
}

/* Owner, attributes, name, fsync; `alone`: there is no other file to replace. */
static int complete_file(struct move *move, bool alone)
{
    struct output *output = move->output;
    const enum output_sync sync = output->options.sync;
    move->sync = sync == OUTPUT_SYNC_ALWAYS ||
                 (sync == OUTPUT_SYNC_AUTO && move->exists && move->was.st_size > 0);
    int error = output_late_error(output->fd);
    if (error == 0 && move->sync)
        error = output_wait_for_data(output->fd);
    if (error == 0 && output->private && !move->exists) /* no longer: moved away */
        error = output_set_new_mode(output->fd);
    if (error != 0)
        return output_report(output, error);
    if (alone && !move->exists && !move->sync && is_nameless(output) &&
        output_link(output->fd, output->final) == 0) {
        move->state = RENAMED;
        settle(output);
        return 0;
    }
    move->in_place = output->elsewhere ||
                     (move->exists && (move->was.st_nlink > 1 ||
                                       !output_keep(output->fd, move->old, &move->was)));
    if (is_nameless(output) && !is_linked_later(move) &&
        output_name_temporary(output->temporary, output->fd, 0) < 0)
        return output_report(output, errno);
    error = move->sync ? output_sync_now(output->fd) : 0;
    if (error != 0)
        return output_report(output, error);
    if (move->in_place && move->sync)
        (void)output_sync_folder(output->temporary); /* not all file systems need this */
    if (!move->in_place)
        close_old(move);
    return 0;
}

static int complete(struct move *move, bool alone)
{
    const struct output *output = move->output;
    int error = open_old(move);
    if (error == 0 && output->elsewhere && !move->exists)
        error = ENOENT; /* and it cannot be created, else this were not elsewhere */
    if (error != 0)
        return say_error(error, "%s", say_file(output->name));
    if (move->exists && !S_ISREG(move->was.st_mode))
        return say("%s: no longer a regular file; name another output",
                   say_file(output->name));
    return complete_file(move, alone);
}

/* ---- step 2: into place ------------------------------------------------------------ */

static int exchange(const char *one, const char *other)
{
#if defined SYS_renameat2 && defined RENAME_EXCHANGE
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
#else
    (void)one, (void)other;
    errno = ENOSYS;
    return -1;
#endif
}

/* Gives a new file that has no temporary name its final one: 0, or an errno. */
static int put_by_link(struct move *move)
{
    struct output *output = move->output;
    if (output_link(output->fd, output->final) != 0)
        return errno;
    move->state = RENAMED;
    settle(output);
    return move->sync ? output_sync_now(output->fd) : 0;
}

/* Renames an output. If that is refused, as for a mount point or for the file of another
 * user in a sticky folder, it is left to be overwritten. Returns 0 or an errno. */
static int put_by_name(struct move *move, bool alone)
{
    struct output *output = move->output;
    int error = EINVAL;
    if (!move->exists && is_nameless(output))
        return put_by_link(move);
    if (move->exists && !alone) {
        error = exchange(output->temporary, output->final) == 0 ? 0 : errno;
        if (error == 0)
            move->state = EXCHANGED;
    }
    if (error == EINVAL || error == ENOSYS || error == ENOTSUP) {
        error = rename(output->temporary, output->final) == 0 ? 0 : errno;
        if (error == 0) {
            move->state = RENAMED;
            settle(output);
        }
    }
    if (move->exists &&
        (error == EBUSY || error == EXDEV || error == EPERM || error == EACCES)) {
        move->in_place = true;
        error = open_old(move);
        if (error == 0 && !move->exists)
            error = ENOENT;
    }
    return error;
}

static int reserve(struct move *move)
{
    const int error = output_reserve(move->old, move->output->written);
    move->reserved = error == 0;
    return error;
}

static int put_by_copy(struct move *move)
{
    struct output *output = move->output;
    const int error = output_overwrite(output->fd, move->old, output->written, move->sync,
                                       &move->damaged);
    if (error == 0)
        move->state = OVERWRITTEN;
    else if (move->was.st_size == 0) /* nothing can be lost */
        move->damaged = ftruncate(move->old, 0) != 0;
    return error;
}

static bool is_waiting(const struct move *move)
{
    return move->output->final != NULL && move->state == WAITING;
}

/* Does what can be done; 0, or an errno and the move that failed. */
static int put_all(struct move *moves, size_t count, bool alone, struct move **failed)
{
    int error = 0;
    struct move *const end = moves + count;
    struct move *move = moves;
    for (; move < end && error == 0; move++)
        if (is_waiting(move) && !move->in_place)
            error = put_by_name(*failed = move, alone);
    for (move = moves; move < end && error == 0; move++)
        if (is_waiting(move))
            error = reserve(*failed = move);
    for (move = moves; move < end && error == 0; move++)
        if (is_waiting(move))
            error = put_by_copy(*failed = move);
    return error;
}

/* ---- undoing ----------------------------------------------------------------------- */

/* Restores the old file, if that is possible. */
static void undo(struct move *move)
{
    const struct output *output = move->output;
    if ((move->state == EXCHANGED && exchange(output->temporary, output->final) == 0) ||
        (move->state == RENAMED && !move->exists && unlink(output->final) == 0))
        move->state = WAITING;
}

/* Gives back the room that was reserved, unless the file was overwritten. */
static void release(const struct move *move)
{
    if (move->reserved && move->state == WAITING && !move->damaged)
        (void)!ftruncate(move->old, move->was.st_size);
}

/* "; a, b (old content in .b.fairshuf-XXXXXX) were replaced": what is now different. NULL
 * if there is no memory. */
static char *list_replaced(struct move *moves, size_t count)
{
    char *text = NULL;
    size_t size, found = 0;
    FILE *list = open_memstream(&text, &size);
    for (size_t i = 0; i < count && list != NULL; i++) {
        struct output *output = moves[i].output;
        if (output->final == NULL || moves[i].state == WAITING)
            continue;
        fprintf(list, "%s%s", found++ == 0 ? "; " : ", ", say_file(output->name));
        if (moves[i].state == EXCHANGED)
            fprintf(list, " (old content in %s)", say_file(output->temporary));
    }
    if (list == NULL)
        return NULL;
    if (found > 0)
        fputs(found == 1 ? " was replaced" : " were replaced", list);
    if (fclose(list) == 0)
        return text;
    free(text);
    return NULL;
}

static int tell_failure(struct move *moves, size_t count, bool alone, struct move *failed,
                        int error)
{
    const struct output *output = failed->output;
    char *list = list_replaced(moves, count);
    const bool none = list != NULL && list[0] == '\0';
    const char *const rest = list == NULL     ? "; some outputs may have been replaced"
                             : none && !alone ? "; no output was replaced"
                                              : list;
    if (failed->damaged)
        say("%s: write error: %s; its old content is damaged, the new content is "
            "complete in %s%s",
            say_file(output->name), strerror(error), say_file(output->temporary),
            none ? "" : rest);
    else if (failed->in_place && alone)
        output_report(output, error);
    else
        say("%s: %s%s%s", say_file(output->name), strerror(error), rest,
            output->options.terse ? "" : output_room_advice(error));
    free(list);
    return 1;
}

static int undo_all(struct move *moves, size_t count, bool alone, struct move *failed,
                    int error)
{
    for (size_t i = count; i-- > 0;)
        undo(&moves[i]);
    for (size_t i = 0; i < count; i++)
        release(&moves[i]);
    tell_failure(moves, count, alone, failed, error);
    for (size_t i = 0; i < count; i++)
        if (moves[i].state == EXCHANGED || moves[i].damaged) {
            free(moves[i].output->temporary); /* the message names it, so it stays */
            moves[i].output->temporary = NULL;
        }
    return 1;
}

/* ---- all of it --------------------------------------------------------------------- */

/* All outputs are in place: removes the old files and the temporary ones. */
static int finish(struct move *moves, size_t count)
{
    int status = 0;
    for (size_t i = 0; i < count; i++)
        if (moves[i].state == EXCHANGED || moves[i].state == OVERWRITTEN) {
            unlink(moves[i].output->temporary);
            settle(moves[i].output);
        }
    for (size_t i = 0; i < count && status == 0; i++) {
        const struct output *output = moves[i].output;
        if (output->options.sync != OUTPUT_SYNC_ALWAYS ||
            (moves[i].state != EXCHANGED && moves[i].state != RENAMED))
            continue;
        const int error = output_sync_folder(output->final);
        if (error != 0)
            status = say_error(error, "%s: complete, but its folder cannot be synced",
                               say_file(output->name));
    }
    return status;
}

static int put_in_place(struct move *moves, size_t count, bool alone)
{
    struct move *failed = moves;
    for (size_t i = 0; i < count; i++)
        output_forget(moves[i].output->temporary); /* soon the name of something else */
    const int error = put_all(moves, count, alone, &failed);
    return error == 0 ? finish(moves, count)
                      : undo_all(moves, count, alone, failed, error);
}

/* Whether the old file was changed, or replaced by another one, while the new one was
 * synced, which can take long. */
static bool has_changed(const struct move *move)
{
    const struct stat *was = &move->was;
    struct stat is;
    return move->exists && lstat(move->output->final, &is) == 0 &&
           (is.st_dev != was->st_dev || is.st_ino != was->st_ino ||
            is.st_size != was->st_size || is.st_mtim.tv_sec != was->st_mtim.tv_sec ||
            is.st_mtim.tv_nsec != was->st_mtim.tv_nsec);
}

/* Both steps. */
static int commit(struct move *moves, size_t count, bool alone)
{
    int status = 0;
    sigset_t all, before;
    for (size_t i = 0; i < count && status == 0; i++)
        if (moves[i].output->final == NULL)
            status = complete_direct(moves[i].output);
    for (size_t i = 0; i < count && status == 0; i++)
        if (moves[i].output->final != NULL)
            status = complete(&moves[i], alone);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    for (size_t i = 0; i < count && status == 0; i++)
        if (has_changed(&moves[i]))
            status = say("%s: was changed while its new content was written; nothing was "
                         "replaced; try again",
                         say_file(moves[i].output->name));
    if (status == 0)
        status = put_in_place(moves, count, alone);
    for (size_t i = 0; i < count; i++) {
        close_old(&moves[i]);
        output_abandon(moves[i].output);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

int output_commit_all(struct output *const *outputs, size_t count)
{
    size_t files = 0;
    struct move *moves = calloc(count + 1, sizeof *moves);
    for (size_t i = 0; i < count; i++)
        if (moves == NULL) {
            output_abandon(outputs[i]);
        } else {
            moves[i] = (struct move){.output = outputs[i], .old = -1};
            files += outputs[i]->final != NULL;
        }
    const int status =
        moves == NULL ? say("memory exhausted") : commit(moves, count, files == 1);
    free(moves);
    return status;
}

int output_commit(struct output *output)
{
    return output_commit_all(&output, 1);
}

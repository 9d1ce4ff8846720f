/* SPDX-License-Identifier: MIT
 *
 * output_replace.c - puts complete outputs in place: all of them or none.
 *
 * There are two steps.
 *
 * 1. Every output is completed (output_complete.c): late errors, data to disk, owner and
 *    attributes, a temporary name, fsync. If anything fails up to here, no output has
 *    changed. A signal ends the program, and its handler removes the temporary files.
 *    Outputs that are written directly come first. If there is only one file, and it is
 *    new, it gets its final name here.
 *
 * 2. Signals are blocked, and the files are put in place. A single file is renamed. If
 *    there are several, each is exchanged with the old file (RENAME_EXCHANGE), so that
 *    the old one still exists under the temporary name. Then the files that cannot be
 *    renamed are overwritten (see output_copy.c). When all have succeeded, the old files
 *    are removed. If one fails, the others are exchanged back. On a file system that
 *    cannot exchange files, rename() is used, which cannot be undone; the message then
 *    says which outputs were replaced.
 *
 * SIGKILL or a power failure in step 2 can leave some outputs new and others old, each of
 * them complete; the other content of each is in its temporary file. The folder is not
 * synced unless OUTPUT_SYNC_ALWAYS asks for it: the data are on disk before the rename,
 * so whether or not the rename reaches the disk, the name leads to a complete file.
 *
 * A nameless file (O_TMPFILE) gets its temporary name after its data are on disk, which
 * may take long. Until then, SIGKILL leaves nothing behind. It is synced again after
 * that, which is quick: not every file system guarantees anything for a file that had no
 * name when it was synced.
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

#include "common/modified.h"
#include "cli/output_parts.h"
#include "cli/say.h"

/* ---- step 2: put in place --------------------------------------------------------- */

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

/* Gives a nameless new file its final name. Returns 0 or an errno. */
static int put_by_link(struct output_move *move)
{
    struct output *output = move->output;
    if (output_link(output->fd, output->final) != 0)
        return errno;
    move->state = OUTPUT_RENAMED;
    output_drop_temporary(output);
    return move->sync ? output_sync_now(output->fd) : 0;
}

/* Renames an output. If the system refuses that, for example for a mount point or for
 * another user's file in a sticky folder, marks it to be overwritten. Returns 0 or an
 * errno. */
static int put_by_name(struct output_move *move, bool alone)
{
    struct output *output = move->output;
    int error = EINVAL;
    if (!move->exists && output_is_nameless(output))
        return put_by_link(move);
    if (move->exists && !alone) {
        error = exchange(output->temporary, output->final) == 0 ? 0 : errno;
        if (error == 0)
            move->state = OUTPUT_EXCHANGED;
    }
    if (error == EINVAL || error == ENOSYS || error == ENOTSUP) {
        error = rename(output->temporary, output->final) == 0 ? 0 : errno;
        if (error == 0) {
            move->state = OUTPUT_RENAMED;
            output_drop_temporary(output);
        }
    }
    if (move->exists &&
        (error == EBUSY || error == EXDEV || error == EPERM || error == EACCES)) {
        move->in_place = true;
        error = output_open_old(move);
        if (error == 0 && !move->exists)
            error = ENOENT;
    }
    return error;
}

static int reserve(struct output_move *move)
{
    const int error = output_reserve(move->old, move->output->written);
    move->reserved = error == 0;
    return error;
}

static int put_by_copy(struct output_move *move)
{
    struct output *output = move->output;
    const int error = output_overwrite(output->fd, move->old, output->written, move->sync,
                                       &move->damaged);
    if (error == 0)
        move->state = OUTPUT_OVERWRITTEN;
    else if (move->was.st_size == 0) /* there was no content to lose */
        move->damaged = ftruncate(move->old, 0) != 0;
    return error;
}

static bool is_waiting(const struct output_move *move)
{
    return move->output->final != NULL && move->state == OUTPUT_WAITING;
}

/* Puts all outputs in place. Returns 0, or an errno; *failed is then the move that
 * failed.
 */
static int put_all(struct output_move *moves, size_t count, bool alone,
                   struct output_move **failed)
{
    int error = 0;
    struct output_move *const end = moves + count;
    struct output_move *move = moves;
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

/* ---- undoing ---------------------------------------------------------------------- */

/* Restores the old file, if that is possible. */
static void undo(struct output_move *move)
{
    const struct output *output = move->output;
    if ((move->state == OUTPUT_EXCHANGED &&
         exchange(output->temporary, output->final) == 0) ||
        (move->state == OUTPUT_RENAMED && !move->exists && unlink(output->final) == 0))
        move->state = OUTPUT_WAITING;
}

/* Frees the blocks that were reserved, unless the file was overwritten. */
static void release(const struct output_move *move)
{
    if (move->reserved && move->state == OUTPUT_WAITING && !move->damaged)
        (void)!ftruncate(move->old, move->was.st_size);
}

/* Lists the outputs that could not be restored: "; a, b (old content in
 * .b.fairshuf-XXXXXX) were replaced". NULL if there is no memory. */
static char *list_replaced(struct output_move *moves, size_t count)
{
    char *text = NULL;
    size_t size, found = 0;
    FILE *list = open_memstream(&text, &size);
    for (size_t i = 0; i < count && list != NULL; i++) {
        struct output *output = moves[i].output;
        if (output->final == NULL || moves[i].state == OUTPUT_WAITING)
            continue;
        fprintf(list, "%s%s", found++ == 0 ? "; " : ", ", say_file(output->name));
        if (moves[i].state == OUTPUT_EXCHANGED)
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

static int report_failure(struct output_move *moves, size_t count, bool alone,
                          struct output_move *failed, int error)
{
    const struct output *output = failed->output;
    char *list = list_replaced(moves, count);
    const bool none = list != NULL && list[0] == '\0';
    const char *const rest = list == NULL     ? "; some outputs may have been replaced"
                             : none && !alone ? "; no output was replaced"
                                              : list;
    if (failed->damaged)
        say("%s: write error: %s; its old content is damaged; the complete new "
            "content is in %s%s",
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

static int undo_all(struct output_move *moves, size_t count, bool alone,
                    struct output_move *failed, int error)
{
    for (size_t i = count; i-- > 0;)
        undo(&moves[i]);
    for (size_t i = 0; i < count; i++)
        release(&moves[i]);
    report_failure(moves, count, alone, failed, error);
    for (size_t i = 0; i < count; i++)
        if (moves[i].state == OUTPUT_EXCHANGED || moves[i].damaged) {
            free(
                moves[i]
                    .output->temporary); /* keep the file, because the message names it */
            moves[i].output->temporary = NULL;
        }
    return 1;
}

/* ---- commit ----------------------------------------------------------------------- */

/* Removes old and temporary files after all outputs were put in place. */
static int finish(struct output_move *moves, size_t count)
{
    int status = 0;
    for (size_t i = 0; i < count; i++)
        if (moves[i].state == OUTPUT_EXCHANGED || moves[i].state == OUTPUT_OVERWRITTEN) {
            unlink(moves[i].output->temporary);
            output_drop_temporary(moves[i].output);
        }
    for (size_t i = 0; i < count && status == 0; i++) {
        const struct output *output = moves[i].output;
        if (output->options.sync != OUTPUT_SYNC_ALWAYS ||
            (moves[i].state != OUTPUT_EXCHANGED && moves[i].state != OUTPUT_RENAMED))
            continue;
        const int error = output_sync_folder(output->final);
        if (error != 0)
            status = say_error(error, "%s: complete, but its folder cannot be synced",
                               say_file(output->name));
    }
    return status;
}

static int put_in_place(struct output_move *moves, size_t count, bool alone)
{
    struct output_move *failed = moves;
    for (size_t i = 0; i < count; i++)
        output_forget(
            moves[i].output->temporary); /* it will be the name of the old file */
    const int error = put_all(moves, count, alone, &failed);
    return error == 0 ? finish(moves, count)
                      : undo_all(moves, count, alone, failed, error);
}

/* Whether the old file was changed or replaced while the new one was synced, which can
 * take long. */
static bool has_changed(const struct output_move *move)
{
    const struct stat *was = &move->was;
    struct stat is;
    return move->exists && lstat(move->output->final, &is) == 0 &&
           (is.st_dev != was->st_dev || is.st_ino != was->st_ino ||
            is_modified(&is, was));
}

/* Does both steps. Returns 0, or 1 after a message. */
static int commit(struct output_move *moves, size_t count, bool alone)
{
    int status = 0;
    sigset_t all, before;
    for (size_t i = 0; i < count && status == 0; i++)
        if (moves[i].output->final == NULL)
            status = output_complete_direct(moves[i].output);
    for (size_t i = 0; i < count && status == 0; i++)
        if (moves[i].output->final != NULL)
            status = output_complete(&moves[i], alone);
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
        output_close_old(&moves[i]);
        output_abandon(moves[i].output);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

int output_commit_all(struct output *const *outputs, size_t count)
{
    size_t files = 0;
    struct output_move *moves = calloc(count + 1, sizeof *moves);
    for (size_t i = 0; i < count; i++)
        if (moves == NULL) {
            output_abandon(outputs[i]);
        } else {
            moves[i] = (struct output_move){.output = outputs[i], .old = -1};
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

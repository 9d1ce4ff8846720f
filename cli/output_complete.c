/* SPDX-License-Identifier: MIT
 *
 * output_complete.c - completes an output before it is put in place: step 1 of
 * output_replace.c, which explains the order of the calls.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output_parts.h"
#include "cli/say.h"

int output_open_old(struct output_move *move)
{
    /* O_NONBLOCK: if it was replaced by a pipe, do not wait for a reader. */
    move->old =
        output_open_high(move->output->final, O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    move->exists = move->old >= 0;
    if (move->old < 0)
        return errno == ENOENT ? 0 : errno;
    return fstat(move->old, &move->was) == 0 ? 0 : errno;
}

void output_close_old(struct output_move *move)
{
    if (move->old >= 0)
        close(move->old);
    move->old = -1;
}

/* Whether a descriptor that is written directly can be synced. */
static bool is_stored(int fd)
{
    struct stat is;
    return fstat(fd, &is) == 0 && (S_ISREG(is.st_mode) || S_ISBLK(is.st_mode));
}

int output_complete_direct(const struct output *output)
{
    if (output->written == 0)
        return 0;
    int error = output->fd < 0 ? EBADF : output_late_error(output->fd);
    if (error == 0 && output->options.sync == OUTPUT_SYNC_ALWAYS && is_stored(output->fd))
        error = output_sync_now(output->fd);
    return error == 0 ? 0 : output_report(output, error);
}

bool output_is_nameless(const struct output *output)
{
    struct stat is;
    return fstat(output->fd, &is) == 0 && is.st_nlink == 0;
}

void output_drop_temporary(struct output *output)
{
    output_forget(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
}

/* Whether a new file gets its final name directly, because the temporary name could not
 * be removed from its folder. */
static bool is_linked_later(const struct output_move *move)
{
    char *folder = move->exists ? NULL : output_folder(move->output->final);
    const bool is = folder != NULL && output_is_append_only(folder);
    free(folder);
    return is;
}

/* Sets owner and attributes, gives the file a name, and syncs it. `alone`: it is the only
 * file to put in place. Returns 0, or 1 after a message. */
static int complete_file(struct output_move *move, bool alone)
{
    assert(move->output->final != NULL);
    struct output *output = move->output;
    const enum output_sync sync = output->options.sync;
    move->sync = sync == OUTPUT_SYNC_ALWAYS ||
                 (sync == OUTPUT_SYNC_AUTO && move->exists && move->was.st_size > 0);
    int error = output_late_error(output->fd);
    if (error == 0 && move->sync)
        error = output_wait_for_data(output->fd);
    if (error == 0 && output->private && !move->exists) /* the old file was moved away */
        error = output_set_new_mode(output->fd);
    if (error != 0)
        return output_report(output, error);
    if (alone && !move->exists && !move->sync && output_is_nameless(output) &&
        output_link(output->fd, output->final) == 0) {
        move->state = OUTPUT_RENAMED;
        output_drop_temporary(output);
        return 0;
    }
    move->in_place =
        output->elsewhere ||
        (move->exists && (move->was.st_nlink > 1 ||
                          !output_copy_attributes(output->fd, move->old, &move->was)));
    if (output_is_nameless(output) && !is_linked_later(move) &&
        output_name_temporary(output->temporary, output->fd, 0) < 0)
        return output_report(output, errno);
    error = move->sync ? output_sync_now(output->fd) : 0;
    if (error != 0)
        return output_report(output, error);
    if (move->in_place && move->sync)
        (void)output_sync_folder(output->temporary); /* some file systems need this */
    if (!move->in_place)
        output_close_old(move);
    return 0;
}

int output_complete(struct output_move *move, bool alone)
{
    const struct output *output = move->output;
    int error = output_open_old(move);
    if (error == 0 && output->elsewhere && !move->exists)
        error = ENOENT; /* the old file is gone, and its folder is not writable */
    if (error != 0)
        return say_error(error, "%s", say_file(output->name));
    if (move->exists && !S_ISREG(move->was.st_mode))
        return say("%s: is no longer a regular file; choose another output",
                   say_file(output->name));
    return complete_file(move, alone);
}

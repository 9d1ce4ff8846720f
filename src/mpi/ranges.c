/* SPDX-License-Identifier: MIT
 *
 * ranges.c - which records each rank reads. See ranges.h.
 *
 * 1. The shares are divided between lines, or between records of a fixed size. Each rank
 *    looks for the first line end in its own share.
 * 2. If a record can have several lines, each rank finds the outcome of its lines
 *    (states.h). From all outcomes follows the state at the start of each share, and from
 *    that the first record which starts there.
 *
 * A rank in whose share no line or no record starts gets nothing; the rank before it
 * reads on through its share.
 */
#define _POSIX_C_SOURCE 200809L
#include "src/mpi/ranges.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/mpi/states.h"
#include "src/records/split.h"

/* Where the share of a rank starts. */
static uint64_t share_start(const fs_inputs *inputs, int rank)
{
    const uint64_t size = (uint64_t)inputs->ranks->size, r = (uint64_t)rank;
    return inputs->bytes / size * r + inputs->bytes % size * r / size;
}

fs_file_part fs_ranges_part(const fs_inputs *inputs, uint64_t at, uint64_t end)
{
    assert(at < end && end <= inputs->bytes);
    fs_file_part part;
    part.file = fs_inputs_find(inputs, at, &part.start);
    const uint64_t left = inputs->files[part.file].size - part.start;
    part.bytes = end - at < left ? end - at : left;
    part.stop = part.bytes == left ? UINT64_MAX : part.start + part.bytes;
    return part;
}

/* The offset in a file of a place at or after its start; its size if the place is beyond
 * its end. */
static uint64_t offset_in(const fs_input *file, uint64_t place)
{
    assert(place >= file->place);
    const uint64_t after = place - file->place, bytes = file->size - file->start;
    return file->start + (after < bytes ? after : bytes);
}

static uint64_t place_of(const fs_input *file, uint64_t offset)
{
    return file->place + (offset - file->start);
}

/* Shares the places that the ranks have found. A rank without a place, UINT64_MAX, gets
 * that of the next rank. Sets *first and *end to the places of this rank and of the next
 * one. */
static int share_places(fs_inputs *inputs, uint64_t mine, uint64_t *first, uint64_t *end)
{
    fs_ranks *ranks = inputs->ranks;
    uint64_t *all = malloc((size_t)ranks->size * sizeof *all);
    if (all == NULL)
        fs_inputs_fail(inputs, FS_STEP_OTHER, 0, FAIR_ENOMEM, 0);
    int error = fs_inputs_agree(inputs); /* also of errors before this call */
    if (error == FAIR_OK)
        error = fs_ranks_gather(ranks, &mine, sizeof mine, all);
    uint64_t next = inputs->bytes;
    for (int r = ranks->size - 1; r >= ranks->rank && all != NULL && error == FAIR_OK;
         r--) {
        *end = next;
        if (all[r] != UINT64_MAX)
            next = all[r];
        *first = next;
    }
    free(all);
    return error;
}

/* ---- lines ------------------------------------------------------------------------- */

/* The first place of this rank's share where a line starts, or a record of a fixed size;
 * UINT64_MAX if there is none. */
static uint64_t find_line(fs_inputs *inputs)
{
    const fair_format *format = &inputs->options->records.format;
    const uint64_t place = share_start(inputs, inputs->ranks->rank);
    uint64_t offset;
    const uint64_t number = fs_inputs_find(inputs, place, &offset);
    const fs_input *file = &inputs->files[number];
    if (offset == file->start)
        return place;
    if (format->kind == FAIR_FIXED) {
        const uint64_t over = (offset - file->start) % format->count;
        const uint64_t missing = over > 0 ? format->count - over : 0;
        return missing < file->size - offset ? place + missing
                                             : place_of(file, file->size);
    }
    const uint64_t to = offset_in(file, share_start(inputs, inputs->ranks->rank + 1));
    uint64_t line = UINT64_MAX;
    const int fd = fs_inputs_open(inputs, number);
    if (fd < 0)
        return UINT64_MAX;
    (void)fs_states_align(inputs, number, fd, offset, to, &line);
    close(fd);
    if (line == UINT64_MAX)
        return to == file->size ? place_of(file, to) : UINT64_MAX;
    return place_of(file, line);
}

/* ---- records of several lines ------------------------------------------------------ */

/* What a rank tells the others. */
struct told {
    fs_outcome outcome; /* of its lines, or of those of its last file */
    uint64_t resets;    /* a file starts in its lines, so the state before them does not
                           matter */
};

/* The outcome of this rank's lines from `first` to `end`. */
static void find_outcome(fs_inputs *inputs, uint64_t first, uint64_t end,
                         struct told *told)
{
    uint64_t from, to;
    *told = (struct told){.outcome = fs_outcome_of_nothing()};
    if (first == end || end == inputs->bytes) /* nobody needs it */
        return;
    const uint64_t number = fs_inputs_find(inputs, end, &to);
    const fs_input *file = &inputs->files[number];
    told->resets = file->place >= first;
    if (to == file->start) /* the next rank starts with a file */
        return;
    from = told->resets ? file->start : offset_in(file, first);
    const int fd = fs_inputs_open(inputs, number);
    if (fd < 0)
        return;
    (void)fs_states_outcome(inputs, number, fd, from, to, &told->outcome);
    close(fd);
}

/* The state at the start of this rank's lines. */
static int find_state(fs_inputs *inputs, const struct told *mine, uint64_t *state)
{
    const fair_format *format = &inputs->options->records.format;
    fs_ranks *ranks = inputs->ranks;
    struct told *all = malloc((size_t)ranks->size * sizeof *all);
    if (all == NULL)
        fs_inputs_fail(inputs, FS_STEP_OTHER, 0, FAIR_ENOMEM, 0);
    int error = fs_inputs_agree(inputs); /* also of errors in find_outcome() */
    if (error == FAIR_OK)
        error = fs_ranks_gather(ranks, mine, sizeof *mine, all);
    *state = 0;
    for (int r = 0; r < ranks->rank && all != NULL && error == FAIR_OK; r++)
        *state = fs_outcome_apply(format, &all[r].outcome, all[r].resets ? 0 : *state);
    free(all);
    return error;
}

/* The place of the first record that starts in the lines from `first` to `end`. */
static uint64_t find_record(fs_inputs *inputs, uint64_t first, uint64_t end,
                            uint64_t state)
{
    uint64_t from, record = UINT64_MAX;
    if (first == end)
        return UINT64_MAX;
    const uint64_t number = fs_inputs_find(inputs, first, &from);
    const fs_input *file = &inputs->files[number];
    if (from == file->start)
        return first;
    const uint64_t to = offset_in(file, end);
    const int fd = fs_inputs_open(inputs, number);
    if (fd < 0)
        return UINT64_MAX;
    (void)fs_states_first(inputs, number, fd, from, to, state, &record);
    close(fd);
    if (record == UINT64_MAX) /* the next file starts with a record */
        return to == file->size ? place_of(file, to) : UINT64_MAX;
    return place_of(file, record);
}

int fs_ranges_find(fs_inputs *inputs, uint64_t *first, uint64_t *end)
{
    const fair_format *format = &inputs->options->records.format;
    int error = share_places(inputs, find_line(inputs), first, end);
    if (error != FAIR_OK || fs_format_is_plain(format) || format->kind == FAIR_FIXED)
        return error;
    struct told told;
    uint64_t state;
    find_outcome(inputs, *first, *end, &told);
    error = find_state(inputs, &told, &state);
    return error == FAIR_OK
               ? share_places(inputs, find_record(inputs, *first, *end, state), first,
                              end)
               : error;
}

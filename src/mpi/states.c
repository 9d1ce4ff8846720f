/* SPDX-License-Identifier: MIT
 *
 * states.c - where records start in the middle of a file. See states.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "src/mpi/states.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/records/split.h"

/* Bytes that are read at a time. What is looked for is usually near, so the first chunk
 * is small, and each is twice as large as the one before. */
enum { FIRST_CHUNK = 1 << 12, CHUNK = 1 << 18 };

unsigned char fs_line_end(const fair_format *format)
{
    return format->kind == FAIR_DELIMITED ? format->delimiter : '\n';
}

fs_outcome fs_outcome_of_nothing(void)
{
    fs_outcome outcome = {0};
    for (uint64_t s = 0; s < FS_MOST_STATES; s++)
        outcome.end[s] = s;
    return outcome;
}

uint64_t fs_outcome_apply(const fair_format *format, const fs_outcome *outcome,
                          uint64_t state)
{
    if (format->kind == FAIR_DELIMITED)
        return format->count > 1
                   ? (state + outcome->lines % format->count) % format->count
                   : 0;
    assert(state < FS_MOST_STATES);
    return outcome->end[state];
}

/* ---- chunks ------------------------------------------------------------------------ */

/* A walk through a part of a file, chunk by chunk. */
struct walk {
    fs_inputs *inputs;   /* counts the bytes read, and keeps failures */
    uint64_t file;       /* the number of the file */
    int fd;              /* the file */
    uint64_t at;         /* the offset of the chunk */
    uint64_t to;         /* where the part ends */
    unsigned char *data; /* the chunk; owned */
    size_t length;       /* bytes of the chunk */
    size_t chunk;        /* the most bytes of the next chunk */
    uint32_t *ends;      /* the ends of the lines of the chunk; owned */
};

static int start_walk(struct walk *walk, fs_inputs *inputs, uint64_t file, int fd,
                      uint64_t from, uint64_t to)
{
    *walk = (struct walk){.inputs = inputs, .file = file, .fd = fd, .at = from, .to = to};
    walk->chunk = FIRST_CHUNK;
    walk->data = malloc(CHUNK);
    walk->ends = malloc((CHUNK + FS_SPLIT_SLACK) * sizeof *walk->ends);
    return walk->data != NULL && walk->ends != NULL
               ? FAIR_OK
               : fs_inputs_fail(inputs, FS_STEP_OTHER, file, FAIR_ENOMEM, 0);
}

static void end_walk(struct walk *walk)
{
    free(walk->data);
    free(walk->ends);
}

/* Reads the next chunk. Returns 1, 0 at the end of the part, or an error. */
static int next_chunk(struct walk *walk)
{
    walk->at += walk->length;
    const uint64_t left = walk->to - walk->at;
    const size_t wanted = left < walk->chunk ? (size_t)left : walk->chunk;
    walk->length = 0;
    walk->chunk = 2 * walk->chunk < CHUNK ? 2 * walk->chunk : CHUNK;
    fs_ranks_tick(walk->inputs->ranks);
    while (walk->length < wanted) {
        const ssize_t got =
            pread(walk->fd, walk->data + walk->length, wanted - walk->length,
                  (off_t)(walk->at + walk->length));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fs_inputs_fail(walk->inputs, FS_STEP_READ, walk->file, FAIR_EREAD,
                                  errno);
        if (got == 0)
            return fs_inputs_fail(walk->inputs, FS_STEP_READ, walk->file, FAIR_ECHANGED,
                                  0);
        walk->length += (size_t)got;
    }
    walk->inputs->read += wanted;
    return wanted > 0;
}

static size_t find_ends(const struct walk *walk)
{
    return fs_split_byte(walk->data, walk->length,
                         fs_line_end(&walk->inputs->options->records.format), walk->ends);
}

/* ---- lines ------------------------------------------------------------------------- */

int fs_states_align(fs_inputs *inputs, uint64_t file, int fd, uint64_t from, uint64_t to,
                    uint64_t *line)
{
    assert(from > 0);
    const unsigned char end = fs_line_end(&inputs->options->records.format);
    struct walk walk;
    int result = 1;
    const int error = start_walk(&walk, inputs, file, fd, from - 1, to);
    *line = UINT64_MAX;
    while (error == FAIR_OK && *line == UINT64_MAX && (result = next_chunk(&walk)) == 1) {
        const unsigned char *found = memchr(walk.data, end, walk.length);
        if (found != NULL)
            *line = walk.at + (uint64_t)(found - walk.data) + 1;
    }
    end_walk(&walk);
    return result < 0 ? result : error;
}

/* ---- paragraphs -------------------------------------------------------------------- */

/* The line that a chunk ends with. */
struct open_line {
    uint64_t start;      /* its offset */
    uint64_t length;     /* bytes so far */
    unsigned char first; /* its first byte, if the length is not 0 */
};

/* Adds `length` bytes of the chunk to the line. */
static void lengthen(struct open_line *line, const unsigned char *data, size_t length)
{
    if (line->length == 0 && length > 0)
        line->first = *data;
    line->length += length;
}

/* Whether a line has text. `ended`: its last byte is the newline. */
static int has_text(const struct open_line *line, int ended)
{
    const uint64_t bare = line->length - (ended ? 1 : 0);
    return bare > 1 || (bare == 1 && line->first != '\r');
}

/* The state after a line. */
static uint64_t after_line(uint64_t state, int text)
{
    if (text)
        return FS_PARAGRAPH_AFTER_TEXT;
    return state == FS_PARAGRAPH_AFTER_TEXT ? FS_PARAGRAPH_AFTER_GAP : state;
}

/* Goes through the lines of a chunk. Updates all states. If `first` is not NULL, stops at
 * the first line that starts a record after states[0], and sets *first to its offset. */
static void walk_paragraphs(struct walk *walk, struct open_line *line, uint64_t *states,
                            size_t state_count, uint64_t *first)
{
    const size_t count = find_ends(walk);
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        lengthen(line, walk->data + at, walk->ends[i] - at);
        at = walk->ends[i];
        const int text = has_text(line, 1);
        if (first != NULL && text && states[0] == FS_PARAGRAPH_AFTER_GAP) {
            *first = line->start;
            return;
        }
        for (size_t s = 0; s < state_count; s++)
            states[s] = after_line(states[s], text);
        *line = (struct open_line){.start = walk->at + at};
    }
    lengthen(line, walk->data + at, walk->length - at);
}

/* ---- outcomes ---------------------------------------------------------------------- */

static void outcome_of_chunk(struct walk *walk, struct open_line *line,
                             fs_outcome *outcome)
{
    const fair_format *format = &walk->inputs->options->records.format;
    if (format->kind == FAIR_PARAGRAPHS) {
        walk_paragraphs(walk, line, outcome->end, FS_MOST_STATES, NULL);
    } else if (format->kind == FAIR_CSV) {
        for (int s = 0; s < 2; s++) {
            int state = (int)outcome->end[s];
            fs_split_csv(walk->data, 0, walk->length, format->delimiter, &state,
                         walk->ends);
            outcome->end[s] = (uint64_t)state;
        }
    } else {
        outcome->lines += find_ends(walk);
    }
}

/* The splitter's states of CSV also say whether a quote would open a field. At the start
 * of a line, it always does, unless one is open already. */
static void csv_to_splitter(uint64_t *states)
{
    for (int s = 0; s < 2; s++)
        states[s] = states[s] == 1 ? FS_CSV_INSIDE : FS_CSV_OPENS;
}

static void csv_from_splitter(uint64_t *states)
{
    for (int s = 0; s < 2; s++)
        states[s] = (states[s] & FS_CSV_INSIDE) != 0;
}

int fs_states_outcome(fs_inputs *inputs, uint64_t file, int fd, uint64_t from,
                      uint64_t to, fs_outcome *outcome)
{
    const int csv = inputs->options->records.format.kind == FAIR_CSV;
    struct walk walk;
    struct open_line line = {.start = from};
    int result = 1;
    int error = start_walk(&walk, inputs, file, fd, from, to);
    *outcome = fs_outcome_of_nothing();
    if (csv)
        csv_to_splitter(outcome->end);
    while (error == FAIR_OK && (result = next_chunk(&walk)) == 1) {
        outcome_of_chunk(&walk, &line, outcome);
        fs_raw_add(&inputs->raw, file, walk.at, walk.data, walk.length);
    }
    if (csv)
        csv_from_splitter(outcome->end);
    end_walk(&walk);
    return result < 0 ? result : error;
}

/* ---- the first record -------------------------------------------------------------- */

/* Looks for the end of a CSV row that has an open quote at its start. */
static void first_csv(struct walk *walk, int *state, uint64_t *first)
{
    const size_t count =
        fs_split_csv(walk->data, 0, walk->length,
                     walk->inputs->options->records.format.delimiter, state, walk->ends);
    if (count > 0)
        *first = walk->at + walk->ends[0];
}

/* Looks for the end of the line number *lines, counted from 1. */
static void first_lines(struct walk *walk, uint64_t *lines, uint64_t *first)
{
    const size_t count = find_ends(walk);
    if (count >= *lines)
        *first = walk->at + walk->ends[*lines - 1];
    else
        *lines -= count;
}

int fs_states_first(fs_inputs *inputs, uint64_t file, int fd, uint64_t from, uint64_t to,
                    uint64_t state, uint64_t *first)
{
    const fair_format *format = &inputs->options->records.format;
    struct walk walk;
    struct open_line line = {.start = from};
    uint64_t lines = format->count - state;
    int quoted = FS_CSV_INSIDE, result = 1;
    *first = UINT64_MAX;
    if (format->kind != FAIR_PARAGRAPHS && state == 0) {
        *first = from;
        return FAIR_OK;
    }
    int error = start_walk(&walk, inputs, file, fd, from, to);
    while (error == FAIR_OK && *first == UINT64_MAX &&
           (result = next_chunk(&walk)) == 1) {
        if (format->kind == FAIR_PARAGRAPHS)
            walk_paragraphs(&walk, &line, &state, 1, first);
        else if (format->kind == FAIR_CSV)
            first_csv(&walk, &quoted, first);
        else
            first_lines(&walk, &lines, first);
    }
    if (result == 0 && format->kind == FAIR_PARAGRAPHS && *first == UINT64_MAX &&
        state == FS_PARAGRAPH_AFTER_GAP && has_text(&line, 0))
        *first = line.start; /* the last line of the file does not end */
    if (*first != UINT64_MAX && *first == to)
        *first = UINT64_MAX; /* it starts after the range */
    end_walk(&walk);
    return result < 0 ? result : error;
}

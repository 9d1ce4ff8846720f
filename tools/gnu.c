/* SPDX-License-Identifier: MIT
 *
 * gnu.c - --random-source: makes the same order as GNU shuf. See gnu.h.
 *
 * The sequence of steps is part of the behaviour, because it determines which error is
 * reported first, and how many bytes the source must have:
 *
 *  1. Read the input, if all of it is wanted, or if it is known to be small, or with -r.
 *     With -n 0, the input is not even opened.
 *  2. Open the source, unless it is clear that nothing will be drawn.
 *  3. Read the input if step 1 did not, and keep only a sample.
 *  4. Make the order (not with -r).
 *  5. Open the output and write it. With -r, draw at the same time. If the source ends,
 *     write what was drawn before.
 *
 * settings_read() has refused the options that GNU shuf does not have, such as --derange.
 *
 * One thing differs: with -r, GNU shuf empties the file of -o in step 5, even if it fails
 * afterwards. Here the old file stays unless everything succeeds (see output.h).
 */
#include "tools/gnu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/say.h"
#include "tools/gnu_input.h"
#include "tools/gnu_integers.h"
#include "tools/gnu_order.h"
#include "tools/preflight.h"
#include "tools/progress.h"
#include "tools/run.h"
#include "tools/writer.h"

enum { BUFFER = 65536 };

/* The reader of the output has closed the pipe. No FAIR_E... has this value. */
enum { BROKEN_PIPE = GNU_REPORTED - 1 };

/* All records of the input. */
struct store {
    unsigned char *bytes; /* the records, concatenated */
    size_t used;          /* bytes used */
    size_t room;          /* bytes allocated */
    size_t *ends;         /* ends[i]: where record i ends in `bytes` */
    size_t count;         /* number of records */
    size_t ends_room;     /* elements of `ends` allocated */
};

struct gnu {
    const struct settings *settings; /* what the command line asks for; not owned */
    unsigned char delimiter;         /* ends operands and numbers */
    struct gnu_input input;          /* the files, if records come from files */
    struct progress progress;        /* the progress line on stderr */
    uint64_t read;                   /* bytes of records read */
    struct gnu_integers integers;    /* numbers from --random-source */
    struct store store;              /* the records, unless they are sampled */
    struct gnu_sample sample;        /* the records, if they are sampled */
    uint64_t elements;               /* number of elements to choose from */
    uint64_t head;                   /* number of elements to write, without -r */
    uint64_t *order;                 /* indices of the elements to write, without -r */

    struct output output;         /* standard output or the file of -o */
    int write_error;              /* the errno of a failed write */
    size_t used;                  /* bytes in `buffer` */
    unsigned char buffer[BUFFER]; /* bytes that were not written yet */
};

static bool has_files(const struct settings *settings)
{
    return !settings->echo && !settings->range;
}

/* ---- input ------------------------------------------------------------------------ */

static int store_add(struct store *store, const unsigned char *record, size_t length)
{
    if (length > store->room - store->used) {
        if (length > SIZE_MAX / 4 || store->room > SIZE_MAX / 4)
            return FAIR_ENOMEM;
        const size_t room = 2 * store->room + length + BUFFER;
        unsigned char *bytes = realloc(store->bytes, room);
        if (bytes == NULL)
            return FAIR_ENOMEM;
        store->bytes = bytes;
        store->room = room;
    }
    if (store->count == store->ends_room) {
        if (store->ends_room > SIZE_MAX / 4 / sizeof *store->ends)
            return FAIR_ENOMEM;
        const size_t room = 2 * store->ends_room + 1024;
        size_t *ends = realloc(store->ends, room * sizeof *ends);
        if (ends == NULL)
            return FAIR_ENOMEM;
        store->ends = ends;
        store->ends_room = room;
    }
    memcpy(store->bytes + store->used, record, length);
    store->used += length;
    store->ends[store->count++] = store->used;
    return FAIR_OK;
}

/* gnu_input_next() with an update of the progress. */
static int next_record(void *context, const unsigned char **record, size_t *length)
{
    struct gnu *gnu = context;
    const int got = gnu_input_next(&gnu->input, record, length);
    if (got > 0)
        gnu->read += *length;
    progress_update(&gnu->progress, FAIR_PHASE_READ, gnu->read, 0);
    return got;
}

static int read_all(struct gnu *gnu)
{
    const unsigned char *record;
    size_t length;
    int got, error;
    while ((got = next_record(gnu, &record, &length)) > 0) {
        if ((error = store_add(&gnu->store, record, length)) != FAIR_OK)
            return error;
    }
    gnu->elements = gnu->store.count;
    return got;
}

/* Whether only a sample is kept: with -n, if the input may be large. */
static bool is_sampled(const struct settings *settings)
{
    return has_files(settings) && !settings->repeat && settings->head > 0 &&
           settings->head < UINT64_MAX && !gnu_input_is_small(settings);
}

/* ---- output ----------------------------------------------------------------------- */

static bool flush(struct gnu *gnu)
{
    if (gnu->write_error == 0 && gnu->used > 0)
        gnu->write_error = output_write(&gnu->output, gnu->buffer, gnu->used);
    gnu->used = 0;
    progress_update(&gnu->progress, FAIR_PHASE_WRITE, gnu->output.written, 0);
    return gnu->write_error == 0;
}

static bool put(struct gnu *gnu, const void *bytes, size_t length)
{
    if (length > BUFFER - gnu->used && !flush(gnu))
        return false;
    if (length > BUFFER) {
        gnu->write_error = output_write(&gnu->output, bytes, length);
        return gnu->write_error == 0;
    }
    if (length > 0)
        memcpy(gnu->buffer + gnu->used, bytes, length);
    gnu->used += length;
    return true;
}

static bool put_number(struct gnu *gnu, uint64_t number)
{
    unsigned char digits[21];
    size_t at = sizeof digits;
    digits[--at] = gnu->delimiter;
    do
        digits[--at] = (unsigned char)('0' + number % 10);
    while ((number /= 10) > 0);
    return put(gnu, digits + at, sizeof digits - at);
}

/* Writes element i of the input. False if a write failed. */
static bool put_element(struct gnu *gnu, uint64_t i)
{
    const struct settings *settings = gnu->settings;
    if (settings->range)
        return put_number(gnu, settings->lowest + i);
    if (settings->echo) {
        const char *text = settings->operands[i];
        return put(gnu, text, strlen(text)) && put(gnu, &gnu->delimiter, 1);
    }
    if (gnu->sample.slots != NULL)
        return put(gnu, gnu->sample.slots[i].bytes, gnu->sample.slots[i].length);
    const size_t start = i > 0 ? gnu->store.ends[i - 1] : 0;
    return put(gnu, gnu->store.bytes + start, gnu->store.ends[i] - start);
}

static int write_order(struct gnu *gnu)
{
    for (uint64_t i = 0; i < gnu->head; i++) {
        if (!put_element(gnu, gnu->order[i]))
            break;
    }
    return FAIR_OK;
}

static int write_draws(struct gnu *gnu)
{
    const uint64_t limit = gnu->settings->head;
    if (gnu->elements == 0 && limit > 0) {
        say("no lines to repeat");
        return GNU_REPORTED;
    }
    for (uint64_t done = 0; limit == UINT64_MAX || done < limit; done++) {
        uint64_t i;
        if (!gnu_integers_draw(&gnu->integers, gnu->elements, &i))
            return FAIR_ESOURCE;
        if (!put_element(gnu, i))
            break;
    }
    return FAIR_OK;
}

/* ---- the run ---------------------------------------------------------------------- */

/* Steps 1 to 4. */
static int prepare(struct gnu *gnu)
{
    const struct settings *settings = gnu->settings;
    const bool sampled = is_sampled(settings);
    int error = FAIR_OK;
    if (settings->range)
        gnu->elements = settings->numbers;
    else if (settings->echo)
        gnu->elements = settings->operand_count;
    else if (settings->head > 0 || settings->header > 0)
        error = gnu_input_open(&gnu->input, settings);
    if (error == FAIR_OK && has_files(settings) && settings->head > 0 && !sampled)
        error = read_all(gnu);
    if (error != FAIR_OK)
        return error;

    gnu->head = gnu->elements < settings->head ? gnu->elements : settings->head;
    const bool unknown = settings->repeat || sampled;
    if ((unknown || gnu->head > 0) &&
        gnu_integers_open(&gnu->integers, settings->random_source, gnu->elements,
                          unknown ? UINT64_MAX : gnu->head) != 0)
        return GNU_REPORTED;

    if (sampled) {
        error = gnu_sample_take(&gnu->sample, &gnu->integers, settings->head, next_record,
                                gnu);
        gnu->elements = gnu->head = gnu->sample.count;
    }
    if (error != FAIR_OK || settings->repeat)
        return error;
    return gnu_order(&gnu->integers, gnu->elements, gnu->head, &gnu->order);
}

/* Step 5. After an error, what was drawn before is still written to standard output and
 * devices; a regular file is not replaced. */
static int finish(struct gnu *gnu)
{
    if (output_open_with(&gnu->output, gnu->settings->output,
                         writer_output_options(gnu->settings)) != 0)
        return GNU_REPORTED;
    int error = FAIR_OK;
    if (put(gnu, gnu->input.header, gnu->input.header_length))
        error = gnu->settings->repeat ? write_draws(gnu) : write_order(gnu);
    if (!flush(gnu)) {
        if (gnu->write_error == EPIPE && gnu->output.final == NULL)
            return BROKEN_PIPE;
        output_report(&gnu->output, gnu->write_error);
        return GNU_REPORTED;
    }
    if (error != FAIR_OK)
        return error;
    if (output_commit(&gnu->output) != 0)
        return GNU_REPORTED;
    char bytes[16];
    if (gnu->settings->verbose)
        say("%s written in %.2f s", progress_bytes((double)gnu->output.written, bytes),
            progress_clock() - gnu->progress.start);
    return FAIR_OK;
}

int gnu_run(const struct settings *settings)
{
    struct gnu *gnu = calloc(1, sizeof *gnu);
    if (gnu == NULL)
        return say("memory exhausted");
    gnu->settings = settings;
    gnu->integers.fd = -1;
    gnu->delimiter =
        settings->format.kind == FAIR_DELIMITED ? settings->format.delimiter : '\n';
    progress_start(&gnu->progress, settings);
    int error = preflight(settings) == 0 ? prepare(gnu) : GNU_REPORTED;
    if (error == FAIR_OK)
        error = finish(gnu);
    if (error == FAIR_ENOMEM)
        say("memory exhausted");
    else if (error == FAIR_ESOURCE)
        gnu_integers_report(&gnu->integers);

    progress_end(&gnu->progress);
    output_abandon(&gnu->output);
    gnu_input_close(&gnu->input);
    gnu_integers_close(&gnu->integers);
    gnu_sample_free(&gnu->sample);
    free(gnu->store.bytes);
    free(gnu->store.ends);
    free(gnu->order);
    free(gnu);
    return error == FAIR_OK ? 0 : error == BROKEN_PIPE ? RUN_BROKEN_PIPE : 1;
}

/* SPDX-License-Identifier: MIT
 *
 * gnu.c - the orders that GNU shuf makes of --random-source=FILE, byte for byte.
 *
 * What happens in which order is part of the result, since it decides which error is seen
 * first and what the source must have:
 *
 *  1. The input is read, if all of it is wanted, or it is known to be small, or the
 *     elements are drawn with replacement. If the limit is 0, it is not even opened.
 *  2. The source is opened, unless it is clear that nothing is to be drawn.
 *  3. The input is read now if it was not before, keeping only a sample.
 *  4. The order is made, if there is one (without -r).
 *  5. The output is opened and written; with -r the draws are made meanwhile. If the
 *     source ends, what was drawn before is written nonetheless.
 *
 * Orders that GNU shuf has not (--derange and so on) settings_read() has refused.
 *
 * In one thing we differ: with -r GNU shuf empties the file of -o at step 5, whatever
 * comes after. Here the old file stays unless all went well (see output.h).
 */
#include "tools/gnu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/say.h"
#include "tools/channel.h"
#include "tools/gnu_input.h"
#include "tools/gnu_integers.h"
#include "tools/gnu_order.h"
#include "tools/preflight.h"
#include "tools/progress.h"
#include "tools/run.h"

enum { BUFFER = 65536 };

/* The reader of the output is gone; no FAIR_E... has this number. */
enum { BROKEN_PIPE = GNU_TOLD - 1 };

/* Records that were read as a whole: record i ends before ends[i]. */
struct heap {
    unsigned char *bytes;
    size_t used, room;
    size_t *ends;
    size_t count, ends_room;
};

struct flow {
    const struct settings *settings;
    unsigned char delimiter; /* of operands and numbers */
    struct gnu_input input;
    struct progress progress;
    uint64_t read;
    struct gnu_integers integers;
    struct heap heap;
    struct gnu_sample sample;
    uint64_t elements; /* to choose from */
    uint64_t head;     /* to write, without -r */
    uint64_t *order;

    struct output output;
    int write_error; /* errno */
    size_t used;     /* of the buffer */
    unsigned char buffer[BUFFER];
};

static bool has_files(const struct settings *settings)
{
    return !settings->echo && !settings->range;
}

/* ---- input ------------------------------------------------------------------------ */

static int heap_add(struct heap *heap, const unsigned char *record, size_t length)
{
    if (length > heap->room - heap->used) {
        if (length > SIZE_MAX / 4 || heap->room > SIZE_MAX / 4)
            return FAIR_ENOMEM;
        const size_t room = 2 * heap->room + length + BUFFER;
        unsigned char *bytes = realloc(heap->bytes, room);
        if (bytes == NULL)
            return FAIR_ENOMEM;
        heap->bytes = bytes;
        heap->room = room;
    }
    if (heap->count == heap->ends_room) {
        if (heap->ends_room > SIZE_MAX / 4 / sizeof *heap->ends)
            return FAIR_ENOMEM;
        const size_t room = 2 * heap->ends_room + 1024;
        size_t *ends = realloc(heap->ends, room * sizeof *ends);
        if (ends == NULL)
            return FAIR_ENOMEM;
        heap->ends = ends;
        heap->ends_room = room;
    }
    memcpy(heap->bytes + heap->used, record, length);
    heap->used += length;
    heap->ends[heap->count++] = heap->used;
    return FAIR_OK;
}

/* gnu_input_next(), which tells how far it is. */
static int next_record(void *context, const unsigned char **record, size_t *length)
{
    struct flow *flow = context;
    const int got = gnu_input_next(&flow->input, record, length);
    if (got > 0)
        flow->read += *length;
    progress_tell(&flow->progress, FAIR_PHASE_READ, flow->read, 0);
    return got;
}

static int read_all(struct flow *flow)
{
    const unsigned char *record;
    size_t length;
    int got, error;
    while ((got = next_record(flow, &record, &length)) > 0) {
        if ((error = heap_add(&flow->heap, record, length)) != FAIR_OK)
            return error;
    }
    flow->elements = flow->heap.count;
    return got;
}

/* Only a sample is kept of input that may be large, if there is a limit. */
static bool is_sampled(const struct settings *settings)
{
    return has_files(settings) && !settings->repeat && settings->head > 0 &&
           settings->head < UINT64_MAX && !gnu_input_is_small(settings);
}

/* ---- output ----------------------------------------------------------------------- */

static bool flush(struct flow *flow)
{
    if (flow->write_error == 0 && flow->used > 0)
        flow->write_error = output_write(&flow->output, flow->buffer, flow->used);
    flow->used = 0;
    progress_tell(&flow->progress, FAIR_PHASE_WRITE, flow->output.written, 0);
    return flow->write_error == 0;
}

static bool put(struct flow *flow, const void *bytes, size_t length)
{
    if (length > BUFFER - flow->used && !flush(flow))
        return false;
    if (length > BUFFER) {
        flow->write_error = output_write(&flow->output, bytes, length);
        return flow->write_error == 0;
    }
    if (length > 0)
        memcpy(flow->buffer + flow->used, bytes, length);
    flow->used += length;
    return true;
}

static bool put_number(struct flow *flow, uint64_t number)
{
    unsigned char digits[21];
    size_t at = sizeof digits;
    digits[--at] = flow->delimiter;
    do
        digits[--at] = (unsigned char)('0' + number % 10);
    while ((number /= 10) > 0);
    return put(flow, digits + at, sizeof digits - at);
}

/* Writes element i of the input. False after an error of writing. */
static bool put_element(struct flow *flow, uint64_t i)
{
    const struct settings *settings = flow->settings;
    if (settings->range)
        return put_number(flow, settings->lowest + i);
    if (settings->echo) {
        const char *text = settings->operands[i];
        return put(flow, text, strlen(text)) && put(flow, &flow->delimiter, 1);
    }
    if (flow->sample.slots != NULL)
        return put(flow, flow->sample.slots[i].bytes, flow->sample.slots[i].length);
    const size_t start = i > 0 ? flow->heap.ends[i - 1] : 0;
    return put(flow, flow->heap.bytes + start, flow->heap.ends[i] - start);
}

static int write_order(struct flow *flow)
{
    for (uint64_t i = 0; i < flow->head; i++) {
        if (!put_element(flow, flow->order[i]))
            break;
    }
    return FAIR_OK;
}

static int write_draws(struct flow *flow)
{
    const uint64_t limit = flow->settings->head;
    if (flow->elements == 0 && limit > 0) {
        say("no lines to repeat");
        return GNU_TOLD;
    }
    for (uint64_t done = 0; limit == UINT64_MAX || done < limit; done++) {
        uint64_t i;
        if (!gnu_integers_draw(&flow->integers, flow->elements, &i))
            return FAIR_ESOURCE;
        if (!put_element(flow, i))
            break;
    }
    return FAIR_OK;
}

/* ---- the flow --------------------------------------------------------------------- */

/* Steps 1 to 4. */
static int prepare(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    const bool sampled = is_sampled(settings);
    int error = FAIR_OK;
    if (settings->range)
        flow->elements = settings->numbers;
    else if (settings->echo)
        flow->elements = settings->operand_count;
    else if (settings->head > 0 || settings->header > 0)
        error = gnu_input_open(&flow->input, settings);
    if (error == FAIR_OK && has_files(settings) && settings->head > 0 && !sampled)
        error = read_all(flow);
    if (error != FAIR_OK)
        return error;

    flow->head = flow->elements < settings->head ? flow->elements : settings->head;
    const bool unknown = settings->repeat || sampled;
    if ((unknown || flow->head > 0) &&
        gnu_integers_open(&flow->integers, settings->random_source, flow->elements,
                          unknown ? UINT64_MAX : flow->head) != 0)
        return GNU_TOLD;

    if (sampled) {
        error = gnu_sample_take(&flow->sample, &flow->integers, settings->head,
                                next_record, flow);
        flow->elements = flow->head = flow->sample.count;
    }
    if (error != FAIR_OK || settings->repeat)
        return error;
    return gnu_order(&flow->integers, flow->elements, flow->head, &flow->order);
}

/* Step 5. Even if there is an error, what comes before it is written: standard output and
 * devices have it, a regular file is not replaced. */
static int finish(struct flow *flow)
{
    if (output_open_with(&flow->output, flow->settings->output,
                         channel_options(flow->settings)) != 0)
        return GNU_TOLD;
    int error = FAIR_OK;
    if (put(flow, flow->input.header, flow->input.header_length))
        error = flow->settings->repeat ? write_draws(flow) : write_order(flow);
    if (!flush(flow)) {
        if (flow->write_error == EPIPE && flow->output.final == NULL)
            return BROKEN_PIPE;
        output_report(&flow->output, flow->write_error);
        return GNU_TOLD;
    }
    if (error != FAIR_OK)
        return error;
    if (output_commit(&flow->output) != 0)
        return GNU_TOLD;
    char bytes[16];
    if (flow->settings->verbose)
        say("%s written in %.2f s", progress_bytes((double)flow->output.written, bytes),
            progress_clock() - flow->progress.start);
    return FAIR_OK;
}

int gnu_run(const struct settings *settings)
{
    struct flow *flow = calloc(1, sizeof *flow);
    if (flow == NULL)
        return say("memory exhausted");
    flow->settings = settings;
    flow->integers.fd = -1;
    flow->delimiter =
        settings->format.kind == FAIR_DELIMITED ? settings->format.delimiter : '\n';
    progress_start(&flow->progress, settings);
    int error = preflight(settings) == 0 ? prepare(flow) : GNU_TOLD;
    if (error == FAIR_OK)
        error = finish(flow);
    if (error == FAIR_ENOMEM)
        say("memory exhausted");
    else if (error == FAIR_ESOURCE)
        gnu_integers_tell(&flow->integers);

    progress_end(&flow->progress);
    output_abandon(&flow->output);
    gnu_input_close(&flow->input);
    gnu_integers_close(&flow->integers);
    gnu_sample_free(&flow->sample);
    free(flow->heap.bytes);
    free(flow->heap.ends);
    free(flow->order);
    free(flow);
    return error == FAIR_OK ? 0 : error == BROKEN_PIPE ? RUN_BROKEN_PIPE : 1;
}

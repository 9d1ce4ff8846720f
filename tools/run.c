/* SPDX-License-Identifier: MIT
 *
 * run.c - what fairshuf does with a key of its own.
 *
 * Everything is read before an output is opened, so that whatever is wrong with the input
 * is found while nothing has been touched; and all outputs are complete before the first
 * of them takes its place.
 */
#define _POSIX_C_SOURCE 200809L
#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "input.h"
#include "output.h"
#include "progress.h"
#include "say.h"
#include "seed.h"
#include "shares.h"

enum { MOST_OUTPUTS = SETTINGS_WITH + SETTINGS_SPLIT + 1 };

struct flow {
    const struct settings *settings;
    uint8_t key[FAIR_KEY_SIZE];
    struct progress progress;
    fair_records_options options;
    fair_records *records[1 + SETTINGS_WITH]; /* the operands, then each --with */
    size_t records_count;
    struct output outputs[MOST_OUTPUTS];
    char *names[SETTINGS_SPLIT]; /* of --split, terminated */
    size_t output_count;
    uint64_t wanted; /* records at most */
    bool whole;      /* no record is left out */
};

static int tell_progress(void *context, int phase, uint64_t done, uint64_t total)
{
    struct flow *flow = context;
    progress_tell(&flow->progress, phase, done, total);
    return 0;
}

static void witness(void *context, int out, const void *record, size_t length)
{
    (void)context;
    check_add(out, record, length);
}

/* ---- input ------------------------------------------------------------------------- */

static fair_records *new_records(struct flow *flow)
{
    fair_records *records = fair_records_new(flow->key, &flow->options);
    if (records == NULL)
        say("memory exhausted");
    else
        flow->records[flow->records_count++] = records;
    return records;
}

static int read_file(struct flow *flow, fair_records *records, const char *name)
{
    const int fd = input_open(name);
    if (fd < 0)
        return 1;
    const int error = fair_records_read(records, fd);
    if (error != FAIR_OK)
        input_tell(flow->settings, name, error, fair_records_mark(records));
    input_close(fd);
    uint64_t bytes;
    if (input_size(name, &bytes))
        flow->progress.before += bytes;
    return error != FAIR_OK;
}

static int read_operands(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    fair_records *records = new_records(flow);
    if (records == NULL)
        return 1;
    for (size_t i = 0; i < input_count(settings); i++)
        if (read_file(flow, records, input_name(settings, i)) != 0)
            return 1;
    return 0;
}

static int read_with(struct flow *flow, const char *name)
{
    fair_records *records = new_records(flow);
    if (records == NULL || read_file(flow, records, name) != 0)
        return 1;
    const uint64_t first = fair_records_count(flow->records[0]);
    const uint64_t here = fair_records_count(records);
    if (here != first)
        return say("%s: %" PRIu64 " records, but %s has %" PRIu64
                   "; files in lockstep need the same number",
                   say_file(name), here, say_file(input_name(flow->settings, 0)), first);
    return 0;
}

static int add_text(struct flow *flow, fair_records *records, const char *text)
{
    const size_t length = strlen(text);
    char *line = malloc(length + 1);
    int error = FAIR_ENOMEM;
    if (line != NULL) {
        memcpy(line, text, length + 1);
        line[length] = (char)flow->settings->format.delimiter;
        error = fair_records_add(records, line, length + 1);
    }
    free(line);
    return error == FAIR_OK ? 0 : say("memory exhausted");
}

/* The arguments of -e; and numbers, where these must be records. */
static int read_arguments(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    fair_records *records = new_records(flow);
    if (records == NULL)
        return 1;
    for (size_t i = 0; settings->echo && i < settings->operand_count; i++)
        if (add_text(flow, records, settings->operands[i]) != 0)
            return 1;
    for (uint64_t i = 0; settings->range && i < settings->numbers; i++) {
        char number[24];
        snprintf(number, sizeof number, "%" PRIu64, settings->lowest + i);
        if (add_text(flow, records, number) != 0)
            return 1;
    }
    return 0;
}

/* A range whose numbers need not be stored as text. */
static bool is_plain_range(const struct settings *settings)
{
    return settings->range && settings->order == FAIR_ORDER_SHUFFLE && !settings->pairs;
}

static int read_all(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    if (is_plain_range(settings))
        return 0;
    if (settings->echo || settings->range)
        return read_arguments(flow);
    if (settings->head == 0 && settings->header == 0) /* then nothing is even opened */
        return 0;
    bool known = true;
    uint64_t bytes;
    for (size_t i = 0; i < input_count(settings); i++) {
        known &= input_size(input_name(settings, i), &bytes);
        flow->progress.total += known ? bytes : 0;
    }
    for (size_t i = 0; i < settings->with_count; i++) {
        known &= input_size(settings->with[i], &bytes);
        flow->progress.total += known ? bytes : 0;
    }
    if (!known)
        flow->progress.total = 0;
    if (read_operands(flow) != 0)
        return 1;
    for (size_t i = 0; i < settings->with_count; i++)
        if (read_with(flow, settings->with[i]) != 0)
            return 1;
    return 0;
}

/* ---- output ------------------------------------------------------------------------ */

static int open_output(struct flow *flow, const char *name)
{
    struct output *output = &flow->outputs[flow->output_count];
    if (output_open(output, name) != 0)
        return 1;
    output->terse = flow->settings->strict;
    flow->output_count++;
    for (size_t i = 0; i + 1 < flow->output_count; i++)
        if (output_is_same(output, &flow->outputs[i]))
            return say("%s: this is to be written twice; name another file",
                       say_file(name));
    return 0;
}

static int open_outputs(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    for (size_t i = 0; i < settings->split_count; i++) {
        const struct share *share = &settings->split[i];
        flow->names[i] = malloc(share->length + 1);
        if (flow->names[i] == NULL)
            return say("memory exhausted");
        memcpy(flow->names[i], share->name, share->length);
        flow->names[i][share->length] = '\0';
        if (open_output(flow, flow->names[i]) != 0)
            return 1;
    }
    if (settings->split_count == 0 && open_output(flow, settings->output) != 0)
        return 1;
    for (size_t i = 0; i < settings->with_count; i++)
        if (open_output(flow, settings->output_with[i]) != 0)
            return 1;
    return 0;
}

/* What went wrong when writing. */
static int tell_failure(struct flow *flow, const struct output *output, int error,
                        int number)
{
    if (error == FAIR_EWRITE && number == EPIPE && output->final == NULL)
        return RUN_BROKEN_PIPE;
    if (error == FAIR_EWRITE)
        return output_tell(output, number);
    if (error == FAIR_ENOMEM)
        return say("memory exhausted");
    if (error == FAIR_EINVAL && flow->settings->repeat)
        return say("no lines to repeat");
    if (error == FAIR_EINVAL)
        return say("one record alone cannot leave its place; %s needs two",
                   flow->settings->order == FAIR_ORDER_CYCLE ? "--cycle" : "--derange");
    return say("%s", fair_strerror(error));
}

/* The parts of the first collection, or of a range. */
static int plan_parts(struct flow *flow, uint64_t n, fair_part parts[MOST_OUTPUTS],
                      size_t *part_count)
{
    const struct settings *settings = flow->settings;
    uint64_t counts[SETTINGS_SPLIT];
    *part_count = settings->split_count > 0 ? settings->split_count : 1;
    counts[0] = flow->wanted;
    if (settings->split_count > 0 &&
        shares_count(settings, n < flow->wanted ? n : flow->wanted, counts) != 0)
        return 1;
    uint64_t left = n;
    for (size_t i = 0; i < *part_count; i++) {
        parts[i] = (fair_part){counts[i], output_write, &flow->outputs[i]};
        left -= counts[i] < left ? counts[i] : left;
    }
    flow->whole = left == 0;
    return 0;
}

static const struct output *failed_output(const struct flow *flow, size_t first)
{
    for (size_t i = first; i < flow->output_count; i++)
        if (flow->outputs[i].failed != 0)
            return &flow->outputs[i];
    return &flow->outputs[first];
}

static int write_range(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    fair_part parts[MOST_OUTPUTS];
    size_t part_count;
    if (plan_parts(flow, settings->numbers, parts, &part_count) != 0 ||
        open_outputs(flow) != 0)
        return 1;
    const unsigned char end = settings->format.delimiter;
    int number = 0, error;
    if (settings->repeat)
        error = fair_numbers_draw(flow->key, settings->lowest, settings->numbers, end,
                                  flow->wanted, &parts[0], &flow->options, &number);
    else
        error = fair_numbers_write(flow->key, settings->lowest, settings->numbers, end,
                                   parts, part_count, &flow->options, &number);
    return error == FAIR_OK ? 0
                            : tell_failure(flow, failed_output(flow, 0), error, number);
}

static int write_records(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    fair_part parts[MOST_OUTPUTS];
    size_t part_count;
    const uint64_t n = flow->records_count > 0 ? fair_records_count(flow->records[0]) : 0;
    if (plan_parts(flow, n, parts, &part_count) != 0 || open_outputs(flow) != 0)
        return 1;
    for (size_t i = 0; i < flow->records_count; i++) {
        const size_t first = i == 0 ? 0 : part_count + i - 1;
        const fair_part whole = {flow->wanted, output_write, &flow->outputs[first]};
        int error;
        if (settings->repeat)
            error = fair_records_draw(flow->records[i], flow->wanted, &whole);
        else if (i == 0)
            error = fair_records_write(flow->records[i], parts, part_count);
        else
            error = fair_records_write(flow->records[i], &whole, 1);
        if (error != FAIR_OK)
            return tell_failure(flow, failed_output(flow, first), error,
                                fair_records_mark(flow->records[i]).error);
        fair_records_free(flow->records[i]);
        flow->records[i] = NULL;
    }
    return 0;
}

/* ---- all of it
 * ------------------------------------------------------------------------- */

static int commit(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    const bool checked = flow->options.witness != NULL && flow->whole;
    if (checked && !check_good())
        return say("--check: the records that went out are not those that came in");
    int status = 0;
    for (size_t i = 0; i < flow->output_count && status == 0; i++)
        status = output_commit(&flow->outputs[i]); /* the rest is given up */
    if (status == 0 && settings->verbose) {
        char bytes[16];
        uint64_t written = 0;
        for (size_t i = 0; i < flow->output_count; i++)
            written += flow->outputs[i].written;
        say("%s written in %.2f s%s", progress_bytes((double)written, bytes),
            progress_clock() - flow->progress.start,
            checked ? "; every record that came in went out once" : "");
    }
    return status;
}

static void set_options(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    fair_records_options *options = &flow->options;
    options->format = settings->format;
    options->order = settings->order;
    options->header = settings->header;
    options->pairs = settings->pairs;
    options->threads = settings->threads;
    options->progress = tell_progress;
    options->context = flow;
    flow->wanted = settings->head;
    if (settings->head < UINT64_MAX && !settings->repeat)
        options->head = settings->head > 0 ? settings->head : 1;
    if (settings->check && !settings->repeat && options->head == 0)
        options->witness = witness;
}

int run(const struct settings *settings)
{
    struct flow *flow = calloc(1, sizeof *flow);
    if (flow == NULL)
        return say("memory exhausted");
    flow->settings = settings;
    set_options(flow);
    progress_start(&flow->progress, settings);
    int status = seed_key(settings, flow->key);
    if (status == 0 && (settings->print_seed || settings->verbose))
        seed_tell(flow->key);
    if (status == 0)
        status = read_all(flow);
    if (status == 0)
        status = is_plain_range(settings) ? write_range(flow) : write_records(flow);
    if (status == 0)
        status = commit(flow);
    progress_end(&flow->progress);
    for (size_t i = 0; i < flow->output_count; i++)
        output_abandon(&flow->outputs[i]);
    for (size_t i = 0; i < flow->records_count; i++)
        fair_records_free(flow->records[i]);
    for (size_t i = 0; i < settings->split_count; i++)
        free(flow->names[i]);
    memset(flow->key, 0, sizeof flow->key);
    free(flow);
    return status;
}

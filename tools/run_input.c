/* SPDX-License-Identifier: MIT
 *
 * run_input.c - a run reads its records: files, packed or not, arguments, numbers.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "tools/changed.h"
#include "tools/flow.h"
#include "tools/input.h"
#include "tools/overlap.h"

enum { OFTEN = 1 << 16 }; /* numbers between looks at the clock */

/* A collection that reads so many files. */
static fair_records *new_records(struct flow *flow, size_t files)
{
    const size_t i = flow->records_count;
    fair_records_options options = flow->options;
    options.memory = flow->plan.collections[i].memory;
    options.map = flow->plan.collections[i].map;
    fair_records *records;
    const int error = fair_records_new(&records, flow->key, &options);
    if (error == FAIR_ENOMEM)
        say("memory exhausted");
    else if (error != FAIR_OK)
        say("%s", fair_strerror(error));
    else
        flow->records[flow->records_count++] = records;
    if (error == FAIR_OK && options.map)
        changed_watch(i, records, files);
    return records;
}

/* Says what is wrong with the input of the collection that is read. */
static int tell(const struct flow *flow, const char *name, int error)
{
    const size_t i = flow->records_count - 1;
    const fair_mark mark = fair_records_mark(flow->records[i]);
    char what[512];
    if (flow_tell_changed(flow, i, error))
        return 1;
    if (error == FAIR_ETEMP)
        return flow_tell_temporary(flow, mark);
    const bool header = mark.record < flow->settings->header;
    if (error == FAIR_ELIMIT && mark.needed == 0 && !header &&
        (flow->settings->repeat || flow->settings->pairs))
        return flow_tell_whole(flow, i, mark);
    if (error != FAIR_ELIMIT)
        return input_tell(flow->settings, name, error, mark);
    if (header)
        snprintf(what, sizeof what, "%.400s: the header is too large for",
                 say_input(name));
    else
        snprintf(what, sizeof what,
                 "%.400s: record %" PRIu64 ", at byte %" PRIu64 ": too large for",
                 say_input(name), mark.record + 1, mark.offset);
    return plan_tell_limit(&flow->plan, flow->settings, &flow->plan.collections[i], what,
                           mark.needed);
}

/* ---- files ----------------------------------------------------------------------- */

/* What is being unpacked, and for whom. */
struct packed {
    struct flow *flow;
    struct unpacker *unpacker;
};

static ptrdiff_t feed(void *context, void *data, size_t length)
{
    const struct packed *packed = context;
    const ptrdiff_t got = unpack_feed(packed->unpacker, data, length);
    const int error = errno;
    atomic_store_explicit(&packed->flow->packed, unpack_position(packed->unpacker),
                          memory_order_relaxed);
    errno = error;
    return got;
}

static int read_packed(struct flow *flow, fair_records *records, const char *name, int fd,
                       enum compress_kind kind)
{
    struct unpacker *unpacker = unpack_open(fd, kind);
    if (unpacker == NULL)
        return say("memory exhausted");
    struct packed packed = {flow, unpacker};
    atomic_store(&flow->packed, 0);
    flow->unpacking = true;
    const int error = fair_records_read_from(records, feed, &packed);
    flow->unpacking = false;
    if (error == FAIR_EREAD && fair_records_mark(records).error == EILSEQ)
        say("%s: %s", say_input(name), unpack_complaint(unpacker));
    else if (error != FAIR_OK)
        tell(flow, name, error);
    unpack_close(unpacker);
    return error != FAIR_OK;
}

/* Reads the file with this number, from 0, of the collection. */
static int read_file(struct flow *flow, fair_records *records, size_t number,
                     const char *name)
{
    enum compress_kind kind;
    int status = 0;
    const int fd = input_open(name);
    if (fd < 0)
        return 1;
    changed_name(flow->records_count - 1, number, name);
    if (overlap_watch(flow->settings, name, fd) != 0)
        status = 1;
    else if (input_is_packed(flow->settings, name, &kind)) {
        status = read_packed(flow, records, name, fd, kind);
    } else {
        const int error = fair_records_read(records, fd);
        if (error != FAIR_OK)
            status = tell(flow, name, error);
    }
    input_close(fd);
    flow->seen[flow->records_count - 1].bytes += flow->file_bytes;
    flow->file_bytes = 0;
    if (status == 0)
        input_note_header(flow->settings, name, fair_records_mark(records).record);
    uint64_t bytes;
    if (input_size(name, &bytes))
        flow->progress.before += bytes;
    return status;
}

/* All files of the last collection were read. */
static void complete(struct flow *flow)
{
    const size_t i = flow->records_count - 1;
    flow->seen[i].records = fair_records_count(flow->records[i]);
    flow->seen[i].complete = true;
}

static int read_operands(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    fair_records *records = new_records(flow, input_count(settings));
    if (records == NULL)
        return 1;
    for (size_t i = 0; i < input_count(settings); i++)
        if (read_file(flow, records, i, input_name(settings, i)) != 0)
            return 1;
    complete(flow);
    return 0;
}

static int read_with(struct flow *flow, const char *name)
{
    fair_records *records = new_records(flow, 1);
    if (records == NULL || read_file(flow, records, 0, name) != 0)
        return 1;
    complete(flow);
    const uint64_t first = fair_records_count(flow->records[0]);
    const uint64_t here = fair_records_count(records);
    if (here != first)
        return say("%s: has %" PRIu64 " record%s, but %s has %" PRIu64
                   "; --with needs equal counts",
                   say_input(name), here, here == 1 ? "" : "s",
                   say_input(input_name(flow->settings, 0)), first);
    return 0;
}

/* ---- arguments and numbers ------------------------------------------------------- */

static int read_arguments(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    fair_records *records = new_records(flow, 0);
    if (records == NULL)
        return 1;
    for (size_t i = 0; i < settings->operand_count; i++) {
        const size_t length = strlen(settings->operands[i]);
        char *line = malloc(length + 1);
        int error = FAIR_ENOMEM;
        if (line != NULL) {
            memcpy(line, settings->operands[i], length);
            line[length] = (char)settings->format.delimiter;
            error = fair_records_add(records, line, length + 1);
        }
        free(line);
        if (error != FAIR_OK)
            return tell(flow, "-e", error);
    }
    return 0;
}

/* Numbers as records of text. Each is made from the one before, which is much faster than
 * to divide. */
static int read_numbers(struct flow *flow)
{
    enum { LAST = 22 }; /* the place of the last digit; the delimiter is behind it */
    const struct settings *settings = flow->settings;
    fair_records *records = new_records(flow, 0);
    if (records == NULL)
        return 1;
    char text[LAST + 2];
    size_t start = LAST + 1;
    uint64_t number = settings->lowest, bytes = 0;
    text[LAST + 1] = (char)settings->format.delimiter;
    do
        text[--start] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    for (uint64_t i = 0; i < settings->numbers; i++) {
        const size_t length = LAST + 2 - start;
        const int error = fair_records_add(records, text + start, length);
        if (error != FAIR_OK)
            return tell(flow, "-i", error);
        bytes += length;
        if (i % OFTEN == 0)
            progress_tell(&flow->progress, FAIR_PHASE_READ, bytes, 0);
        size_t at = LAST;
        while (at >= start && text[at] == '9')
            text[at--] = '0';
        if (at < start)
            text[start = at] = '1';
        else
            text[at]++;
    }
    return 0;
}

/* Tells the progress what is to come. */
static void expect(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    struct progress *progress = &flow->progress;
    const size_t operands = settings->range || settings->echo ? 0 : input_count(settings);
    bool known = true;
    uint64_t bytes = 0;
    if (settings->range)
        progress->total = flow->plan.collections[0].bytes;
    for (size_t i = 0; i < operands + settings->with_count; i++) {
        const char *name =
            i < operands ? input_name(settings, i) : settings->with[i - operands];
        known &= input_size(name, &bytes);
        progress->total += known ? bytes : 0;
        progress->packed |= input_is_packed(settings, name, NULL);
    }
    if (!known)
        progress->total = 0;
    if (settings->head == UINT64_MAX && !settings->repeat)
        progress->expected = progress->total;
    for (size_t i = 0; i < flow->plan.count && flow->plan.foreseen; i++) {
        const struct collection *collection = &flow->plan.collections[i];
        if (collection->forecast.levels > 1)
            progress->again += (collection->forecast.levels - 1) * collection->bytes;
    }
    progress->collections = flow->plan.count;
}

int flow_read(struct flow *flow)
{
    const struct settings *settings = flow->settings;
    if (settings->range && flow->plan.numbers)
        return 0;
    expect(flow);
    if (settings->range)
        return read_numbers(flow);
    if (settings->echo)
        return read_arguments(flow);
    if (read_operands(flow) != 0)
        return 1;
    for (size_t i = 0; i < settings->with_count; i++)
        if (read_with(flow, settings->with[i]) != 0)
            return 1;
    return 0;
}

/* SPDX-License-Identifier: MIT
 *
 * run_input.c - reads the records of a run: files, arguments, or a range of numbers.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "tools/changed.h"
#include "tools/input.h"
#include "tools/overlap.h"
#include "tools/run_parts.h"

enum { UPDATE_AFTER = 1 << 16 }; /* numbers between two updates of the progress */

/* Creates the next collection, which will read `files` files. */
static fair_records *new_records(struct run *run, size_t files)
{
    const size_t i = run->records_count;
    fair_records_options options = run->options;
    options.memory = run->plan.collections[i].memory;
    options.map = run->plan.collections[i].map;
    fair_records *records;
    const int error = fair_records_new(&records, run->key, &options);
    if (error == FAIR_ENOMEM)
        say("memory exhausted");
    else if (error != FAIR_OK)
        say("%s", fair_strerror(error));
    else
        run->records[run->records_count++] = records;
    if (error == FAIR_OK && options.map)
        changed_watch(i, records, files);
    return records;
}

/* Reports an error of the collection that is being read. Returns 1. */
static int report_read_error(const struct run *run, const char *name, int error)
{
    const size_t i = run->records_count - 1;
    const fair_mark mark = fair_records_mark(run->records[i]);
    char what[512];
    if (run_report_changed(run, i, error))
        return 1;
    if (error == FAIR_ETEMP)
        return run_report_temporary(run, mark);
    const bool header = mark.record < run->settings->header;
    if (error == FAIR_ELIMIT && mark.needed == 0 && !header &&
        (run->settings->repeat || run->settings->pairs))
        return run_report_limit(run, i, mark);
    if (error != FAIR_ELIMIT)
        return input_report_error(run->settings, name, error, mark);
    if (header)
        snprintf(what, sizeof what, "%.400s: the header is too large for",
                 say_input(name));
    else
        snprintf(what, sizeof what,
                 "%.400s: record %" PRIu64 ", at byte %" PRIu64 ": too large for",
                 say_input(name), mark.record + 1, mark.offset);
    return plan_report_limit(&run->plan, run->settings, &run->plan.collections[i], what,
                             mark.needed);
}

/* ---- files ------------------------------------------------------------------------ */

/* The context of feed(). */
struct feeding {
    struct run *run;                   /* gets the number of compressed bytes read */
    struct decompressor *decompressor; /* of the current file; not owned */
};

static ptrdiff_t feed(void *context, void *data, size_t length)
{
    const struct feeding *feeding = context;
    const ptrdiff_t got = decompress_read(feeding->decompressor, data, length);
    const int error = errno;
    atomic_store_explicit(&feeding->run->compressed_bytes,
                          decompress_position(feeding->decompressor),
                          memory_order_relaxed);
    errno = error;
    return got;
}

static int read_compressed(struct run *run, fair_records *records, const char *name,
                           int fd, enum compress_kind kind)
{
    struct decompressor *decompressor = decompress_open(fd, kind);
    if (decompressor == NULL)
        return say("memory exhausted");
    struct feeding feeding = {run, decompressor};
    atomic_store(&run->compressed_bytes, 0);
    run->decompressing = true;
    const int error = fair_records_read_from(records, feed, &feeding);
    run->decompressing = false;
    if (error == FAIR_EREAD && fair_records_mark(records).error == EILSEQ)
        say("%s: %s", say_input(name), decompress_message(decompressor));
    else if (error != FAIR_OK)
        report_read_error(run, name, error);
    decompress_close(decompressor);
    return error != FAIR_OK;
}

/* Reads file `number` (from 0) of the collection. */
static int read_file(struct run *run, fair_records *records, size_t number,
                     const char *name)
{
    enum compress_kind kind;
    int status = 0;
    const int fd = input_open(name);
    if (fd < 0)
        return 1;
    changed_set_name(run->records_count - 1, number, name);
    if (overlap_watch(run->settings, name, fd) != 0)
        status = 1;
    else if (input_is_compressed(run->settings, name, &kind)) {
        status = read_compressed(run, records, name, fd, kind);
    } else {
        const int error = fair_records_read(records, fd);
        if (error != FAIR_OK)
            status = report_read_error(run, name, error);
    }
    input_close(fd);
    run->totals[run->records_count - 1].bytes += run->file_bytes;
    run->file_bytes = 0;
    if (status == 0)
        input_note_header(run->settings, name, fair_records_mark(records).record);
    uint64_t bytes;
    if (input_size(name, &bytes))
        run->progress.before += bytes;
    return status;
}

/* To be called when all files of the last collection were read. */
static void finish_collection(struct run *run)
{
    const size_t i = run->records_count - 1;
    run->totals[i].records = fair_records_count(run->records[i]);
    run->totals[i].complete = true;
}

static int read_operands(struct run *run)
{
    const struct settings *settings = run->settings;
    fair_records *records = new_records(run, input_count(settings));
    if (records == NULL)
        return 1;
    for (size_t i = 0; i < input_count(settings); i++)
        if (read_file(run, records, i, input_name(settings, i)) != 0)
            return 1;
    finish_collection(run);
    return 0;
}

static int read_with(struct run *run, const char *name)
{
    fair_records *records = new_records(run, 1);
    if (records == NULL || read_file(run, records, 0, name) != 0)
        return 1;
    finish_collection(run);
    const uint64_t first = fair_records_count(run->records[0]);
    const uint64_t here = fair_records_count(records);
    if (here != first)
        return say("%s: has %" PRIu64 " record%s, but %s has %" PRIu64
                   "; --with needs files with equal numbers of records",
                   say_input(name), here, here == 1 ? "" : "s",
                   say_input(input_name(run->settings, 0)), first);
    return 0;
}

/* ---- arguments and numbers -------------------------------------------------------- */

static int read_arguments(struct run *run)
{
    const struct settings *settings = run->settings;
    fair_records *records = new_records(run, 0);
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
            return report_read_error(run, "-e", error);
    }
    return 0;
}

/* Adds the numbers of a range as text. Each is made from the one before, which is much
 * faster than converting it. */
static int read_numbers(struct run *run)
{
    enum { LAST = 22 }; /* index of the last digit; the delimiter follows */
    const struct settings *settings = run->settings;
    fair_records *records = new_records(run, 0);
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
            return report_read_error(run, "-i", error);
        bytes += length;
        if (i % UPDATE_AFTER == 0)
            progress_update(&run->progress, FAIR_PHASE_READ, bytes, 0);
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

/* Tells the progress display how much there is to do. */
static void set_progress_totals(struct run *run)
{
    const struct settings *settings = run->settings;
    struct progress *progress = &run->progress;
    bool known = true;
    uint64_t bytes = 0;
    if (settings->range)
        progress->total = run->plan.collections[0].bytes;
    for (size_t i = 0; i < input_file_count(settings); i++) {
        const char *name = input_file(settings, i);
        known &= input_size(name, &bytes);
        progress->total += known ? bytes : 0;
        progress->compressed |= input_is_compressed(settings, name, NULL);
    }
    if (!known)
        progress->total = 0;
    if (settings->head == UINT64_MAX && !settings->repeat)
        progress->expected = progress->total;
    for (size_t i = 0; i < run->plan.count && run->plan.has_forecast; i++) {
        const struct collection *collection = &run->plan.collections[i];
        if (collection->forecast.levels > 1)
            progress->extra += (collection->forecast.levels - 1) * collection->bytes;
    }
    progress->collections = run->plan.count;
}

int run_read(struct run *run)
{
    const struct settings *settings = run->settings;
    if (settings->range && run->plan.numbers)
        return 0;
    set_progress_totals(run);
    if (settings->range)
        return read_numbers(run);
    if (settings->echo)
        return read_arguments(run);
    if (read_operands(run) != 0)
        return 1;
    for (size_t i = 0; i < settings->with_count; i++)
        if (read_with(run, settings->with[i]) != 0)
            return 1;
    return 0;
}

/* SPDX-License-Identifier: MIT
 *
 * gnu_input.c - reads the records of all operands. See gnu_input.h.
 *
 * GNU shuf has one file of lines and no header. For such input, behaviour and messages
 * are those of GNU shuf; everything else works as without --random-source.
 */
#include "tools/gnu_input.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "tools/input.h"

/* GNU shuf reads files of up to 8 MiB completely. */
enum { SMALL = 8388608 };

/* ---- before reading --------------------------------------------------------------- */

bool gnu_input_is_small(const struct settings *settings)
{
    uint64_t left = SMALL;
    for (size_t i = 0; i < input_count(settings); i++) {
        uint64_t bytes;
        if (!input_stated_size(input_name(settings, i), &bytes) || bytes > left)
            return false;
        left -= bytes;
    }
    return true;
}

/* ---- reading ---------------------------------------------------------------------- */

/* Reports an error of the reader. */
static int fail(const struct gnu_input *input, int error)
{
    input_report_error(input->settings, input_name(input->settings, input->file), error,
                       fair_reader_mark(input->reader));
    return GNU_REPORTED;
}

static int open_file(struct gnu_input *input)
{
    input->fd = input_open(input_name(input->settings, input->file));
    if (input->fd < 0)
        return GNU_REPORTED;
    fair_reader_open(input->reader, input->fd);
    return FAIR_OK;
}

static void close_file(struct gnu_input *input)
{
    if (input->fd >= 0)
        input_close(input->fd);
    input->fd = -1;
}

/* Reads and keeps the header of the first file that is not empty. */
static int read_header(struct gnu_input *input)
{
    size_t room = 0;
    for (uint64_t i = 0; i < input->settings->header; i++) {
        const unsigned char *record;
        size_t length;
        const int got = fair_reader_next(input->reader, &record, &length);
        if (got == 0 && i > 0)
            input_note_header(input->settings, input_name(input->settings, input->file),
                              i);
        if (got <= 0)
            return got < 0 ? fail(input, got) : FAIR_OK;
        if (length > room - input->header_length) {
            if (length > SIZE_MAX / 4 - room)
                return fail(input, FAIR_ENOMEM);
            room = 2 * room + length;
            unsigned char *header = realloc(input->header, room);
            if (header == NULL)
                return fail(input, FAIR_ENOMEM);
            input->header = header;
        }
        memcpy(input->header + input->header_length, record, length);
        input->header_length += length;
    }
    return FAIR_OK;
}

/* Skips the header of a further file, which must be the same. */
static int skip_header(struct gnu_input *input)
{
    size_t same = 0;
    int got = 1;
    for (uint64_t i = 0; i < input->settings->header && got > 0; i++) {
        const unsigned char *record;
        size_t length;
        got = fair_reader_next(input->reader, &record, &length);
        if (got < 0)
            return fail(input, got);
        if (got == 0)
            break;
        if (length > input->header_length - same ||
            memcmp(input->header + same, record, length) != 0)
            return fail(input, FAIR_EHEADER);
        same += length;
    }
    const bool empty = same == 0; /* an empty file has no header */
    return empty || same == input->header_length ? FAIR_OK : fail(input, FAIR_EHEADER);
}

int gnu_input_open(struct gnu_input *input, const struct settings *settings)
{
    assert(input->reader == NULL && input->header == NULL);
    input->settings = settings;
    input->fd = -1;
    int error = fair_reader_new(&input->reader, &settings->format);
    if (error != FAIR_OK) {
        say("%s", error == FAIR_ENOMEM ? "memory exhausted" : fair_strerror(error));
        return GNU_REPORTED;
    }
    error = open_file(input);
    if (error == FAIR_OK)
        error = read_header(input);
    return error;
}

int gnu_input_next(void *context, const unsigned char **record, size_t *length)
{
    struct gnu_input *input = context;
    for (;;) {
        const int got = fair_reader_next(input->reader, record, length);
        if (got != 0)
            return got < 0 ? fail(input, got) : 1;
        if (input->file + 1 == input_count(input->settings))
            return 0;
        close_file(input);
        input->file++;
        int error = open_file(input);
        if (error == FAIR_OK)
            error = input->header_length == 0 ? read_header(input) : skip_header(input);
        if (error != FAIR_OK)
            return error;
    }
}

void gnu_input_close(struct gnu_input *input)
{
    if (input->reader != NULL) {
        fair_reader_free(input->reader);
        close_file(input);
        free(input->header);
    }
}

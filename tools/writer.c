/* SPDX-License-Identifier: MIT
 *
 * writer.c - an output, possibly compressed. See writer.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/writer.h"

#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "tools/temporary.h"

enum compress_kind writer_compression(const struct settings *settings, const char *name)
{
    enum compress_kind kind = COMPRESS_NONE;
    if (settings->compress != NULL)
        compress_kind_of_word(settings->compress, &kind);
    else if (name != NULL && !settings->strict && settings->random_source == NULL)
        kind = compress_kind_of_name(name);
    return kind;
}

uint64_t writer_memory(const struct settings *settings)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < settings_output_count(settings); i++) {
        const enum compress_kind kind =
            writer_compression(settings, settings_output(settings, i));
        if (kind != COMPRESS_NONE)
            sum += compress_memory(kind, settings->threads);
    }
    return sum;
}

struct output_options writer_output_options(const struct settings *settings)
{
    return (struct output_options){.folder = temporary_folder(settings),
                                   .sync = settings->sync < 0    ? OUTPUT_SYNC_AUTO
                                           : settings->sync == 0 ? OUTPUT_SYNC_NEVER
                                                                 : OUTPUT_SYNC_ALWAYS,
                                   .terse = settings->strict};
}

int writer_report_same_file(const char *name)
{
    return say("%s: same file as another output; give each output its own file",
               name != NULL ? say_file(name) : "standard output");
}

int writer_open(struct writer *writer, const struct settings *settings, const char *name)
{
    const enum compress_kind kind = writer_compression(settings, name);
    *writer = (struct writer){.compressor = NULL};
    if (output_open_with(&writer->output, name, writer_output_options(settings)) != 0)
        return 1;
    if (kind == COMPRESS_NONE)
        return 0;
    writer->compressor =
        compress_open(kind, settings->threads, output_write, &writer->output);
    return writer->compressor != NULL ? 0 : say("memory exhausted");
}

int writer_write(void *context, const void *data, size_t length)
{
    struct writer *writer = context;
    const int error = writer->compressor != NULL
                          ? compress_write(writer->compressor, data, length)
                          : output_write(&writer->output, data, length);
    writer->failed = error;
    return error;
}

int writer_finish(struct writer *writer)
{
    const int error =
        writer->compressor != NULL ? compress_finish(writer->compressor) : 0;
    if (error == 0) {
        /* Ends its threads. They must not get signals while outputs are replaced. */
        compress_free(writer->compressor);
        writer->compressor = NULL;
    }
    return error;
}

void writer_abandon(struct writer *writer)
{
    compress_free(writer->compressor);
    writer->compressor = NULL;
    output_abandon(&writer->output);
}

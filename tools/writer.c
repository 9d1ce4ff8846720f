/* SPDX-License-Identifier: MIT
 *
 * writer.c - an output, possibly compressed. See writer.h. The options of outputs are in
 * writer_options.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/writer.h"

#include <stdlib.h>
#include <string.h>

#include "cli/say.h"

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

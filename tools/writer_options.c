/* SPDX-License-Identifier: MIT
 *
 * writer_options.c - the options of outputs, from the settings. See writer.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli/say.h"
#include "tools/options.h"
#include "tools/temporary.h"
#include "tools/writer.h"

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
                                   .terse = settings->strict,
                                   .named = options_bit == PROGRAM_MPI};
}

int writer_report_same_file(const char *name)
{
    return say("%s: same file as another output; give each output its own file",
               name != NULL ? say_file(name) : "standard output");
}

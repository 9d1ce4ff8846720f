/* SPDX-License-Identifier: MIT
 *
 * channel.c - an output, and what packs the bytes on their way to it. See channel.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/channel.h"

#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "tools/temporary.h"

enum compress_kind channel_kind(const struct settings *settings, const char *name)
{
    enum compress_kind kind = COMPRESS_NONE;
    if (settings->compress != NULL)
        compress_kind_of_word(settings->compress, &kind);
    else if (name != NULL && !settings->strict && settings->random_source == NULL)
        kind = compress_kind_of_name(name);
    return kind;
}

uint64_t channel_memory(const struct settings *settings)
{
    uint64_t sum = 0;
    const size_t first = settings->split_count > 0 ? settings->split_count : 1;
    for (size_t i = 0; i < first + settings->with_count; i++) {
        enum compress_kind kind;
        if (i >= first) {
            kind = channel_kind(settings, settings->output_with[i - first]);
        } else if (settings->split_count > 0) {
            char *name = strndup(settings->split[i].name, settings->split[i].length);
            kind = channel_kind(settings, name);
            free(name);
        } else {
            kind = channel_kind(settings, settings->output);
        }
        if (kind != COMPRESS_NONE)
            sum += pack_memory(kind, settings->threads);
    }
    return sum;
}

struct output_options channel_options(const struct settings *settings)
{
    return (struct output_options){.folder = temporary_folder(settings),
                                   .sync = settings->sync < 0    ? OUTPUT_SYNC_AUTO
                                           : settings->sync == 0 ? OUTPUT_SYNC_NEVER
                                                                 : OUTPUT_SYNC_ALWAYS,
                                   .terse = settings->strict};
}

int channel_tell_same(const char *name)
{
    return say("%s: same file as another output; give each output its own file",
               name != NULL ? say_file(name) : "standard output");
}

int channel_open(struct channel *channel, const struct settings *settings,
                 const char *name)
{
    const enum compress_kind kind = channel_kind(settings, name);
    *channel = (struct channel){.packer = NULL};
    if (output_open_with(&channel->output, name, channel_options(settings)) != 0)
        return 1;
    if (kind == COMPRESS_NONE)
        return 0;
    channel->packer = pack_open(kind, settings->threads, output_write, &channel->output);
    return channel->packer != NULL ? 0 : say("memory exhausted");
}

int channel_write(void *context, const void *data, size_t length)
{
    struct channel *channel = context;
    const int error = channel->packer != NULL
                          ? pack_write(channel->packer, data, length)
                          : output_write(&channel->output, data, length);
    channel->failed = error;
    return error;
}

int channel_finish(struct channel *channel)
{
    const int error = channel->packer != NULL ? pack_finish(channel->packer) : 0;
    if (error == 0) {
        /* Its threads end here. Signals must not reach them while outputs are replaced.
         */
        pack_free(channel->packer);
        channel->packer = NULL;
    }
    return error;
}

void channel_abandon(struct channel *channel)
{
    pack_free(channel->packer);
    channel->packer = NULL;
    output_abandon(&channel->output);
}

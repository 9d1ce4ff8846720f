/* SPDX-License-Identifier: MIT
 *
 * channel.h - an output, and what packs the bytes on their way to it.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include "cli/output.h"
#include "tools/compress.h"
#include "tools/settings.h"

struct channel {
    struct output output;
    struct packer *packer; /* NULL: bytes are written as they are */
    int failed;            /* the errno of what failed on the way */
};

/* How an output is packed; NULL is standard output. */
enum compress_kind channel_kind(const struct settings *settings, const char *name);

/* The memory that packing all outputs takes, in bytes. */
uint64_t channel_memory(const struct settings *settings);

/* How outputs are written and reported. */
struct output_options channel_options(const struct settings *settings);

/* Says that an output is the same file as another one. Returns 1. */
int channel_tell_same(const char *name);

/* Opens it. Returns 0, or 1 after a message. It may be given up in either case. */
int channel_open(struct channel *channel, const struct settings *settings,
                 const char *name);

/* A fair_sink with a struct channel as its context: 0, or an errno. */
int channel_write(void *channel, const void *data, size_t length);

/* Writes what the packer still has: 0, or an errno. */
int channel_finish(struct channel *channel);

/* Throws away what was written, if the output has not been committed. */
void channel_abandon(struct channel *channel);

#endif

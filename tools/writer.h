/* SPDX-License-Identifier: MIT
 *
 * writer.h - an output, compressed if its name or --compress asks for it.
 */
#ifndef WRITER_H
#define WRITER_H

#include "cli/output.h"
#include "tools/compress.h"
#include "tools/settings.h"

struct writer {
    struct output output;          /* where the bytes go, perhaps compressed */
    struct compressor *compressor; /* NULL: bytes are written as they are */
    int failed;                    /* the errno of a failed write */
};

/* How an output is compressed; NULL is standard output. */
enum compress_kind writer_compression(const struct settings *settings, const char *name);

/* The memory in bytes that compressing all outputs takes. */
uint64_t writer_memory(const struct settings *settings);

/* The options of output.h for these settings. */
struct output_options writer_output_options(const struct settings *settings);

/* Reports that an output is the same file as another one. Returns 1. */
int writer_report_same_file(const char *name);

/* Opens a writer; NULL is standard output. Returns 0, or 1 after a message.
 * writer_abandon() may be called in either case. */
int writer_open(struct writer *writer, const struct settings *settings, const char *name);

/* A fair_sink whose context is a struct writer. Returns 0 or an errno. */
int writer_write(void *writer, const void *data, size_t length);

/* Writes what the compressor still holds. Returns 0 or an errno. */
int writer_finish(struct writer *writer);

/* Discards what was written, unless the output was committed. */
void writer_abandon(struct writer *writer);

#endif

/* SPDX-License-Identifier: MIT
 *
 * compress.h - decompresses input and compresses output.
 *
 * libarchive does it for most formats; see decompress_parts.h for gzip and lz4 input.
 * Files that consist of several compressed files are read completely. Data that are
 * truncated, damaged or followed by other data are an error.
 */
#ifndef COMPRESS_H
#define COMPRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "fairshuf_records.h"

enum compress_kind {
    COMPRESS_NONE,
    COMPRESS_GZIP,
    COMPRESS_ZSTD,
    COMPRESS_XZ,
    COMPRESS_BZIP2,
    COMPRESS_LZ4,
};

/* "gzip", "zstd", "xz", "bzip2", "lz4", "none"; false for anything else. */
bool compress_kind_of_word(const char *word, enum compress_kind *kind);
const char *compress_word(enum compress_kind kind);

/* The kind that a file name stands for: .gz, .zst, .xz, .bz2, .lz4. */
enum compress_kind compress_kind_of_name(const char *name);

/* ---- input ------------------------------------------------------------------------ */

struct decompressor;

/* Decompresses data from `fd`, which must be of this kind. COMPRESS_NONE: the data
 * decide, and are read as they are if they are not compressed. Returns NULL if there is
 * no memory. The caller closes the descriptor. Takes up to 9 MiB of memory; up to 66 MiB
 * for data from xz -9, and up to 130 MiB for data from zstd --long=27. Larger windows of
 * zstd are an error. */
struct decompressor *decompress_open(int fd, enum compress_kind kind);

/* A fair_feed that returns decompressed bytes, or -1 and errno. If the data are damaged,
 * errno is EILSEQ, and decompress_message() says what is wrong. */
ptrdiff_t decompress_read(void *decompressor, void *data, size_t length);
const char *decompress_message(const struct decompressor *decompressor);

/* The number of compressed bytes read so far. */
uint64_t decompress_position(const struct decompressor *decompressor);

void decompress_close(struct decompressor *decompressor);

/* ---- output ----------------------------------------------------------------------- */

struct compressor;

/* The most memory in bytes that a compressor takes: a few MiB, but for xz 120 MiB for
 * each of 2 to 8 threads. */
uint64_t compress_memory(enum compress_kind kind, unsigned threads);

/* The number of threads for xz if `threads` are wanted; 0: all cores. At least 2, because
 * 1 would select the single-threaded mode, whose result differs. (xz starts the second
 * thread only if there is work for it.) At most 8, because each takes 120 MiB. */
unsigned compress_xz_threads(unsigned threads);

/* Opens a compressor that writes to `sink`. Returns NULL if there is no memory. The
 * result depends only on the data. `threads` is for xz; 0 means all cores. Only the
 * thread that calls the compressor calls the sink. */
struct compressor *compress_open(enum compress_kind kind, unsigned threads,
                                 fair_sink *sink, void *context);

/* A fair_sink whose context is a struct compressor. Returns 0 or an errno, which is that
 * of the sink if the sink failed. */
int compress_write(void *compressor, const void *data, size_t length);

/* Writes the remaining data and the end of the format. Returns 0 or an errno. To be
 * called once, and only if no write has failed. */
int compress_finish(struct compressor *compressor);

void compress_free(struct compressor *compressor);

#endif

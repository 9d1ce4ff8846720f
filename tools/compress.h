/* SPDX-License-Identifier: MIT
 *
 * compress.h - input that is compressed, and output that is to be.
 *
 * Through libarchive, whose filters know the formats, but for gzip and lz4 input (see
 * unpack_parts.h). Files that were joined from several compressed ones are read as a
 * whole, and nothing is lost without a word: data that are cut off, damaged or followed
 * by something else are an error.
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

/* What the ending of a file's name says: .gz, .zst, .xz, .bz2, .lz4. */
enum compress_kind compress_kind_of_name(const char *name);

/* ---- input ------------------------------------------------------------------------ */

struct unpacker;

/* Reads what is behind `fd`, of the given kind; COMPRESS_NONE: of whatever kind it turns
 * out to be, or not compressed at all. NULL if there is no memory. The caller closes the
 * descriptor. Takes up to 9 MiB of memory; 66 for data of xz -9 and 130 for those of zstd
 * --long=27. Longer windows of zstd are an error. */
struct unpacker *unpack_open(int fd, enum compress_kind kind);

/* A fair_feed: bytes, unpacked. -1 and errno; if the data are at fault, errno is EILSEQ,
 * and unpack_complaint() says what is wrong with them. */
ptrdiff_t unpack_feed(void *unpacker, void *data, size_t length);
const char *unpack_complaint(const struct unpacker *unpacker);

/* Compressed bytes that were read so far. */
uint64_t unpack_position(const struct unpacker *unpacker);

void unpack_close(struct unpacker *unpacker);

/* ---- output ----------------------------------------------------------------------- */

struct packer;

/* The most memory that a packer takes, in bytes: little, but for xz, where it is 120 MiB
 * for each of 2 to 8 threads. */
uint64_t pack_memory(enum compress_kind kind, unsigned threads);

/* Packs what is written to it and hands it on to `sink`. NULL if there is no memory. The
 * result depends on the data alone. `threads`, 0 for all cores, is for xz; the sink is
 * always called by the thread that calls the packer. */
struct packer *pack_open(enum compress_kind kind, unsigned threads, fair_sink *sink,
                         void *context);

/* A fair_sink: 0, or an errno (that of the sink, if that failed). */
int pack_write(void *packer, const void *data, size_t length);

/* Writes what is left, and the end of the format: 0, or an errno. To be called once, and
 * only if all went well before. */
int pack_finish(struct packer *packer);

void pack_free(struct packer *packer);

#endif

/* SPDX-License-Identifier: MIT
 *
 * decompress_parts.h - shared by the files that implement the input side of compress.h.
 *
 * An engine turns compressed bytes into plain ones. libarchive does it for zstd, xz and
 * bzip2 (decompress_archive.c). For two formats, libarchive 3.6.2 loses or changes data
 * without an error, so their own libraries are used:
 * - gzip (decompress_gzip.c): libarchive does not verify the checksum and length of a
 *   member, and treats any data after a member as the end.
 * - lz4 (decompress_lz4.c): libarchive treats an empty frame as the end, ignores data
 *   after the last frame, and forgets the data that a small dependent block refers to.
 */
#ifndef DECOMPRESS_PARTS_H
#define DECOMPRESS_PARTS_H

#include "tools/compress.h"

/* The number of bytes that identify any format. */
enum { COMPRESS_SIGNATURE = 10 };

/* Whether data of this kind can begin like this. `length` may be too short to be sure. */
bool compress_may_be(enum compress_kind kind, const unsigned char *data, size_t length);

/* The kind of data that begin like this; COMPRESS_NONE if there is none, or if the data
 * are too short. */
enum compress_kind compress_kind_of_data(const unsigned char *data, size_t length);

enum { DECOMPRESS_BUFFER = 1 << 18, DECOMPRESS_MESSAGE = 160 };

struct decompress_engine {
    /* Sets decompressor->state, which close() will get. Returns 0, or -1 as read(). */
    int (*open)(struct decompressor *decompressor);
    /* A fair_feed. Returns -1 after calling one of the error functions below. */
    ptrdiff_t (*read)(struct decompressor *decompressor, void *data, size_t length);
    /* Frees the state. Called only if open() has set it, even if open() failed. */
    void (*close)(void *state);
};

extern const struct decompress_engine decompress_gzip, decompress_lz4, decompress_archive;

struct decompressor {
    int fd;                                 /* where compressed data come from */
    enum compress_kind kind;                /* COMPRESS_NONE until it is known */
    const struct decompress_engine *engine; /* NULL: the data are not compressed */
    void *state;                            /* the engine's; NULL if it is not open */
    bool started;                           /* the kind has been determined */
    bool ended;                             /* `fd` has no more data */
    int error;         /* the errno of the first error; every later read fails, too */
    uint64_t position; /* compressed bytes read so far */
    size_t at;         /* the first unused byte in `buffer` */
    size_t end;        /* the end of the unused bytes in `buffer` */
    char message[DECOMPRESS_MESSAGE];        /* what is wrong with the data */
    unsigned char buffer[DECOMPRESS_BUFFER]; /* compressed bytes from `fd` */
};

/* Reads more bytes if the buffer is empty. Returns whether it now has any. If not, the
 * data have ended, or reading failed. */
bool decompress_refill(struct decompressor *decompressor);

/* Each of these sets the error, unless there is one already, and returns -1. */

/* A system call or an allocation failed with this errno. */
int decompress_fail(struct decompressor *decompressor, int error);

/* The data are wrong, as this message says. */
int decompress_reject(struct decompressor *decompressor, const char *message);

/* The data end too early. */
int decompress_truncated(struct decompressor *decompressor);

/* Other data follow. */
int decompress_trailing_data(struct decompressor *decompressor);

/* The data are damaged or of an unsupported variant; `how` comes from the library. */
int decompress_damaged(struct decompressor *decompressor, const char *how);

#endif

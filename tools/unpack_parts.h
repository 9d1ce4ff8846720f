/* SPDX-License-Identifier: MIT
 *
 * unpack_parts.h - what the files that make up the input side of compress.h share.
 *
 * An engine turns compressed bytes into plain ones. libarchive does it for zstd, xz and
 * bzip2 (unpack_archive.c). For two kinds it would lose or change data without a word
 * (seen in 3.6.2), so that these go to the libraries of their own:
 * - gzip (unpack_gzip.c): it does not look at the checksums and lengths of members, and
 *   takes anything behind a member for the end;
 * - lz4 (unpack_lz4.c): it takes an empty frame for the end of the file, ignores what
 *   follows the last frame, and forgets what was before a small block that depends on it.
 */
#ifndef UNPACK_PARTS_H
#define UNPACK_PARTS_H

#include "tools/compress.h"

/* So many bytes tell the kind of any data. */
enum { UNPACK_BEGINNING = 10 };

/* Whether data of this kind may begin so; `length` may be less than it takes to know. */
bool unpack_may_be(enum compress_kind kind, const unsigned char *data, size_t length);

/* The kind of data that begin so, COMPRESS_NONE if it is none of them, or too short. */
enum compress_kind unpack_kind_of(const unsigned char *data, size_t length);

enum { UNPACK_BUFFER = 1 << 18, UNPACK_COMPLAINT = 160 };

struct unpack_engine {
    /* Sets unpacker->state to what is to be closed: 0, or -1 as below. */
    int (*open)(struct unpacker *unpacker);
    /* As a fair_feed, but -1 after unpack_fail() or unpack_complain(). */
    ptrdiff_t (*read)(struct unpacker *unpacker, void *data, size_t length);
    void (*close)(void *state);
};

extern const struct unpack_engine unpack_gzip, unpack_lz4, unpack_archive;

struct unpacker {
    int fd;
    enum compress_kind kind;
    const struct unpack_engine *engine; /* NULL: the data are not compressed */
    void *state;                        /* of the engine, NULL if it is not open */
    bool started;
    bool ended; /* all compressed bytes were read from the descriptor */
    int error;  /* an errno; once there is one, there is no way on */
    uint64_t position;
    size_t at, end; /* bytes of the buffer that were read and not used yet */
    char complaint[UNPACK_COMPLAINT];
    unsigned char buffer[UNPACK_BUFFER];
};

/* Whether there are bytes in the buffer, after reading some if there were none. If not,
 * that is the end, or an error. */
bool unpack_refill(struct unpacker *unpacker);

/* Each of them ends it all, and returns -1. The first error counts. */
int unpack_fail(struct unpacker *unpacker, int error);
int unpack_complain(struct unpacker *unpacker, const char *complaint);

/* The end came too early; or reading failed, which was the reason. */
int unpack_cut_off(struct unpacker *unpacker);

/* Something else follows the data. */
int unpack_followed(struct unpacker *unpacker);

/* The data are damaged, or of an unusual kind; the library says how. */
int unpack_damaged(struct unpacker *unpacker, const char *how);

#endif

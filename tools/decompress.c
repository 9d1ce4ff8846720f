/* SPDX-License-Identifier: MIT
 *
 * decompress.c - determines the kind of compressed data and calls the engine for it.
 *
 * Every engine reads on after the end of a compressed part, because a file can consist of
 * several, and verifies all checksums. Truncated or damaged data, and data followed by
 * something else, are an error. An empty file is valid with any name; it has no records.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/decompress_parts.h"

/* ---- errors ----------------------------------------------------------------------- */

int decompress_fail(struct decompressor *decompressor, int error)
{
    if (decompressor->error == 0)
        decompressor->error = error;
    return -1;
}

int decompress_reject(struct decompressor *decompressor, const char *message)
{
    if (decompressor->error == 0) {
        decompressor->error = EILSEQ;
        snprintf(decompressor->message, sizeof decompressor->message, "%s", message);
    }
    return -1;
}

/* Rejects the data with the message "the KIND data WHAT". */
static int reject_data(struct decompressor *decompressor, const char *what)
{
    char text[DECOMPRESS_MESSAGE];
    snprintf(text, sizeof text, "the %s data %s", compress_word(decompressor->kind),
             what);
    return decompress_reject(decompressor, text);
}

int decompress_truncated(struct decompressor *decompressor)
{
    return reject_data(decompressor, "are truncated");
}

int decompress_trailing_data(struct decompressor *decompressor)
{
    return reject_data(decompressor, "are followed by other data");
}

int decompress_damaged(struct decompressor *decompressor, const char *how)
{
    char text[DECOMPRESS_MESSAGE - 20];
    snprintf(text, sizeof text, "cannot be decompressed (%.100s)", how);
    return reject_data(decompressor, text);
}

/* ---- reading ---------------------------------------------------------------------- */

/* Reads up to `length` bytes from the descriptor. Returns their number; 0 at the end, or
 * after an error. */
static size_t read_some(struct decompressor *decompressor, void *data, size_t length)
{
    if (decompressor->ended || decompressor->error != 0)
        return 0;
    ssize_t got;
    do {
        got = read(decompressor->fd, data, length);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        decompress_fail(decompressor, errno);
    if (got <= 0) {
        decompressor->ended = true;
        return 0;
    }
    decompressor->position += (uint64_t)got;
    return (size_t)got;
}

bool decompress_refill(struct decompressor *decompressor)
{
    if (decompressor->at == decompressor->end) {
        decompressor->at = 0;
        decompressor->end =
            read_some(decompressor, decompressor->buffer, DECOMPRESS_BUFFER);
    }
    return decompressor->at < decompressor->end;
}

/* Reads data that are not compressed: first the bytes in the buffer, in which the
 * signature was looked for, then directly from the descriptor. */
static ptrdiff_t read_plain(struct decompressor *decompressor, void *data, size_t length)
{
    const size_t left = decompressor->end - decompressor->at;
    if (left == 0) {
        const size_t got = read_some(decompressor, data, length);
        return decompressor->error != 0 ? -1 : (ptrdiff_t)got;
    }
    const size_t some = left < length ? left : length;
    memcpy(data, decompressor->buffer + decompressor->at, some);
    decompressor->at += some;
    return (ptrdiff_t)some;
}

/* ---- choosing an engine ----------------------------------------------------------- */

static const struct decompress_engine *engine_of(enum compress_kind kind)
{
    switch (kind) {
    case COMPRESS_GZIP:
        return &decompress_gzip;
    case COMPRESS_LZ4:
        return &decompress_lz4;
    case COMPRESS_ZSTD:
    case COMPRESS_XZ:
    case COMPRESS_BZIP2:
        return &decompress_archive;
    case COMPRESS_NONE:
        break;
    }
    return NULL;
}

/* Rejects data whose format is not the one that the file name says. */
static int reject_kind(struct decompressor *decompressor, enum compress_kind found)
{
    char text[DECOMPRESS_MESSAGE];
    snprintf(text, sizeof text,
             "not in %s format%s%s (use --no-decompress to read it as it is)",
             compress_word(decompressor->kind), found == COMPRESS_NONE ? "" : ", but in ",
             found == COMPRESS_NONE ? "" : compress_word(found));
    return decompress_reject(decompressor, text);
}

/* Reads the first bytes and chooses the engine. Returns 0 or -1. */
static int start(struct decompressor *decompressor)
{
    size_t got = 1;
    while (got > 0 && decompressor->end < COMPRESS_SIGNATURE) {
        got = read_some(decompressor, decompressor->buffer + decompressor->end,
                        DECOMPRESS_BUFFER - decompressor->end);
        decompressor->end += got;
    }
    if (decompressor->error != 0)
        return -1;
    const enum compress_kind found =
        compress_kind_of_data(decompressor->buffer, decompressor->end);
    if (decompressor->kind == COMPRESS_NONE)
        decompressor->kind = found;
    else if (!compress_may_be(decompressor->kind, decompressor->buffer,
                              decompressor->end))
        return reject_kind(decompressor, found);
    decompressor->engine = decompressor->end == 0 ? NULL : engine_of(decompressor->kind);
    return decompressor->engine == NULL ? 0 : decompressor->engine->open(decompressor);
}

/* ---- public functions ------------------------------------------------------------- */

struct decompressor *decompress_open(int fd, enum compress_kind kind)
{
    struct decompressor *decompressor = malloc(sizeof *decompressor);
    if (decompressor != NULL) {
        memset(decompressor, 0, offsetof(struct decompressor, buffer));
        decompressor->fd = fd;
        decompressor->kind = kind;
    }
    return decompressor;
}

ptrdiff_t decompress_read(void *context, void *data, size_t length)
{
    struct decompressor *decompressor = context;
    if (!decompressor->started) {
        decompressor->started = true;
        start(decompressor);
    }
    ptrdiff_t got = -1;
    if (decompressor->error == 0)
        got = decompressor->engine == NULL
                  ? read_plain(decompressor, data, length)
                  : decompressor->engine->read(decompressor, data, length);
    /* Even if the engine mistook a failed read for the end. */
    if (decompressor->error != 0) {
        errno = decompressor->error;
        return -1;
    }
    return got;
}

const char *decompress_message(const struct decompressor *decompressor)
{
    return decompressor->message;
}

uint64_t decompress_position(const struct decompressor *decompressor)
{
    return decompressor->position;
}

void decompress_close(struct decompressor *decompressor)
{
    if (decompressor == NULL)
        return;
    if (decompressor->state != NULL)
        decompressor->engine->close(decompressor->state);
    free(decompressor);
}

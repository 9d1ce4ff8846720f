/* SPDX-License-Identifier: MIT
 *
 * unpack.c - reads compressed data: finds out their kind and hands them to an engine.
 *
 * Every engine reads on after the end of a part, since files may be joined from several,
 * and checks all checksums that there are. What is cut off, damaged, or followed by
 * something else is an error, never the end: no record is lost without a word. An empty
 * file is good, whatever its name: it has no records.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/unpack_parts.h"

/* ---- errors ---------------------------------------------------------------------- */

int unpack_fail(struct unpacker *unpacker, int error)
{
    if (unpacker->error == 0)
        unpacker->error = error;
    return -1;
}

int unpack_complain(struct unpacker *unpacker, const char *complaint)
{
    if (unpacker->error == 0) {
        unpacker->error = EILSEQ;
        snprintf(unpacker->complaint, sizeof unpacker->complaint, "%s", complaint);
    }
    return -1;
}

/* Complains about "the KIND data". */
static int complain_of_data(struct unpacker *unpacker, const char *what)
{
    char text[UNPACK_COMPLAINT];
    snprintf(text, sizeof text, "the %s data %s", compress_word(unpacker->kind), what);
    return unpack_complain(unpacker, text);
}

int unpack_cut_off(struct unpacker *unpacker)
{
    return complain_of_data(unpacker, "are truncated");
}

int unpack_followed(struct unpacker *unpacker)
{
    return complain_of_data(unpacker, "are followed by other data");
}

int unpack_damaged(struct unpacker *unpacker, const char *how)
{
    char text[UNPACK_COMPLAINT - 20];
    snprintf(text, sizeof text, "cannot be decompressed (%.100s)", how);
    return complain_of_data(unpacker, text);
}

/* ---- bytes as they are ----------------------------------------------------------- */

/* Reads up to `length` bytes from the descriptor: how many; 0 at the end, or after an
 * error. */
static size_t read_some(struct unpacker *unpacker, void *data, size_t length)
{
    if (unpacker->ended || unpacker->error != 0)
        return 0;
    ssize_t got;
    do {
        got = read(unpacker->fd, data, length);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        unpack_fail(unpacker, errno);
    if (got <= 0) {
        unpacker->ended = true;
        return 0;
    }
    unpacker->position += (uint64_t)got;
    return (size_t)got;
}

bool unpack_refill(struct unpacker *unpacker)
{
    if (unpacker->at == unpacker->end) {
        unpacker->at = 0;
        unpacker->end = read_some(unpacker, unpacker->buffer, UNPACK_BUFFER);
    }
    return unpacker->at < unpacker->end;
}

/* What is not compressed: first what was read to find that out, then straight to the
 * caller. */
static ptrdiff_t read_plain(struct unpacker *unpacker, void *data, size_t length)
{
    const size_t left = unpacker->end - unpacker->at;
    if (left == 0) {
        const size_t got = read_some(unpacker, data, length);
        return unpacker->error != 0 ? -1 : (ptrdiff_t)got;
    }
    const size_t some = left < length ? left : length;
    memcpy(data, unpacker->buffer + unpacker->at, some);
    unpacker->at += some;
    return (ptrdiff_t)some;
}

/* ---- the beginning --------------------------------------------------------------- */

static const struct unpack_engine *engine_of(enum compress_kind kind)
{
    switch (kind) {
    case COMPRESS_GZIP:
        return &unpack_gzip;
    case COMPRESS_LZ4:
        return &unpack_lz4;
    case COMPRESS_ZSTD:
    case COMPRESS_XZ:
    case COMPRESS_BZIP2:
        return &unpack_archive;
    case COMPRESS_NONE:
        break;
    }
    return NULL;
}

/* Complains of data that are not what the name says, but perhaps something else. */
static int complain_of_kind(struct unpacker *unpacker, enum compress_kind found)
{
    char text[UNPACK_COMPLAINT];
    snprintf(text, sizeof text,
             "not in %s format%s%s (use --no-decompress to read it as is)",
             compress_word(unpacker->kind), found == COMPRESS_NONE ? "" : ", but in ",
             found == COMPRESS_NONE ? "" : compress_word(found));
    return unpack_complain(unpacker, text);
}

/* Reads the first bytes and chooses the engine: 0, or -1. */
static int start(struct unpacker *unpacker)
{
    size_t got = 1;
    while (got > 0 && unpacker->end < UNPACK_BEGINNING) {
        got = read_some(unpacker, unpacker->buffer + unpacker->end,
                        UNPACK_BUFFER - unpacker->end);
        unpacker->end += got;
    }
    if (unpacker->error != 0)
        return -1;
    const enum compress_kind found = unpack_kind_of(unpacker->buffer, unpacker->end);
    if (unpacker->kind == COMPRESS_NONE)
        unpacker->kind = found;
    else if (!unpack_may_be(unpacker->kind, unpacker->buffer, unpacker->end))
        return complain_of_kind(unpacker, found);
    unpacker->engine = unpacker->end == 0 ? NULL : engine_of(unpacker->kind);
    return unpacker->engine == NULL ? 0 : unpacker->engine->open(unpacker);
}

/* ---- the functions of the header ------------------------------------------------- */

struct unpacker *unpack_open(int fd, enum compress_kind kind)
{
    struct unpacker *unpacker = malloc(sizeof *unpacker);
    if (unpacker != NULL) {
        memset(unpacker, 0, offsetof(struct unpacker, buffer));
        unpacker->fd = fd;
        unpacker->kind = kind;
    }
    return unpacker;
}

ptrdiff_t unpack_feed(void *context, void *data, size_t length)
{
    struct unpacker *unpacker = context;
    if (!unpacker->started) {
        unpacker->started = true;
        start(unpacker);
    }
    ptrdiff_t got = -1;
    if (unpacker->error == 0)
        got = unpacker->engine == NULL ? read_plain(unpacker, data, length)
                                       : unpacker->engine->read(unpacker, data, length);
    /* An engine that took a failed read for the end does not get away with it. */
    if (unpacker->error != 0) {
        errno = unpacker->error;
        return -1;
    }
    return got;
}

const char *unpack_complaint(const struct unpacker *unpacker)
{
    return unpacker->complaint;
}

uint64_t unpack_position(const struct unpacker *unpacker)
{
    return unpacker->position;
}

void unpack_close(struct unpacker *unpacker)
{
    if (unpacker == NULL)
        return;
    if (unpacker->state != NULL)
        unpacker->engine->close(unpacker->state);
    free(unpacker);
}

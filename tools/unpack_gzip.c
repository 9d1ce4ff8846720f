/* SPDX-License-Identifier: MIT
 *
 * unpack_gzip.c - reads gzip data with zlib, which checks the checksum and the length of
 * each member.
 *
 * Zeros after the last member are padding, as on tapes; gzip takes them so, too.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "tools/unpack_parts.h"

struct gzip {
    z_stream stream;
    bool between; /* a member ended, and no other has begun */
};

static int gzip_open(struct unpacker *unpacker)
{
    struct gzip *gzip = calloc(1, sizeof *gzip);
    /* 16: with the header and trailer of gzip; 15: with the largest window. */
    if (gzip == NULL || inflateInit2(&gzip->stream, 16 + 15) != Z_OK) {
        free(gzip);
        return unpack_fail(unpacker, ENOMEM);
    }
    unpacker->state = gzip;
    return 0;
}

static void gzip_close(void *state)
{
    struct gzip *gzip = state;
    inflateEnd(&gzip->stream);
    free(gzip);
}

/* Looks for another member: 1, or 0 at the end of the file, or -1. */
static int next_member(struct unpacker *unpacker, struct gzip *gzip)
{
    if (!unpack_refill(unpacker))
        return unpacker->error != 0 ? -1 : 0;
    const unsigned char first = unpacker->buffer[unpacker->at];
    if (first == 0) {
        while (unpack_refill(unpacker)) {
            if (unpacker->buffer[unpacker->at++] != 0)
                return unpack_followed(unpacker);
        }
        return unpacker->error != 0 ? -1 : 0;
    }
    if (!unpack_may_be(COMPRESS_GZIP, &first, 1))
        return unpack_followed(unpacker);
    inflateReset(&gzip->stream);
    gzip->between = false;
    return 1;
}

/* Unpacks some more of a member: 0, or -1. */
static int go_on(struct unpacker *unpacker, struct gzip *gzip)
{
    if (!unpack_refill(unpacker))
        return unpack_cut_off(unpacker);
    z_stream *stream = &gzip->stream;
    stream->next_in = unpacker->buffer + unpacker->at;
    stream->avail_in = (uInt)(unpacker->end - unpacker->at);
    const int result = inflate(stream, Z_NO_FLUSH);
    unpacker->at = unpacker->end - stream->avail_in;
    switch (result) {
    case Z_STREAM_END:
        gzip->between = true;
        return 0;
    case Z_OK:
    case Z_BUF_ERROR:
        return 0;
    case Z_MEM_ERROR:
        return unpack_fail(unpacker, ENOMEM);
    default:
        return unpack_damaged(unpacker, stream->msg != NULL ? stream->msg : "zlib");
    }
}

static ptrdiff_t gzip_read(struct unpacker *unpacker, void *data, size_t length)
{
    struct gzip *gzip = unpacker->state;
    const uInt room = length < UINT_MAX / 2 ? (uInt)length : UINT_MAX / 2;
    gzip->stream.next_out = data;
    gzip->stream.avail_out = room;
    int result = 1;
    while (result > 0 && gzip->stream.avail_out > 0) {
        if (gzip->between)
            result = next_member(unpacker, gzip);
        else if (go_on(unpacker, gzip) != 0)
            result = -1;
    }
    return result < 0 ? -1 : (ptrdiff_t)(room - gzip->stream.avail_out);
}

const struct unpack_engine unpack_gzip = {gzip_open, gzip_read, gzip_close};

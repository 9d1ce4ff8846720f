/* SPDX-License-Identifier: MIT
 *
 * decompress_gzip.c - reads gzip data with zlib, which checks the checksum and the length
 * of each member.
 *
 * Zeros after the last member are padding, as on tapes; gzip also ignores them.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "tools/decompress_parts.h"

struct gzip {
    z_stream stream; /* zlib's state, reset for each member */
    bool between;    /* after the end of a member, before the next */
};

static int gzip_open(struct decompressor *decompressor)
{
    struct gzip *gzip = calloc(1, sizeof *gzip);
    /* 16: gzip format; 15: the largest window. */
    if (gzip == NULL || inflateInit2(&gzip->stream, 16 + 15) != Z_OK) {
        free(gzip);
        return decompress_fail(decompressor, ENOMEM);
    }
    decompressor->state = gzip;
    return 0;
}

static void gzip_close(void *state)
{
    struct gzip *gzip = state;
    inflateEnd(&gzip->stream);
    free(gzip);
}

/* Looks for another member. Returns 1, 0 at the end of the file, or -1. */
static int next_member(struct decompressor *decompressor, struct gzip *gzip)
{
    if (!decompress_refill(decompressor))
        return decompressor->error != 0 ? -1 : 0;
    const unsigned char first = decompressor->buffer[decompressor->at];
    if (first == 0) {
        while (decompress_refill(decompressor)) {
            if (decompressor->buffer[decompressor->at++] != 0)
                return decompress_trailing_data(decompressor);
        }
        return decompressor->error != 0 ? -1 : 0;
    }
    if (!compress_may_be(COMPRESS_GZIP, &first, 1))
        return decompress_trailing_data(decompressor);
    inflateReset(&gzip->stream);
    gzip->between = false;
    return 1;
}

/* Decompresses a part of a member. Returns 0 or -1. */
static int read_member(struct decompressor *decompressor, struct gzip *gzip)
{
    if (!decompress_refill(decompressor))
        return decompress_truncated(decompressor);
    z_stream *stream = &gzip->stream;
    stream->next_in = decompressor->buffer + decompressor->at;
    stream->avail_in = (uInt)(decompressor->end - decompressor->at);
    const int result = inflate(stream, Z_NO_FLUSH);
    decompressor->at = decompressor->end - stream->avail_in;
    switch (result) {
    case Z_STREAM_END:
        gzip->between = true;
        return 0;
    case Z_OK:
    case Z_BUF_ERROR:
        return 0;
    case Z_MEM_ERROR:
        return decompress_fail(decompressor, ENOMEM);
    default:
        return decompress_damaged(decompressor,
                                  stream->msg != NULL ? stream->msg : "zlib");
    }
}

static ptrdiff_t gzip_read(struct decompressor *decompressor, void *data, size_t length)
{
    struct gzip *gzip = decompressor->state;
    const uInt room = length < UINT_MAX / 2 ? (uInt)length : UINT_MAX / 2;
    gzip->stream.next_out = data;
    gzip->stream.avail_out = room;
    int result = 1;
    while (result > 0 && gzip->stream.avail_out > 0) {
        if (gzip->between)
            result = next_member(decompressor, gzip);
        else if (read_member(decompressor, gzip) != 0)
            result = -1;
    }
    return result < 0 ? -1 : (ptrdiff_t)(room - gzip->stream.avail_out);
}

const struct decompress_engine decompress_gzip = {gzip_open, gzip_read, gzip_close};

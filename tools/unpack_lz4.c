/* SPDX-License-Identifier: MIT
 *
 * unpack_lz4.c - reads lz4 data with liblz4: frames of any kind, one after the other.
 *
 * Not the format of before 2014 (lz4 -l): it has neither checksums nor an end, so that
 * nobody could tell that such a file was cut off.
 */
#include <errno.h>
#include <lz4frame.h>
#include <stdlib.h>
#include <string.h>

#include "tools/unpack_parts.h"

struct frames {
    LZ4F_dctx *decoder;
    bool within; /* a frame has begun and not ended */
};

static int lz4_open(struct unpacker *unpacker)
{
    if (unpacker->buffer[0] == 0x02)
        return unpack_complain(unpacker,
                               "lz4 data in the old format, which has no checksums; "
                               "decompress them with lz4 -dc");
    struct frames *frames = calloc(1, sizeof *frames);
    if (frames == NULL ||
        LZ4F_isError(LZ4F_createDecompressionContext(&frames->decoder, LZ4F_VERSION))) {
        free(frames);
        return unpack_fail(unpacker, ENOMEM);
    }
    unpacker->state = frames;
    return 0;
}

static void lz4_close(void *state)
{
    struct frames *frames = state;
    LZ4F_freeDecompressionContext(frames->decoder);
    free(frames);
}

static ptrdiff_t lz4_read(struct unpacker *unpacker, void *data, size_t length)
{
    struct frames *frames = unpacker->state;
    size_t done = 0;
    while (done < length) {
        if (!unpack_refill(unpacker)) {
            if (unpacker->error != 0 || frames->within)
                return unpack_cut_off(unpacker);
            break;
        }
        const unsigned char *from = unpacker->buffer + unpacker->at;
        size_t used = unpacker->end - unpacker->at, got = length - done;
        if (!frames->within && !unpack_may_be(COMPRESS_LZ4, from, used))
            return unpack_followed(unpacker);
        const size_t hint = LZ4F_decompress(frames->decoder, (unsigned char *)data + done,
                                            &got, from, &used, NULL);
        if (LZ4F_isError(hint)) {
            /* The codes are no part of the interface, but their names are. */
            const char *name = LZ4F_getErrorName(hint);
            return strcmp(name, "ERROR_allocation_failed") == 0
                       ? unpack_fail(unpacker, ENOMEM)
                       : unpack_damaged(unpacker, name);
        }
        unpacker->at += used;
        done += got;
        /* 0: a frame ended, and all of it was handed over. */
        frames->within = hint != 0;
    }
    return (ptrdiff_t)done;
}

const struct unpack_engine unpack_lz4 = {lz4_open, lz4_read, lz4_close};

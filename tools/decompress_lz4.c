/* SPDX-License-Identifier: MIT
 *
 * decompress_lz4.c - reads lz4 data with liblz4: frames of any kind, one after the other.
 *
 * The legacy format (lz4 -l) is refused. It has neither checksums nor an end mark, so a
 * truncated file could not be detected.
 */
#include <errno.h>
#include <lz4frame.h>
#include <stdlib.h>
#include <string.h>

#include "tools/decompress_parts.h"

struct frames {
    LZ4F_dctx *decoder; /* liblz4's state, used for all frames; owned */
    bool within;        /* inside a frame */
};

static int lz4_open(struct decompressor *decompressor)
{
    if (decompressor->buffer[0] == 0x02)
        return decompress_reject(decompressor,
                                 "legacy lz4 format, which has no checksums; "
                                 "decompress it with lz4 -dc");
    struct frames *frames = calloc(1, sizeof *frames);
    if (frames == NULL ||
        LZ4F_isError(LZ4F_createDecompressionContext(&frames->decoder, LZ4F_VERSION))) {
        free(frames);
        return decompress_fail(decompressor, ENOMEM);
    }
    decompressor->state = frames;
    return 0;
}

static void lz4_close(void *state)
{
    struct frames *frames = state;
    LZ4F_freeDecompressionContext(frames->decoder);
    free(frames);
}

static ptrdiff_t lz4_read(struct decompressor *decompressor, void *data, size_t length)
{
    struct frames *frames = decompressor->state;
    size_t done = 0;
    while (done < length) {
        if (!decompress_refill(decompressor)) {
            if (decompressor->error != 0 || frames->within)
                return decompress_truncated(decompressor);
            break;
        }
        const unsigned char *from = decompressor->buffer + decompressor->at;
        size_t used = decompressor->end - decompressor->at, got = length - done;
        if (!frames->within && !compress_may_be(COMPRESS_LZ4, from, used))
            return decompress_trailing_data(decompressor);
        const size_t hint = LZ4F_decompress(frames->decoder, (unsigned char *)data + done,
                                            &got, from, &used, NULL);
        if (LZ4F_isError(hint)) {
            /* The error codes are not part of the interface, but their names are. */
            const char *name = LZ4F_getErrorName(hint);
            return strcmp(name, "ERROR_allocation_failed") == 0
                       ? decompress_fail(decompressor, ENOMEM)
                       : decompress_damaged(decompressor, name);
        }
        decompressor->at += used;
        done += got;
        /* 0: the end of a frame, and all its data were returned. */
        frames->within = hint != 0;
    }
    return (ptrdiff_t)done;
}

const struct decompress_engine decompress_lz4 = {lz4_open, lz4_read, lz4_close};

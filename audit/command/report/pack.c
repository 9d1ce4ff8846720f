/* SPDX-License-Identifier: MIT
 *
 * pack.c - text as base64 of a gzip file (RFC 1952, RFC 4648).
 */
#include "audit/command/report/pack.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

enum {
    GZIP = 16,       /* added to the size of the window: a gzip file, not a zlib stream */
    MEMORY_LEVEL = 8 /* the default of zlib */
};

/* Compresses into new memory. Returns the number of bytes, 0 if there is no memory. */
static size_t compress_text(const char *text, size_t size, unsigned char **packed)
{
    z_stream stream = {0};
    if (size > UINT_MAX / 2 || /* so that avail_in and avail_out can hold it */
        deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP,
                     MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    const size_t room = deflateBound(&stream, (uLong)size);
    *packed = malloc(room);
    bool whole = false;
    if (*packed != NULL) {
        stream.next_in = (z_const Bytef *)text;
        stream.avail_in = (uInt)size;
        stream.next_out = *packed;
        stream.avail_out = (uInt)room;
        whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    }
    deflateEnd(&stream);
    return whole ? room - stream.avail_out : 0;
}

/* Writes 4 characters for the first `count` of 3 bytes. */
static void put_base64(char to[4], const unsigned char *from, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                 "0123456789+/";
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; i++)
        bits = bits << 8 | (i < count ? from[i] : 0u);
    for (size_t i = 0; i <= count; i++)
        to[i] = digits[bits >> (18 - 6 * i) & 63];
    for (size_t i = count + 1; i < 4; i++)
        to[i] = '=';
}

char *pack_text(const char *text, size_t size, size_t *length)
{
    unsigned char *packed = NULL;
    const size_t bytes = compress_text(text, size, &packed);
    *length = (bytes + 2) / 3 * 4;
    char *result = bytes > 0 ? malloc(*length + 1) : NULL;
    if (result != NULL) {
        for (size_t i = 0; i < bytes; i += 3)
            put_base64(result + i / 3 * 4, packed + i, bytes - i < 3 ? bytes - i : 3);
        result[*length] = '\0';
    }
    free(packed);
    return result;
}

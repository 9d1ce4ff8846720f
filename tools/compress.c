/* SPDX-License-Identifier: MIT
 *
 * compress.c - kinds of compression: their words, and what names and first bytes tell.
 */
#include "tools/compress.h"

#include <string.h>

#include "tools/unpack_parts.h"

static const struct {
    const char *word, *ending;
} kinds[] = {
    [COMPRESS_NONE] = {"none", NULL},     [COMPRESS_GZIP] = {"gzip", ".gz"},
    [COMPRESS_ZSTD] = {"zstd", ".zst"},   [COMPRESS_XZ] = {"xz", ".xz"},
    [COMPRESS_BZIP2] = {"bzip2", ".bz2"}, [COMPRESS_LZ4] = {"lz4", ".lz4"},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

bool compress_kind_of_word(const char *word, enum compress_kind *kind)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i].word, word) == 0) {
            *kind = (enum compress_kind)i;
            return true;
        }
    }
    return false;
}

const char *compress_word(enum compress_kind kind)
{
    return kinds[kind].word;
}

enum compress_kind compress_kind_of_name(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = COMPRESS_NONE + 1; i < KINDS; i++) {
        const size_t part = strlen(kinds[i].ending);
        if (length >= part && strcmp(name + length - part, kinds[i].ending) == 0)
            return (enum compress_kind)i;
    }
    return COMPRESS_NONE;
}

/* ---- first bytes ----------------------------------------------------------------- */

/* How data begin. Where a byte may have several values, `any` has the bits that do not
 * count. A frame to be skipped may stand first in zstd and in lz4; if nothing tells which
 * it is, zstd is more likely: pzstd begins so. For bzip2, the mark of the first block (or
 * of the end, if there is none) counts as well, since text might begin with "BZh1". */
static const struct beginning {
    enum compress_kind kind;
    size_t length;
    unsigned char bytes[UNPACK_BEGINNING], any[UNPACK_BEGINNING];
} beginnings[] = {
    {COMPRESS_GZIP, 3, {0x1f, 0x8b, 8}, {0}},
    {COMPRESS_ZSTD, 4, {0x28, 0xb5, 0x2f, 0xfd}, {0}},
    {COMPRESS_ZSTD, 4, {0x50, 0x2a, 0x4d, 0x18}, {0x0f}},
    {COMPRESS_XZ, 6, {0xfd, '7', 'z', 'X', 'Z', 0}, {0}},
    {COMPRESS_BZIP2,
     10,
     {'B', 'Z', 'h', '0', '1', 'A', 'Y', '&', 'S', 'Y'},
     {0, 0, 0, 15}},
    {COMPRESS_BZIP2,
     10,
     {'B', 'Z', 'h', '0', 23, 'r', 'E', '8', 'P', 0x90},
     {0, 0, 0, 15}},
    {COMPRESS_LZ4, 4, {0x04, 0x22, 0x4d, 0x18}, {0}},
    {COMPRESS_LZ4, 4, {0x50, 0x2a, 0x4d, 0x18}, {0x0f}},
    {COMPRESS_LZ4, 4, {0x02, 0x21, 0x4c, 0x18}, {0}}, /* the format of old */
};
enum { BEGINNINGS = sizeof beginnings / sizeof beginnings[0] };

static bool begins_with(const struct beginning *beginning, const unsigned char *data,
                        size_t length)
{
    for (size_t i = 0; i < length && i < beginning->length; i++) {
        if (((data[i] ^ beginning->bytes[i]) & ~beginning->any[i]) != 0)
            return false;
    }
    return true;
}

bool unpack_may_be(enum compress_kind kind, const unsigned char *data, size_t length)
{
    for (size_t i = 0; i < BEGINNINGS; i++) {
        if (beginnings[i].kind == kind && begins_with(&beginnings[i], data, length))
            return true;
    }
    return false;
}

enum compress_kind unpack_kind_of(const unsigned char *data, size_t length)
{
    for (size_t i = 0; i < BEGINNINGS; i++) {
        if (length >= beginnings[i].length && begins_with(&beginnings[i], data, length))
            return beginnings[i].kind;
    }
    return COMPRESS_NONE;
}

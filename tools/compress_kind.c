/* SPDX-License-Identifier: MIT
 *
 * compress_kind.c - recognizes kinds of compression by word, file name and content.
 */
#include "tools/compress.h"

#include <assert.h>
#include <string.h>

#include "tools/decompress_parts.h"

static const struct {
    const char *word;   /* for --compress and messages */
    const char *ending; /* of file names; NULL: none */
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
    assert((size_t)kind < KINDS);
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

/* ---- signatures ------------------------------------------------------------------- */

/* The first bytes of each format. zstd and lz4 share the signature of a skippable frame;
 * zstd comes first, because pzstd writes such a frame at the beginning. The signatures of
 * bzip2 include the mark of the first block, or of the end if there is no block, because
 * a text could begin with "BZh1". */
static const struct signature {
    enum compress_kind kind;                 /* the format that begins like this */
    size_t length;                           /* bytes to compare */
    unsigned char bytes[COMPRESS_SIGNATURE]; /* the expected bytes */
    unsigned char any[COMPRESS_SIGNATURE];   /* bits that are ignored in the comparison */
} signatures[] = {
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
    {COMPRESS_LZ4, 4, {0x02, 0x21, 0x4c, 0x18}, {0}}, /* the legacy format */
};
enum { SIGNATURES = sizeof signatures / sizeof signatures[0] };

static bool begins_with(const struct signature *signature, const unsigned char *data,
                        size_t length)
{
    for (size_t i = 0; i < length && i < signature->length; i++) {
        if (((data[i] ^ signature->bytes[i]) & ~signature->any[i]) != 0)
            return false;
    }
    return true;
}

bool compress_may_be(enum compress_kind kind, const unsigned char *data, size_t length)
{
    for (size_t i = 0; i < SIGNATURES; i++) {
        if (signatures[i].kind == kind && begins_with(&signatures[i], data, length))
            return true;
    }
    return false;
}

enum compress_kind compress_kind_of_data(const unsigned char *data, size_t length)
{
    for (size_t i = 0; i < SIGNATURES; i++) {
        if (length >= signatures[i].length && begins_with(&signatures[i], data, length))
            return signatures[i].kind;
    }
    return COMPRESS_NONE;
}

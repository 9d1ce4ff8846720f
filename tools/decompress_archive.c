/* SPDX-License-Identifier: MIT
 *
 * decompress_archive.c - reads zstd, xz and bzip2 data with libarchive, as its "raw"
 * format.
 *
 * Three problems of libarchive are handled here:
 * - If the very first block is damaged, it reports an empty archive. So its error code is
 *   checked before the first header is read.
 * - It ignores anything that follows bzip2 data. So the number of bytes that its filter
 *   used is compared with the number of bytes it got.
 * - If the decompressed data are themselves compressed, it decompresses them again. So
 *   exactly one filter is set.
 */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>

#include "tools/decompress_parts.h"

struct raw {
    struct archive *archive; /* libarchive's reader; owned */
    bool empty; /* there are no data, and libarchive must not be asked for any */
};

/* Gives libarchive everything in the buffer. */
static la_ssize_t supply(struct archive *archive, void *context, const void **data)
{
    struct decompressor *decompressor = context;
    *data = decompressor->buffer;
    if (!decompress_refill(decompressor)) {
        if (decompressor->error == 0)
            return 0;
        archive_set_error(archive, decompressor->error, "read error");
        return ARCHIVE_FATAL;
    }
    *data = decompressor->buffer + decompressor->at;
    const size_t length = decompressor->end - decompressor->at;
    decompressor->at = decompressor->end;
    return (la_ssize_t)length;
}

/* Sets the error after libarchive failed. Returns -1. If the input has ended, that is
 * most likely the reason; libarchive's own message for this differs for each format. */
static int fail(struct decompressor *decompressor, struct archive *archive)
{
    if (archive_errno(archive) == ENOMEM)
        return decompress_fail(decompressor, ENOMEM);
    if (decompressor->ended)
        return decompress_truncated(decompressor);
    const char *text = archive_error_string(archive);
    return decompress_damaged(decompressor, text != NULL ? text : "libarchive");
}

static void raw_close(void *state)
{
    struct raw *raw = state;
    archive_read_free(raw->archive);
    free(raw);
}

static int filter_of(enum compress_kind kind)
{
    switch (kind) {
    case COMPRESS_ZSTD:
        return ARCHIVE_FILTER_ZSTD;
    case COMPRESS_XZ:
        return ARCHIVE_FILTER_XZ;
    default:
        return ARCHIVE_FILTER_BZIP2;
    }
}

static int raw_open(struct decompressor *decompressor)
{
    struct raw *raw = calloc(1, sizeof *raw);
    if (raw == NULL)
        return decompress_fail(decompressor, ENOMEM);
    decompressor->state = raw;
    struct archive *archive = raw->archive = archive_read_new();
    if (archive == NULL ||
        archive_read_append_filter(archive, filter_of(decompressor->kind)) !=
            ARCHIVE_OK ||
        archive_read_support_format_raw(archive) != ARCHIVE_OK ||
        archive_read_support_format_empty(archive) != ARCHIVE_OK)
        return decompress_fail(decompressor, ENOMEM);
    if (archive_read_open(archive, decompressor, NULL, supply, NULL) != ARCHIVE_OK ||
        archive_errno(archive) != 0)
        return fail(decompressor, archive);
    struct archive_entry *entry;
    const int result = archive_read_next_header(archive, &entry);
    raw->empty = result == ARCHIVE_EOF;
    return result == ARCHIVE_OK || raw->empty ? 0 : fail(decompressor, archive);
}

static ptrdiff_t raw_read(struct decompressor *decompressor, void *data, size_t length)
{
    const struct raw *raw = decompressor->state;
    const la_ssize_t got = raw->empty ? 0 : archive_read_data(raw->archive, data, length);
    if (got > 0)
        return got;
    if (got < 0)
        return fail(decompressor, raw->archive);
    const la_int64_t used = archive_filter_bytes(raw->archive, -1);
    if (used <= 0)
        return decompress_truncated(decompressor);
    return (uint64_t)used < decompressor->position
               ? decompress_trailing_data(decompressor)
               : 0;
}

const struct decompress_engine decompress_archive = {raw_open, raw_read, raw_close};

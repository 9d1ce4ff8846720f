/* SPDX-License-Identifier: MIT
 *
 * unpack_archive.c - reads zstd, xz and bzip2 data with libarchive, as its "raw" format.
 *
 * Three things that it would not tell are found out here:
 * - It takes data whose very first block is bad for an empty archive. So the error is
 *   looked at before the first header is asked for.
 * - It takes whatever follows bzip2 data for their end. So the bytes that its filter used
 *   are compared with those that it got.
 * - It unpacks what it unpacked once more, if that is compressed as well, which is not
 *   what was asked for. So there is one filter, which is set, and it does not choose.
 */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>

#include "tools/unpack_parts.h"

struct raw {
    struct archive *archive;
    bool
        empty; /* there is no byte to be read, and libarchive must not be asked for one */
};

/* Hands all that is in the buffer to libarchive. */
static la_ssize_t supply(struct archive *archive, void *context, const void **data)
{
    struct unpacker *unpacker = context;
    *data = unpacker->buffer;
    if (!unpack_refill(unpacker)) {
        if (unpacker->error == 0)
            return 0;
        archive_set_error(archive, unpacker->error, "read error");
        return ARCHIVE_FATAL;
    }
    *data = unpacker->buffer + unpacker->at;
    const size_t length = unpacker->end - unpacker->at;
    unpacker->at = unpacker->end;
    return (la_ssize_t)length;
}

/* Turns an error of libarchive into ours: -1. Where the input had ended, that is most
 * likely the reason; its own words for this are different for each kind. */
static int fail(struct unpacker *unpacker, struct archive *archive)
{
    if (archive_errno(archive) == ENOMEM)
        return unpack_fail(unpacker, ENOMEM);
    if (unpacker->ended)
        return unpack_cut_off(unpacker);
    const char *text = archive_error_string(archive);
    return unpack_damaged(unpacker, text != NULL ? text : "libarchive");
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

static int raw_open(struct unpacker *unpacker)
{
    struct raw *raw = calloc(1, sizeof *raw);
    if (raw == NULL)
        return unpack_fail(unpacker, ENOMEM);
    unpacker->state = raw;
    struct archive *archive = raw->archive = archive_read_new();
    if (archive == NULL ||
        archive_read_append_filter(archive, filter_of(unpacker->kind)) != ARCHIVE_OK ||
        archive_read_support_format_raw(archive) != ARCHIVE_OK ||
        archive_read_support_format_empty(archive) != ARCHIVE_OK)
        return unpack_fail(unpacker, ENOMEM);
    if (archive_read_open(archive, unpacker, NULL, supply, NULL) != ARCHIVE_OK ||
        archive_errno(archive) != 0)
        return fail(unpacker, archive);
    struct archive_entry *entry;
    const int result = archive_read_next_header(archive, &entry);
    raw->empty = result == ARCHIVE_EOF;
    return result == ARCHIVE_OK || raw->empty ? 0 : fail(unpacker, archive);
}

static ptrdiff_t raw_read(struct unpacker *unpacker, void *data, size_t length)
{
    const struct raw *raw = unpacker->state;
    const la_ssize_t got = raw->empty ? 0 : archive_read_data(raw->archive, data, length);
    if (got > 0)
        return got;
    if (got < 0)
        return fail(unpacker, raw->archive);
    const la_int64_t used = archive_filter_bytes(raw->archive, -1);
    if (used <= 0)
        return unpack_cut_off(unpacker);
    return (uint64_t)used < unpacker->position ? unpack_followed(unpacker) : 0;
}

const struct unpack_engine unpack_archive = {raw_open, raw_read, raw_close};

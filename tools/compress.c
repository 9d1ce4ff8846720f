/* SPDX-License-Identifier: MIT
 *
 * compress.c - compresses output with libarchive, as its "raw" format.
 *
 * The compressed bytes depend only on the data: they contain no time stamp, libarchive
 * gets the data in chunks of one size, and xz always uses its multi-threaded mode, whose
 * result does not depend on the number of threads.
 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <lz4frame.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/compress.h"

enum {
    CHUNK = 1 << 18, /* bytes given to libarchive at a time */
    BLOCK = 1 << 18, /* bytes written at a time */
};

struct compressor {
    enum compress_kind kind; /* the format of the compressed bytes */
    struct archive *archive; /* libarchive's writer; owned */
    fair_sink *sink;         /* gets the compressed bytes */
    void *context;           /* the context of `sink` */
    int error;     /* the errno of the first error; nothing is written after it */
    bool begun;    /* begin() was called */
    size_t filled; /* bytes in `chunk` */
    unsigned char chunk[CHUNK]; /* data that libarchive did not get yet */
};

/* ---- libarchive ------------------------------------------------------------------- */

/* Writes a block, unless an earlier write failed. */
static la_ssize_t deliver(struct archive *archive, void *context, const void *data,
                          size_t length)
{
    struct compressor *compressor = context;
    if (compressor->error == 0)
        compressor->error = compressor->sink(compressor->context, data, length);
    if (compressor->error == 0)
        return (la_ssize_t)length;
    archive_set_error(archive, compressor->error, "write error");
    return -1;
}

static bool set(struct archive *archive, const char *option, const char *value)
{
    return archive_write_set_filter_option(archive, NULL, option, value) == ARCHIVE_OK;
}

static bool add_filter(struct archive *archive, enum compress_kind kind, unsigned threads)
{
    char count[16];
    switch (kind) {
    case COMPRESS_NONE:
        return true;
    case COMPRESS_GZIP:
        return archive_write_add_filter_gzip(archive) == ARCHIVE_OK &&
               set(archive, "compression-level", "6") && set(archive, "timestamp", NULL);
    case COMPRESS_ZSTD:
        /* One thread: Debian's static library has no support for more, its shared
         * library has, and the results would differ. */
        return archive_write_add_filter_zstd(archive) == ARCHIVE_OK &&
               set(archive, "compression-level", "3");
    case COMPRESS_XZ:
        snprintf(count, sizeof count, "%u", compress_xz_threads(threads));
        return archive_write_add_filter_xz(archive) == ARCHIVE_OK &&
               set(archive, "compression-level", "6") && set(archive, "threads", count);
    case COMPRESS_BZIP2:
        return archive_write_add_filter_bzip2(archive) == ARCHIVE_OK &&
               set(archive, "compression-level", "9");
    case COMPRESS_LZ4:
        /* Blocks of 1 MiB: those of 4 MiB take 12 MiB of memory and gain nothing. */
        return archive_write_add_filter_lz4(archive) == ARCHIVE_OK &&
               set(archive, "block-size", "6");
    }
    return false;
}

/* Records why libarchive failed, unless there is an error already. */
static void note_error(struct compressor *compressor)
{
    if (compressor->error == 0)
        compressor->error = archive_errno(compressor->archive) == ENOMEM ? ENOMEM : EIO;
}

/* Begins the only file of the archive, which has neither name nor length. This is delayed
 * until there are data, because libarchive 3.6.2 crashes on lz4 without any. */
static void begin(struct compressor *compressor)
{
    if (compressor->begun || compressor->error != 0)
        return;
    compressor->begun = true;
    struct archive_entry *entry = archive_entry_new();
    if (entry == NULL) {
        compressor->error = ENOMEM;
        return;
    }
    archive_entry_set_filetype(entry, AE_IFREG);
    if (archive_write_open(compressor->archive, compressor, NULL, deliver, NULL) !=
            ARCHIVE_OK ||
        archive_write_header(compressor->archive, entry) != ARCHIVE_OK)
        note_error(compressor);
    archive_entry_free(entry);
}

/* Gives the chunk to libarchive. Returns 0 or an errno. */
static int flush(struct compressor *compressor)
{
    size_t done = 0;
    if (compressor->filled > 0)
        begin(compressor);
    while (compressor->error == 0 && done < compressor->filled) {
        const la_ssize_t some = archive_write_data(
            compressor->archive, compressor->chunk + done, compressor->filled - done);
        if (some <= 0)
            note_error(compressor);
        else
            done += (size_t)some;
    }
    compressor->filled = 0;
    return compressor->error;
}

/* ---- public functions ------------------------------------------------------------- */

/* Measured with /usr/bin/time, on 90 MB of numbers, and rounded up. */
struct compressor *compress_open(enum compress_kind kind, unsigned threads,
                                 fair_sink *sink, void *context)
{
    struct compressor *compressor = malloc(sizeof *compressor);
    if (compressor == NULL)
        return NULL;
    memset(compressor, 0, offsetof(struct compressor, chunk));
    compressor->kind = kind;
    compressor->sink = sink;
    compressor->context = context;
    compressor->archive = archive_write_new();
    if (compressor->archive != NULL && add_filter(compressor->archive, kind, threads) &&
        archive_write_set_format_raw(compressor->archive) == ARCHIVE_OK &&
        archive_write_set_bytes_per_block(compressor->archive, BLOCK) == ARCHIVE_OK &&
        /* 1: do not pad the last block. */
        archive_write_set_bytes_in_last_block(compressor->archive, 1) == ARCHIVE_OK)
        return compressor;
    compress_free(compressor);
    return NULL;
}

int compress_write(void *context, const void *data, size_t length)
{
    struct compressor *compressor = context;
    const unsigned char *from = data;
    while (length > 0 && compressor->error == 0) {
        const size_t room = CHUNK - compressor->filled;
        const size_t some = length < room ? length : room;
        memcpy(compressor->chunk + compressor->filled, from, some);
        compressor->filled += some;
        from += some;
        length -= some;
        if (compressor->filled == CHUNK)
            flush(compressor);
    }
    return compressor->error;
}

/* Writes an lz4 frame without data, which libarchive cannot do. */
static int write_empty_frame(struct compressor *compressor)
{
    unsigned char frame[64];
    const LZ4F_preferences_t checked = {.frameInfo.contentChecksumFlag =
                                            LZ4F_contentChecksumEnabled};
    const size_t length = LZ4F_compressFrame(frame, sizeof frame, "", 0, &checked);
    if (LZ4F_isError(length))
        return compressor->error = EIO;
    return compressor->error = compressor->sink(compressor->context, frame, length);
}

int compress_finish(struct compressor *compressor)
{
    assert(compressor->error == 0);
    if (flush(compressor) != 0)
        return compressor->error;
    if (compressor->kind == COMPRESS_LZ4 && !compressor->begun)
        return write_empty_frame(compressor);
    begin(compressor);
    if (compressor->error == 0 && archive_write_close(compressor->archive) != ARCHIVE_OK)
        note_error(compressor);
    return compressor->error;
}

void compress_free(struct compressor *compressor)
{
    if (compressor == NULL)
        return;
    /* archive_write_free() writes the rest; this makes deliver() discard it. */
    if (compressor->error == 0)
        compressor->error = ECANCELED;
    archive_write_free(compressor->archive);
    free(compressor);
}

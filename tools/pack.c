/* SPDX-License-Identifier: MIT
 *
 * pack.c - compresses output with libarchive, as its "raw" format.
 *
 * The packed bytes depend on nothing but the data: there is no time in them; libarchive
 * gets the data in chunks of one size, however they come in; and xz always takes the way
 * of several threads, whose result does not depend on how many there are.
 */
#define _GNU_SOURCE /* for cpus.h */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <lz4frame.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cpus.h"
#include "tools/compress.h"

enum { CHUNK = 1 << 18, BLOCK = 1 << 18 };

struct packer {
    enum compress_kind kind;
    struct archive *archive;
    fair_sink *sink;
    void *context;
    int error;  /* an errno; once there is one, nothing more is written */
    bool begun; /* libarchive may get data */
    size_t filled;
    unsigned char chunk[CHUNK];
};

/* ---- what libarchive needs ------------------------------------------------------- */

/* Writes a block, unless that failed before. */
static la_ssize_t deliver(struct archive *archive, void *context, const void *data,
                          size_t length)
{
    struct packer *packer = context;
    if (packer->error == 0)
        packer->error = packer->sink(packer->context, data, length);
    if (packer->error == 0)
        return (la_ssize_t)length;
    archive_set_error(archive, packer->error, "write error");
    return -1;
}

static bool set(struct archive *archive, const char *option, const char *value)
{
    return archive_write_set_filter_option(archive, NULL, option, value) == ARCHIVE_OK;
}

/* At least 2, since 1 would be another way, with another result: the second is not
 * started before there is work for it. At most 8, since each takes 120 MiB. */
static unsigned xz_threads(unsigned threads)
{
    if (threads == 0)
        threads = usable_cpus();
    return threads < 2 ? 2 : threads > 8 ? 8 : threads;
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
        /* In one thread: Debian's static library has no others, its shared one has, and
         * the results would differ. */
        return archive_write_add_filter_zstd(archive) == ARCHIVE_OK &&
               set(archive, "compression-level", "3");
    case COMPRESS_XZ:
        snprintf(count, sizeof count, "%u", xz_threads(threads));
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

/* Keeps the reason why libarchive failed, unless that is known already. */
static void note_error(struct packer *packer)
{
    if (packer->error == 0)
        packer->error = archive_errno(packer->archive) == ENOMEM ? ENOMEM : EIO;
}

/* Begins with the only file of the archive, which has neither name nor length. This is
 * put off until there are data, since libarchive 3.6.2 crashes on lz4 without any. */
static void begin(struct packer *packer)
{
    if (packer->begun || packer->error != 0)
        return;
    packer->begun = true;
    struct archive_entry *entry = archive_entry_new();
    if (entry == NULL) {
        packer->error = ENOMEM;
        return;
    }
    archive_entry_set_filetype(entry, AE_IFREG);
    if (archive_write_open(packer->archive, packer, NULL, deliver, NULL) != ARCHIVE_OK ||
        archive_write_header(packer->archive, entry) != ARCHIVE_OK)
        note_error(packer);
    archive_entry_free(entry);
}

/* Hands over what is in the chunk: 0, or an errno. */
static int flush(struct packer *packer)
{
    size_t done = 0;
    if (packer->filled > 0)
        begin(packer);
    while (packer->error == 0 && done < packer->filled) {
        const la_ssize_t some = archive_write_data(packer->archive, packer->chunk + done,
                                                   packer->filled - done);
        if (some <= 0)
            note_error(packer);
        else
            done += (size_t)some;
    }
    packer->filled = 0;
    return packer->error;
}

/* ---- the functions of the header ------------------------------------------------- */

/* Measured with /usr/bin/time, on 90 MB of numbers, and rounded up. */
uint64_t pack_memory(enum compress_kind kind, unsigned threads)
{
    static const uint64_t mebibytes[] = {
        [COMPRESS_NONE] = 1, [COMPRESS_GZIP] = 2,  [COMPRESS_ZSTD] = 6,
        [COMPRESS_XZ] = 120, [COMPRESS_BZIP2] = 9, [COMPRESS_LZ4] = 5,
    };
    return (mebibytes[kind] * (kind == COMPRESS_XZ ? xz_threads(threads) : 1)) << 20;
}

struct packer *pack_open(enum compress_kind kind, unsigned threads, fair_sink *sink,
                         void *context)
{
    struct packer *packer = malloc(sizeof *packer);
    if (packer == NULL)
        return NULL;
    memset(packer, 0, offsetof(struct packer, chunk));
    packer->kind = kind;
    packer->sink = sink;
    packer->context = context;
    packer->archive = archive_write_new();
    if (packer->archive != NULL && add_filter(packer->archive, kind, threads) &&
        archive_write_set_format_raw(packer->archive) == ARCHIVE_OK &&
        archive_write_set_bytes_per_block(packer->archive, BLOCK) == ARCHIVE_OK &&
        /* 1: the last block is not padded. */
        archive_write_set_bytes_in_last_block(packer->archive, 1) == ARCHIVE_OK)
        return packer;
    pack_free(packer);
    return NULL;
}

int pack_write(void *context, const void *data, size_t length)
{
    struct packer *packer = context;
    const unsigned char *from = data;
    while (length > 0 && packer->error == 0) {
        const size_t room = CHUNK - packer->filled;
        const size_t some = length < room ? length : room;
        memcpy(packer->chunk + packer->filled, from, some);
        packer->filled += some;
        from += some;
        length -= some;
        if (packer->filled == CHUNK)
            flush(packer);
    }
    return packer->error;
}

/* An lz4 frame without data, which libarchive cannot write. */
static int write_empty_frame(struct packer *packer)
{
    unsigned char frame[64];
    const LZ4F_preferences_t checked = {.frameInfo.contentChecksumFlag =
                                            LZ4F_contentChecksumEnabled};
    const size_t length = LZ4F_compressFrame(frame, sizeof frame, "", 0, &checked);
    if (LZ4F_isError(length))
        return packer->error = EIO;
    return packer->error = packer->sink(packer->context, frame, length);
}

int pack_finish(struct packer *packer)
{
    if (flush(packer) != 0)
        return packer->error;
    if (packer->kind == COMPRESS_LZ4 && !packer->begun)
        return write_empty_frame(packer);
    begin(packer);
    if (packer->error == 0 && archive_write_close(packer->archive) != ARCHIVE_OK)
        note_error(packer);
    return packer->error;
}

void pack_free(struct packer *packer)
{
    if (packer == NULL)
        return;
    /* libarchive finishes what it frees: from now on, nothing is to be written. */
    if (packer->error == 0)
        packer->error = ECANCELED;
    archive_write_free(packer->archive);
    free(packer);
}

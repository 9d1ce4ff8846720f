/* SPDX-License-Identifier: MIT
 *
 * reader.h - files read in batches of whole records.
 *
 * A batch lies in one region of memory and is divided into pieces, which several threads
 * can read and split. The region is a buffer, filled by read() and pread(), or a mapped
 * file: the caller decides that after the first batch, which is small. In a buffer, what
 * is left of a record at the end of a batch is moved to the front of the next.
 */
#ifndef FS_READER_H
#define FS_READER_H

#include <sys/types.h>

#include "fairshuf_records.h"
#include "mapping.h"
#include "par.h"
#include "piece.h"
#include "split.h"

struct fair_reader {
    fair_format format;
    fs_splitter splitter;
    fs_team *team;     /* shares the work; NULL: the caller alone */
    unsigned pieces;   /* to read at a time, at most FS_MOST_PIECES */
    size_t piece_size; /* bytes of one */
    size_t most;       /* a record that is longer, about, is too long to be copied */

    /* Called after every read from something that is not a regular file, with the bytes
     * read so far. If it returns anything but 0, reading stops. May be NULL. */
    int (*tick)(void *context, uint64_t bytes);
    void *context;

    int fd;
    fair_feed *feed; /* is read instead, if it is not NULL */
    void *feed_context;
    int regular;         /* a file that pread() can read */
    fs_file_state state; /* of a regular file, when it was opened */
    int mapped;          /* the region is a mapped file */
    int drained;         /* all bytes of the file are in the region */
    int failed;          /* the errno of a read that failed after some bytes */
    int at_end;          /* all records were given out, or there was an error */
    int error;           /* FAIR_..., which stays until another file is opened */
    uint64_t position;   /* in the file: where to read next */
    uint64_t start;      /* position when opened */

    unsigned char *buffer;
    size_t buffer_size;
    unsigned char *data; /* where the first incomplete record starts */
    size_t filled;       /* bytes of data */
    size_t used;         /* of these, those that the last batch gave out */

    fs_piece piece[FS_MOST_PIECES];
    unsigned piece_count;
    uint32_t *ends[FS_MOST_PIECES];
    size_t ends_room[FS_MOST_PIECES];
    size_t got[FS_MOST_PIECES]; /* bytes read for each */
    int errors[FS_MOST_PIECES];
    size_t piece_bytes; /* of a piece now; less at the start of a file */

    fair_mark mark;    /* of the batch's first record, or of the failure */
    uint64_t in_batch; /* records */

    unsigned next_piece; /* of fair_reader_next() */
    size_t next_record;
};

/* As fair_reader_open(), but for something that is no file. */
void fs_reader_open_feed(fair_reader *reader, fair_feed *feed, void *context);

/* Reads on. Returns 1 if pieces 0..piece_count-1 hold what was read, 0 at the end of the
 * file, or an error, of which the mark has the details. There may be no record in the
 * pieces, if one is longer than what was read. The pieces of the batch before are no
 * longer valid, but mapped bytes stay where they are. */
int fs_reader_batch(fair_reader *reader);

/* The size that the buffer will have for the next batch. */
size_t fs_reader_next_buffer(const fair_reader *reader);

/* Where in the file the first record starts that was not given out. */
uint64_t fs_reader_rest(const fair_reader *reader);

/* Has the rest of a regular file taken from a mapping of it, which the caller closes. The
 * pieces of the last batch are no longer valid. */
void fs_reader_map(fair_reader *reader, const fs_mapping *mapping);

#endif

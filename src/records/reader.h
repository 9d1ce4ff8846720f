/* SPDX-License-Identifier: MIT
 *
 * reader.h - files read in batches of whole records.
 *
 * A batch is in one region of memory. It is divided into pieces, which several threads
 * can read and split. The region is a buffer, filled by read() and pread(), or a mapped
 * file; the caller decides after the first batch, which is small. In a buffer, an
 * incomplete record at the end of a batch is moved to the start of the next batch.
 */
#ifndef FS_READER_H
#define FS_READER_H

#include <sys/types.h>

#include "fairshuf_records.h"
#include "src/base/par.h"
#include "src/records/mapping.h"
#include "src/records/piece.h"
#include "src/records/split.h"

struct fair_reader {
    fair_format format;   /* what a record is; a copy */
    fs_splitter splitter; /* the state of splitting the current file */
    fs_team *team;        /* the threads; NULL: only the caller's thread */
    unsigned pieces;      /* how many pieces to read at a time, at most FS_MOST_PIECES */
    size_t piece_size;    /* bytes of a piece, except at the start of a file */
    size_t most;          /* about the longest record that may be copied */

    /* Called after every read from something that is not a regular file, with the bytes
     * read so far. If it returns anything but 0, reading stops. May be NULL. */
    int (*tick)(void *context, uint64_t bytes);
    void *context; /* the first argument of tick() */

    int fd;              /* the file, or -1 */
    fair_feed *feed;     /* if not NULL, it is read instead of fd */
    void *feed_context;  /* the first argument of feed() */
    int regular;         /* a file that pread() can read */
    fs_file_state state; /* the state of a regular file when it was opened */
    int mapped;          /* the region is a mapped file */
    int drained;         /* all bytes of the file are in the region */
    int failed;          /* the errno of a read that failed after some bytes */
    int at_end;          /* all records were given out, or there was an error */
    int error;           /* FAIR_..., which stays until another file is opened */
    uint64_t position;   /* the file offset where to read next */
    uint64_t start;      /* the file offset when the file was opened */
    uint64_t stop;       /* the file offset where to stop, after a record; UINT64_MAX: at
                            the end of the file */

    unsigned char *buffer; /* the region, unless it is a mapped file */
    size_t buffer_size;    /* bytes allocated for `buffer` */
    unsigned char *data;   /* where the first incomplete record starts */
    size_t filled;         /* bytes read into `data` */
    size_t used;           /* bytes of `data` that belong to records of the last batch */

    fs_piece piece[FS_MOST_PIECES];   /* the batch */
    unsigned piece_count;             /* pieces of the batch: used elements of `piece` */
    uint32_t *ends[FS_MOST_PIECES];   /* the ends of the records of each piece */
    size_t ends_room[FS_MOST_PIECES]; /* elements allocated for each array of ends */
    size_t got[FS_MOST_PIECES];       /* bytes read for each piece */
    int errors[FS_MOST_PIECES];       /* the errno of each piece, or 0 */
    size_t piece_bytes; /* bytes of a piece now; less than piece_size at the start of a
                           file */

    fair_mark mark; /* where the batch's first record starts, or where reading failed */
    uint64_t in_batch; /* records in the batch */

    unsigned next_piece; /* the piece of the next record of fair_reader_next() */
    size_t next_record;  /* the number of the next record in its piece */
};

/* Like fair_reader_open(), but reads from a function. */
void fs_reader_open_feed(fair_reader *reader, fair_feed *feed, void *context);

/* Like fair_reader_open() for a part of a regular file: from `start` to `stop`, or to the
 * end of the file if that is UINT64_MAX. Both must be where a record ends, or the start
 * of the file. Returns 0, or an errno if the file cannot be read. */
int fs_reader_open_part(fair_reader *reader, int fd, uint64_t start, uint64_t stop);

/* Reads the next batch. Returns 1 if pieces 0..piece_count-1 hold the batch, 0 at the end
 * of the file, or an error, whose details are in the mark. The pieces can be without
 * records, if a record is longer than the bytes read. The pieces of the previous batch
 * are no longer valid, but mapped bytes are. */
int fs_reader_batch(fair_reader *reader);

/* The size that the buffer will have for the next batch. */
size_t fs_reader_next_buffer(const fair_reader *reader);

/* The file offset of the first record after the last batch. */
uint64_t fs_reader_rest(const fair_reader *reader);

/* Takes the rest of a regular file from a mapping, which the caller closes. The pieces of
 * the last batch are no longer valid. */
void fs_reader_map(fair_reader *reader, const fs_mapping *mapping);

#endif

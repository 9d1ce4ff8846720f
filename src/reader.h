/* SPDX-License-Identifier: MIT
 *
 * reader.h - files read in batches of whole records.
 *
 * L4. Input comes by read() and pread(), never by mapping, so that a file that changes
 * cannot crash us. A batch lies in one region of memory and is shared out in pieces,
 * which can be read, split and used by several threads. What is left of a record at the
 * end of a batch is moved to the front of the next.
 */
#ifndef FS_READER_H
#define FS_READER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "fairshuf_records.h"
#include "base.h"
#include "par.h"
#include "split.h"

/* Some records of a batch: record k ends before base + ends[k], and starts where the one
 * before ends; the first at `first`. */
typedef struct {
    const unsigned char *first;
    const unsigned char *base;
    const uint32_t *ends;
    size_t count;
} fs_piece;

FS_INLINE size_t fs_piece_bytes(const fs_piece *piece)
{
    return piece->count == 0
               ? 0
               : (size_t)(piece->base + piece->ends[piece->count - 1] - piece->first);
}

enum { FS_MOST_PIECES = 64 };

struct fair_reader {
    fair_format format;
    fs_splitter splitter;
    fs_team *team;     /* shares the work; NULL: the caller alone */
    unsigned pieces;   /* to read at a time, at most FS_MOST_PIECES */
    size_t piece_size; /* of one, in bytes */
    size_t most;       /* bytes of a record, more or less */
    int (*tick)(void *context, uint64_t bytes); /* told of every read; not 0: stop */
    void *context;

    int fd;
    fair_feed *feed; /* to be read instead, if it is not NULL */
    void *feed_context;
    int regular;       /* a file that pread() can read */
    int drained;       /* the last read came to the end of the file, */
    int failed;        /* or failed with this errno after some bytes */
    int at_end;        /* and all of it was given out, or there was an error: */
    int error;         /* FAIR_..., which stays until another file is opened */
    uint64_t position; /* of pread() */
    uint64_t size;     /* when opened; 0 if not known */
    uint64_t start;    /* position when opened */

    unsigned char *region; /* of `room` bytes */
    size_t room;
    unsigned char *data; /* in it */
    size_t filled;       /* bytes of data */
    size_t used;         /* of these, those that the last batch gave out */

    fs_piece piece[FS_MOST_PIECES];
    unsigned piece_count;
    uint32_t *ends[FS_MOST_PIECES];
    size_t ends_room[FS_MOST_PIECES];
    size_t got[FS_MOST_PIECES]; /* bytes read for each */
    int errors[FS_MOST_PIECES];
    size_t piece_bytes; /* now; less at the start of a file */
    int first;          /* nothing was read yet */

    fair_mark mark;    /* of the batch's first record, or of the failure */
    uint64_t in_batch; /* records */

    unsigned next_piece; /* of fair_reader_next() */
    size_t next_record;
};

/* As fair_reader_open(), but for something that is no file. */
void fs_reader_open_feed(fair_reader *reader, fair_feed *feed, void *context);

/* Reads on: 1, and there are records in pieces 0..piece_count-1; 0 at the end of the
 * file; or an error, and the mark tells where. What the last batch gave is gone. */
int fs_reader_batch(fair_reader *reader);

#endif

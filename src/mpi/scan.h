/* SPDX-License-Identifier: MIT
 *
 * scan.h - the records of this rank, read twice: first to count them, then to send them.
 *
 * A record's number is known only when all ranks have counted, so nothing can be sent
 * before. If memory is large enough, the records are held in memory in between, and the
 * files are read once. Otherwise they are read again.
 */
#ifndef FS_SCAN_H
#define FS_SCAN_H

#include "src/base/par.h"
#include "src/mpi/cells.h"
#include "src/mpi/held.h"
#include "src/mpi/ranges.h"
#include "src/records/memory_limits.h"
#include "src/records/reader.h"

typedef struct {
    fs_inputs *inputs;     /* not owned */
    fs_team *team;         /* the threads; not owned; NULL: only the caller's thread */
    fs_limits limits;      /* sizes for the reader */
    fs_own_records own;    /* what was counted; `first` is set by the caller */
    uint64_t first;        /* the place of the first byte */
    uint64_t end;          /* the place after the last byte */
    uint64_t at;           /* the place after the part that is being read */
    fair_reader *reader;   /* of that part */
    int fd;                /* of that part; -1: none is open */
    uint64_t file;         /* of that part */
    uint64_t part_first;   /* own.count when that part was opened */
    int fed;               /* the part is read with the help of inputs->raw */
    uint64_t feed_at;      /* then: the offset of the next byte */
    uint64_t feed_end;     /* then: the offset after the last byte */
    size_t batch_bytes;    /* how many bytes to read at a time when they are sent */
    uint64_t seen;         /* records returned by fs_scan_next() */
    fs_long_record *longs; /* the array of `own` */
    size_t long_room;      /* elements allocated for `longs` */
    int counting;          /* the records are being counted */
    fs_held held;          /* records that are held in memory */
    uint64_t again;        /* the place of the first record that is not held */
} fs_scan;

/* Prepares to read the records at the places from `first` to `end`. `memory` and
 * `members` limit the reader. FAIR_ENOMEM. Free it in any case. */
int fs_scan_start(fs_scan *scan, fs_inputs *inputs, fs_pool *pool, uint64_t first,
                  uint64_t end, uint64_t memory, unsigned members);
void fs_scan_free(fs_scan *scan);

/* Counts the records. If `hold`, holds them in memory, as far as they fit into the pool.
 * Returns FAIR_OK or a failure of the inputs; FAIR_ECANCELED. Also returns FAIR_OK if
 * another rank has raised an alarm: then the count is incomplete, and the next
 * fs_ranks_agree() fails. */
int fs_scan_count(fs_scan *scan, int hold);

/* Returns 1 and the next records of this rank: about `bytes` bytes, in at most
 * FS_MOST_PIECES pieces, which stay valid until the next call; 0 after the last record;
 * or a failure of the inputs. */
int fs_scan_next(fs_scan *scan, size_t bytes, fs_piece *pieces, unsigned *count);

#endif

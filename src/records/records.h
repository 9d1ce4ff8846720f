/* SPDX-License-Identifier: MIT
 *
 * records.h - a collection of records, between reading and writing.
 *
 * The path of a record: split (reader.h), store (input.c), order and gather (gather.h),
 * write (writer.h).
 */
#ifndef FS_RECORDS_H
#define FS_RECORDS_H

#include "src/records/head.h"
#include "src/records/reader.h"

/* A mapped file that records refer to. */
typedef struct {
    fs_mapping mapping; /* owned; stays until the collection is freed */
    uint64_t file;      /* the number of the file, as in fair_mark */
} fs_mapped_file;

struct fair_records {
    uint8_t
        key[FAIR_KEY_SIZE]; /* decides the order; wiped when the collection is freed */
    fair_records_options options; /* a copy */
    fair_reader *reader;          /* NULL: all files were read */
    fs_team *team;        /* the threads, while a file is read or records are written */
    fs_limits limits;     /* the shares of the memory limit */
    fs_tempfile tempfile; /* for records that do not fit into memory */
    fs_node root;         /* all records are in its store */
    fs_work work;         /* shared by the root and the nodes below it */
    uint64_t count;       /* records in the store */
    uint64_t bytes;       /* bytes of the records in the store */
    uint64_t bytes_in_place; /* bytes of records that stay in mapped files */

    fs_mapped_file *mapped;    /* [mapped_count]: files that records refer to; owned */
    size_t mapped_count;       /* at most FAIR_MOST_MAPPED */
    size_t mapped_room;        /* elements allocated for `mapped` */
    uint64_t too_large_to_map; /* bytes of files that would be mapped with more memory */

    unsigned char *header; /* the header of the first file that is not empty */
    size_t header_bytes;   /* used bytes of `header` */
    size_t header_room;    /* bytes allocated for `header` */
    unsigned headers;      /* files that are not empty, so that they have a header */
    uint64_t files;        /* files that were read */

    unsigned char *added; /* single records that are not in the store yet */
    size_t added_bytes;   /* used bytes of `added` */
    uint32_t *added_ends; /* where each record of `added` ends */
    size_t added_count;   /* records in `added` */

    fair_mark mark; /* where reading is, or what failed */
    int cancelled;  /* the function `progress` has cancelled */
    int error; /* the error of the call that failed; FAIR_ESTATE after all records were
                  written */
};

/* The options, or all zeros for NULL. */
const fair_records_options *fs_records_options(const fair_records_options *options);

/* The largest number of threads to start. */
unsigned fs_records_members(const fair_records_options *options);

/* Whether only the first records of the order have to be kept. */
int fs_records_have_head(const fair_records_options *options);

/* Where to keep the `rest` bytes of a regular file: FAIR_STORE_... Its first `records`
 * records have `bytes` bytes, and `taken` bytes of the memory limit are in use. */
int fs_choose_store(const fair_records_options *options, const fs_limits *limits,
                    uint64_t taken, uint64_t rest, uint64_t records, uint64_t bytes);

/* Makes the reader of a collection. FAIR_ENOMEM, FAIR_EINVAL. */
int fs_records_start_reader(fair_records *records);

/* Adds the records of up to FS_MOST_PIECES pieces to the store. Pieces without records
 * are removed from the array. If the first record of a piece is longer than limits.piece,
 * it becomes a piece of its own, unless it is one already. So the array must have room
 * for FS_MOST_PIECES if it has such a record. FAIR_ENOMEM, FAIR_ELIMIT, FAIR_ETEMP. */
int fs_records_take(fair_records *records, fs_piece *pieces, unsigned count);

/* Moves the records that were added one by one to the store. */
int fs_records_take_added(fair_records *records);

/* Sets the error of the collection, and completes its mark. Returns the error. */
int fs_records_fail(fair_records *records, int error);

#endif

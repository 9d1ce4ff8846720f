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
    fs_mapping mapping;
    uint64_t file; /* the number of the file, as in fair_mark */
} fs_mapped_file;

struct fair_records {
    uint8_t key[FAIR_KEY_SIZE];
    fair_records_options options;
    fair_reader *reader;
    fs_team *team;
    fs_limits limits;
    fs_tempfile tempfile;
    fs_node root;            /* all records are in its store */
    fs_work work;            /* shared by the root and the nodes below it */
    uint64_t count;          /* records */
    uint64_t bytes;          /* of all records */
    uint64_t bytes_in_place; /* of records that stay in mapped files */

    fs_mapped_file *mapped;
    size_t mapped_count;
    uint64_t too_large_to_map; /* bytes of files that would be mapped with more memory */
    size_t mapped_room;        /* elements allocated for `mapped` */

    unsigned char *header;
    size_t header_bytes;
    size_t header_room;
    unsigned headers; /* files that had a header, because they were not empty */
    uint64_t files;   /* files that were read */

    /* Records that were added one by one, and are not in the store yet: */
    unsigned char *added;
    size_t added_bytes;
    uint32_t *added_ends;
    size_t added_count;

    fair_mark mark;
    int cancelled;
    int error; /* the error of the call that failed; FAIR_ESTATE after all records were
                  written */
};

/* The options, or all zeros for NULL. */
const fair_records_options *fs_records_options(const fair_records_options *options);

/* The largest number of threads to start. */
unsigned fs_records_members(const fair_records_options *options);

/* Whether only the first records of the order are kept. */
int fs_records_have_head(const fair_records_options *options);

/* Where to keep the `rest` bytes of a regular file: FAIR_STORE_... Its first `records`
 * records have `bytes` bytes, and `taken` bytes of the memory limit are in use. */
int fs_choose_store(const fair_records_options *options, const fs_limits *limits,
                    uint64_t taken, uint64_t rest, uint64_t records, uint64_t bytes);

/* Makes the reader of a collection. FAIR_ENOMEM, FAIR_EINVAL. */
int fs_records_start_reader(fair_records *records);

/* Adds the records of some pieces to the store. Pieces without records are removed from
 * the array, and long records can become pieces of their own, so the array must have room
 * for FS_MOST_PIECES, unless it has no record that is longer than limits.piece or only
 * one record. FAIR_ENOMEM, FAIR_ELIMIT, FAIR_ETEMP. */
int fs_records_take(fair_records *records, fs_piece *pieces, unsigned count);

/* Moves the records that were added one by one to the store. */
int fs_records_take_added(fair_records *records);

/* Stores an error, and completes the mark. Returns the error. */
int fs_records_fail(fair_records *records, int error);

#endif

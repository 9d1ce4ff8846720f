/* SPDX-License-Identifier: MIT
 *
 * files.h - shuffles the records of files, on all ranks together.
 *
 *     fs_files_new     on all ranks, with the same key and options
 *     fs_files_read    once: each rank finds and counts the records of its range
 *     fs_files_write   once, after reading: each rank writes its part of the outputs
 *
 * All functions that return int are collective. They return the same error on all ranks,
 * except FAIR_EMPI, on which ranks may not agree. After an error of fs_files_read() or
 * fs_files_write(), fs_files_failure() says more, and the files can only be freed. The
 * outputs are then incomplete, and the caller removes them.
 */
#ifndef FS_FILES_H
#define FS_FILES_H

#include "src/mpi/file_options.h"
#include "src/mpi/ranks.h"

typedef struct fs_files fs_files;

/* Makes an empty collection. `ranks` must outlive it; the options are copied.
 * FAIR_EINVAL, FAIR_ENOMEM, FAIR_EMPI; FAIR_EMISMATCH if the ranks have different keys,
 * formats, headers or numbers of files. After an error, *files is NULL. */
int fs_files_new(fs_files **files, fs_ranks *ranks, const uint8_t key[FAIR_KEY_SIZE],
                 const fs_files_options *options);
void fs_files_free(fs_files *files);

/* Opens the files, divides them among the ranks, and counts the records. Errors as for
 * fair_records_read(); FAIR_EMISMATCH if ranks see different sizes or times of a file. */
int fs_files_read(fs_files *files);

/* The number of records in all files, without the headers. */
uint64_t fs_files_count(const fs_files *files);

/* The number of records at the start of a file that belong to its header: fewer than
 * options.records.header if the file is shorter; 0 if it is empty. */
uint64_t fs_files_header_records(const fs_files *files, uint64_t file);

/* Writes all parts, and flushes them to disk if `sync`. FAIR_EWRITE, FAIR_ETEMP,
 * FAIR_ENOMEM, FAIR_ELIMIT, FAIR_ECANCELED, FAIR_ECHANGED, FAIR_EMPI; FAIR_ELOST if not
 * every record was written exactly once. */
int fs_files_write(fs_files *files, const fs_files_part *parts, size_t part_count,
                   int sync);

/* What failed. */
const fs_failure *fs_files_failure(const fs_files *files);

/* What all ranks did, after fs_files_write(). */
typedef struct {
    uint64_t read;          /* bytes read from input files */
    uint64_t sent;          /* bytes sent to other ranks */
    uint64_t messages;      /* messages */
    uint64_t written;       /* bytes written to outputs */
    uint64_t most_written;  /* the same, of the rank that wrote most */
    uint64_t least_written; /* the same, of the rank that wrote least */
    uint64_t temporary;     /* bytes written to temporary files, and read back */
    uint64_t rounds;        /* rounds in which records were exchanged */
    uint64_t cells;         /* cells (cells.h) */
    unsigned levels;        /* levels of cells */
} fs_files_usage;
fs_files_usage fs_files_used(const fs_files *files);

#endif

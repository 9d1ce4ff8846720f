/* SPDX-License-Identifier: MIT
 *
 * inputs.h - the input files, as all ranks see them, and their headers.
 *
 * Each file is examined by one rank, and all ranks learn the result. A rank that opens
 * the file later checks that it is the same: same size, same time of modification.
 *
 * The records of all files, without the headers, are numbered by bytes: the *place* of a
 * byte is its offset in the concatenation of all files without their headers.
 */
#ifndef FS_INPUTS_H
#define FS_INPUTS_H

#include "src/mpi/file_options.h"
#include "src/mpi/ranks.h"
#include "src/mpi/raw.h"

typedef struct {
    uint64_t size;           /* bytes of the file */
    uint64_t modified[2];    /* when it was modified: seconds, nanoseconds */
    uint64_t start;          /* the offset of the first record after the header */
    uint64_t header_records; /* records before that */
    uint64_t place;          /* the place of the first byte after the header */
} fs_input;

typedef struct {
    fs_ranks *ranks;                 /* not owned */
    const fs_files_options *options; /* not owned */
    fs_input *files;                 /* [options->file_count] */
    uint64_t bytes;                  /* bytes of all files, without headers */
    unsigned char *header;           /* the header that all files have */
    size_t header_bytes;             /* bytes of `header` */
    fs_raw raw;                      /* what was read to find the first record */
    uint64_t read;                   /* bytes that this rank has read, of all files */
    fs_failure failure;              /* of this rank, until the ranks agree */
} fs_inputs;

/* Examines all files. Collective; returns the same on all ranks. FAIR_EREAD, FAIR_ENOMEM,
 * FAIR_EHEADER, FAIR_EINVAL for a file that is not regular, FAIR_ECHANGED, FAIR_ERECORD,
 * FAIR_ELIMIT. Free it in any case. */
int fs_inputs_start(fs_inputs *inputs, fs_ranks *ranks, const fs_files_options *options);
void fs_inputs_free(fs_inputs *inputs);

/* Opens a file, and checks that it is the one that was examined. Returns a descriptor, or
 * -1 with the reason in `failure`: FAIR_EREAD, FAIR_EMISMATCH, FAIR_ECHANGED. */
int fs_inputs_open(fs_inputs *inputs, uint64_t file);

/* Whether an open file is still the one that was examined. */
int fs_inputs_unchanged(const fs_inputs *inputs, uint64_t file, int fd);

/* The file of a place, and the offset in it. For the place after the last byte, the end
 * of the last file. Files without records have no place. There is at least one file. */
uint64_t fs_inputs_find(const fs_inputs *inputs, uint64_t place, uint64_t *offset);

/* Sets the failure of this rank, unless it has one. Returns the error. */
int fs_inputs_fail(fs_inputs *inputs, int step, uint64_t file, int error, int number);

/* The same after an error of a reader. */
int fs_inputs_fail_reading(fs_inputs *inputs, uint64_t file, int error,
                           const fair_mark *mark);

/* Agrees on the failure of the lowest rank. Collective. */
int fs_inputs_agree(fs_inputs *inputs);

#endif

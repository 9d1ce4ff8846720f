/* SPDX-License-Identifier: MIT
 *
 * ranges.h - which records each rank reads.
 *
 * The bytes of all files are divided equally. A record belongs to the rank in whose share
 * it starts.
 */
#ifndef FS_RANGES_H
#define FS_RANGES_H

#include "src/mpi/inputs.h"

/* Sets *first and *end to the places (inputs.h) of this rank's records: whole records,
 * from *first up to, but not including, *end. Collective; returns the same on all ranks:
 * FAIR_OK or the error of inputs->failure. */
int fs_ranges_find(fs_inputs *inputs, uint64_t *first, uint64_t *end);

/* A part of a file. */
typedef struct {
    uint64_t file;  /* the number of the file */
    uint64_t start; /* the offset of its first byte */
    uint64_t stop;  /* the offset after its last byte; UINT64_MAX: the end of the file */
    uint64_t bytes; /* the number of its bytes */
} fs_file_part;

/* The part of one file with the places from `at` on, up to `end` > at at most. */
fs_file_part fs_ranges_part(const fs_inputs *inputs, uint64_t at, uint64_t end);

#endif

/* SPDX-License-Identifier: MIT
 *
 * regions.h - the regions of the outputs that each rank writes.
 *
 * The cells of a rank are consecutive in the order, so each rank writes one region of an
 * output, or of several consecutive outputs. All ranks write at the same time, with
 * pwrite(). On a parallel file system, two ranks that write to the same stripe wait for
 * each other. So large regions are divided at multiples of FS_STRIPE: a rank hands the
 * bytes before the first multiple to the previous rank, which writes them.
 */
#ifndef FS_REGIONS_H
#define FS_REGIONS_H

#include "src/mpi/exchange.h"
#include "src/mpi/file_options.h"

#ifndef FS_STRIPE
#define FS_STRIPE (1 << 20) /* bytes; stripes of file systems are multiples of it */
#endif

/* The region of this rank in an output. */
typedef struct {
    int fd;         /* the output; not owned */
    uint64_t start; /* the offset of its first byte */
    uint64_t bytes; /* the number of its bytes */
    uint64_t at;    /* the offset where the next byte goes */
    unsigned char
        *handed;         /* the first bytes, for the previous rank; owned; may be NULL */
    size_t handed_bytes; /* how many bytes are for it */
    size_t handed_used;  /* how many of them are in `handed` now */
    uint64_t unstarted;  /* bytes written since the last fs_flush_start() */
    int sync;            /* the output will be flushed to disk */
} fs_region;

typedef struct {
    fs_ranks *ranks;    /* not owned */
    size_t count;       /* outputs */
    fs_region *regions; /* [count]: of this rank */
    uint64_t *table;    /* [size of ranks][count]: bytes of the regions of all ranks */
    uint64_t header;    /* bytes before the first region of each output */
    int number;         /* the errno of FAIR_EWRITE in fs_regions_hand() */
    size_t failed;      /* the output of this error */
} fs_regions;

/* Allocates regions of these outputs. FAIR_ENOMEM. Free them in any case. */
int fs_regions_start(fs_regions *regions, fs_ranks *ranks, const fs_files_part *parts,
                     size_t count, uint64_t header, int sync);
void fs_regions_free(fs_regions *regions);

/* Places the regions, of which this rank has `bytes` bytes in each output. Collective.
 * FAIR_EMPI; FAIR_ENOMEM, of this rank only. */
int fs_regions_place(fs_regions *regions, const uint64_t *bytes);

/* A fair_sink whose context is an fs_region: writes the next bytes of the region. Returns
 * 0 or an errno. */
int fs_regions_write(void *region, const void *data, size_t length);

/* Hands the first bytes to the previous rank, and writes those of the next rank. Adds the
 * bytes written for it to *written. Collective. Returns the error of this rank:
 * FAIR_EMPI, FAIR_ENOMEM, FAIR_EWRITE, FAIR_ELOST. */
int fs_regions_hand(fs_regions *regions, uint64_t *written);

#endif

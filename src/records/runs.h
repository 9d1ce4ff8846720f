/* SPDX-License-Identifier: MIT
 *
 * runs.h - the part of a block, or of a segment, that belongs to some buckets.
 */
#ifndef FS_RUNS_H
#define FS_RUNS_H

#include "src/records/blocks.h"

/* The records of the buckets low..high-1. */
typedef struct {
    const unsigned char *data; /* where bucket `low` starts */
    const uint64_t *starts;    /* the offsets of the buckets from `base` on */
    unsigned base;             /* the bucket of starts[0] */
    unsigned low;              /* the first bucket */
    unsigned high;             /* the bucket after the last one */
    uint64_t first;            /* the number of the block's first record */
    uint64_t count;            /* records of the block, including those left out */
    int references;            /* records are kept as references */
    int checked; /* the run is from the temporary file, and may be damaged */
} fs_run;

FS_INLINE uint64_t fs_run_bytes(const fs_run *run)
{
    return run->starts[run->high - run->base] - run->starts[run->low - run->base];
}

/* The buckets low..high-1 of a block, low < high. */
fs_run fs_block_run(const fs_block *block, unsigned low, unsigned high);

/* Prefetches the first bytes of a run into the cache. */
void fs_run_prefetch(const fs_run *run);

/* Writes the spans of the records in the order they came, at most `room` of them. Returns
 * their number, or SIZE_MAX if there are more or the run is damaged. `key` gives the
 * numbers of buckets, in FS_MOST_BITS bits. For a single bucket it is not used. */
size_t fs_run_spans(const fs_run *run, const uint8_t *key, fs_span *spans, size_t room);

/* Copies the kept records in the order they came. Returns 0 if the run is damaged. */
int fs_run_merge(const fs_run *run, const uint8_t *key, unsigned char *to);

/* The number of kept records in the `bytes` bytes at `at`; SIZE_MAX if they are damaged.
 */
size_t fs_kept_count(const unsigned char *at, size_t bytes);

#endif

/* SPDX-License-Identifier: MIT
 *
 * memory_limits.h - how a memory limit is divided.
 *
 * While files are read, memory holds the pieces of a batch with the ends of their
 * records, and the store. The ends take at most 4 bytes for each byte of a piece, when
 * all records are empty lines. Later, the store shares memory with the buckets that are
 * put in order.
 */
#ifndef FS_MEMORY_LIMITS_H
#define FS_MEMORY_LIMITS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t limit;   /* bytes in all; UINT64_MAX: no limit */
    unsigned members; /* threads */
    size_t piece;     /* bytes that one thread reads at a time */
    size_t record;    /* the longest record that is copied, and the longest header */
    uint64_t reading; /* bytes of the pieces being read, with the ends and the bucket
                         numbers of their records */
    size_t segment;   /* bytes of blocks that go to the temporary file together */
    size_t slab;      /* the most bytes that are allocated for blocks at a time */
    size_t tables;    /* bytes of copies of the tables of segments */
} fs_limits;

/* Divides `memory` bytes (0: no limit) for at most `members` > 0 threads. */
void fs_limits_plan(fs_limits *limits, uint64_t memory, unsigned members);

/* Reduces the sizes of segments and slabs for a store with `blocks` bytes of blocks. */
void fs_limits_fit(size_t blocks, size_t *segment, size_t *slab);

/* The bytes that blocks may take if mapped files, a long record and the like take `used`
 * bytes; 0 for no limit. */
size_t fs_limits_blocks(const fs_limits *limits, uint64_t used);

/* A limit at which a record of `bytes` bytes is not too long. */
uint64_t fs_limits_for_record(uint64_t bytes);

/* About the bytes of kept records, with their prefixes. */
uint64_t fs_limits_kept(uint64_t bytes, uint64_t records);

/* A limit at which all records stay in memory, with `copies` spans of each. Pairs and
 * draws with replacement need that. */
uint64_t fs_limits_for_all(uint64_t bytes, uint64_t records, unsigned copies);

/* The memory that a bucket takes while it is put in order: `loaded` bytes from the
 * temporary file, and the spans of its records. */
uint64_t fs_limits_bucket(uint64_t loaded, uint64_t records);

#endif

/* SPDX-License-Identifier: MIT
 *
 * store.h - the records of one node: the newest in memory, as many as the limit allows,
 * and the oldest in the temporary file.
 *
 * Blocks that go to the file are joined into a segment: a table of the offsets where its
 * buckets start, then bucket 0 of all these blocks, then bucket 1, and so on. So one read
 * from each segment loads a bucket. A segment holds the records themselves, never
 * references.
 *
 * The states of a block, a store and a node (node.h):
 *
 *     block    new --fill--> by arrival --regroup--> by bucket --> in a segment,
 *               |                                      ^           or joined with others
 *               +-- fill, if the store has bits -------+
 *
 *     store    in memory --fs_store_spill--> has spilled      (never back)
 *
 *     node     open --fs_node_settle--> settled --- fs_gather ---> written
 *              records are added        counts and bytes of        buckets are read in
 *                                       all buckets are known      turn, and released
 *
 * A store regroups all its blocks before it spills, unless its node is one bucket. So all
 * its segments and blocks have the same number of buckets.
 */
#ifndef FS_STORE_H
#define FS_STORE_H

#include "src/records/runs.h"
#include "src/records/tempfile.h"

typedef struct {
    uint64_t place;    /* the file offset of its table, which the buckets follow */
    uint64_t first;    /* the number of its first record */
    uint64_t count;    /* records that came, including those left out */
    uint64_t bytes;    /* bytes of all buckets */
    uint64_t released; /* bytes of buckets given back to the file system */
    uint64_t *starts;  /* a copy of the table; NULL: it is only in the file */
} fs_segment;

typedef struct {
    fs_blocks blocks;     /* the newest records, in memory */
    fs_tempfile *file;    /* of the collection; not owned */
    fs_segment *segments; /* the oldest records, in the file */
    size_t segment_count; /* segments so far; 0: nothing was spilled */
    size_t segment_room;  /* elements allocated for `segments` */
    size_t segment_bytes; /* bytes of a segment, about */
    size_t table_bytes;   /* memory of the segments and of the copies of tables */
    size_t most_tables;   /* the limit of table_bytes */
    int whole;            /* the node has one bucket, so all records are needed at once */
} fs_store;

/* Whether records are in the temporary file. */
FS_INLINE int fs_store_has_spilled(const fs_store *store)
{
    return store->segment_count > 0;
}

/* Limits in bytes. */
typedef struct {
    size_t blocks;  /* all blocks in memory; 0: no limit */
    size_t segment; /* a segment */
    size_t slab;    /* a slab; 0: FS_MOST_SLAB */
    size_t tables;  /* copies of tables */
} fs_store_limits;

void fs_store_start(fs_store *store, fs_tempfile *file, const fs_store_limits *limits);
void fs_store_free(fs_store *store);

/* Fills the block of plans[i]. Returns FAIR_OK or an error. Called by any thread. */
typedef int fs_fill(void *context, fs_block *block, size_t i);

/* Adds up to FS_MOST_PIECES blocks and calls `fill` for each that keeps records. When
 * memory is full, sends the oldest blocks to the file. `key` gives the bucket numbers.
 * FAIR_ENOMEM, FAIR_ETEMP; FAIR_ELIMIT if there is no file. */
int fs_store_add(fs_store *store, const uint8_t key[FAIR_KEY_SIZE], fs_team *team,
                 const fs_block_plan *plans, size_t count, fs_fill *fill, void *context);

/* Sends the oldest blocks to the file; there is at least one. The same errors. */
int fs_store_spill(fs_store *store, const uint8_t key[FAIR_KEY_SIZE], fs_team *team);

/* Sends all blocks to the file, after all records were added. The same errors. */
int fs_store_flush(fs_store *store, fs_team *team);

/* ---- reading --------------------------------------------------------------------- */

/* The number of parts of the store. Its segments, then its blocks, are the parts, in the
 * order the records came. */
FS_INLINE size_t fs_store_parts(const fs_store *store)
{
    return store->segment_count + store->blocks.count;
}

/* The offsets where the buckets low..high-1 of a part start, and where the last one ends.
 * The table of a segment is read into `room`, which has high - low + 1 elements. Returns
 * NULL and sets *error to an errno if the file cannot be read or is damaged. Any thread
 * may call it. */
const uint64_t *fs_store_starts(const fs_store *store, size_t part, unsigned low,
                                unsigned high, uint64_t *room, int *error);

/* Sets *run to the buckets low..high-1 of a part. Those of a segment are read into `to`,
 * which has `room` bytes, and its table into `starts`. *loaded is the number of bytes
 * read. Returns 0 or an errno. Any thread may call it. */
int fs_store_run(const fs_store *store, size_t part, unsigned low, unsigned high,
                 unsigned char *to, size_t room, uint64_t *starts, fs_run *run,
                 size_t *loaded);

/* Asks the system to read these buckets ahead. Any thread may call it. */
void fs_store_prefetch(const fs_store *store, unsigned low, unsigned high);

/* Gives the space of the buckets before `high` > 0 of one segment back to the file
 * system.
 */
void fs_segment_release(fs_store *store, size_t segment, unsigned high);

/* The same for all segments. */
void fs_store_release(fs_store *store, unsigned high);

#endif

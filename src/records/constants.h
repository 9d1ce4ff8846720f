/* SPDX-License-Identifier: MIT
 *
 * constants.h - sizes and thresholds of the records layer. None of them changes an order.
 *
 * Sizes are in bytes. Tests use much smaller values, so that a few records go through all
 * of the code: FS_CONSTANTS names a header that redefines some of the constants.
 */
#ifndef FS_CONSTANTS_H
#define FS_CONSTANTS_H

/* The memory limit. */
#define FS_LEAST_MEMORY (1 << 20) /* a smaller limit counts as this limit */
#define FS_MEMBER (640 << 10)     /* the least memory per thread of a team */
#define FS_MOST_MEMBERS 32        /* the most threads of a collection */

/* Reading. */
#define FS_FIRST_PIECE (1 << 16)   /* the first read of a file: most inputs are small */
#define FS_LEAST_PIECE (1 << 12)   /* the least that one thread reads at a time */
#define FS_MOST_PIECE (1 << 20)    /* the most that one thread reads at a time */
#define FS_FAR (1 << 30)           /* how far to search for the end of a long record */
#define FS_ADDED_BYTES (1 << 18)   /* single records are buffered up to this size */
#define FS_ADDED_RECORDS (1 << 14) /* single records that are buffered at most */

/* Mapping. docs/speed.md has the measurements. */
#define FS_MAP_BYTES                                                                     \
    (1 << 20)            /* a file is mapped if this much follows the first read         \
                          */
#define FS_MAP_LENGTH 48 /* the least mean length of records */

/* Storing. */
#define FS_SPAN_SHORT 0xfffe       /* a span holds lengths below this; <= FS_SPAN_KEPT */
#define FS_FIRST_SLAB (1 << 17)    /* the size of the first slab */
#define FS_MOST_SLAB (1 << 26)     /* the largest size that slabs grow to */
#define FS_HEAD_SLAB (1 << 20)     /* the same if most records are soon dropped */
#define FS_COMPACT_LEAST (1 << 18) /* the least growth that is worth compacting */
#define FS_LEAST_SEGMENT (1 << 16)
#define FS_MOST_SEGMENT (1 << 28) /* 256 runs of 1 MiB: fast on any disk */
#define FS_SEGMENT_BUFFER (1 << 19)
#define FS_PAGE 4096 /* the page size of a file system */

/* Scattering records over buckets again. */
#define FS_MOST_PARTS 4096      /* the most parts of a batch */
#define FS_MOST_BATCH (1 << 27) /* the most bytes of a batch */

/* Writing. */
#define FS_ALONE (1 << 19)        /* up to this size, one thread writes the output */
#define FS_LEAST_BUFFER (1 << 16) /* the smallest buffer of a thread */
#define FS_MOST_BUFFER (6 << 20)  /* the largest one, for all output of a bucket */
#define FS_SLICE_BUFFER (1 << 20) /* the buffer of a thread for slices */
#define FS_GROUP (24 << 20)       /* memory for buckets that are cut into slices */
#define FS_TURN_ROOM 4096         /* the most bytes put into a buffer at once */
#define FS_PLAIN_BUFFER (1 << 16) /* for pairs, and draws with replacement */

#ifdef FS_CONSTANTS
#include FS_CONSTANTS
#endif

#endif

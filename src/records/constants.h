/* SPDX-License-Identifier: MIT
 *
 * constants.h - sizes and thresholds of the records layer. None of them changes an order.
 *
 * Sizes are in bytes. Tests use much smaller ones, so that a few records go through all
 * of the code: FS_CONSTANTS names a header that defines some of them again.
 */
#ifndef FS_CONSTANTS_H
#define FS_CONSTANTS_H

/* The memory limit. */
#define FS_LEAST_MEMORY (1 << 20) /* smaller limits count as this one */
#define FS_MEMBER (640 << 10)     /* with less memory, a thread is not worth it */
#define FS_MOST_MEMBERS 32        /* threads of a collection */

/* Reading. */
#define FS_FIRST_PIECE (1 << 16) /* the first read of a file: most inputs are small */
#define FS_LEAST_PIECE (1 << 12) /* what one thread reads at a time: at least this */
#define FS_MOST_PIECE (1 << 20)  /* and at most this */
#define FS_FAR (1 << 30)         /* how far the end of a long record is looked for */
#define FS_ADDED_BYTES (1 << 18) /* single records go to the store together */
#define FS_ADDED_RECORDS (1 << 14)

/* Mapping. docs/speed.md has the measurements. */
#define FS_MAP_BYTES (1 << 20) /* the least that must follow the first read */
#define FS_MAP_LENGTH 48       /* the least mean length of records */

/* Storing. */
#define FS_SPAN_SHORT 0xfffe       /* lengths below this are part of a span; or less */
#define FS_FIRST_SLAB (1 << 17)    /* slabs grow from this */
#define FS_MOST_SLAB (1 << 26)     /* to this */
#define FS_HEAD_SLAB (1 << 20)     /* or to this, if most records are soon dropped */
#define FS_COMPACT_LEAST (1 << 18) /* fewer blocks are not worth compacting */
#define FS_LEAST_SEGMENT (1 << 16)
#define FS_MOST_SEGMENT (1 << 28) /* runs of 1 MiB, which is enough for any disk */
#define FS_SEGMENT_BUFFER (1 << 19)
#define FS_PAGE 4096 /* of a file system */

/* Sending records to buckets again. */
#define FS_MOST_PARTS 4096 /* of a batch */
#define FS_MOST_BATCH (1 << 27)

/* Writing. */
#define FS_ALONE (1 << 19)        /* less output is not worth a second thread */
#define FS_LEAST_BUFFER (1 << 16) /* the buffer of a thread */
#define FS_MOST_BUFFER (6 << 20)  /* ... for all output of a bucket */
#define FS_SLICE_BUFFER (1 << 20) /* ... for slices */
#define FS_GROUP (24 << 20)       /* buckets that are cut into slices together */
#define FS_TURN_ROOM 4096         /* what can be put into a buffer at once */
#define FS_PLAIN_BUFFER (1 << 16) /* of pairs, and of draws with replacement */

#ifdef FS_CONSTANTS
#include FS_CONSTANTS
#endif

#endif

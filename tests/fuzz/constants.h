/* SPDX-License-Identifier: MIT
 *
 * constants.h - the smallest constants with which all of the records layer still
 * works: a few hundred bytes of records spill, and go through several levels. See
 * src/records/constants.h, which includes this.
 */
#undef FS_LEAST_MEMORY
#define FS_LEAST_MEMORY 1024
#undef FS_LEAST_PIECE
#define FS_LEAST_PIECE 16
#undef FS_MOST_PIECE
#define FS_MOST_PIECE 256
#undef FS_FIRST_PIECE
#define FS_FIRST_PIECE 48
#undef FS_MEMBER
#define FS_MEMBER 600
#undef FS_MOST_MEMBERS
#define FS_MOST_MEMBERS 4
#undef FS_MOST_SEGMENT
#define FS_MOST_SEGMENT 8192
#undef FS_MOST_SLAB
#define FS_MOST_SLAB 2048
#undef FS_FIRST_SLAB
#define FS_FIRST_SLAB 256
#undef FS_LEAST_SEGMENT
#define FS_LEAST_SEGMENT 128
#undef FS_SEGMENT_BUFFER
#define FS_SEGMENT_BUFFER 256
#undef FS_PAGE
#define FS_PAGE 128
#undef FS_MOST_PARTS
#define FS_MOST_PARTS 5
#undef FS_MOST_BATCH
#define FS_MOST_BATCH 512
#undef FS_COMPACT_LEAST
#define FS_COMPACT_LEAST 256
#undef FS_HEAD_SLAB
#define FS_HEAD_SLAB 512
#undef FS_LEAST_BUFFER
#define FS_LEAST_BUFFER 128
#undef FS_MOST_BUFFER
#define FS_MOST_BUFFER 512
#undef FS_SLICE_BUFFER
#define FS_SLICE_BUFFER 256
#undef FS_GROUP
#define FS_GROUP 1024
#undef FS_TURN_ROOM
#define FS_TURN_ROOM 64
#undef FS_PLAIN_BUFFER
#define FS_PLAIN_BUFFER 256
#undef FS_ALONE
#define FS_ALONE 256
#undef FS_SPAN_SHORT
#define FS_SPAN_SHORT 24
#undef FS_MAP_BYTES
#define FS_MAP_BYTES 64
#undef FS_MAP_LENGTH
#define FS_MAP_LENGTH 8
#undef FS_ADDED_BYTES
#define FS_ADDED_BYTES 128
#undef FS_ADDED_RECORDS
#define FS_ADDED_RECORDS 16
#undef FS_FAR
#define FS_FAR 512

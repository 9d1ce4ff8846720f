/* SPDX-License-Identifier: MIT
 *
 * constants_tiny.h - small constants of the records layer: few records spill, and go
 * through several levels. See src/records/constants.h, which includes this.
 */
#undef FS_LEAST_MEMORY
#define FS_LEAST_MEMORY 65536
#undef FS_SPAN_SHORT
#define FS_SPAN_SHORT 300
#undef FS_MAP_BYTES
#define FS_MAP_BYTES 100
#undef FS_MAP_LENGTH
#define FS_MAP_LENGTH 16
#undef FS_FIRST_PIECE
#define FS_FIRST_PIECE 3000
#undef FS_FIRST_SLAB
#define FS_FIRST_SLAB 8192
#undef FS_COMPACT_LEAST
#define FS_COMPACT_LEAST 16384
#undef FS_LEAST_PIECE
#define FS_LEAST_PIECE 512

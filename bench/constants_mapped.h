/* SPDX-License-Identifier: MIT
 *
 * constants_mapped.h - files are mapped whatever the length of their records. See
 * src/records/constants.h, which includes this.
 */
#undef FS_MAP_LENGTH
#define FS_MAP_LENGTH 1

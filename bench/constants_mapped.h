/* SPDX-License-Identifier: MIT
 *
 * constants_mapped.h - maps files with records of any length. Included by
 * src/records/constants.h.
 */
#undef FS_MAP_LENGTH
#define FS_MAP_LENGTH 1

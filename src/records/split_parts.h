/* SPDX-License-Identifier: MIT
 *
 * split_parts.h - the search functions of the splitters, for each instruction set.
 *
 * L4. All functions of one type give the same results; split.c chooses one. Their source
 * is split_wide.h.
 */
#ifndef FS_SPLIT_PARTS_H
#define FS_SPLIT_PARTS_H

#include "src/records/split.h"

fs_split_kernel fs_split_byte_plain, fs_split_byte_sse2, fs_split_byte_avx2;

/* What a CSV splitter knows about the next byte. */
enum {
    FS_CSV_INSIDE = 1, /* the byte is within quotes */
    FS_CSV_OPENS = 2,  /* a quote there would open a field, or open it again; not used
                          within quotes */
};

/* Continues with data[seen..length) from *state, and writes to `ends` the offset just
 * after each newline outside quotes, counted from data[0]. */
typedef size_t fs_csv_kernel(const unsigned char *data, size_t seen, size_t length,
                             unsigned char separator, int *state, uint32_t *ends);
fs_csv_kernel fs_split_csv_plain, fs_split_csv_sse2, fs_split_csv_avx2;

#endif

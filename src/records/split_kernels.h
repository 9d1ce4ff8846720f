/* SPDX-License-Identifier: MIT
 *
 * split_kernels.h - the search functions of the splitters, for each instruction set.
 *
 * All functions of one type give the same results. fs_split_byte() and fs_split_csv() use
 * the fastest one for this CPU. The source of all of them is split_wide.h.
 */
#ifndef FS_SPLIT_KERNELS_H
#define FS_SPLIT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* Elements that arrays of ends need in addition to the number of bytes searched: the
 * functions may overwrite this many elements after the last one. */
enum { FS_SPLIT_SLACK = 64 };

/* Writes to `ends` the offset just after each `byte` in data[0..length), and returns how
 * many there are. length < 2^32. No byte outside data[0..length) is read. */
typedef size_t fs_split_kernel(const unsigned char *data, size_t length,
                               unsigned char byte, uint32_t *ends);
fs_split_kernel fs_split_byte;
fs_split_kernel fs_split_byte_plain, fs_split_byte_sse2, fs_split_byte_avx2,
    fs_split_byte_neon;

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
fs_csv_kernel fs_split_csv;
fs_csv_kernel fs_split_csv_plain, fs_split_csv_sse2, fs_split_csv_avx2, fs_split_csv_neon;

/* The search function of a kernel of fair_kernel_name() ("plain", "sse2", ...), or
 * NULL. A kernel without its own search uses that of the previous kernel. For tests. */
fs_split_kernel *fs_split_kernel_named(const char *name);

#endif

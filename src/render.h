/* SPDX-License-Identifier: MIT
 *
 * render.h - records and numbers as the bytes that go out.
 *
 * L4.
 */
#ifndef FS_RENDER_H
#define FS_RENDER_H

#include "deliver.h"

/* Tells somebody of each record that goes out; NULL: nobody. */
typedef void fs_witness(void *context, int out, const void *record, size_t length);

/* Records kept as in blocks.h, at places[from..to). */
void fs_render_records(const unsigned char *const *places, size_t from, size_t to,
                       fs_outlet *outlet, fs_witness *witness, void *context);

/* The pairs of record original[i], without what ends it, and record places[i]. */
void fs_render_pairs(const unsigned char *const *original,
                     const unsigned char *const *places, size_t from, size_t to,
                     const fair_format *format, fs_outlet *outlet, fs_witness *witness,
                     void *context);

/* first + index for each of the indices, in decimal, followed by `end`. */
void fs_render_numbers(const void *indices, size_t width, size_t from, size_t to,
                       uint64_t first, unsigned char end, fs_outlet *outlet);

#endif

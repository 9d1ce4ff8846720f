/* SPDX-License-Identifier: MIT
 *
 * piece.h - consecutive records, as the reader gives them to the store.
 */
#ifndef FS_PIECE_H
#define FS_PIECE_H

#include <assert.h>

#include "src/base/base.h"
#include "src/records/constants.h"

enum {
    FS_MEMBER_PIECES = 2, /* pieces that are read at a time, for each thread */
    FS_MOST_PIECES = FS_MEMBER_PIECES * FS_MOST_MEMBERS, /* the same for all threads */
};

/* Record i ends before base + ends[i], and starts where the previous one ends. */
typedef struct {
    const unsigned char *first; /* where record 0 starts */
    const unsigned char *base;  /* the address that `ends` counts from */
    const uint32_t *ends;       /* where each record ends */
    size_t count;               /* records */
    int mapped; /* the bytes are in a mapped file, and stay valid until it is unmapped */
} fs_piece;

FS_INLINE const unsigned char *fs_piece_start(const fs_piece *piece, size_t i)
{
    assert(i < piece->count);
    return i == 0 ? piece->first : piece->base + piece->ends[i - 1];
}

FS_INLINE const unsigned char *fs_piece_end(const fs_piece *piece, size_t i)
{
    assert(i < piece->count);
    return piece->base + piece->ends[i];
}

FS_INLINE size_t fs_piece_bytes(const fs_piece *piece)
{
    return piece->count == 0
               ? 0
               : (size_t)(fs_piece_end(piece, piece->count - 1) - piece->first);
}

#endif

/* SPDX-License-Identifier: MIT
 *
 * rng.h - the generator's block, for code that reads words directly from it.
 *
 * The unread bytes are block[position .. end). New bytes are stored from offset 8 on.
 * If fewer than 8 bytes are left when the block is refilled, they are moved to the space
 * before it, so that a word never has to be put together from two blocks.
 */
#ifndef FS_RNG_H
#define FS_RNG_H

#include "fairshuf.h"
#include "src/base/base.h"

/* Refills the block. There must be fewer than `need` <= 8 unread bytes; afterwards there
 * are at least `need`. Calls a source no more often than necessary. */
void fs_rng_refill(fair_rng *rng, size_t need);

/* The next word of the stream. */
FS_INLINE uint64_t fs_rng_word(fair_rng *rng)
{
    if (FS_UNLIKELY(rng->end - rng->position < 8))
        fs_rng_refill(rng, 8);
    const uint64_t word = fs_load64(rng->block + rng->position);
    rng->position += 8;
    return word;
}

#endif

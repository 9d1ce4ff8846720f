/* SPDX-License-Identifier: MIT
 *
 * rng.h - the generator's block, for code that takes words straight from it.
 *
 * L1. The unread bytes are block[position .. end). The block proper starts at offset 8:
 * the room before it takes the last few bytes of the block before, when somebody has
 * read a number of bytes that is not a multiple of 8, so that a word never has to be
 * put together from two blocks.
 */
#ifndef FS_RNG_H
#define FS_RNG_H

#include "fairshuf.h"
#include "src/base/base.h"

/* Called with fewer than `need` <= 8 unread bytes; afterwards there are at least that
 * many. Asks a source no more often than it takes to get there. */
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

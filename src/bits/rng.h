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
#include "src/base/fork.h"

/* Makes sure that `need` <= 8 bytes are available. If the process has forked since the
 * last check, a generator from the operating system first starts again. Calls a source no
 * more often than necessary. */
void fs_rng_prepare(fair_rng *rng, size_t need);

/* Whether the block has a word, and the process has not forked since the last check. */
FS_INLINE int fs_rng_ready(const fair_rng *rng)
{
    return (rng->end - rng->position >= 8) & (rng->forks == fs_forks);
}

/* The next word of the stream. */
FS_INLINE uint64_t fs_rng_word(fair_rng *rng)
{
    if (FS_UNLIKELY(!fs_rng_ready(rng)))
        fs_rng_prepare(rng, 8);
    const uint64_t word = fs_load64(rng->block + rng->position);
    rng->position += 8;
    return word;
}

#endif

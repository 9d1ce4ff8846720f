/* SPDX-License-Identifier: MIT
 *
 * spoil.h - negative controls for tests of the order by scattering: compiles its sources
 * into the test, with faults that can be switched on.
 */
#ifndef SPOIL_H
#define SPOIL_H

#include "fairshuf.h"

#include <string.h>

#include "src/bits/key.h"

enum fault {
    SOUND,
    CHUNK_KEY_REPEATED,   /* every chunk has the bucket numbers of the first */
    BUCKET_KEY_REPEATED,  /* every bucket is shuffled with the same stream */
    BUCKET_KEY_INHERITED, /* a bucket has the key of its node */
    LEAF_NOT_SHUFFLED,
};

static enum fault fault;

static void spoiled_derive(uint8_t out[32], const uint8_t key[32], enum fs_domain domain,
                           uint64_t label)
{
    if (fault == CHUNK_KEY_REPEATED && domain == FS_DOMAIN_CHUNK)
        label = 0;
    if (fault == BUCKET_KEY_REPEATED && domain == FS_DOMAIN_BUCKET)
        label = 0;
    if (fault == BUCKET_KEY_INHERITED && domain == FS_DOMAIN_BUCKET)
        memcpy(out, key, 32);
    else
        fs_key_derive(out, key, domain, label);
}

static void spoiled_shuffle_head(fair_rng *rng, void *base, size_t n, size_t size,
                                 size_t k)
{
    if (fault != LEAF_NOT_SHUFFLED)
        fair_shuffle_head(rng, base, n, size, k);
}

#define fs_key_derive spoiled_derive
#define fair_shuffle_head spoiled_shuffle_head
#include "src/shuffle/distribute.c"
#include "src/shuffle/order.c"
#include "src/shuffle/order_parallel.c"
#include "src/shuffle/scatter.c"
#undef fs_key_derive
#undef fair_shuffle_head

#endif

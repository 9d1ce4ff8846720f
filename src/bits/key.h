/* SPDX-License-Identifier: MIT
 *
 * key.h - keys made from keys, in separate domains.
 *
 * A derived key is the first half of the ChaCha8 block whose words 13 to 15 (the
 * nonce) hold the domain and the label. Streams have nonce 0, and no domain is 0, so a
 * derived key is never part of a stream. Different domains or labels give different
 * blocks.
 */
#ifndef FS_KEY_H
#define FS_KEY_H

#include <stdint.h>

enum fs_domain {
    FS_DOMAIN_STREAM = 0, /* reserved: the stream itself */
    FS_DOMAIN_USER = 1,   /* fair_key_derive() */
    FS_DOMAIN_BUCKET = 2, /* the key of a bucket, by its number */
    FS_DOMAIN_CHUNK = 3,  /* the key of the bucket numbers of a chunk */
};

/* Derives a key. `domain` must not be FS_DOMAIN_STREAM. `out` may be `key`. */
void fs_key_derive(uint8_t out[32], const uint8_t key[32], enum fs_domain domain,
                   uint64_t label);

#endif

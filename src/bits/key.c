/* SPDX-License-Identifier: MIT
 *
 * key.c - keys made from keys. See key.h for the construction.
 */
#include "fairshuf.h"

#include <assert.h>

#include "src/base/base.h"
#include "src/bits/chacha8.h"
#include "src/bits/key.h"

void fs_key_derive(uint8_t out[32], const uint8_t key[32], enum fs_domain domain,
                   uint64_t label)
{
    assert(domain != FS_DOMAIN_STREAM);
    unsigned char block[64];
    const uint32_t tail[4] = {0, (uint32_t)domain, (uint32_t)label,
                              (uint32_t)(label >> 32)};
    fs_chacha8_block(block, key, tail);
    memcpy(out, block, 32);
    fs_wipe(block, sizeof block);
}

void fair_key_derive(uint8_t out[FAIR_KEY_SIZE], const uint8_t key[FAIR_KEY_SIZE],
                     uint64_t label)
{
    fs_key_derive(out, key, FS_DOMAIN_USER, label);
}

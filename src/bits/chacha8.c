/* SPDX-License-Identifier: MIT
 *
 * chacha8.c - ChaCha8 in plain C: the reference for all other kernels, and the kernel of
 * machines that have no other.
 *
 * ChaCha8Rand (C2SP, https://c2sp.org/chacha8rand) computes 16 blocks with counters 0 to
 * 15 and nonce 0. It adds only the key at the end of a block, not the other input words.
 * It stores four blocks at a time, interleaved by word, which suits 128-bit vectors.
 */
#include "src/bits/chacha8.h"

#include "src/base/base.h"

FS_INLINE uint32_t rotate(uint32_t x, unsigned bits)
{
    return x << bits | x >> (32 - bits);
}

FS_INLINE void quarter_round(uint32_t x[16], int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

static void eight_rounds(uint32_t x[16])
{
    for (int i = 0; i < 4; i++) {
        quarter_round(x, 0, 4, 8, 12);
        quarter_round(x, 1, 5, 9, 13);
        quarter_round(x, 2, 6, 10, 14);
        quarter_round(x, 3, 7, 11, 15);
        quarter_round(x, 0, 5, 10, 15);
        quarter_round(x, 1, 6, 11, 12);
        quarter_round(x, 2, 7, 8, 13);
        quarter_round(x, 3, 4, 9, 14);
    }
}

static void load_input(uint32_t x[16], const unsigned char key[32],
                       const uint32_t tail[4])
{
    x[0] = FS_CHACHA_C0;
    x[1] = FS_CHACHA_C1;
    x[2] = FS_CHACHA_C2;
    x[3] = FS_CHACHA_C3;
    for (size_t i = 0; i < 8; i++)
        x[4 + i] = fs_load32(key + 4 * i);
    for (size_t i = 0; i < 4; i++)
        x[12 + i] = tail[i];
}

void fs_chacha8_block(unsigned char out[64], const unsigned char key[32],
                      const uint32_t tail[4])
{
    uint32_t input[16], x[16];
    load_input(input, key, tail);
    memcpy(x, input, sizeof x);
    eight_rounds(x);
    for (size_t i = 0; i < 16; i++)
        fs_store32(out + 4 * i, x[i] + input[i]);
    fs_wipe(x, sizeof x);
    fs_wipe(input, sizeof input);
}

void fs_chacha8_plain(unsigned char *out, const unsigned char *key)
{
    uint32_t words[8];
    unsigned char kept[32];
    memcpy(kept, key, sizeof kept);
    for (size_t i = 0; i < 8; i++)
        words[i] = fs_load32(kept + 4 * i);
    for (size_t block = 0; block < 16; block++) {
        const uint32_t tail[4] = {(uint32_t)block, 0, 0, 0};
        uint32_t x[16];
        load_input(x, kept, tail);
        eight_rounds(x);
        for (size_t i = 0; i < 8; i++)
            x[4 + i] += words[i];
        unsigned char *group = out + 256 * (block / 4) + 4 * (block % 4);
        for (size_t i = 0; i < 16; i++)
            fs_store32(group + 16 * i, x[i]);
    }
    fs_wipe(words, sizeof words);
    fs_wipe(kept, sizeof kept);
}

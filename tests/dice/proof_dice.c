/* SPDX-License-Identifier: MIT
 *
 * proof_dice.c - proves that the dice are exactly uniform: runs the library's own source
 * with all 8-bit words.
 *
 * For every single die, and for every batch whose product is less than 256, all 256 words
 * are rolled. The words that are kept must give every combination of dice equally often,
 * and as often as possible. The library compiles the same lines with 64-bit words, and
 * nothing in them depends on the width.
 */
#include <assert.h>

#include "src/base/base.h"
#include "tests/support/test.h"

static uint8_t mul8(uint8_t a, uint8_t b, uint8_t *low)
{
    const unsigned product = (unsigned)a * b;
    *low = (uint8_t)product;
    return (uint8_t)(product >> 8);
}

#define DICE_WORD uint8_t
#define DICE_MUL(a, b, low) mul8(a, b, low)
#define DICE(name) byte_##name
#include "src/dice/dice_word.h"

/* Rolls all words. Returns whether all outcomes of the batch have the same weight. */
static int uniform(unsigned first, int step, unsigned k, unsigned product)
{
    unsigned weight[256] = {0};
    if (byte_product((uint8_t)first, step, k) != product)
        return 0;
    for (unsigned x = 0; x < 256; x++) {
        uint8_t word = (uint8_t)x;
        if (!byte_keep(word, (uint8_t)product))
            continue;
        uint8_t dice[16];
        if (byte_read(word, (uint8_t)first, step, k, dice) != (uint8_t)(x * product))
            return 0;
        unsigned outcome = 0;
        for (unsigned i = 0; i < k; i++) {
            const unsigned bound = (unsigned)((int)first + (int)i * step);
            if (dice[i] >= bound || dice[i] != byte_split(&word, (uint8_t)bound))
                return 0;
            outcome = outcome * bound + dice[i];
        }
        if (word != (uint8_t)(x * product)) /* what byte_keep() has judged */
            return 0;
        weight[outcome]++;
    }
    for (unsigned outcome = 0; outcome < product; outcome++)
        if (weight[outcome] != 256 / product)
            return 0;
    return 1;
}

static unsigned batches; /* tried by all_bounds() */

/* The same for dice with arbitrary bounds. */
static int uniform_bounds(const unsigned *bounds, unsigned k, unsigned product)
{
    unsigned weight[256] = {0};
    for (unsigned x = 0; x < 256; x++) {
        uint8_t left = (uint8_t)x;
        unsigned outcome = 0;
        for (unsigned i = 0; i < k; i++)
            outcome = outcome * bounds[i] + byte_split(&left, (uint8_t)bounds[i]);
        if (left >= byte_excess((uint8_t)product))
            weight[outcome]++;
    }
    for (unsigned outcome = 0; outcome < product; outcome++)
        if (weight[outcome] != 256 / product)
            return 0;
    return 1;
}

/* Tries all sequences of bounds that begin with the first k and have products < 256. */
static int all_bounds(unsigned *bounds, unsigned k, unsigned product)
{
    int good = 1;
    if (k > 0) {
        batches++;
        good = uniform_bounds(bounds, k, product);
    }
    for (unsigned next = 2; k < 8 && product * next < 256; next++) {
        bounds[k] = next;
        good &= all_bounds(bounds, k + 1, product * next);
    }
    return good;
}

/* Negative controls: the usual mistakes must fail the same test. */
static int modulo_is_uniform(unsigned n)
{
    unsigned weight[256] = {0};
    for (unsigned x = 0; x < 256; x++)
        weight[x % n]++;
    return weight[0] == weight[n - 1];
}

static int multiply_is_uniform(unsigned n)
{
    unsigned weight[256] = {0};
    for (unsigned x = 0; x < 256; x++)
        weight[x * n / 256]++;
    for (unsigned v = 1; v < n; v++)
        if (weight[v] != weight[0])
            return 0;
    return 1;
}

int main(void)
{
    TEST("a single die is uniform for every bound")
    for (unsigned n = 1; n < 256; n++)
        CHECKF(uniform(n, 0, 1, n), "n %u", n);

    TEST("a batch is uniform for every start, step and length that fit")
    {
        unsigned tried = 0;
        for (int step = -1; step <= 1; step++)
            for (unsigned first = 1; first < 256; first++) {
                unsigned product = 1;
                for (unsigned k = 1; k <= 8; k++) {
                    const int bound = (int)first + (int)(k - 1) * step;
                    if (bound < 1 || product * (unsigned)bound > 255)
                        break;
                    product *= (unsigned)bound;
                    tried++;
                    CHECKF(uniform(first, step, k, product), "first %u, step %d, k %u",
                           first, step, k);
                }
            }
        CHECKF(tried > 800, "only %u batches tried", tried);
    }

    TEST("a batch of any bounds whose product is less than 256 is uniform")
    {
        unsigned bounds[8];
        CHECK(all_bounds(bounds, 0, 1));
        CHECKF(batches > 1000, "only %u batches tried", batches);
    }

    TEST("the product of other bounds makes dice unfair (negative control)")
    {
        /* As if words were judged by the product 5 * 5 instead of 7 * 7. */
        unsigned weight[49] = {0}, low = 256, high = 0;
        for (unsigned x = 0; x < 256; x++) {
            uint8_t left = (uint8_t)x;
            unsigned outcome = byte_split(&left, 7) * 7u;
            outcome += byte_split(&left, 7);
            if (left >= 2) /* 256 mod 49 is 11 */
                weight[outcome]++;
        }
        for (unsigned v = 0; v < 49; v++) {
            low = weight[v] < low ? weight[v] : low;
            high = weight[v] > high ? weight[v] : high;
        }
        CHECK(low != high);
    }

    TEST("x % n and x * n / 2^W are not uniform (negative control)")
    {
        unsigned modulo = 0, multiply = 0;
        for (unsigned n = 1; n < 256; n++) {
            modulo += modulo_is_uniform(n) != 0;
            multiply += multiply_is_uniform(n) != 0;
        }
        CHECKF(modulo == 8, "%u of 255 bounds", modulo); /* the powers of two */
        CHECKF(multiply == 8, "%u of 255 bounds", multiply);
    }

    TEST("the 64-bit product without a 128-bit type is right")
    {
        const uint64_t sides[] = {0,
                                  1,
                                  2,
                                  3,
                                  0xffffffff,
                                  0x100000000,
                                  0x100000001,
                                  0x123456789abcdef0,
                                  UINT64_MAX - 1,
                                  UINT64_MAX};
        for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
            for (size_t j = 0; j < sizeof sides / sizeof *sides; j++) {
                /* The product bit by bit: the sum of a << s for each bit s of b. */
                uint64_t high = 0, low = 0, got;
                for (unsigned s = 0; s < 64; s++)
                    if (sides[j] >> s & 1) {
                        const uint64_t part = sides[i] << s;
                        low += part;
                        high += (s > 0 ? sides[i] >> (64 - s) : 0) + (low < part);
                    }
                uint64_t upper = fs_mul64(sides[i], sides[j], &got);
                CHECK(upper == high && got == low);
                upper = fs_mul64_apart(sides[i], sides[j], &got);
                CHECK(upper == high && got == low);
            }
    }
    return test_done();
}

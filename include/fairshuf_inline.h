/* SPDX-License-Identifier: MIT
 *
 * fairshuf_inline.h - optional: inline versions of small functions of fairshuf.h.
 *
 * A function call takes about as long as rolling a die or shuffling two elements. The
 * functions here avoid it: they read bytes that are ready in the generator. If there are
 * too few, or in a rare case, they call the function of fairshuf.h. So they give the same
 * results, and a program can mix calls of both.
 *
 * This header depends on private fields of fair_rng. They are part of the binary
 * interface: as long as the shared library has the same soname, `block`, `position`,
 * `end`, `error` and `forks` keep their offsets and meanings. Programs must not use these
 * fields, nor any name that contains `private`.
 */
#ifndef FAIRSHUF_INLINE_H
#define FAIRSHUF_INLINE_H

#include <string.h>

#include "fairshuf.h"

#ifdef __cplusplus
extern "C" {
#define FAIR_PRIVATE_CAST(type, x) static_cast<type>(x)
#else
#define FAIR_PRIVATE_CAST(type, x) ((type)(x))
#endif

#if defined(__GNUC__) && !defined(FAIR_PORTABLE)
#define FAIR_PRIVATE_INLINE static inline __attribute__((always_inline, unused))
#define FAIR_PRIVATE_LIKELY(x) __builtin_expect(!!(x), 1)
#else
#define FAIR_PRIVATE_INLINE static inline
#define FAIR_PRIVATE_LIKELY(x) (x)
#endif

/* The count of forks, which increases only in a child of fork(). */
#ifdef FAIR_STATIC /* only in the single file, fairshuf.c */
static uint32_t fair_private_forks;
#else
FAIR_API extern uint32_t fair_private_forks;
#endif

/* Whether the block has a word, and the process has not forked since the last check. */
FAIR_PRIVATE_INLINE int fair_private_ready(const fair_rng *rng)
{
    return rng->end - rng->position >= 8 && rng->forks == fair_private_forks;
}

/* The next word. The position does not change. */
FAIR_PRIVATE_INLINE uint64_t fair_private_word(const fair_rng *rng)
{
    const unsigned char *at = rng->block + rng->position;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
#else
    uint64_t word = 0;
    int i;
    for (i = 7; i >= 0; i--)
        word = word << 8 | at[i];
    return word;
#endif
}

/* Returns the upper half of *word * bound, and stores the lower half in *word. */
FAIR_PRIVATE_INLINE uint64_t fair_private_split(uint64_t *word, uint64_t bound)
{
#if defined(__SIZEOF_INT128__) && !defined(__wasm__) && !defined(FAIR_PORTABLE)
    __extension__ typedef unsigned __int128 fair_private_u128;
    const fair_private_u128 product = FAIR_PRIVATE_CAST(fair_private_u128, *word) * bound;
    *word = FAIR_PRIVATE_CAST(uint64_t, product);
    return FAIR_PRIVATE_CAST(uint64_t, product >> 64);
#else
    const uint64_t low = 0xffffffff;
    const uint64_t p00 = (*word & low) * (bound & low);
    const uint64_t p10 = (*word >> 32) * (bound & low) + (p00 >> 32);
    const uint64_t p01 = (*word & low) * (bound >> 32) + (p10 & low);
    const uint64_t high = (*word >> 32) * (bound >> 32) + (p10 >> 32) + (p01 >> 32);
    *word = p01 << 32 | (p00 & low);
    return high;
#endif
}

/* The same as fair_rng_u64(). */
FAIR_PRIVATE_INLINE uint64_t fair_inline_u64(fair_rng *rng)
{
    uint64_t word;
    if (!FAIR_PRIVATE_LIKELY(fair_private_ready(rng)))
        return fair_rng_u64(rng);
    word = fair_private_word(rng);
    rng->position += 8;
    return word;
}

/* The same as fair_below(). If the lower half of the product is less than n, the word
 * might have to be rejected. Then fair_below() starts again with the same word. */
FAIR_PRIVATE_INLINE uint64_t fair_inline_below(fair_rng *rng, uint64_t n)
{
    if (FAIR_PRIVATE_LIKELY(fair_private_ready(rng))) {
        uint64_t word = fair_private_word(rng);
        const uint64_t die = fair_private_split(&word, n);
        if (FAIR_PRIVATE_LIKELY(word >= n)) {
            rng->position += 8;
            return die;
        }
    }
    return fair_below(rng, n);
}

/* The same as fair_between(). */
FAIR_PRIVATE_INLINE int64_t fair_inline_between(fair_rng *rng, int64_t lowest,
                                                int64_t highest)
{
    uint64_t sides, value;
    int64_t result; /* in two's complement, by definition of the type */
    if (lowest >= highest)
        return lowest;
    sides =
        FAIR_PRIVATE_CAST(uint64_t, highest) - FAIR_PRIVATE_CAST(uint64_t, lowest) + 1;
    value = FAIR_PRIVATE_CAST(uint64_t, lowest); /* sides 0 means 2^64 */
    value += sides == 0 ? fair_inline_u64(rng) : fair_inline_below(rng, sides);
    memcpy(&result, &value, sizeof result);
    return result;
}

/* Exchanges two elements. `size` is a constant: 1, 2, 4 or 8. */
FAIR_PRIVATE_INLINE void fair_private_swap(unsigned char *a, unsigned char *b,
                                           size_t size)
{
    uint64_t x = 0, y = 0;
    memcpy(&x, a, size);
    memcpy(&y, b, size);
    memcpy(a, &y, size);
    memcpy(b, &x, size);
}

/* Shuffles n <= 18 elements with the dice from a word that need not be rejected. */
FAIR_PRIVATE_INLINE void fair_private_shuffle(uint64_t word, unsigned char *base,
                                              size_t n, size_t size)
{
    for (; n > 1; n--, base += size) {
        const size_t die = FAIR_PRIVATE_CAST(size_t, fair_private_split(&word, n));
        fair_private_swap(base, base + die * size, size);
    }
}

/* The same as fair_shuffle(). Inline for up to 18 elements of 1, 2, 4 or 8 bytes; `size`
 * should be a constant. All dice of such a shuffle come from one word. */
FAIR_PRIVATE_INLINE void fair_inline_shuffle(fair_rng *rng, void *base, size_t n,
                                             size_t size)
{
    /* 0! to 18! */
    static const uint64_t factorials[19] = {1,
                                            1,
                                            2,
                                            6,
                                            24,
                                            120,
                                            720,
                                            5040,
                                            40320,
                                            362880,
                                            3628800,
                                            39916800,
                                            479001600,
                                            6227020800,
                                            87178291200,
                                            1307674368000,
                                            20922789888000,
                                            355687428096000,
                                            6402373705728000};
    if (n < 2)
        return;
    if (n <= 18 && FAIR_PRIVATE_LIKELY(fair_private_ready(rng))) {
        unsigned char *first = FAIR_PRIVATE_CAST(unsigned char *, base);
        const uint64_t word = fair_private_word(rng), product = factorials[n];
        if (FAIR_PRIVATE_LIKELY(word * product >= product)) {
            rng->position += 8;
            switch (size) {
            case 1:
                fair_private_shuffle(word, first, n, 1);
                return;
            case 2:
                fair_private_shuffle(word, first, n, 2);
                return;
            case 4:
                fair_private_shuffle(word, first, n, 4);
                return;
            case 8:
                fair_private_shuffle(word, first, n, 8);
                return;
            default:
                rng->position -= 8;
            }
        }
    }
    fair_shuffle(rng, base, n, size);
}

#undef FAIR_PRIVATE_CAST
#undef FAIR_PRIVATE_INLINE
#undef FAIR_PRIVATE_LIKELY

#ifdef __cplusplus
}
#endif

#endif

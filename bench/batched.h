// SPDX-License-Identifier: MIT
//
// batched.h - Fisher-Yates with several dice from each random word: "Batched ranged
// random integer generation" by Brackett-Rozinsky and Lemire (2024). Exact, like
// fair_shuffle().
//
// A word is a fraction of 2^64. Multiplied by the sides of a die, its whole part is the
// die, and the rest is the word of the next die. The rest after the last die tells
// whether the word is one of the 2^64 mod (the product of all sides) that must be
// rejected.
#ifndef BENCH_BATCHED_H
#define BENCH_BATCHED_H

#include <cstddef>
#include <cstdint>
#include <utility>

#include "bench/generators.h"

// Rolls `dice` dice with n, n - 1, ... sides. `bound` is at least the product of their
// sides. Returns a bound for the next, smaller dice.
template <class Generator>
inline uint64_t roll(Generator &g, uint64_t n, unsigned dice, uint64_t bound,
                     uint64_t *die)
{
    const auto once = [&] {
        uint64_t rest = g();
#pragma GCC unroll 6
        for (unsigned i = 0; i < dice; i++) {
            const uint128 product = static_cast<uint128>(rest) * (n - i);
            die[i] = static_cast<uint64_t>(product >> 64);
            rest = static_cast<uint64_t>(product);
        }
        return rest;
    };
    uint64_t rest = once();
    if (__builtin_expect(rest < bound, 0)) {
        bound = n;
        for (unsigned i = 1; i < dice; i++)
            bound *= n - i;
        if (rest < bound) {
            const uint64_t rejected = -bound % bound;
            while (rest < rejected)
                rest = once();
        }
    }
    return bound;
}

template <class T, class Generator>
inline uint64_t swap_batch(T *a, size_t n, unsigned dice, uint64_t bound, Generator &g)
{
    uint64_t die[6];
    bound = roll(g, n, dice, bound, die);
#pragma GCC unroll 6
    for (unsigned i = 0; i < dice; i++)
        std::swap(a[n - 1 - i], a[die[i]]);
    return bound;
}

// Shuffles from the back while more than `until` elements are left; returns their number.
template <unsigned dice, class T, class Generator>
inline size_t shuffle_down_to(size_t until, T *a, size_t n, uint64_t bound, Generator &g)
{
    for (; n > until; n -= dice)
        bound = swap_batch(a, n, dice, bound, g);
    return n;
}

// The limits keep the product below 2^60, so that hardly any word needs a division. These
// are the limits of the paper.
constexpr size_t limit(int bits)
{
    return size_t(1) << bits;
}

// 2 dice per word, or 4 if there are at most 2^14 elements.
template <class T, class Generator> void batched_24(T *a, size_t n, Generator &g)
{
    n = shuffle_down_to<1>(limit(30), a, n, n, g);
    n = shuffle_down_to<2>(limit(14), a, n, limit(60), g);
    n = shuffle_down_to<4>(4, a, n, limit(56), g);
    if (n > 1)
        swap_batch(a, n, static_cast<unsigned>(n - 1), 4 * 3 * 2, g);
}

// 2 to 6 dice per word.
template <class T, class Generator> void batched_23456(T *a, size_t n, Generator &g)
{
    n = shuffle_down_to<1>(limit(30), a, n, n, g);
    n = shuffle_down_to<2>(limit(19), a, n, limit(60), g);
    n = shuffle_down_to<3>(limit(14), a, n, limit(57), g);
    n = shuffle_down_to<4>(limit(11), a, n, limit(56), g);
    n = shuffle_down_to<5>(limit(9), a, n, limit(55), g);
    n = shuffle_down_to<6>(6, a, n, limit(54), g);
    if (n > 1)
        swap_batch(a, n, static_cast<unsigned>(n - 1), 6 * 5 * 4 * 3 * 2, g);
}

#endif

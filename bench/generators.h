// SPDX-License-Identifier: MIT
//
// generators.h - random number generators of the peers: fast, statistically good enough
// for most uses, and not secure. Written from their publications.
#ifndef BENCH_GENERATORS_H
#define BENCH_GENERATORS_H

#include <cstdint>

__extension__ typedef unsigned __int128 uint128;

constexpr uint128 wide(uint64_t high, uint64_t low)
{
    return static_cast<uint128>(high) << 64 | low;
}

// What std::shuffle wants to know of a generator of 64-bit words.
struct words_of_64_bits {
    using result_type = uint64_t;
    static constexpr result_type min()
    {
        return 0;
    }
    static constexpr result_type max()
    {
        return UINT64_MAX;
    }
};

// xoshiro256++ by Blackman and Vigna (2019).
class xoshiro256 : public words_of_64_bits
{
  public:
    uint64_t operator()()
    {
        const uint64_t result = rotate(s[0] + s[3], 23) + s[0];
        const uint64_t t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = rotate(s[3], 45);
        return result;
    }

  private:
    static uint64_t rotate(uint64_t x, int bits)
    {
        return x << bits | x >> (64 - bits);
    }
    uint64_t s[4] = {0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 1};
};

// Lehmer's multiplicative generator modulo 2^128, with the upper half as its output. One
// multiplication for each word: the fastest generator here, and the weakest.
class lehmer64 : public words_of_64_bits
{
  public:
    uint64_t operator()()
    {
        state *= 0xda942042e4dd58b5;
        return static_cast<uint64_t>(state >> 64);
    }

  private:
    uint128 state = wide(0x9e3779b97f4a7c15, 0x94d049bb133111eb);
};

// PCG XSL-RR 128/64 by O'Neill (2014): a linear congruential generator modulo 2^128. The
// halves of the state are xored and rotated by its upper 6 bits.
class pcg64 : public words_of_64_bits
{
  public:
    uint64_t operator()()
    {
        state = state * multiplier + increment;
        const auto high = static_cast<uint64_t>(state >> 64);
        const uint64_t folded = high ^ static_cast<uint64_t>(state);
        const unsigned bits = static_cast<unsigned>(high >> 58);
        return folded >> bits | folded << (-bits & 63);
    }

  private:
    static constexpr uint128 multiplier = wide(0x2360ed051fc65da4, 0x4385df649fccf645);
    static constexpr uint128 increment = wide(0x5851f42d4c957f2d, 0x14057b7ef767814f);
    uint128 state = wide(0x9e3779b97f4a7c15, 0x94d049bb133111eb);
};

#endif

// SPDX-License-Identifier: MIT
//
// peers.cc - see peers.h; PEERS is the namespace of this compilation.
#include "bench/peers.h"

#include <algorithm>
#include <cstdint>
#include <random>

namespace
{

// xoshiro256++ by Blackman and Vigna: one of the fastest generators, but not secure.
class xoshiro256
{
  public:
    using result_type = uint64_t;
    static constexpr result_type min()
    {
        return 0;
    }
    static constexpr result_type max()
    {
        return UINT64_MAX;
    }
    result_type operator()()
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

template <size_t bytes> struct record {
    unsigned char byte[bytes];
};

template <class Generator, class T> void shuffle(void *array, size_t n, size_t times)
{
    T *a = static_cast<T *>(array);
    Generator generator;
    while (times-- > 0)
        std::shuffle(a, a + n, generator);
}

template <class Generator> void shuffle(void *a, size_t n, size_t bytes, size_t times)
{
    switch (bytes) {
    case 1:
        return shuffle<Generator, uint8_t>(a, n, times);
    case 2:
        return shuffle<Generator, uint16_t>(a, n, times);
    case 4:
        return shuffle<Generator, uint32_t>(a, n, times);
    case 8:
        return shuffle<Generator, uint64_t>(a, n, times);
    case 16:
        return shuffle<Generator, record<16>>(a, n, times);
    case 64:
        return shuffle<Generator, record<64>>(a, n, times);
    }
}

} // namespace

namespace PEERS
{

void twister(void *a, size_t n, size_t bytes, size_t times)
{
    shuffle<std::mt19937_64>(a, n, bytes, times);
}

void xoshiro(void *a, size_t n, size_t bytes, size_t times)
{
    shuffle<xoshiro256>(a, n, bytes, times);
}

} // namespace PEERS

// SPDX-License-Identifier: MIT
//
// peers.cc - see peers.h; PEERS is the name of this compilation.
#include "bench/peers.h"

#include <algorithm>
#include <random>

#include "bench/batched.h"
#include "bench/generators.h"
#include "bench/scattered.h"

namespace
{

template <size_t bytes> struct record {
    unsigned char byte[bytes];
};

// The algorithms, with one form for all types of elements.

struct standard {
    template <class T, class G> static void shuffle(T *a, size_t n, G &g)
    {
        std::shuffle(a, a + n, g);
    }
};

struct two_or_four {
    template <class T, class G> static void shuffle(T *a, size_t n, G &g)
    {
        batched_24(a, n, g);
    }
};

struct two_to_six {
    template <class T, class G> static void shuffle(T *a, size_t n, G &g)
    {
        batched_23456(a, n, g);
    }
};

struct in_place {
    template <class T, class G> static void shuffle(T *a, size_t n, G &g)
    {
        ::scattered<T>::shuffle(a, n, g);
    }
};

template <class Algorithm, class G, class T>
void repeat(void *array, size_t n, size_t times)
{
    T *a = static_cast<T *>(array);
    G generator;
    while (times-- > 0)
        Algorithm::shuffle(a, n, generator);
}

template <class Algorithm, class G>
void of_numbers(void *a, size_t n, size_t bytes, size_t times)
{
    if (bytes == 4)
        repeat<Algorithm, G, uint32_t>(a, n, times);
    else
        repeat<Algorithm, G, uint64_t>(a, n, times);
}

template <class G> void of_any(void *a, size_t n, size_t bytes, size_t times)
{
    switch (bytes) {
    case 1:
        return repeat<standard, G, uint8_t>(a, n, times);
    case 2:
        return repeat<standard, G, uint16_t>(a, n, times);
    case 4:
        return repeat<standard, G, uint32_t>(a, n, times);
    case 8:
        return repeat<standard, G, uint64_t>(a, n, times);
    case 16:
        return repeat<standard, G, record<16>>(a, n, times);
    case 64:
        return repeat<standard, G, record<64>>(a, n, times);
    }
}

template <class G> uint64_t draw(uint64_t n, size_t times)
{
    std::uniform_int_distribution<uint64_t> below(0, n - 1);
    G generator;
    uint64_t sum = 0;
    while (times-- > 0)
        sum += below(generator);
    return sum;
}

} // namespace

const peer_set &PEERS()
{
    static const peer_set set = {
        .std_mt = of_any<std::mt19937_64>,
        .std_pcg = of_any<pcg64>,
        .std_xoshiro = of_any<xoshiro256>,
        .batched_24 = of_numbers<two_or_four, lehmer64>,
        .batched_23456 = of_numbers<two_to_six, lehmer64>,
        .batched_24_pcg = of_numbers<two_or_four, pcg64>,
        .batched_23456_pcg = of_numbers<two_to_six, pcg64>,
        .scattered = of_numbers<in_place, lehmer64>,
        .below_mt = draw<std::mt19937_64>,
        .below_pcg = draw<pcg64>,
    };
    return set;
}

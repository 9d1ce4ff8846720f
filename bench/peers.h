// SPDX-License-Identifier: MIT
//
// peers.h - shuffles and dice to compare with: those of the C++ library, and our own
// implementations of published algorithms. They are compiled in several ways (builds()),
// because compilers differ by a factor of two or more. The fastest one counts.
//
// Each has a generator of its own, which the compiler can keep in registers. None of the
// generators is secure.
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <cstddef>
#include <cstdint>
#include <vector>

// Shuffles n elements of `bytes` bytes `times` times.
using shuffler = void(void *a, size_t n, size_t bytes, size_t times);

// Draws `times` numbers below n and returns their sum.
using drawer = uint64_t(uint64_t n, size_t times);

struct peer_set {
    // std::shuffle, for elements of 1, 2, 4, 8, 16 or 64 bytes.
    shuffler *std_mt, *std_pcg, *std_xoshiro;
    // batched.h, for elements of 4 or 8 bytes, with lehmer64 and with pcg64.
    shuffler *batched_24, *batched_23456, *batched_24_pcg, *batched_23456_pcg;
    // scattered.h with lehmer64, for elements of 4 or 8 bytes.
    shuffler *scattered;
    // std::uniform_int_distribution<uint64_t>.
    drawer *below_mt, *below_pcg;
};

const peer_set &peers_gcc_o2();
const peer_set &peers_gcc_native();
const peer_set &peers_clang_native(); // only with HAVE_CLANG_PEERS

struct peer_build {
    const char *name;
    const peer_set &peers;
};

inline std::vector<peer_build> builds()
{
    return {
        {"g++ -O2", peers_gcc_o2()},
        {"g++ native", peers_gcc_native()},
#ifdef HAVE_CLANG_PEERS
        {"clang++ native", peers_clang_native()},
#endif
    };
}

#endif

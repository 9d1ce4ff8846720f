// SPDX-License-Identifier: MIT
//
// peers.h - std::shuffle with the Mersenne twister and with xoshiro256++, compiled twice:
// plain, with -O2, as most programs are, and native, with -O3 -march=native.
//
// Each shuffles the array `times` times with a generator of its own, which the compiler
// can keep in registers.
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <cstddef>
#include <cstdint>

#define PEERS_DECLARE(T)                                                                 \
    void twister(T *a, size_t n, size_t times);                                          \
    void xoshiro(T *a, size_t n, size_t times);

namespace plain
{
PEERS_DECLARE(uint32_t)
PEERS_DECLARE(uint64_t)
} // namespace plain

namespace native
{
PEERS_DECLARE(uint32_t)
PEERS_DECLARE(uint64_t)
} // namespace native

#endif

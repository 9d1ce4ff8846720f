// SPDX-License-Identifier: MIT
//
// peers.h - std::shuffle with the Mersenne Twister and with xoshiro256++, compiled twice:
// `plain` with -O2, as most programs are, and `native` with -O3 -march=native.
//
// Each shuffles n elements of `bytes` (1, 2, 4, 8, 16 or 64) `times` times with a
// generator of its own, which the compiler can keep in registers.
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <cstddef>

namespace plain
{
void twister(void *a, size_t n, size_t bytes, size_t times);
void xoshiro(void *a, size_t n, size_t bytes, size_t times);
} // namespace plain

namespace native
{
void twister(void *a, size_t n, size_t bytes, size_t times);
void xoshiro(void *a, size_t n, size_t bytes, size_t times);
} // namespace native

#endif

// SPDX-License-Identifier: MIT
//
// native.h - std::shuffle as fast as its compiler can make it: -O3 -march=native, with
// the Mersenne twister and with xoshiro256++.
#ifndef BENCH_NATIVE_H
#define BENCH_NATIVE_H

#include <cstddef>
#include <cstdint>

void native_twister(uint32_t *a, size_t n);
void native_twister(uint64_t *a, size_t n);
void native_xoshiro(uint32_t *a, size_t n);
void native_xoshiro(uint64_t *a, size_t n);

#endif

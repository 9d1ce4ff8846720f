// SPDX-License-Identifier: MIT
//
// races.h - the races of bench.cc, and what they have in common.
#ifndef BENCH_RACES_H
#define BENCH_RACES_H

#include <fairshuf.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "bench/peers.h"
#include "bench/race.h"

// arrays.cc: shuffles in place, against all peers; and elements of other sizes.
void race_arrays(size_t n, size_t bytes);
void race_elements(size_t n, size_t bytes);

// functions.cc: every other function.
void race_functions(size_t n);

// goals.cc: the cases for which docs/speed.md states a goal.
void race_sweep();           // across the size where fair_shuffle_parallel() scatters
void race_middle(size_t n);  // fair_shuffle_parallel() against fair_shuffle()
void race_small(size_t n);   // against batched Fisher-Yates
void race_tiny(size_t n);    // whole calls
void race_numbers();         // single numbers
void race_limited(size_t n); // fair_shuffle_parallel() with little memory

// cold.cc: prints the time of the first and the second call in this process.
void measure_cold(size_t n);

// bench.cc: waits for input if --step is given, runs a race and prints it.
void go(race r);

// Ends the program with a message unless `error` is FAIR_OK.
void must(int error);

// Another key in each call.
const uint8_t *next_key();

// A contestant that shuffles n elements with fair_shuffle_parallel().
contestant parallel(const char *name, void *a, size_t n, size_t bytes, unsigned threads,
                    size_t memory = 0);

// Adds a peer, once for each build: "NAME (BUILD)".
void add_peer(race &r, const std::string &name, shuffler *peer_set::*peer, void *a);

// Numbers from 0 to n - 1.
void count_up(uint32_t *p, size_t n);

#endif

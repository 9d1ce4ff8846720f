// SPDX-License-Identifier: MIT
//
// arrays.cc - shuffles in place: against all peers, and for elements of other sizes.
#include "bench/races.h"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace
{

// The usual shuffle with `rand() % n`: biased, for comparison.
template <class T> void textbook(void *array, size_t n)
{
    T *a = static_cast<T *>(array);
    for (size_t i = n - 1; i > 0; i--)
        std::swap(a[i], a[static_cast<size_t>(std::rand()) % (i + 1)]);
}

} // namespace

void race_arrays(size_t n, size_t bytes)
{
    room a(n * bytes), b(n * bytes);
    void *const p = a.get(), *const q = b.get();
    fair_rng rng;
    must(fair_rng_init(&rng));
    race r{"array", bytes, n};
    r.field.push_back(once("memcpy", [=] { std::memcpy(q, p, n * bytes); }));
    add_peer(r, "std mt19937_64", &peer_set::std_mt, p);
    add_peer(r, "std pcg64", &peer_set::std_pcg, p);
    add_peer(r, "batched 2-4", &peer_set::batched_24, p);
    add_peer(r, "batched 2-6", &peer_set::batched_23456, p);
    if (n > size_t(1) << 18)
        add_peer(r, "in-place scatter", &peer_set::scattered, p);
    if (n <= size_t(1) << 22) { // they are hardly ever the fastest
        r.field.push_back(once("rand() % n", [=] {
            bytes == 4 ? textbook<uint32_t>(p, n) : textbook<uint64_t>(p, n);
        }));
        add_peer(r, "std xoshiro256++", &peer_set::std_xoshiro, p);
        add_peer(r, "batched 2-4 pcg64", &peer_set::batched_24_pcg, p);
        add_peer(r, "batched 2-6 pcg64", &peer_set::batched_23456_pcg, p);
    }
    r.field.push_back(
        once("fair_shuffle", [=, &rng] { fair_shuffle(&rng, p, n, bytes); }));
    r.field.push_back(parallel("parallel x1", p, n, bytes, 1));
    r.field.push_back(parallel("parallel x2", p, n, bytes, 2));
    go(r);
}

void race_elements(size_t n, size_t bytes)
{
    room a(n * bytes), b(n * bytes);
    void *const p = a.get(), *const q = b.get();
    fair_rng rng;
    must(fair_rng_init(&rng));
    race r{"elements", bytes, n};
    r.field.push_back(once("memcpy", [=] { std::memcpy(q, p, n * bytes); }));
    for (size_t known : {1, 2, 4, 8, 16, 64})
        if (known == bytes) {
            add_peer(r, "std pcg64", &peer_set::std_pcg, p);
            add_peer(r, "std xoshiro256++", &peer_set::std_xoshiro, p);
        }
    r.field.push_back(
        once("fair_shuffle", [=, &rng] { fair_shuffle(&rng, p, n, bytes); }));
    if (n > 98304) {
        r.field.push_back(parallel("parallel x1", p, n, bytes, 1));
        r.field.push_back(parallel("parallel x2", p, n, bytes, 2));
    }
    r.rounds = 5;
    go(r);
}

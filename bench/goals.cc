// SPDX-License-Identifier: MIT
//
// goals.cc - the cases for which docs/speed.md states a goal. Elements have 4 bytes, and
// there is one thread. goals.py has the goals and computes the ratios.
#include "bench/races.h"

#include <fairshuf_inline.h>

namespace
{

// These ratios must be exact to a few percent, so there are more rounds than elsewhere.
constexpr int many_rounds = 25;

fair_rng rng;

} // namespace

// Up to 98,304 elements, fair_shuffle_parallel() is fair_shuffle(). Beyond, it scatters
// the elements over 2, 4, 8, 16 or more buckets.
void race_sweep()
{
    static const size_t sizes[] = {90000,  98304,  98305,  110000, 131072, 160000,
                                   200000, 262144, 300000, 524288, 1048576};
    room a(1048576 * 4);
    void *const p = a.get();
    must(fair_rng_init(&rng));
    race r{"sweep", 4, 1048576};
    for (size_t n : sizes) {
        const std::string number = " " + std::to_string(n);
        const auto add = [&](contestant c) {
            c.name += number;
            c.elements = n;
            r.field.push_back(c);
        };
        add(parallel("x1", p, n, 4, 1));
        add(once("fair_shuffle", [=] { fair_shuffle(&rng, p, n, 4); }));
        add(parallel("x2", p, n, 4, 2));
    }
    r.rounds = many_rounds;
    go(r);
}

void race_middle(size_t n)
{
    room a(n * 4);
    void *const p = a.get();
    must(fair_rng_init(&rng));
    race r{"middle", 4, n};
    r.field = {
        parallel("parallel x1", p, n, 4, 1),
        once("fair_shuffle", [=] { fair_shuffle(&rng, p, n, 4); }),
    };
    add_peer(r, "batched 2-6", &peer_set::batched_23456, p);
    add_peer(r, "in-place scatter", &peer_set::scattered, p);
    r.rounds = many_rounds;
    go(r);
}

void race_small(size_t n)
{
    room a(n * 4);
    void *const p = a.get();
    must(fair_rng_init(&rng));
    race r{"small", 4, n};
    r.field = {once("fair_shuffle", [=] { fair_shuffle(&rng, p, n, 4); })};
    add_peer(r, "batched 2-4", &peer_set::batched_24, p);
    add_peer(r, "batched 2-6", &peer_set::batched_23456, p);
    add_peer(r, "batched 2-4 pcg64", &peer_set::batched_24_pcg, p);
    add_peer(r, "batched 2-6 pcg64", &peer_set::batched_23456_pcg, p);
    r.rounds = many_rounds;
    go(r);
}

void race_tiny(size_t n)
{
    room a(n * 4);
    void *const p = a.get();
    must(fair_rng_init(&rng));
    race r{"tiny", 4, n};
    r.field = {
        once("fair_shuffle", [=] { fair_shuffle(&rng, p, n, 4); }),
        once("fair_inline_shuffle", [=] { fair_inline_shuffle(&rng, p, n, 4); }),
    };
    add_peer(r, "std pcg64", &peer_set::std_pcg, p);
    add_peer(r, "std mt19937_64", &peer_set::std_mt, p);
    add_peer(r, "batched 2-4", &peer_set::batched_24, p);
    add_peer(r, "batched 2-6", &peer_set::batched_23456, p);
    r.rounds = many_rounds;
    go(r);
}

// The bound is not a constant, so no compiler can prepare the division in advance.
void race_numbers()
{
    static volatile uint64_t sides = 52;
    [[maybe_unused]] static volatile uint64_t sink;
    must(fair_rng_init(&rng));
    race r{"numbers", 8, 1};
    r.field.push_back({"fair_below", [=](size_t times) {
                           uint64_t sum = 0;
                           for (const uint64_t n = sides; times > 0; times--)
                               sum += fair_below(&rng, n);
                           sink = sum;
                       }});
    r.field.push_back({"fair_inline_below", [=](size_t times) {
                           uint64_t sum = 0;
                           for (const uint64_t n = sides; times > 0; times--)
                               sum += fair_inline_below(&rng, n);
                           sink = sum;
                       }});
    for (const auto &build : builds()) {
        const std::string how = std::string(" (") + build.name + ")";
        drawer *const mt = build.peers.below_mt, *const pcg = build.peers.below_pcg;
        r.field.push_back({"uniform_int mt19937_64" + how,
                           [=](size_t times) { sink = mt(sides, times); }});
        r.field.push_back(
            {"uniform_int pcg64" + how, [=](size_t times) { sink = pcg(sides, times); }});
    }
    r.rounds = many_rounds;
    go(r);
}

// With a memory limit of 1/16 of the size of the array.
void race_limited(size_t n)
{
    room a(n * 4);
    void *const p = a.get();
    const size_t memory = n * 4 / 16;
    race r{"limited", 4, n};
    add_peer(r, "std mt19937_64", &peer_set::std_mt, p);
    add_peer(r, "in-place scatter", &peer_set::scattered, p);
    for (unsigned threads = 1; threads <= 2; threads++) {
        const std::string name = "parallel x" + std::to_string(threads);
        fair_options options = {};
        options.threads = threads;
        options.memory = memory;
        const int error = fair_shuffle_parallel(next_key(), p, n, 4, &options);
        if (error == FAIR_OK)
            r.field.push_back(parallel(name.c_str(), p, n, 4, threads, memory));
        else
            r.failed.push_back({name, fair_strerror(error)});
    }
    go(r);
}

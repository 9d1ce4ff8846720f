// SPDX-License-Identifier: MIT
//
// counted.cc - shuffles, to be counted by Valgrind: counters.py runs it.
//
//     counted CASE N TIMES
//
// Runs one case TIMES times on N elements of 4 bytes. Peers are those that g++ -O2 makes,
// because Valgrind does not know all instructions of all machines.
#include <fairshuf.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/peers.h"

int main(int argc, char **argv)
{
    if (argc != 4) {
        std::fprintf(stderr, "usage: counted CASE N TIMES\n");
        return 2;
    }
    const size_t n = std::strtoull(argv[2], nullptr, 10);
    const size_t times = std::strtoull(argv[3], nullptr, 10);
    const char *const kernel = std::getenv("FAIRSHUF_KERNEL");
    if (kernel != nullptr && *kernel != '\0' && fair_kernel_use(kernel) != FAIR_OK) {
        std::fprintf(stderr, "counted: FAIRSHUF_KERNEL=%s: no such kernel here\n",
                     kernel);
        return 1;
    }
    std::vector<uint32_t> array(n);
    uint32_t *const a = array.data();
    [[maybe_unused]] static volatile uint64_t sink;
    static volatile uint64_t sides = 52;
    uint8_t key[FAIR_KEY_SIZE] = {1};
    fair_options alone = {};
    alone.threads = 1;
    fair_rng rng;
    fair_rng_init_key(&rng, key);
    const peer_set &peers = peers_gcc_o2();
    const auto repeated = [=](const auto &run) {
        return [=] {
            for (size_t i = 0; i < times; i++)
                run();
        };
    };
    const auto peer = [=](shuffler *shuffle) { return [=] { shuffle(a, n, 4, times); }; };
    const std::map<std::string, std::function<void()>> cases = {
        {"fair_shuffle", repeated([&] { fair_shuffle(&rng, a, n, 4); })},
        {"parallel", repeated([&] {
             fair_key_derive(key, key, 0);
             if (fair_shuffle_parallel(key, a, n, 4, &alone) != FAIR_OK)
                 std::abort();
         })},
        {"fair_below", repeated([&] {
             uint64_t sum = 0;
             for (size_t i = 0; i < n; i++)
                 sum += fair_below(&rng, sides);
             sink = sum;
         })},
        {"std-mt", peer(peers.std_mt)},
        {"std-pcg", peer(peers.std_pcg)},
        {"batched-24", peer(peers.batched_24)},
        {"batched-23456", peer(peers.batched_23456)},
        {"scattered", peer(peers.scattered)},
        {"uniform-int-mt", [=] { sink = peers.below_mt(sides, n * times); }},
        {"uniform-int-pcg", [=] { sink = peers.below_pcg(sides, n * times); }},
    };
    const auto found = cases.find(argv[1]);
    if (found == cases.end()) {
        std::fprintf(stderr, "counted: no case %s\n", argv[1]);
        return 2;
    }
    found->second();
    return 0;
}

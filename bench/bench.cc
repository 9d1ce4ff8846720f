// SPDX-License-Identifier: MIT
//
// bench.cc - measures ns per element of the library's functions and of their peers: one
// race after the other, each printed as a line of JSON. bench.py runs it, adds NumPy, and
// makes tables and the picture. With --step, this program waits for a line of input
// before each race, so that the two never run at the same time.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/races.h"

namespace
{

struct {
    bool step, quick, large;
    size_t cold; // elements, or 0
} want;

void race_for_goals()
{
    race_sweep();
    race_middle(1000000);
    for (size_t n : {52, 1000})
        race_small(n);
    for (size_t n : {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64})
        race_tiny(n);
    race_numbers();
    race_limited(10000000);
    race_limited(100000000);
}

void race_for_the_rest()
{
    for (size_t n :
         {2,      3,       5,       8,       16,       32,       64,       128,    256,
          512,    1000,    2000,    5000,    10000,    20000,    50000,    100000, 200000,
          500000, 1000000, 2000000, 5000000, 10000000, 30000000, 100000000})
        race_arrays(n, 4);
    if (want.large)
        race_arrays(size_t(1) << 29, 4);
    for (size_t n : {16, 64, 1000, 10000, 100000, 1000000, 10000000})
        race_arrays(n, 8);
    for (size_t bytes : {1, 2, 3, 4, 8, 12, 16, 24, 32, 64, 256, 1024})
        race_elements(4096, bytes);
    for (size_t bytes : {1, 2, 3, 4, 8, 12, 16, 24, 32, 64})
        race_elements(1000000, bytes);
    for (size_t n : {1000, 65536, 1000000})
        race_functions(n);
}

bool read_number(const char *text, size_t *number)
{
    char *end;
    *number = std::strtoull(text, &end, 10);
    return *text >= '1' && *text <= '9' && *end == '\0' && *number <= SIZE_MAX / 8;
}

bool read_option(const char *option)
{
    if (std::strncmp(option, "--cold=", 7) == 0)
        return read_number(option + 7, &want.cold);
    bool *flag = std::strcmp(option, "--step") == 0         ? &want.step
                 : std::strcmp(option, "--quick") == 0      ? &want.quick
                 : std::strcmp(option, "--large") == 0      ? &want.large
                 : std::strcmp(option, "--huge-pages") == 0 ? &room::huge
                                                            : nullptr;
    if (flag != nullptr)
        *flag = true;
    return flag != nullptr;
}

bool use_kernel(const char *name)
{
    return name == nullptr || *name == '\0' || fair_kernel_use(name) == FAIR_OK;
}

} // namespace

void go(race r)
{
    if (want.step && std::getchar() == EOF)
        std::exit(1);
    r.run();
    r.print();
}

void must(int error)
{
    if (error == FAIR_OK)
        return;
    std::fprintf(stderr, "bench: %s\n", fair_strerror(error));
    std::exit(1);
}

const uint8_t *next_key()
{
    static uint8_t key[FAIR_KEY_SIZE];
    fair_key_derive(key, key, 0);
    return key;
}

contestant parallel(const char *name, void *a, size_t n, size_t bytes, unsigned threads,
                    size_t memory)
{
    return once_allocating(name, [=] {
        fair_options options = {};
        options.threads = threads;
        options.memory = memory;
        must(fair_shuffle_parallel(next_key(), a, n, bytes, &options));
    });
}

void add_peer(race &r, const std::string &name, shuffler *peer_set::*peer, void *a)
{
    for (const auto &build : builds()) {
        shuffler *const shuffle = build.peers.*peer;
        const size_t n = r.n, bytes = r.bytes;
        r.field.push_back({name + " (" + build.name + ")",
                           [=](size_t times) { shuffle(a, n, bytes, times); }});
        r.field.back().slow = true;
    }
}

void count_up(uint32_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p[i] = static_cast<uint32_t>(i);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!read_option(argv[i])) {
            std::fprintf(stderr,
                         "bench: no such option: %s\nusage: bench [--quick] [--large] "
                         "[--huge-pages] [--step] [--cold=N]\n",
                         argv[i]);
            return 1;
        }
    const char *const kernel = std::getenv("FAIRSHUF_KERNEL");
    if (!use_kernel(kernel)) {
        std::fprintf(stderr,
                     "bench: FAIRSHUF_KERNEL=%s: this machine has no such kernel\n",
                     kernel);
        return 1;
    }
    if (want.cold > 0) {
        measure_cold(want.cold);
        return 0;
    }
    std::printf("{\"version\": \"%s\", \"kernel\": \"%s\", \"compiler\": \"g++ %s\"}\n",
                fair_version(), fair_kernel(), __VERSION__);
    std::fflush(stdout);
    race_for_goals();
    if (!want.quick)
        race_for_the_rest();
    return 0;
}

// SPDX-License-Identifier: MIT
//
// bench.cc - measures ns per element of the library's functions and of their peers: one
// race after the other, each printed as a line of JSON. bench.py runs it, adds NumPy, and
// makes tables and the picture. With --step, this program waits for a line of input
// before each race, so that the two never run at the same time.
#include <fairshuf.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "bench/peers.h"
#include "bench/race.h"

namespace
{

bool step = false, large = false;

void go(race r)
{
    if (step && std::getchar() == EOF)
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

// The usual shuffle with `rand() % n`: biased, for comparison.
template <class T> void textbook(void *array, size_t n)
{
    T *a = static_cast<T *>(array);
    for (size_t i = n - 1; i > 0; i--)
        std::swap(a[i], a[static_cast<size_t>(std::rand()) % (i + 1)]);
}

fair_options with_threads(unsigned threads)
{
    fair_options options = {};
    options.threads = threads;
    return options;
}

// Another key in each call.
const uint8_t *next_key()
{
    static uint8_t key[FAIR_KEY_SIZE];
    fair_key_derive(key, key, 0);
    return key;
}

// In place, against all peers.
void race_arrays(size_t n, size_t bytes)
{
    room a(n * bytes), b(n * bytes);
    void *const p = a.get(), *const q = b.get();
    fair_rng rng;
    must(fair_rng_init(&rng));
    race r{"array", bytes, n, {}};
    r.field = {
        once("memcpy", [=] { std::memcpy(q, p, n * bytes); }),
        once("rand() % n",
             [=] { bytes == 4 ? textbook<uint32_t>(p, n) : textbook<uint64_t>(p, n); }),
        {"std mt19937_64", [=](size_t k) { plain::twister(p, n, bytes, k); }, {}},
        {"std xoshiro", [=](size_t k) { plain::xoshiro(p, n, bytes, k); }, {}},
        {"native mt19937_64", [=](size_t k) { native::twister(p, n, bytes, k); }, {}},
        {"native xoshiro", [=](size_t k) { native::xoshiro(p, n, bytes, k); }, {}},
        once("fair_shuffle", [=, &rng] { fair_shuffle(&rng, p, n, bytes); }),
    };
    r.field[1].slow = true;
    for (unsigned threads = 1; threads <= 2; threads++)
        r.field.push_back(once_allocating("parallel x" + std::to_string(threads), [=] {
            const fair_options options = with_threads(threads);
            must(fair_shuffle_parallel(next_key(), p, n, bytes, &options));
        }));
    go(r);
}

// Elements of other sizes.
void race_elements(size_t n, size_t bytes)
{
    room a(n * bytes), b(n * bytes);
    void *const p = a.get(), *const q = b.get();
    fair_rng rng;
    must(fair_rng_init(&rng));
    race r{"elements", bytes, n, {}};
    r.field.push_back(once("memcpy", [=] { std::memcpy(q, p, n * bytes); }));
    for (size_t known : {1, 2, 4, 8, 16, 64})
        if (known == bytes) {
            r.field.push_back(
                {"std xoshiro", [=](size_t k) { plain::xoshiro(p, n, bytes, k); }, {}});
            r.field.push_back({"native xoshiro",
                               [=](size_t k) { native::xoshiro(p, n, bytes, k); },
                               {}});
        }
    r.field.push_back(
        once("fair_shuffle", [=, &rng] { fair_shuffle(&rng, p, n, bytes); }));
    for (unsigned threads = 1; threads <= 2 && n > 98304; threads++)
        r.field.push_back(once_allocating("parallel x" + std::to_string(threads), [=] {
            const fair_options options = with_threads(threads);
            must(fair_shuffle_parallel(next_key(), p, n, bytes, &options));
        }));
    go(r);
}

void count_up(uint32_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p[i] = static_cast<uint32_t>(i);
}

struct pair_of_arrays {
    uint32_t *a;
};

void swap_pair(void *context, size_t i, size_t j)
{
    uint32_t *a = static_cast<pair_of_arrays *>(context)->a;
    std::swap(a[i], a[j]);
}

// Every other function, on n elements of 4 bytes, or for a sample of n.
void race_functions(size_t n)
{
    room first(n * 8), second(n * 8), third(n * 8);
    uint32_t *const p = static_cast<uint32_t *>(first.get());
    uint32_t *const q = static_cast<uint32_t *>(second.get());
    uint64_t *const wide = static_cast<uint64_t *>(third.get());
    static fair_rng rng;
    must(fair_rng_init(&rng));
    count_up(p, n);
    pair_of_arrays pair{q};
    const fair_options alone = with_threads(1);
    const uint64_t range = 1000000000000;
    race r{"function", 4, n, {}};
    r.field = {
        once("fair_rng_bytes", [=] { fair_rng_bytes(&rng, q, n * 4); }),
        once("fair_rng_u64",
             [=] {
                 for (size_t i = 0; i < n; i++)
                     wide[i] = fair_rng_u64(&rng);
             }),
        once("fair_below",
             [=] {
                 for (size_t i = 0; i < n; i++)
                     wide[i] = fair_below(&rng, 1000);
             }),
        once("fair_between",
             [=] {
                 for (size_t i = 0; i < n; i++)
                     wide[i] = static_cast<uint64_t>(fair_between(&rng, 1, 6));
             }),
        once("fair_dice", [=] { fair_dice(&rng, wide, n, 6); }),
        once("fair_shuffle_head", [=] { fair_shuffle_head(&rng, q, n, 4, n / 2); }),
        once("fair_shuffle_copy", [=] { fair_shuffle_copy(&rng, q, p, n, 4); }),
        once("fair_shuffle_with",
             [=, &pair] { fair_shuffle_with(&rng, n, swap_pair, &pair); }),
        once("fair_unshuffle", [=] { must(fair_unshuffle(&rng, q, n, 4, NULL)); }),
        once("fair_cycle", [=] { fair_cycle(&rng, q, n, 4); }),
        once("fair_derange", [=] { must(fair_derange(&rng, q, n, 4, NULL)); }),
        once("fair_permutation32", [=] { fair_permutation32(&rng, q, n); }),
        once("fair_permutation64", [=] { fair_permutation64(&rng, wide, n); }),
        once("fair_check_permutation32",
             [=] { must(fair_check_permutation32(p, n, NULL)); }),
        once("fair_inverse32", [=] { must(fair_inverse32(q, p, n, NULL)); }),
        once("fair_sample", [=] { must(fair_sample(&rng, range, wide, n, NULL)); }),
        once("fair_sample_sorted",
             [=] { must(fair_sample_sorted(&rng, range, wide, n)); }),
        once("fair_reservoir, all offered",
             [=] {
                 fair_reservoir reservoir;
                 fair_reservoir_init(&reservoir, 100);
                 for (size_t i = 0; i < n; i++)
                     fair_reservoir_offer(&reservoir, &rng);
             }),
        once("parallel, copy",
             [=] { must(fair_shuffle_parallel_copy(next_key(), q, p, n, 4, &alone)); }),
        once("parallel, permutation32",
             [=] { must(fair_permutation_parallel32(next_key(), q, n, &alone)); }),
        once("parallel, permutation64",
             [=] { must(fair_permutation_parallel64(next_key(), wide, n, &alone)); }),
    };
    go(r);
    std::vector<uint64_t> weights(n), identity(n), out(n);
    for (size_t i = 0; i < n; i++) {
        weights[i] = 1 + i % 100;
        identity[i] = i;
    }
    race wider{"function", 8, n, {}};
    wider.field = {
        once("fair_check_permutation64",
             [&] { must(fair_check_permutation64(identity.data(), n, NULL)); }),
        once("fair_inverse64",
             [&] { must(fair_inverse64(out.data(), identity.data(), n, NULL)); }),
        once("fair_sample_weighted",
             [&] {
                 must(fair_sample_weighted(&rng, weights.data(), n, out.data(), n / 2,
                                           NULL));
             }),
        once("fair_reservoir, passed over",
             [&] {
                 fair_reservoir reservoir;
                 fair_reservoir_init(&reservoir, 100);
                 while (fair_reservoir_seen(&reservoir) < n) {
                     fair_reservoir_pass(&reservoir, &rng,
                                         n - fair_reservoir_seen(&reservoir));
                     fair_reservoir_offer(&reservoir, &rng);
                 }
             }),
        once("fair_key_derive",
             [&] {
                 for (size_t i = 0; i < n; i++)
                     next_key();
             }),
    };
    go(wider);
}

} // namespace

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (std::strcmp(argv[i], "--step") == 0) {
            step = true;
        } else if (std::strcmp(argv[i], "--large") == 0) {
            large = true;
        } else if (std::strcmp(argv[i], "--huge-pages") == 0) {
            room::huge = true;
        } else {
            std::fprintf(stderr,
                         "bench: unknown option %s\n"
                         "usage: bench [--large] [--huge-pages] [--step]\n",
                         argv[i]);
            return 1;
        }
    if (const char *kernel = std::getenv("FAIRSHUF_KERNEL"))
        if (*kernel != '\0' && fair_kernel_use(kernel) != FAIR_OK) {
            std::fprintf(stderr,
                         "bench: FAIRSHUF_KERNEL=%s: no such kernel on this machine\n",
                         kernel);
            return 1;
        }
    std::printf("{\"version\": \"%s\", \"kernel\": \"%s\", \"compiler\": \"g++ %s\"}\n",
                fair_version(), fair_kernel(), __VERSION__);
    std::fflush(stdout);

    for (int bits : {4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27})
        for (size_t bytes : {4, 8})
            race_arrays(size_t(1) << bits, bytes);
    if (large)
        race_arrays(size_t(1) << 29, 4);
    race_arrays(52, 4);
    for (size_t bytes : {1, 2, 3, 4, 8, 12, 16, 24, 32, 64, 256, 1024})
        race_elements(size_t(1) << 12, bytes);
    for (size_t bytes : {1, 2, 3, 4, 8, 12, 16, 24, 32, 64})
        race_elements(size_t(1) << 20, bytes);
    for (int bits : {10, 16, 20})
        race_functions(size_t(1) << bits);
    return 0;
}

// SPDX-License-Identifier: MIT
//
// functions.cc - every other function: on n elements, or for a sample of n.
#include "bench/races.h"

#include <cstring>
#include <utility>
#include <vector>

namespace
{

struct pair_of_arrays {
    uint32_t *a;
};

void swap_pair(void *context, size_t i, size_t j)
{
    uint32_t *a = static_cast<pair_of_arrays *>(context)->a;
    std::swap(a[i], a[j]);
}

fair_options with_threads(unsigned threads)
{
    fair_options options = {};
    options.threads = threads;
    return options;
}

} // namespace

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
    race r{"function", 4, n};
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
    race wider{"function", 8, n};
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

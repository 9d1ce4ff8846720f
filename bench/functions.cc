// SPDX-License-Identifier: MIT
//
// functions.cc - every other function, by the sections of fairshuf.h: on n elements of 4
// bytes, or for n numbers.
#include "bench/races.h"

#include <utility>
#include <vector>

namespace
{

fair_rng rng;

fair_options one_thread()
{
    fair_options options = {};
    options.threads = 1;
    return options;
}

void swap_numbers(void *context, size_t i, size_t j)
{
    uint32_t *const a = static_cast<uint32_t *>(context);
    std::swap(a[i], a[j]);
}

void race_bits_and_dice(size_t n)
{
    room space(n * 8);
    uint64_t *const out = static_cast<uint64_t *>(space.get());
    race r{"function", 8, n};
    r.field = {
        once("fair_rng_bytes", [=] { fair_rng_bytes(&rng, out, n * 4); }),
        once("fair_rng_u64",
             [=] {
                 for (size_t i = 0; i < n; i++)
                     out[i] = fair_rng_u64(&rng);
             }),
        once("fair_key_derive",
             [=] {
                 for (size_t i = 0; i < n; i++)
                     next_key();
             }),
        once("fair_below",
             [=] {
                 for (size_t i = 0; i < n; i++)
                     out[i] = fair_below(&rng, 1000);
             }),
        once("fair_between",
             [=] {
                 for (size_t i = 0; i < n; i++)
                     out[i] = static_cast<uint64_t>(fair_between(&rng, 1, 6));
             }),
        once("fair_dice", [=] { fair_dice(&rng, out, n, 6); }),
    };
    go(r);
}

void race_shuffles(size_t n)
{
    room first(n * 4), second(n * 4);
    uint32_t *const p = static_cast<uint32_t *>(first.get());
    uint32_t *const q = static_cast<uint32_t *>(second.get());
    const fair_options alone = one_thread();
    race r{"function", 4, n};
    r.field = {
        once("fair_shuffle_head, half", [=] { fair_shuffle_head(&rng, p, n, 4, n / 2); }),
        once("fair_shuffle_copy", [=] { fair_shuffle_copy(&rng, q, p, n, 4); }),
        once("fair_shuffle_with", [=] { fair_shuffle_with(&rng, n, swap_numbers, p); }),
        once("fair_unshuffle", [=] { must(fair_unshuffle(&rng, p, n, 4, NULL)); }),
        once("fair_cycle", [=] { fair_cycle(&rng, p, n, 4); }),
        once("fair_derange", [=] { must(fair_derange(&rng, p, n, 4, NULL)); }),
        once("fair_shuffle_parallel_copy",
             [=] { must(fair_shuffle_parallel_copy(next_key(), q, p, n, 4, &alone)); }),
    };
    go(r);
}

// The permutations to check, to invert and to apply are random: others would be faster.
void race_permutations(size_t n)
{
    std::vector<uint32_t> order(n), out(n);
    std::vector<uint64_t> order64(n), out64(n);
    fair_permutation32(&rng, order.data(), n);
    fair_permutation64(&rng, order64.data(), n);
    const fair_options alone = one_thread();
    race r{"function", 4, n};
    r.field = {
        once("fair_permutation32", [&] { fair_permutation32(&rng, out.data(), n); }),
        once("fair_permutation64", [&] { fair_permutation64(&rng, out64.data(), n); }),
        once("fair_permutation_parallel32",
             [&] {
                 must(fair_permutation_parallel32(next_key(), out.data(), n, &alone));
             }),
        once("fair_permutation_parallel64",
             [&] {
                 must(fair_permutation_parallel64(next_key(), out64.data(), n, &alone));
             }),
        once("fair_check_permutation32",
             [&] { must(fair_check_permutation32(order.data(), n, NULL)); }),
        once("fair_check_permutation64",
             [&] { must(fair_check_permutation64(order64.data(), n, NULL)); }),
        once("fair_inverse32",
             [&] { must(fair_inverse32(out.data(), order.data(), n, NULL)); }),
        once("fair_inverse64",
             [&] { must(fair_inverse64(out64.data(), order64.data(), n, NULL)); }),
    };
    go(r);
}

void race_samples(size_t n)
{
    std::vector<uint64_t> weights(n), out(n);
    for (size_t i = 0; i < n; i++)
        weights[i] = 1 + i % 100;
    const uint64_t range = 1000000000000;
    race r{"function", 8, n};
    r.field = {
        once("fair_sample", [&] { must(fair_sample(&rng, range, out.data(), n, NULL)); }),
        once("fair_sample_sorted",
             [&] { must(fair_sample_sorted(&rng, range, out.data(), n)); }),
        once("fair_sample_weighted, half",
             [&] {
                 must(fair_sample_weighted(&rng, weights.data(), n, out.data(), n / 2,
                                           NULL));
             }),
        once("fair_reservoir_offer, 100 slots",
             [&] {
                 fair_reservoir reservoir;
                 fair_reservoir_init(&reservoir, 100);
                 for (size_t i = 0; i < n; i++)
                     fair_reservoir_offer(&reservoir, &rng);
             }),
        once("fair_reservoir_pass, 100 slots",
             [&] {
                 fair_reservoir reservoir;
                 fair_reservoir_init(&reservoir, 100);
                 while (fair_reservoir_seen(&reservoir) < n) {
                     fair_reservoir_pass(&reservoir, &rng,
                                         n - fair_reservoir_seen(&reservoir));
                     fair_reservoir_offer(&reservoir, &rng);
                 }
             }),
    };
    go(r);
}

} // namespace

void race_functions(size_t n)
{
    must(fair_rng_init(&rng));
    race_bits_and_dice(n);
    race_shuffles(n);
    race_permutations(n);
    race_samples(n);
}

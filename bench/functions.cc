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

std::vector<uint64_t> some_weights(size_t n)
{
    std::vector<uint64_t> weights(n);
    for (size_t i = 0; i < n; i++)
        weights[i] = 1 + i % 100;
    return weights;
}

void race_bits_and_dice(size_t n)
{
    room space(n * 8);
    uint64_t *const out = static_cast<uint64_t *>(space.get());
    const std::vector<uint64_t> weights = some_weights(n);
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
        once("fair_dice32",
             [=] { fair_dice32(&rng, reinterpret_cast<uint32_t *>(out), n, 6); }),
        once("fair_dice8",
             [=] { fair_dice8(&rng, reinterpret_cast<uint8_t *>(out), n, 6); }),
        once("fair_dice_weighted, 100 weights",
             [&] { must(fair_dice_weighted(&rng, weights.data(), 100, out, n, NULL)); }),
        once("fair_dice_weighted, n weights",
             [&] { must(fair_dice_weighted(&rng, weights.data(), n, out, n, NULL)); }),
    };
    go(r);
}

void race_shuffles(size_t n)
{
    room first(n * 4), second(n * 4);
    uint32_t *const p = static_cast<uint32_t *>(first.get());
    uint32_t *const q = static_cast<uint32_t *>(second.get());
    const fair_options alone = one_thread();
    const fair_array both[] = {{p, 4, {}}, {q, 4, {}}};
    race r{"function", 4, n};
    r.field = {
        once("fair_shuffle_head, half", [=] { fair_shuffle_head(&rng, p, n, 4, n / 2); }),
        once("fair_shuffle_copy", [=] { fair_shuffle_copy(&rng, q, p, n, 4); }),
        once("fair_shuffle_with", [=] { fair_shuffle_with(&rng, n, swap_numbers, p); }),
        once("fair_unshuffle", [=] { must(fair_unshuffle(&rng, p, n, 4, NULL)); }),
        once("fair_cycle", [=] { fair_cycle(&rng, p, n, 4); }),
        once("fair_derange", [=] { must(fair_derange(&rng, p, n, 4, NULL)); }),
        once("fair_shuffle_arrays, two arrays",
             [&] { must(fair_shuffle_arrays(&rng, both, 2, n)); }),
        once("fair_shuffle_parallel_head, a tenth",
             [=] {
                 must(fair_shuffle_parallel_head(next_key(), p, n, 4, n / 10, &alone));
             }),
        once("fair_shuffle_parallel_copy",
             [=] { must(fair_shuffle_parallel_copy(next_key(), q, p, n, 4, &alone)); }),
    };
    go(r);
}

// The permutations to check, to invert and to apply are random: others would be faster.
void race_permutations(size_t n)
{
    std::vector<uint32_t> order(n), out(n), a(n);
    std::vector<uint64_t> order64(n), out64(n);
    fair_permutation32(&rng, order.data(), n);
    fair_permutation64(&rng, order64.data(), n);
    const fair_array both[] = {{a.data(), 4, {}}, {out.data(), 4, {}}};
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
        once("fair_permute32",
             [&] { must(fair_permute32(a.data(), n, 4, order.data(), NULL)); }),
        once("fair_permute64",
             [&] { must(fair_permute64(a.data(), n, 4, order64.data(), NULL)); }),
        once("fair_permute_inverse32",
             [&] { must(fair_permute_inverse32(a.data(), n, 4, order.data(), NULL)); }),
        once("fair_permute_copy32",
             [&] {
                 must(
                     fair_permute_copy32(out.data(), a.data(), n, 4, order.data(), NULL));
             }),
        once("fair_permute_inverse_copy32",
             [&] {
                 must(fair_permute_inverse_copy32(out.data(), a.data(), n, 4,
                                                  order.data(), NULL));
             }),
        once("fair_permute_arrays32, two arrays",
             [&] { must(fair_permute_arrays32(both, 2, n, order.data(), NULL)); }),
    };
    go(r);
}

void race_samples(size_t n)
{
    const std::vector<uint64_t> weights = some_weights(n);
    std::vector<uint64_t> out(n);
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
        once("fair_weighted_reservoir_offer, 100 slots",
             [&] {
                 fair_weighted_slot slots[100];
                 fair_weighted_reservoir reservoir;
                 fair_weighted_reservoir_init(&reservoir, slots, 100);
                 size_t slot;
                 for (size_t i = 0; i < n; i++)
                     must(fair_weighted_reservoir_offer(&reservoir, &rng, weights[i],
                                                        &slot));
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

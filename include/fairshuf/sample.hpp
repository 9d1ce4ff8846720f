// SPDX-License-Identifier: MIT
//
// sample.hpp - samples of a range.
#ifndef FAIRSHUF_SAMPLE_HPP
#define FAIRSHUF_SAMPLE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "range.hpp"
#include "reservoir.hpp"
#include "rng.hpp"
#include "shuffle.hpp"

namespace fair
{
inline namespace FAIR_CPP_MODE
{

// These functions copy the sample to an output iterator, and return where it ends. If a
// function fails, nothing was written. If there are fewer than k elements, all of them
// are taken, as with std::sample().

namespace detail
{

// Copies the elements with these indices, in this order.
template <class It, class Out>
Out emit(It first, const std::uint64_t *picks, std::size_t k, Out out, int &,
         std::true_type)
{
    for (std::size_t i = 0; i < k; i++, ++out)
        *out = *detail::at(first, static_cast<std::size_t>(picks[i]));
    return out;
}

// Without random access: finds the elements in one pass, and then copies them.
template <class It, class Out>
Out emit(It first, const std::uint64_t *picks, std::size_t k, Out out, int &error,
         std::false_type)
{
    const buffer<std::size_t> order(k);
    const buffer<It> found(k);
    if (!order || !found) {
        error = FAIR_ENOMEM;
        return out;
    }
    for (std::size_t i = 0; i < k; i++)
        order[i] = i;
    std::sort(order.get(), order.get() + k,
              [picks](std::size_t a, std::size_t b) { return picks[a] < picks[b]; });
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < k; i++) {
        for (; at < picks[order[i]]; at++)
            ++first;
        found[order[i]] = first;
    }
    for (std::size_t i = 0; i < k; i++, ++out)
        *out = *found[i];
    return out;
}

// A forward range of n elements.
template <class It, class Out>
Out sample_of(It first, std::size_t n, Out out, std::size_t k, rng &g, int &error)
{
    k = k < n ? k : n;
    const buffer<std::uint64_t> picks(k);
    error = picks ? fair_sample(g.native(), n, picks.get(), k, nullptr) : FAIR_ENOMEM;
    if (error != FAIR_OK)
        return out;
    return detail::emit(first, picks.get(), k, std::move(out), error, is_random<It>());
}

template <class It, class End, class Out>
Out sample(It first, End last, Out out, std::size_t k, rng &g, int &error, std::true_type)
{
    return detail::sample_of(first, detail::count_of(first, last), std::move(out), k, g,
                             error);
}

// An input range can be read only once, and its size is unknown.
template <class It, class End, class Out>
Out sample(It first, End last, Out out, std::size_t k, rng &g, int &error,
           std::false_type)
{
    reservoir<value_of<It>> r(k);
    std::error_code ec;
    for (; first != last && !ec; ++first)
        r.offer(*first, g, ec);
    std::vector<value_of<It>> items = r.take();
    error = ec ? ec.value() : detail::shuffle(items.begin(), items.size(), g);
    if (error != FAIR_OK)
        return out;
    for (auto &&item : items) {
        *out = std::move(item);
        ++out;
    }
    return out;
}

template <class It, class End, class Out>
Out sample_sorted(It first, End last, Out out, std::size_t k, rng &g, int &error)
{
    static_assert(is_forward<It>::value, "fair::sample_sorted() needs forward iterators");
    const std::size_t n = detail::count_of(first, last);
    k = k < n ? k : n;
    const buffer<std::uint64_t> picks(k);
    error = picks ? fair_sample_sorted(g.native(), n, picks.get(), k) : FAIR_ENOMEM;
    if (error != FAIR_OK)
        return out;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < k; i++, ++out) {
        for (; at < picks[i]; at++)
            ++first;
        *out = *first;
    }
    return out;
}

template <class R, class W, class Out>
Out sample_weighted(R &r, W &w, Out out, std::size_t k, rng &g, int &error)
{
    using It = iterator_of<R>;
    static_assert(is_forward<It>::value,
                  "fair::sample_weighted() needs forward iterators");
    const weights<W> given(w);
    error = given.error;
    if (error == FAIR_OK && detail::size_of(r) != given.n)
        error = FAIR_EINVAL;
    if (error != FAIR_OK)
        return out;
    k = k < given.positive ? k : given.positive;
    const buffer<std::uint64_t> picks(k);
    error = picks ? fair_sample_weighted(g.native(), given.list.get(), given.n,
                                         picks.get(), k, nullptr)
                  : FAIR_ENOMEM;
    if (error != FAIR_OK)
        return out;
    return detail::emit(detail::first_of(r), picks.get(), k, std::move(out), error,
                        is_random<It>());
}

} // namespace detail

// k different elements in random order. All ordered samples are equally likely. With
// forward iterators, these are the first k elements of fair::shuffle(). This takes O(k)
// memory, and O(k) time with random access, otherwise O(n + k log k). Input iterators are
// read once: the sample is a different one, and its elements are kept in memory.
template <class It, class Out>
Out sample(It first, It last, Out out, std::size_t k, rng &g, std::error_code &ec)
{
    int error = FAIR_OK;
    out = detail::sample(first, last, std::move(out), k, g, error,
                         detail::is_forward<It>());
    ec = detail::code(error);
    return out;
}

template <class R, class Out, class = detail::if_range<R>>
Out sample(R &&r, Out out, std::size_t k, rng &g, std::error_code &ec)
{
    int error = FAIR_OK;
    out = detail::sample(detail::first_of(r), detail::last_of(r), std::move(out), k, g,
                         error, detail::is_forward<detail::iterator_of<R>>());
    ec = detail::code(error);
    return out;
}

// k different elements in the order of the range. All sets are equally likely:
// fair_sample_sorted(). Forward iterators; memory for k indices.
template <class It, class Out>
Out sample_sorted(It first, It last, Out out, std::size_t k, rng &g, std::error_code &ec)
{
    int error = FAIR_OK;
    out = detail::sample_sorted(first, last, std::move(out), k, g, error);
    ec = detail::code(error);
    return out;
}

template <class R, class Out, class = detail::if_range<R>>
Out sample_sorted(R &&r, Out out, std::size_t k, rng &g, std::error_code &ec)
{
    int error = FAIR_OK;
    out = detail::sample_sorted(detail::first_of(r), detail::last_of(r), std::move(out),
                                k, g, error);
    ec = detail::code(error);
    return out;
}

// k different std::uint64_t below n, in random order: fair_sample(). As there,
// errc::invalid_argument if k > n.
template <class Out>
Out sample_below(std::uint64_t n, Out out, std::size_t k, rng &g, std::error_code &ec)
{
    const detail::buffer<std::uint64_t> picks(k <= n ? k : 0);
    ec = detail::code(picks ? fair_sample(g.native(), n, picks.get(), k, nullptr)
                            : FAIR_ENOMEM);
    for (std::size_t i = 0; i < k && !ec; i++, ++out)
        *out = picks[i];
    return out;
}

// k different elements, drawn one after the other, each with a probability that is
// exactly proportional to its weight among those that are left: fair_sample_weighted().
// There is a weight for each element; errc::invalid_argument if not, or if one is
// negative. Elements of weight 0 are never taken.
template <class R, class W, class Out>
Out sample_weighted(R &&r, const W &weights, Out out, std::size_t k, rng &g,
                    std::error_code &ec)
{
    int error = FAIR_OK;
    out = detail::sample_weighted(r, weights, std::move(out), k, g, error);
    ec = detail::code(error);
    return out;
}

#if FAIR_CPP_EXCEPTIONS

template <class It, class Out>
Out sample(It first, It last, Out out, std::size_t k, rng &g)
{
    std::error_code ec;
    out = fair::sample(first, last, std::move(out), k, g, ec);
    detail::check(ec, g);
    return out;
}

template <class R, class Out, class = detail::if_range<R>>
Out sample(R &&r, Out out, std::size_t k, rng &g)
{
    std::error_code ec;
    out = fair::sample(r, std::move(out), k, g, ec);
    detail::check(ec, g);
    return out;
}

template <class It, class Out>
Out sample_sorted(It first, It last, Out out, std::size_t k, rng &g)
{
    std::error_code ec;
    out = fair::sample_sorted(first, last, std::move(out), k, g, ec);
    detail::check(ec, g);
    return out;
}

template <class R, class Out, class = detail::if_range<R>>
Out sample_sorted(R &&r, Out out, std::size_t k, rng &g)
{
    std::error_code ec;
    out = fair::sample_sorted(r, std::move(out), k, g, ec);
    detail::check(ec, g);
    return out;
}

template <class Out> Out sample_below(std::uint64_t n, Out out, std::size_t k, rng &g)
{
    std::error_code ec;
    out = fair::sample_below(n, std::move(out), k, g, ec);
    detail::check(ec, g);
    return out;
}

template <class R, class W, class Out>
Out sample_weighted(R &&r, const W &weights, Out out, std::size_t k, rng &g)
{
    std::error_code ec;
    out = fair::sample_weighted(r, weights, std::move(out), k, g, ec);
    detail::check(ec, g);
    return out;
}

#endif

} // namespace FAIR_CPP_MODE
} // namespace fair

#endif

// SPDX-License-Identifier: MIT
//
// dice.hpp - dice that fill a range.
#ifndef FAIRSHUF_DICE_HPP
#define FAIRSHUF_DICE_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "range.hpp"
#include "rng.hpp"

namespace fair
{
inline namespace FAIR_CPP_MODE
{

namespace detail
{

inline void dice(fair_rng *g, std::uint64_t *out, std::size_t count,
                 std::uint64_t n) noexcept
{
    fair_dice(g, out, count, n);
}

inline void dice(fair_rng *g, std::uint32_t *out, std::size_t count,
                 std::uint64_t n) noexcept
{
    fair_dice32(g, out, count, n);
}

inline void dice(fair_rng *g, std::uint8_t *out, std::size_t count,
                 std::uint64_t n) noexcept
{
    fair_dice8(g, out, count, n);
}

template <class It>
int dice(It first, std::size_t count, std::uint64_t n, rng &g, std::true_type) noexcept
{
    detail::dice(g.native(), detail::address(first, count), count, n);
    return failure(g);
}

// fair_dice() takes as many dice from a word as n^dice <= 2^57 allows, and drops those
// that are left over at the end. So each block but the last must use up its words.
template <class It>
int dice(It first, std::size_t count, std::uint64_t n, rng &g, std::false_type)
{
    std::uint64_t block[456];
    std::size_t batch = 1;
    if (n > 1)
        for (std::uint64_t p = n; p <= (UINT64_C(1) << 57) / n; p *= n)
            batch++;
    const std::size_t most = sizeof block / sizeof block[0] / batch * batch;
    while (count > 0) {
        const std::size_t now = count < most ? count : most;
        fair_dice(g.native(), block, now, n);
        for (std::size_t i = 0; i < now; i++, ++first)
            *first = static_cast<value_of<It>>(block[i]);
        count -= now;
    }
    return failure(g);
}

template <class It>
using are_dice =
    std::integral_constant<bool,
                           is_flat<It>::value && (is_array_of<It, std::uint64_t>::value ||
                                                  is_array_of<It, std::uint32_t>::value ||
                                                  is_array_of<It, std::uint8_t>::value)>;

template <class It> int dice(It first, std::size_t count, std::uint64_t n, rng &g)
{
    if (n > 1 && !fits<value_of<It>>(n - 1))
        return FAIR_ERANGE;
    return detail::dice(first, count, n, g, are_dice<It>());
}

// Weights as C functions need them.
template <class W> class weights
{
  public:
    explicit weights(W &w) : n(detail::size_of(w)), error(FAIR_OK), list(n)
    {
        using value = value_of<iterator_of<W>>;
        (void)fits<value>(0); // they must be integers
        if (!list) {
            error = FAIR_ENOMEM;
            return;
        }
        auto from = detail::first_of(w);
        for (std::size_t i = 0; i < n; i++, ++from) {
            const value weight = *from;
            list[i] = static_cast<std::uint64_t>(weight);
            if (weight < value(1) && weight != value(0))
                error = FAIR_EINVAL;
            positive += list[i] != 0;
        }
    }

    const std::size_t n;
    std::size_t positive = 0; // how many are not 0
    int error;
    const buffer<std::uint64_t> list;
};

template <class It, class W> int dice_weighted(It first, std::size_t count, W &w, rng &g)
{
    const weights<W> given(w);
    if (given.error != FAIR_OK)
        return given.error;
    if (given.n > 0 && !fits<value_of<It>>(given.n - 1))
        return FAIR_ERANGE;
    const buffer<std::uint64_t> picks(count);
    if (!picks)
        return FAIR_ENOMEM;
    const int error = fair_dice_weighted(g.native(), given.list.get(), given.n,
                                         picks.get(), count, nullptr);
    if (error == FAIR_OK)
        for (std::size_t i = 0; i < count; i++, ++first)
            *first = static_cast<value_of<It>>(picks[i]);
    return error;
}

} // namespace detail

// Fills the range with independent numbers from 0 to n - 1: fair_dice(). The integers can
// have any type. errc::too_large if n - 1 does not fit into it.
template <class R> void dice(R &&out, std::uint64_t n, rng &g, std::error_code &ec)
{
    ec = detail::code(detail::dice(detail::first_of(out), detail::size_of(out), n, g));
}

// Fills the range with independent indices, each with a probability that is exactly
// proportional to its weight: fair_dice_weighted(). Weights are integers, of any type;
// errc::invalid_argument if one is negative or all are 0. Allocates 8 bytes for each
// weight and for each index, in addition to what the C function allocates.
template <class R, class W>
void dice_weighted(R &&out, const W &weights, rng &g, std::error_code &ec)
{
    ec = detail::code(
        detail::dice_weighted(detail::first_of(out), detail::size_of(out), weights, g));
}

#if FAIR_CPP_EXCEPTIONS

template <class R> void dice(R &&out, std::uint64_t n, rng &g)
{
    std::error_code ec;
    fair::dice(out, n, g, ec);
    detail::check(ec, g);
}

template <class R, class W> void dice_weighted(R &&out, const W &weights, rng &g)
{
    std::error_code ec;
    fair::dice_weighted(out, weights, g, ec);
    detail::check(ec, g);
}

#endif

} // namespace FAIR_CPP_MODE
} // namespace fair

#endif

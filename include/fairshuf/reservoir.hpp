// SPDX-License-Identifier: MIT
//
// reservoir.hpp - samples from a stream of unknown length.
#ifndef FAIRSHUF_RESERVOIR_HPP
#define FAIRSHUF_RESERVOIR_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "range.hpp"
#include "rng.hpp"

namespace fair
{
inline namespace FAIR_CPP_MODE
{

// A sample of k items from a stream of unknown length: fair_reservoir. After any number
// of items, all sets of k items are equally likely. The order of the items is not
// uniform; shuffle them if it matters.
template <class T> class reservoir
{
  public:
    // Allocates nothing; memory grows with the number of items.
    explicit reservoir(std::size_t k) : k_(k)
    {
        fair_reservoir_init(&state_, k);
    }

    // Offers the next item. Returns whether it was taken. Items that are passed over are
    // not copied or moved. If the generator fails, or if making a T from the item throws,
    // the item counts as not offered.
    template <class U> bool offer(U &&item, rng &g, std::error_code &ec)
    {
        const std::uint64_t left = fair_reservoir_gap(&state_, g.native());
        ec = g.error();
        if (ec)
            return false;
        if (left > 0) {
            fair_reservoir_pass(&state_, g.native(), 1);
            return false;
        }
        if (items_.size() < k_) {
            items_.push_back(T(std::forward<U>(item)));
            fair_reservoir_offer(&state_, g.native()); // draws nothing
            return true;
        }
        T copy(std::forward<U>(item));
        const fair_reservoir before = state_;
        const std::size_t slot = fair_reservoir_offer(&state_, g.native());
        ec = g.error();
        if (ec) {
            state_ = before;
            return false;
        }
        items_[slot] = std::move(copy);
        return true;
    }

    // The number of items that will be passed over: fair_reservoir_gap().
    std::uint64_t gap(rng &g, std::error_code &ec) noexcept
    {
        const std::uint64_t items = fair_reservoir_gap(&state_, g.native());
        ec = g.error();
        return items;
    }

    // Passes over `count` items, but at most gap(): fair_reservoir_pass().
    std::uint64_t pass(std::uint64_t count, rng &g, std::error_code &ec) noexcept
    {
        const std::uint64_t items = fair_reservoir_pass(&state_, g.native(), count);
        ec = g.error();
        return items;
    }

#if FAIR_CPP_EXCEPTIONS
    template <class U> bool offer(U &&item, rng &g)
    {
        std::error_code ec;
        const bool taken = offer(std::forward<U>(item), g, ec);
        if (ec)
            g.check();
        return taken;
    }

    std::uint64_t gap(rng &g)
    {
        std::error_code ec;
        const std::uint64_t items = gap(g, ec);
        g.check();
        return items;
    }

    std::uint64_t pass(std::uint64_t count, rng &g)
    {
        std::error_code ec;
        const std::uint64_t items = pass(count, g, ec);
        g.check();
        return items;
    }
#endif

    // The number of items offered or passed over.
    std::uint64_t seen() const noexcept
    {
        return fair_reservoir_seen(&state_);
    }

    // The sample: k items, or all that were offered if these are fewer.
    const std::vector<T> &items() const noexcept
    {
        return items_;
    }

    // Moves the sample out, and starts again.
    std::vector<T> take()
    {
        std::vector<T> result = std::move(items_);
        items_.clear();
        fair_reservoir_init(&state_, k_);
        return result;
    }

  private:
    std::size_t k_;
    fair_reservoir state_;
    std::vector<T> items_;
};

// A weighted sample of k items from a stream of unknown length: fair_weighted_reservoir.
template <class T> class weighted_reservoir
{
  public:
    // Allocates memory for k items.
    explicit weighted_reservoir(std::size_t k) : slots_(k)
    {
        items_.reserve(k);
        fair_weighted_reservoir_init(&state_, slots_.data(), k);
    }

    weighted_reservoir(const weighted_reservoir &) = delete;
    weighted_reservoir &operator=(const weighted_reservoir &) = delete;

    // Offers the next item. Returns whether it was taken. The weight is an integer of any
    // type. errc::invalid_argument if it is negative, errc::too_large if the weights add
    // up to 2^64 or more; then the item was not offered. After an error of the generator,
    // or if moving a T throws, the sample is not fair: do not use it.
    template <class W> bool offer(T item, W weight, rng &g, std::error_code &ec)
    {
        (void)detail::fits<W>(0); // it must be an integer
        std::size_t slot = slots_.size();
        ec = detail::code(
            weight < W(1) && weight != W(0)
                ? FAIR_EINVAL
                : fair_weighted_reservoir_offer(
                      &state_, g.native(), static_cast<std::uint64_t>(weight), &slot));
        if (ec || slot == slots_.size())
            return false;
        if (slot == items_.size())
            items_.push_back(std::move(item));
        else
            items_[slot] = std::move(item);
        return true;
    }

#if FAIR_CPP_EXCEPTIONS
    template <class W> bool offer(T item, W weight, rng &g)
    {
        std::error_code ec;
        const bool taken = offer(std::move(item), weight, g, ec);
        if (ec)
            g.check();
        detail::check(ec);
        return taken;
    }
#endif

    // The number of items in the sample, at most k.
    std::size_t size() const noexcept
    {
        return fair_weighted_reservoir_count(&state_);
    }

    // The item that was drawn as number `draw`, which is less than size().
    const T &operator[](std::size_t draw) const noexcept
    {
        return items_[fair_weighted_reservoir_slot(&state_, draw)];
    }

  private:
    std::vector<fair_weighted_slot> slots_;
    std::vector<T> items_;
    fair_weighted_reservoir state_;
};

} // namespace FAIR_CPP_MODE
} // namespace fair

#endif

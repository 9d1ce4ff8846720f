// SPDX-License-Identifier: MIT
//
// range.hpp - what a range is, and which ranges are arrays.
#ifndef FAIRSHUF_RANGE_HPP
#define FAIRSHUF_RANGE_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if __cplusplus >= 202002L || (defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#include <version>
#endif
#if defined(__cpp_lib_ranges) && defined(__cpp_lib_concepts)
#define FAIR_CPP_RANGES 1
#else
#define FAIR_CPP_RANGES 0
#endif

#include "error.hpp"

namespace fair
{
inline namespace FAIR_CPP_MODE
{

// Two iterators as a range.
template <class It> class iterator_range
{
  public:
    iterator_range(It first, It last) : first_(first), last_(last)
    {
    }

    It begin() const
    {
        return first_;
    }

    It end() const
    {
        return last_;
    }

  private:
    It first_;
    It last_;
};

template <class It> iterator_range<It> range(It first, It last)
{
    return iterator_range<It>(first, last);
}

namespace detail
{

#if FAIR_CPP_RANGES
template <class R> auto first_of(R &r) -> decltype(std::ranges::begin(r))
{
    return std::ranges::begin(r);
}

template <class R> auto last_of(R &r) -> decltype(std::ranges::end(r))
{
    return std::ranges::end(r);
}
#else
namespace lookup
{
using std::begin;
using std::end;

template <class R> auto first_of(R &r) -> decltype(begin(r))
{
    return begin(r);
}

template <class R> auto last_of(R &r) -> decltype(end(r))
{
    return end(r);
}
} // namespace lookup
using lookup::first_of;
using lookup::last_of;
#endif

template <class R>
using iterator_of =
    typename std::decay<decltype(detail::first_of(std::declval<R &>()))>::type;

template <class It, class Tag, class = void> struct has_tag : std::false_type {
};
template <class It, class Tag>
struct has_tag<It, Tag,
               decltype(static_cast<void>(
                   std::declval<typename std::iterator_traits<It>::iterator_category>()))>
    : std::is_convertible<typename std::iterator_traits<It>::iterator_category, Tag> {
};

#if FAIR_CPP_RANGES
template <class It> using value_of = std::iter_value_t<It>;
template <class It> using reference_of = std::iter_reference_t<It>;
template <class It> using offset_of = std::iter_difference_t<It>;
template <class It>
using is_random =
    std::integral_constant<bool, std::random_access_iterator<It> ||
                                     has_tag<It, std::random_access_iterator_tag>::value>;
template <class It>
using is_forward =
    std::integral_constant<bool, std::forward_iterator<It> ||
                                     has_tag<It, std::forward_iterator_tag>::value>;
template <class It>
using is_contiguous = std::integral_constant<bool, std::contiguous_iterator<It>>;
#else
template <class It> using value_of = typename std::iterator_traits<It>::value_type;
template <class It> using reference_of = typename std::iterator_traits<It>::reference;
template <class It> using offset_of = typename std::iterator_traits<It>::difference_type;
template <class It> using is_random = has_tag<It, std::random_access_iterator_tag>;
template <class It> using is_forward = has_tag<It, std::forward_iterator_tag>;

// Before C++20, only iterators of known types are recognised.
template <class It, class Container>
using is_iterator_of = std::integral_constant<
    bool, std::is_same<It, typename Container::iterator>::value ||
              std::is_same<It, typename Container::const_iterator>::value>;
template <class It, class V>
struct is_contiguous_of : is_iterator_of<It, std::vector<V>> {
};
template <class It> struct is_contiguous_of<It, bool> : std::false_type {
};
template <class It>
struct is_contiguous_of<It, char>
    : std::integral_constant<bool, is_iterator_of<It, std::vector<char>>::value ||
                                       is_iterator_of<It, std::string>::value> {
};
template <class It> struct is_contiguous : is_contiguous_of<It, value_of<It>> {
};
template <class T> struct is_contiguous<T *> : std::true_type {
};
#endif

// Whether the elements are an array that C functions can write.
template <class It>
using is_flat = std::integral_constant<
    bool, is_contiguous<It>::value && std::is_trivially_copyable<value_of<It>>::value &&
              !std::is_volatile<value_of<It>>::value &&
              std::is_same<reference_of<It>, value_of<It> &>::value>;

// Whether the elements are an array of T that C functions can read.
template <class It, class T>
using is_array_of =
    std::integral_constant<bool, is_contiguous<It>::value &&
                                     std::is_same<value_of<It>, T>::value>;

template <class It>
auto address(It first, std::size_t n) -> decltype(std::addressof(*first))
{
    return n == 0 ? nullptr : std::addressof(*first);
}

template <class It> It at(It first, std::size_t i)
{
    return first + static_cast<offset_of<It>>(i);
}

// Subtracts if that is possible. In C++20, the end of a range with random access need not
// be an iterator.
template <class It, class End>
auto count_of(const It &first, const End &last, int)
    -> decltype(static_cast<std::size_t>(last - first))
{
    return static_cast<std::size_t>(last - first);
}

template <class It, class End> std::size_t count_of(It first, End last, long)
{
    std::size_t n = 0;
    for (; first != last; ++first)
        n++;
    return n;
}

template <class It, class End> std::size_t count_of(const It &first, const End &last)
{
    return detail::count_of(first, last, 0);
}

template <class R> std::size_t size_of(R &r)
{
    return detail::count_of(detail::first_of(r), detail::last_of(r));
}

template <class It>
using is_const = std::is_const<typename std::remove_reference<reference_of<It>>::type>;

template <class It> void exchange(It, std::size_t, std::size_t, std::false_type)
{
}

template <class It> void exchange(It first, std::size_t i, std::size_t j, std::true_type)
{
#if FAIR_CPP_RANGES
    if constexpr (std::indirectly_swappable<It>)
        std::ranges::iter_swap(detail::at(first, i), detail::at(first, j));
    else // not compiled otherwise: std::iter_swap() knows fewer iterators
#endif
    {
        using std::iter_swap;
        iter_swap(detail::at(first, i), detail::at(first, j));
    }
}

// If this is impossible, the compiler says so, and need not list every swap() that it
// knows.
template <class It> void exchange(It first, std::size_t i, std::size_t j)
{
    static_assert(is_random<It>::value, "the range needs random access");
    static_assert(!is_const<It>::value, "the elements of the range must not be const");
    using possible =
        std::integral_constant<bool, is_random<It>::value && !is_const<It>::value>;
    detail::exchange(first, i, j, possible());
}

// Whether all numbers up to `largest` are values of V.
template <class V> bool fits(std::uint64_t largest) noexcept
{
    static_assert(std::is_integral<V>::value && !std::is_same<V, bool>::value,
                  "indices, numbers and weights must be integers");
    return largest <= static_cast<std::uint64_t>((std::numeric_limits<V>::max)());
}

// An array that is not initialised. If there is no memory, it is null: no exception.
template <class T> class buffer
{
  public:
    buffer() = default;

    explicit buffer(std::size_t n)
        : data_(n > PTRDIFF_MAX / sizeof(T) ? nullptr : new (std::nothrow) T[n])
    {
    }

    explicit operator bool() const noexcept
    {
        return data_ != nullptr;
    }

    T *get() const noexcept
    {
        return data_.get();
    }

    T &operator[](std::size_t i) const noexcept
    {
        return data_[i];
    }

  private:
    std::unique_ptr<T[]> data_;
};

} // namespace detail

} // namespace FAIR_CPP_MODE
} // namespace fair

#endif

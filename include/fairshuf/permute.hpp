// SPDX-License-Identifier: MIT
//
// permute.hpp - permutations.
#ifndef FAIRSHUF_PERMUTE_HPP
#define FAIRSHUF_PERMUTE_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "range.hpp"
#include "rng.hpp"
#include "shuffle.hpp"

namespace fair
{
inline namespace FAIR_CPP_MODE
{

// A permutation is a range of integers that contains each of 0 to n - 1 once. With arrays
// of std::uint32_t or std::uint64_t, the C functions work in place; other ranges of
// indices are copied.

namespace detail
{

template <class It> int permutation(It first, std::size_t n, rng &g)
{
    if (n > 0 && !fits<value_of<It>>(n - 1))
        return FAIR_ERANGE;
    It to = first;
    for (std::size_t i = 0; i < n; i++, ++to)
        *to = static_cast<value_of<It>>(i);
    return detail::shuffle(first, n, g);
}

// An array of indices as C functions need it: the caller's own, or a copy.
template <class It> class indices
{
  public:
    static constexpr bool wide = !is_array_of<It, std::uint32_t>::value;
    using type = typename std::conditional<wide, std::uint64_t, std::uint32_t>::type;
    using borrowed = is_array_of<It, type>;

    // `own` asks for a copy in any case.
    indices(It first, std::size_t n, bool own) : p_(nullptr)
    {
        take(first, n, own, borrowed());
    }

    explicit operator bool() const noexcept
    {
        return p_ != nullptr || empty_;
    }

    const type *get() const noexcept
    {
        return p_;
    }

    type *copy() const noexcept
    {
        return copy_.get();
    }

  private:
    buffer<type> copy_;
    const type *p_;
    bool empty_ = false;

    void take(It first, std::size_t n, bool own, std::true_type)
    {
        empty_ = n == 0;
        if (own)
            take(first, n, own, std::false_type());
        else
            p_ = detail::address(first, n);
    }

    void take(It first, std::size_t n, bool, std::false_type)
    {
        copy_ = buffer<type>(n);
        p_ = copy_.get();
        if (p_ != nullptr)
            for (std::size_t i = 0; i < n; i++, ++first)
                copy_[i] = static_cast<type>(*first);
    }
};

inline int check_permutation(const std::uint32_t *p, std::size_t n) noexcept
{
    return fair_check_permutation32(p, n, nullptr);
}

inline int check_permutation(const std::uint64_t *p, std::size_t n) noexcept
{
    return fair_check_permutation64(p, n, nullptr);
}

inline int permute(bool back, const fair_array &a, const std::uint32_t *p,
                   std::size_t n) noexcept
{
    return back ? fair_permute_inverse32(a.base, n, a.size, p, nullptr)
                : fair_permute32(a.base, n, a.size, p, nullptr);
}

inline int permute(bool back, const fair_array &a, const std::uint64_t *p,
                   std::size_t n) noexcept
{
    return back ? fair_permute_inverse64(a.base, n, a.size, p, nullptr)
                : fair_permute64(a.base, n, a.size, p, nullptr);
}

inline int inverse(std::uint32_t *out, const std::uint32_t *p, std::size_t n) noexcept
{
    return fair_inverse32(out, p, n, nullptr);
}

inline int inverse(std::uint64_t *out, const std::uint64_t *p, std::size_t n) noexcept
{
    return fair_inverse64(out, p, n, nullptr);
}

template <class It, class P>
int permute(bool back, It first, std::size_t n, const indices<P> &p, std::true_type)
{
    return detail::permute(back, detail::array_of(first, n), p.get(), n);
}

template <class It, class P>
int permute(bool back, It first, std::size_t n, const indices<P> &p, std::false_type)
{
    static_assert(is_random<It>::value, "fair::permute() needs random access");
    const int error = detail::check_permutation(p.get(), n);
    if (error != FAIR_OK)
        return error;
    if (back)
        detail::apply_inverse(first, p.copy(), n);
    else
        detail::apply(first, p.copy(), n);
    return FAIR_OK;
}

template <class R, class P> int permute(bool back, R &r, P &p)
{
    using flat = is_flat<iterator_of<R>>;
    const std::size_t n = detail::size_of(r);
    if (detail::size_of(p) != n)
        return FAIR_EINVAL;
    (void)fits<value_of<iterator_of<P>>>(0); // they must be integers
    const indices<iterator_of<P>> array(detail::first_of(p), n, !flat::value);
    if (!array)
        return FAIR_ENOMEM;
    return detail::permute(back, detail::first_of(r), n, array, flat());
}

} // namespace detail

// Fills the range with a random permutation: fair_permutation32() or
// fair_permutation64(), but the integers can have any type. errc::too_large if n - 1
// does not fit into it.
template <class R> void permutation(R &&p, rng &g, std::error_code &ec)
{
    ec = detail::code(detail::permutation(detail::first_of(p), detail::size_of(p), g));
}

// Applies a permutation: place i gets the element that was at place p[i]. The second
// function applies its inverse: place p[i] gets the element that was at place i.
// errc::invalid_argument if p is not a permutation or has another size than r. p is not
// changed. The two must not overlap; if both go straight to the C function, this is
// checked, too. Allocates n bits, and up to 8 bytes for each element if the elements are
// not trivially copyable, or if p is not an array of std::uint32_t or std::uint64_t.
template <class R, class P> void permute(R &&r, const P &p, std::error_code &ec)
{
    ec = detail::code(detail::permute(false, r, p));
}

template <class R, class P> void permute_inverse(R &&r, const P &p, std::error_code &ec)
{
    ec = detail::code(detail::permute(true, r, p));
}

// The permutation that undoes p: out[p[i]] = i. Both are arrays or vectors of
// std::uint32_t, or both of std::uint64_t. errc::invalid_argument if p is not a
// permutation, or if the sizes differ or the two overlap. fair_inverse32(), 64().
template <class R, class P>
void inverse(R &&out, const P &p, std::error_code &ec) noexcept
{
    using Out = detail::iterator_of<R>;
    using V = detail::value_of<Out>;
    static_assert(detail::is_flat<Out>::value &&
                      (std::is_same<V, std::uint32_t>::value ||
                       std::is_same<V, std::uint64_t>::value) &&
                      detail::is_array_of<detail::iterator_of<const P>, V>::value,
                  "fair::inverse() needs arrays of std::uint32_t or std::uint64_t");
    const std::size_t n = detail::size_of(p);
    ec = detail::code(detail::size_of(out) != n
                          ? FAIR_EINVAL
                          : detail::inverse(detail::address(detail::first_of(out), n),
                                            detail::address(detail::first_of(p), n), n));
}

#if FAIR_CPP_EXCEPTIONS

template <class R> void permutation(R &&p, rng &g)
{
    std::error_code ec;
    fair::permutation(p, g, ec);
    detail::check(ec, g);
}

template <class R, class P> void permute(R &&r, const P &p)
{
    std::error_code ec;
    fair::permute(r, p, ec);
    detail::check(ec);
}

template <class R, class P> void permute_inverse(R &&r, const P &p)
{
    std::error_code ec;
    fair::permute_inverse(r, p, ec);
    detail::check(ec);
}

template <class R, class P> void inverse(R &&out, const P &p)
{
    std::error_code ec;
    fair::inverse(out, p, ec);
    detail::check(ec);
}

#endif

} // namespace FAIR_CPP_MODE
} // namespace fair

#endif

// SPDX-License-Identifier: MIT
//
// shuffle.hpp - shuffles of any random-access range.
#ifndef FAIRSHUF_SHUFFLE_HPP
#define FAIRSHUF_SHUFFLE_HPP

#include <cstddef>
#include <exception>
#include <type_traits>

#include "range.hpp"
#include "rng.hpp"

namespace fair
{
inline namespace FAIR_CPP_MODE
{

namespace detail
{

// Ranges that are shuffled in lockstep.
template <class... It> struct lockstep {
    void exchange(std::size_t, std::size_t)
    {
    }
};

template <class It, class... More> struct lockstep<It, More...> {
    It first;
    lockstep<More...> more;

    explicit lockstep(It it, More... others) : first(it), more(others...)
    {
    }

    void exchange(std::size_t i, std::size_t j)
    {
        detail::exchange(first, i, j);
        more.exchange(i, j);
    }
};

// What fair_shuffle_with() calls. After an exception, it exchanges nothing more.
template <class... It> struct guarded {
    lockstep<It...> ranges;
    bool failed;
    std::exception_ptr thrown;

    explicit guarded(It... first) : ranges(first...), failed(false)
    {
    }

    static void call(void *context, std::size_t i, std::size_t j) noexcept
    {
        guarded *const self = static_cast<guarded *>(context);
#if FAIR_CPP_EXCEPTIONS
        if (self->failed)
            return;
        try {
            self->ranges.exchange(i, j);
        } catch (...) {
            self->thrown = std::current_exception();
            self->failed = true;
        }
#else
        self->ranges.exchange(i, j);
#endif
    }

    int shuffle(rng &g, std::size_t n)
    {
        fair_shuffle_with(g.native(), n, call, this);
#if FAIR_CPP_EXCEPTIONS
        if (failed)
            std::rethrow_exception(thrown);
#endif
        return failure(g);
    }
};

template <class It> int shuffle(It first, std::size_t n, rng &g, std::true_type) noexcept
{
    fair_shuffle(g.native(), detail::address(first, n), n, sizeof(value_of<It>));
    return failure(g);
}

template <class It> int shuffle(It first, std::size_t n, rng &g, std::false_type)
{
    static_assert(is_random<It>::value, "fair::shuffle() needs random access");
    guarded<It> swaps(first);
    return swaps.shuffle(g, n);
}

template <class It>
int shuffle(It first, std::size_t n, rng &g) noexcept(is_flat<It>::value)
{
    return detail::shuffle(first, n, g, is_flat<It>());
}

template <class It> int shuffle(It first, std::size_t n) noexcept(is_flat<It>::value)
{
    if (n < 2)
        return FAIR_OK;
    std::error_code ec;
    rng g(ec);
    return ec ? ec.value() : detail::shuffle(first, n, g);
}

template <class It>
int shuffle_head(It first, std::size_t n, std::size_t k, rng &g, std::true_type) noexcept
{
    fair_shuffle_head(g.native(), detail::address(first, n), n, sizeof(value_of<It>), k);
    return failure(g);
}

// fair_sample() draws the same dice. Place i gets the element that was at place picks[i].
// If a step before i has moved this element away from there, follow it: after step j,
// picks[j] is where step j put the element that was at place j.
template <class It>
int shuffle_head(It first, std::size_t n, std::size_t k, rng &g, std::false_type)
{
    static_assert(is_random<It>::value, "fair::shuffle_head() needs random access");
    k = k < n ? k : n;
    const buffer<std::uint64_t> picks(k);
    if (!picks)
        return FAIR_ENOMEM;
    const int error = fair_sample(g.native(), n, picks.get(), k, nullptr);
    if (error != FAIR_OK)
        return error;
    for (std::size_t i = 0; i < k; i++) {
        std::size_t j = static_cast<std::size_t>(picks[i]);
        while (j < i)
            j = static_cast<std::size_t>(picks[j]);
        picks[i] = j;
        if (j != i)
            detail::exchange(first, i, j);
    }
    return FAIR_OK;
}

// Place i gets the element that was at place p[i]. Destroys p.
template <class It, class Index> void apply(It first, Index *p, std::size_t n)
{
    for (std::size_t i = 0; i < n; i++) {
        std::size_t here = i;
        while (p[here] != i) {
            const std::size_t next = static_cast<std::size_t>(p[here]);
            p[here] = static_cast<Index>(here);
            detail::exchange(first, here, next);
            here = next;
        }
        p[here] = static_cast<Index>(here);
    }
}

// Place p[i] gets the element that was at place i. Destroys p.
template <class It, class Index> void apply_inverse(It first, Index *p, std::size_t n)
{
    for (std::size_t i = 0; i < n; i++)
        while (p[i] != i) {
            const std::size_t there = static_cast<std::size_t>(p[i]);
            p[i] = p[there];
            p[there] = static_cast<Index>(there);
            detail::exchange(first, i, there);
        }
}

// Cycles and derangements: `draw` puts the numbers below n in order.
template <class It, class Draw>
int by_index(It first, std::size_t n, rng &g, Draw draw, std::false_type)
{
    static_assert(is_random<It>::value, "this function needs random access");
    const buffer<std::size_t> p(n);
    if (!p)
        return FAIR_ENOMEM;
    for (std::size_t i = 0; i < n; i++)
        p[i] = i;
    const int error = draw(g.native(), p.get(), n, sizeof p[0]);
    if (error == FAIR_OK)
        detail::apply(first, p.get(), n);
    return error;
}

template <class It, class Draw>
int by_index(It first, std::size_t n, rng &g, Draw draw, std::true_type) noexcept
{
    return draw(g.native(), detail::address(first, n), n, sizeof(value_of<It>));
}

inline int draw_cycle(fair_rng *g, void *base, std::size_t n, std::size_t size) noexcept
{
    fair_cycle(g, base, n, size);
    return fair_rng_error(g);
}

inline int draw_derangement(fair_rng *g, void *base, std::size_t n,
                            std::size_t size) noexcept
{
    return fair_derange(g, base, n, size, nullptr);
}

template <class It> fair_array array_of(It first, std::size_t n) noexcept
{
    fair_array a = fair_array();
    a.base = detail::address(first, n);
    a.size = sizeof(value_of<It>);
    return a;
}

template <class... It>
int shuffle_together(std::true_type, rng &g, std::size_t n, It... first) noexcept
{
    const fair_array arrays[] = {detail::array_of(first, n)...};
    return fair_shuffle_arrays(g.native(), arrays, sizeof...(It), n);
}

template <class... It>
int shuffle_together(std::false_type, rng &g, std::size_t n, It... first)
{
    guarded<It...> swaps(first...);
    return swaps.shuffle(g, n);
}

template <class...> struct all_flat : std::true_type {
};
template <class It, class... More>
struct all_flat<It, More...>
    : std::integral_constant<bool, is_flat<It>::value && all_flat<More...>::value> {
};

inline bool all_equal(std::size_t) noexcept
{
    return true;
}

template <class... More>
bool all_equal(std::size_t n, std::size_t next, More... more) noexcept
{
    return n == next && detail::all_equal(next, more...);
}

template <class R> struct flat_range : is_flat<iterator_of<R>> {
};

template <class R> using if_range = decltype(detail::first_of(std::declval<R &>()));

} // namespace detail

// ---- shuffles -------------------------------------------------------------------------

// Puts the elements in random order: fair_shuffle(). Allocates no memory.
template <class It>
void shuffle(It first, It last, rng &g,
             std::error_code &ec) noexcept(detail::is_flat<It>::value)
{
    ec = detail::code(detail::shuffle(first, detail::count_of(first, last), g));
}

template <class It>
void shuffle(It first, It last, std::error_code &ec) noexcept(detail::is_flat<It>::value)
{
    ec = detail::code(detail::shuffle(first, detail::count_of(first, last)));
}

template <class R, class = detail::if_range<R>>
void shuffle(R &&r, rng &g, std::error_code &ec) noexcept(detail::flat_range<R>::value)
{
    ec = detail::code(detail::shuffle(detail::first_of(r), detail::size_of(r), g));
}

template <class R, class = detail::if_range<R>>
void shuffle(R &&r, std::error_code &ec) noexcept(detail::flat_range<R>::value)
{
    ec = detail::code(detail::shuffle(detail::first_of(r), detail::size_of(r)));
}

// Shuffles only the first k places: fair_shuffle_head(). For elements that are not
// trivially copyable, allocates up to 72 bytes for each of the k places.
template <class R>
void shuffle_head(R &&r, std::size_t k, rng &g,
                  std::error_code &ec) noexcept(detail::flat_range<R>::value)
{
    ec = detail::code(detail::shuffle_head(detail::first_of(r), detail::size_of(r), k, g,
                                           detail::flat_range<R>()));
}

// Moves the elements along a random cycle: fair_cycle(). For elements that are not
// trivially copyable, allocates the size of a pointer for each.
template <class R>
void cycle(R &&r, rng &g, std::error_code &ec) noexcept(detail::flat_range<R>::value)
{
    ec = detail::code(detail::by_index(detail::first_of(r), detail::size_of(r), g,
                                       detail::draw_cycle, detail::flat_range<R>()));
}

// Shuffles so that no element stays in its place: fair_derange(). For elements that are
// not trivially copyable, allocates the size of a pointer more for each.
template <class R>
void derange(R &&r, rng &g, std::error_code &ec) noexcept(detail::flat_range<R>::value)
{
    ec =
        detail::code(detail::by_index(detail::first_of(r), detail::size_of(r), g,
                                      detail::draw_derangement, detail::flat_range<R>()));
}

// Shuffles several ranges in lockstep, all in the order of fair::shuffle(). The elements
// can have different types. errc::invalid_argument if the ranges have different sizes.
// Ranges must not overlap; if all of them are arrays of trivially copyable elements, this
// is checked, too.
template <class... R> void shuffle_together(rng &g, std::error_code &ec, R &&...r)
{
    static_assert(sizeof...(R) > 0, "there must be a range");
    const std::size_t sizes[] = {detail::size_of(r)...};
    ec = detail::code(
        !detail::all_equal(detail::size_of(r)...)
            ? FAIR_EINVAL
            : detail::shuffle_together(detail::all_flat<detail::iterator_of<R>...>(), g,
                                       sizes[0], detail::first_of(r)...));
}

// ---- shuffles with several threads ----------------------------------------------------

// Start with zeros: fair::options o = {}; or fair::options(). The functions in it must
// not throw.
using options = fair_options;

// fair_shuffle_parallel() and fair_shuffle_parallel_head(), for arrays, vectors, strings
// and spans of trivially copyable elements.
template <class R>
void shuffle_parallel(R &&r, const key &k, const options &o, std::error_code &ec) noexcept
{
    static_assert(
        detail::flat_range<R>::value,
        "fair::shuffle_parallel() needs an array of trivially copyable elements");
    const fair_array a = detail::array_of(detail::first_of(r), detail::size_of(r));
    ec = detail::code(
        fair_shuffle_parallel(k.data(), a.base, detail::size_of(r), a.size, &o));
}

template <class R>
void shuffle_parallel_head(R &&r, std::size_t places, const key &k, const options &o,
                           std::error_code &ec) noexcept
{
    static_assert(detail::flat_range<R>::value, "fair::shuffle_parallel_head() needs an "
                                                "array of trivially copyable elements");
    const fair_array a = detail::array_of(detail::first_of(r), detail::size_of(r));
    ec = detail::code(fair_shuffle_parallel_head(k.data(), a.base, detail::size_of(r),
                                                 a.size, places, &o));
}

#if FAIR_CPP_EXCEPTIONS

template <class It> void shuffle(It first, It last, rng &g)
{
    std::error_code ec;
    fair::shuffle(first, last, g, ec);
    detail::check(ec, g);
}

template <class It> void shuffle(It first, It last)
{
    std::error_code ec;
    fair::shuffle(first, last, ec);
    detail::check(ec);
}

template <class R, class = detail::if_range<R>> void shuffle(R &&r, rng &g)
{
    std::error_code ec;
    fair::shuffle(r, g, ec);
    detail::check(ec, g);
}

template <class R, class = detail::if_range<R>> void shuffle(R &&r)
{
    std::error_code ec;
    fair::shuffle(r, ec);
    detail::check(ec);
}

template <class R> void shuffle_head(R &&r, std::size_t k, rng &g)
{
    std::error_code ec;
    fair::shuffle_head(r, k, g, ec);
    detail::check(ec, g);
}

template <class R> void cycle(R &&r, rng &g)
{
    std::error_code ec;
    fair::cycle(r, g, ec);
    detail::check(ec, g);
}

template <class R> void derange(R &&r, rng &g)
{
    std::error_code ec;
    fair::derange(r, g, ec);
    detail::check(ec, g);
}

template <class R, class... More, class = detail::if_range<R>>
void shuffle_together(rng &g, R &&r, More &&...more)
{
    std::error_code ec;
    fair::shuffle_together(g, ec, r, more...);
    detail::check(ec, g);
}

template <class R>
void shuffle_parallel(R &&r, const key &k, const options &o = options())
{
    std::error_code ec;
    fair::shuffle_parallel(r, k, o, ec);
    detail::check(ec);
}

template <class R>
void shuffle_parallel_head(R &&r, std::size_t places, const key &k,
                           const options &o = options())
{
    std::error_code ec;
    fair::shuffle_parallel_head(r, places, k, o, ec);
    detail::check(ec);
}

#endif

} // namespace FAIR_CPP_MODE
} // namespace fair

#endif

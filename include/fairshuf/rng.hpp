// SPDX-License-Identifier: MIT
//
// rng.hpp - keys and generators.
#ifndef FAIRSHUF_RNG_HPP
#define FAIRSHUF_RNG_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#if __cplusplus >= 202002L || (defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#include <version>
#endif
#if defined(__cpp_lib_span)
#include <span>
#endif

#include "error.hpp"
#if defined(FAIR_CPP_INLINE)
#include "../fairshuf_inline.h"
#endif

namespace fair
{
inline namespace FAIR_CPP_MODE
{

namespace detail
{

// A caller's source of random bytes, on the heap: a generator that moves keeps it where
// it is.
struct source {
    std::exception_ptr thrown; // by read()

    source() = default;
    source(const source &) = delete;
    source &operator=(const source &) = delete;
    virtual ~source() = default;
    virtual std::size_t read(void *buffer, std::size_t length) = 0;

    // A fair_source. An exception must not pass through C code, so it waits.
    static std::size_t call(void *context, void *buffer, std::size_t length) noexcept
    {
        source *const self = static_cast<source *>(context);
#if FAIR_CPP_EXCEPTIONS
        try {
            return self->read(buffer, length);
        } catch (...) {
            self->thrown = std::current_exception();
            return 0;
        }
#else
        return self->read(buffer, length);
#endif
    }
};

template <class F> struct source_of final : source {
    F function;

    explicit source_of(F &&f) : function(std::move(f))
    {
    }

    std::size_t read(void *buffer, std::size_t length) override
    {
        return static_cast<std::size_t>(function(buffer, length));
    }
};

template <class F, class = void> struct is_source : std::false_type {
};
template <class F>
struct is_source<F, decltype(static_cast<void>(static_cast<std::size_t>(
                        std::declval<F &>()(std::declval<void *>(), std::size_t()))))>
    : std::true_type {
};

} // namespace detail

// 32 bytes that determine all results. Keys are not wiped; that is up to the caller.
using key = std::array<std::uint8_t, FAIR_KEY_SIZE>;

// fair_key_derive().
inline key key_derive(const key &from, std::uint64_t label) noexcept
{
    key result;
    fair_key_derive(result.data(), from.data(), label);
    return result;
}

// A new key, from the operating system. After an error, it is all zeros.
inline key random_key(std::error_code &ec) noexcept
{
    fair_rng g;
    key result = key();
    const int error = fair_rng_init(&g);
    if (error == FAIR_OK) {
        fair_rng_bytes(&g, result.data(), result.size());
        fair_rng_wipe(&g);
    }
    ec = detail::code(error);
    return result;
}

// A generator: a fair_rng that wipes itself. It meets the requirements of
// UniformRandomBitGenerator, for std::shuffle(), std::sample() and distributions of
// <random>.
//
// It can be moved, but not copied: a copy would repeat the numbers of the original, and
// passing a generator by value would do this unnoticed. clone() makes a copy on purpose.
// A generator that was moved from has no bits: using it is an error, errc::bad_state.
//
// After fork(), generators from the operating system start again in the child, and others
// continue as before; fairshuf.h has the details.
class rng
{
  public:
    using result_type = std::uint64_t;

    static constexpr result_type(min)() noexcept
    {
        return 0;
    }

    static constexpr result_type(max)() noexcept
    {
        return UINT64_MAX;
    }

    // Bits from the operating system. After an error, the generator is as if moved from.
    explicit rng(std::error_code &ec) noexcept
    {
        ec = detail::code(fair_rng_init(&native_));
    }

    // A key. Cannot fail.
    explicit rng(const key &k) noexcept
    {
        fair_rng_init_key(&native_, k.data());
    }

    explicit rng(const std::uint8_t (&k)[FAIR_KEY_SIZE]) noexcept
    {
        fair_rng_init_key(&native_, k);
    }

#if defined(__cpp_lib_span)
    explicit rng(std::span<const std::uint8_t, FAIR_KEY_SIZE> k) noexcept
    {
        fair_rng_init_key(&native_, k.data());
    }
#endif

    // A key of FAIR_KEY_SIZE bytes. Cannot fail.
    static rng from_key(const std::uint8_t *k) noexcept
    {
        rng result{empty()};
        fair_rng_init_key(&result.native_, k);
        return result;
    }

    // A function of the caller, source(buffer, length), with the contract of fair_source.
    // The generator keeps the function and destroys it; pass std::ref(f) to share it. If
    // the function throws, the generator fails with errc::source_failed, and the throwing
    // form of whatever needed the bytes throws the exception of the function.
    template <class Source,
              typename std::enable_if<detail::is_source<Source>::value, int>::type = 0>
    rng(Source function, std::error_code &ec) : native_()
    {
        start(new (std::nothrow) detail::source_of<Source>(std::move(function)));
        ec = detail::code(source_ ? FAIR_OK : FAIR_ENOMEM);
    }

    rng(rng &&other) noexcept : native_(other.native_), source_(std::move(other.source_))
    {
        fair_rng_wipe(&other.native_);
    }

    rng &operator=(rng &&other) noexcept
    {
        if (this != &other) {
            native_ = other.native_;
            source_ = std::move(other.source_);
            fair_rng_wipe(&other.native_);
        }
        return *this;
    }

    rng(const rng &) = delete;
    rng &operator=(const rng &) = delete;

    ~rng()
    {
        fair_rng_wipe(&native_);
    }

    // A generator that continues with the same bits. A generator with a source cannot be
    // cloned: errc::invalid_argument.
    rng clone(std::error_code &ec) const noexcept
    {
        rng result{empty()};
        if (!source_)
            result.native_ = native_;
        ec = detail::code(source_ ? FAIR_EINVAL : FAIR_OK);
        return result;
    }

    // Whether the generator has failed: fair_rng_error().
    std::error_code error() const noexcept
    {
        return detail::code(fair_rng_error(&native_));
    }

    // A number from 0 to n - 1: fair_below().
    std::uint64_t below(std::uint64_t n, std::error_code &ec) noexcept
    {
        const std::uint64_t result = draw_below(n);
        ec = error();
        return result;
    }

    // A number from `lowest` to `highest`, both included: fair_between().
    std::int64_t between(std::int64_t lowest, std::int64_t highest,
                         std::error_code &ec) noexcept
    {
        const std::int64_t result = draw_between(lowest, highest);
        ec = error();
        return result;
    }

    // The next bytes of the stream: fair_rng_bytes().
    void bytes(void *buffer, std::size_t length, std::error_code &ec) noexcept
    {
        fair_rng_bytes(&native_, buffer, length);
        ec = error();
    }

    // The next word of the stream: fair_rng_u64(). Throws if the generator has failed.
    // Without exceptions, check error() afterwards.
    result_type operator()()
    {
        const result_type word = draw();
#if FAIR_CPP_EXCEPTIONS
        check_draw();
#endif
        return word;
    }

#if FAIR_CPP_EXCEPTIONS
    rng()
    {
        detail::check(detail::code(fair_rng_init(&native_)));
    }

    template <class Source,
              typename std::enable_if<detail::is_source<Source>::value, int>::type = 0>
    explicit rng(Source function) : native_()
    {
        start(new detail::source_of<Source>(std::move(function)));
    }

    rng clone() const
    {
        std::error_code ec;
        rng result = clone(ec);
        detail::check(ec);
        return result;
    }

    std::uint64_t below(std::uint64_t n)
    {
        const std::uint64_t result = draw_below(n);
        check_draw();
        return result;
    }

    std::int64_t between(std::int64_t lowest, std::int64_t highest)
    {
        const std::int64_t result = draw_between(lowest, highest);
        check_draw();
        return result;
    }

    void bytes(void *buffer, std::size_t length)
    {
        fair_rng_bytes(&native_, buffer, length);
        check();
    }

    // Throws if the generator has failed: the exception of its source, or fair::error.
    void check() const
    {
        const int failure = fair_rng_error(&native_);
        if (failure == FAIR_OK)
            return;
        if (failure == FAIR_ESOURCE && source_ && source_->thrown)
            std::rethrow_exception(source_->thrown);
        detail::check(detail::code(failure));
    }
#endif

    // For the functions of fairshuf.h. Wipe, initialise or assign the fair_rng only if it
    // has no source of the caller.
    fair_rng *native() noexcept
    {
        return &native_;
    }

    const fair_rng *native() const noexcept
    {
        return &native_;
    }

  private:
    fair_rng native_;
    std::unique_ptr<detail::source> source_; // the caller's, or null

    struct empty {
    };

    explicit rng(empty) noexcept : native_()
    {
    }

    void start(detail::source *s) noexcept
    {
        source_.reset(s);
        if (s != nullptr)
            fair_rng_init_source(&native_, detail::source::call, s);
    }

#if defined(FAIR_CPP_INLINE)
    std::uint64_t draw() noexcept
    {
        return fair_inline_u64(&native_);
    }

    std::uint64_t draw_below(std::uint64_t n) noexcept
    {
        return fair_inline_below(&native_, n);
    }

    std::int64_t draw_between(std::int64_t lowest, std::int64_t highest) noexcept
    {
        return fair_inline_between(&native_, lowest, highest);
    }
#else
    std::uint64_t draw() noexcept
    {
        return fair_rng_u64(&native_);
    }

    std::uint64_t draw_below(std::uint64_t n) noexcept
    {
        return fair_below(&native_, n);
    }

    std::int64_t draw_between(std::int64_t lowest, std::int64_t highest) noexcept
    {
        return fair_between(&native_, lowest, highest);
    }
#endif

#if FAIR_CPP_EXCEPTIONS
    // The same as check(), after a draw. (A generator that was never started has its
    // error only then.)
    void check_draw() const
    {
#if defined(FAIR_CPP_INLINE)
        if (native_.error == FAIR_OK)
            return;
#endif
        check();
    }
#endif
};

namespace detail
{

inline int failure(const rng &g) noexcept
{
    return fair_rng_error(g.native());
}

#if FAIR_CPP_EXCEPTIONS

// If the source of the generator has thrown, this exception is thrown again.
inline void check(const std::error_code &ec, const rng &g)
{
    if (ec == make_error_code(errc::source_failed))
        g.check();
    detail::check(ec);
}

#endif

} // namespace detail

#if FAIR_CPP_EXCEPTIONS

inline key random_key()
{
    std::error_code ec;
    const key result = random_key(ec);
    detail::check(ec);
    return result;
}

#endif

} // namespace FAIR_CPP_MODE
} // namespace fair

#endif

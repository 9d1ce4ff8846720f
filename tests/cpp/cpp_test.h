// SPDX-License-Identifier: MIT
//
// cpp_test.h - what the tests of fairshuf.hpp share: keys, sources that fail, and kinds
// of elements.
#ifndef CPP_TEST_H
#define CPP_TEST_H

#include <fairshuf.hpp>

#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/test.h"

namespace
{

inline fair::key key_of(unsigned s)
{
    fair::key k;
    std::memcpy(k.data(), test_key(s), k.size());
    return k;
}

// Whether two generators are at the same place of the same stream.
inline bool same_place(fair::rng &a, fair_rng &b)
{
    return fair_rng_u64(a.native()) == fair_rng_u64(&b);
}

// A source with `words` words of a fixed stream; then it fails.
struct few_words {
    unsigned words;
    fair_rng stream;

    explicit few_words(unsigned n) : words(n)
    {
        fair_rng_init_key(&stream, test_key(99));
    }

    std::size_t operator()(void *buffer, std::size_t)
    {
        if (words == 0)
            return 0;
        words--;
        fair_rng_bytes(&stream, buffer, 8);
        return 8;
    }
};

// Elements of each kind, made from a number.
struct triple { // trivially copyable, of 12 bytes
    std::uint32_t a, b, c;
};

inline bool operator==(const triple &x, const triple &y)
{
    return x.a == y.a && x.b == y.b && x.c == y.c;
}

template <class T> struct make {
    static T of(std::uint32_t i)
    {
        return static_cast<T>(i);
    }
};

template <> struct make<bool> {
    static bool of(std::uint32_t i)
    {
        return (i * 2654435761u >> 16 & 1) != 0;
    }
};

template <> struct make<triple> {
    static triple of(std::uint32_t i)
    {
        triple t = {i, i + 1, i * i};
        return t;
    }
};

template <> struct make<std::string> {
    static std::string of(std::uint32_t i)
    {
        return "a string that is too long for its object: " + std::to_string(i);
    }
};

template <> struct make<std::unique_ptr<std::uint32_t>> {
    static std::unique_ptr<std::uint32_t> of(std::uint32_t i)
    {
        return std::unique_ptr<std::uint32_t>(new std::uint32_t(i));
    }
};

template <class T> bool same_value(const T &a, const T &b)
{
    return a == b;
}

template <>
inline bool same_value(const std::unique_ptr<std::uint32_t> &a,
                       const std::unique_ptr<std::uint32_t> &b)
{
    return a && b && *a == *b;
}

// Fills a container with n elements.
template <class C> C filled(std::uint32_t n)
{
    C c;
    for (std::uint32_t i = 0; i < n; i++)
        c.push_back(make<typename C::value_type>::of(i));
    return c;
}

// Whether place i of a range holds element order[i].
template <class R> bool has_order(R &r, const std::vector<std::uint32_t> &order)
{
    using V = typename std::iterator_traits<decltype(r.begin())>::value_type;
    std::size_t i = 0;
    for (auto it = r.begin(); it != r.end(); ++it, ++i)
        if (i >= order.size() || !same_value<V>(*it, make<V>::of(order[i])))
            return false;
    return i == order.size();
}

inline std::vector<std::uint32_t> numbers(std::uint32_t n)
{
    return filled<std::vector<std::uint32_t>>(n);
}

} // namespace

#endif

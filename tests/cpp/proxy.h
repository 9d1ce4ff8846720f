// SPDX-License-Identifier: MIT
//
// proxy.h - a range of C++20 whose references are objects: the pairs of two arrays, as
// std::views::zip() of C++23 has them. std::ranges::iter_swap() can exchange these pairs,
// but std::iter_swap() cannot.
#ifndef CPP_PROXY_H
#define CPP_PROXY_H

#include <compare>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

using pair_value = std::pair<int, long>;

struct pair_reference {
    int &a;
    long &b;

    pair_reference(int &x, long &y) : a(x), b(y)
    {
    }
    pair_reference(const pair_reference &) = default;
    const pair_reference &operator=(const pair_reference &other) const
    {
        return *this = pair_value(other);
    }
    const pair_reference &operator=(const pair_value &value) const
    {
        a = value.first;
        b = value.second;
        return *this;
    }
    operator pair_value() const
    {
        return pair_value(a, b);
    }
};

template <template <class> class A, template <class> class B>
struct std::basic_common_reference<pair_reference, pair_value, A, B> {
    using type = pair_value;
};
template <template <class> class A, template <class> class B>
struct std::basic_common_reference<pair_value, pair_reference, A, B> {
    using type = pair_value;
};

struct pair_iterator {
    using iterator_concept = std::random_access_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = pair_value;
    using difference_type = std::ptrdiff_t;

    int *a = nullptr;
    long *b = nullptr;

    pair_reference operator*() const
    {
        return pair_reference(*a, *b);
    }
    pair_reference operator[](difference_type i) const
    {
        return pair_reference(a[i], b[i]);
    }
    pair_iterator &operator+=(difference_type i)
    {
        a += i;
        b += i;
        return *this;
    }
    pair_iterator &operator-=(difference_type i)
    {
        return *this += -i;
    }
    pair_iterator &operator++()
    {
        return *this += 1;
    }
    pair_iterator &operator--()
    {
        return *this -= 1;
    }
    pair_iterator operator++(int)
    {
        const pair_iterator before = *this;
        ++*this;
        return before;
    }
    pair_iterator operator--(int)
    {
        const pair_iterator before = *this;
        --*this;
        return before;
    }
    friend pair_iterator operator+(pair_iterator x, difference_type i)
    {
        return x += i;
    }
    friend pair_iterator operator+(difference_type i, pair_iterator x)
    {
        return x += i;
    }
    friend pair_iterator operator-(pair_iterator x, difference_type i)
    {
        return x -= i;
    }
    friend difference_type operator-(const pair_iterator &x, const pair_iterator &y)
    {
        return x.a - y.a;
    }
    friend bool operator==(const pair_iterator &, const pair_iterator &) = default;
    friend auto operator<=>(const pair_iterator &x, const pair_iterator &y)
    {
        return x.a <=> y.a;
    }
};
static_assert(std::random_access_iterator<pair_iterator> &&
              std::indirectly_swappable<pair_iterator>);

#endif

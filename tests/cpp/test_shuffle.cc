// SPDX-License-Identifier: MIT
//
// test_shuffle.cc - shuffles and permutations of fairshuf.hpp: every kind of range gets
// the order of the C functions, and the generator stops at the same place.
#include <array>
#include <deque>
#include <iterator>
#if __cplusplus >= 202002L
#include <span>
#endif

#include "tests/cpp/cpp_test.h"
#if FAIR_CPP_RANGES
#include "tests/cpp/proxy.h"
#endif

namespace
{

using array32 = std::vector<std::uint32_t>;

// One operation in C, on the numbers below n, and in C++, on any range.
struct shuffle_all {
    void c(fair_rng *g, array32 &a) const
    {
        fair_shuffle(g, a.data(), a.size(), 4);
    }
    template <class R> void cpp(fair::rng &g, R &r, std::error_code &ec) const
    {
        fair::shuffle(r, g, ec);
    }
    template <class R> void cpp(fair::rng &g, R &r) const
    {
        fair::shuffle(r, g);
    }
};

struct shuffle_iterators : shuffle_all {
    template <class R> void cpp(fair::rng &g, R &r, std::error_code &ec) const
    {
        fair::shuffle(r.begin(), r.end(), g, ec);
    }
    template <class R> void cpp(fair::rng &g, R &r) const
    {
        fair::shuffle(r.begin(), r.end(), g);
    }
};

struct head {
    std::size_t part; // k is n / part; part 0 means more than n
    std::size_t k(std::size_t n) const
    {
        return part == 0 ? n + 5 : n / part;
    }
    void c(fair_rng *g, array32 &a) const
    {
        fair_shuffle_head(g, a.data(), a.size(), 4, k(a.size()));
    }
    template <class R> void cpp(fair::rng &g, R &r, std::error_code &ec) const
    {
        fair::shuffle_head(r, k(fair::detail::size_of(r)), g, ec);
    }
    template <class R> void cpp(fair::rng &g, R &r) const
    {
        fair::shuffle_head(r, k(fair::detail::size_of(r)), g);
    }
};

struct cycle {
    void c(fair_rng *g, array32 &a) const
    {
        fair_cycle(g, a.data(), a.size(), 4);
    }
    template <class R> void cpp(fair::rng &g, R &r, std::error_code &ec) const
    {
        fair::cycle(r, g, ec);
    }
    template <class R> void cpp(fair::rng &g, R &r) const
    {
        fair::cycle(r, g);
    }
};

struct derange {
    void c(fair_rng *g, array32 &a) const
    {
        if (a.size() != 1)
            CHECK(fair_derange(g, a.data(), a.size(), 4, nullptr) == FAIR_OK);
    }
    template <class R> void cpp(fair::rng &g, R &r, std::error_code &ec) const
    {
        fair::derange(r, g, ec);
        if (fair::detail::size_of(r) == 1) {
            CHECK(ec == fair::errc::invalid_argument);
            ec.clear();
        }
    }
    template <class R> void cpp(fair::rng &g, R &r) const
    {
        if (fair::detail::size_of(r) != 1)
            fair::derange(r, g);
    }
};

template <class Index, bool back> struct permute {
    void c(fair_rng *g, array32 &a) const
    {
        array32 p(a.size());
        fair_permutation32(g, p.data(), p.size());
        CHECK((back ? fair_permute_inverse32 : fair_permute32)(a.data(), a.size(), 4,
                                                               p.data(), nullptr) == 0);
    }
    template <class R> void cpp(fair::rng &g, R &r, std::error_code &ec) const
    {
        std::vector<Index> p(fair::detail::size_of(r));
        fair::permutation(p, g, ec);
        if (back)
            fair::permute_inverse(r, p, ec);
        else
            fair::permute(r, p, ec);
    }
    template <class R> void cpp(fair::rng &g, R &r) const
    {
        std::deque<Index> p(fair::detail::size_of(r));
        fair::permutation(p, g);
        if (back)
            fair::permute_inverse(r, p);
        else
            fair::permute(r, p);
    }
};

const std::uint32_t sizes[] = {0, 1, 2, 3, 5, 17, 18, 19, 20, 27, 52, 129, 600, 3000};

template <class C, class Op> void compare_on(std::uint32_t n, const Op &op)
{
    fair_rng c_rng;
    fair_rng_init_key(&c_rng, test_key(n));
    array32 order = numbers(n);
    op.c(&c_rng, order);

    fair::rng with_code(key_of(n)), throwing(key_of(n));
    std::error_code ec = fair::errc::bad_state;
    C one = filled<C>(n), two = filled<C>(n);
    op.cpp(with_code, one, ec);
    CHECK(!ec && has_order(one, order));
    op.cpp(throwing, two);
    CHECKF(has_order(two, order), "n is %u", n);
    const std::uint64_t next = fair_rng_u64(&c_rng);
    CHECK(with_code() == next && throwing() == next);
}

template <class C> void compare()
{
    for (std::uint32_t n : sizes) {
        compare_on<C>(n, shuffle_all());
        compare_on<C>(n, shuffle_iterators());
        for (std::size_t part = 0; part < 4; part++)
            compare_on<C>(n, head{part});
        compare_on<C>(n, cycle());
        compare_on<C>(n, derange());
        compare_on<C>(n, permute<std::uint32_t, false>());
        compare_on<C>(n, permute<std::uint32_t, true>());
        compare_on<C>(n, permute<std::uint64_t, false>());
        compare_on<C>(n, permute<int, true>());
    }
}

// A range of iterators that are not contiguous: every second element, backwards.
void compare_reversed()
{
    for (std::uint32_t n : sizes) {
        array32 order = numbers(n), a = numbers(n);
        fair::rng g(key_of(n));
        fair::shuffle(fair::range(a.rbegin(), a.rend()), g);
        fair_rng c_rng;
        fair_rng_init_key(&c_rng, test_key(n));
        std::reverse(order.begin(), order.end());
        fair_shuffle(&c_rng, order.data(), n, 4);
        std::reverse(order.begin(), order.end());
        CHECK(a == order && same_place(g, c_rng));
    }
}

void compare_arrays()
{
    array32 order = numbers(40);
    fair_rng c_rng;
    fair_rng_init_key(&c_rng, test_key(1));
    fair_shuffle(&c_rng, order.data(), 40, 4);

    std::uint32_t plain[40];
    std::array<std::uint32_t, 40> fixed;
    std::string text(40, ' ');
    for (std::uint32_t i = 0; i < 40; i++) {
        plain[i] = fixed[i] = i;
        text[i] = static_cast<char>(i);
    }
    fair::rng g1(key_of(1)), g2(key_of(1)), g3(key_of(1)), g4(key_of(1));
    fair::shuffle(plain, g1);
    CHECK(std::equal(order.begin(), order.end(), plain));
    fair::shuffle(fixed, g2);
    CHECK(std::equal(order.begin(), order.end(), fixed.begin()));
    fair::shuffle(text.begin(), text.end(), g3);
    CHECK(std::equal(order.begin(), order.end(), text.begin()));
    array32 some = numbers(42);
    fair::shuffle(&some[1], &some[1] + 40, g4);
    CHECK(some[0] == 0 && some[41] == 41 && some[1] == order[0] + 1);
#if __cplusplus >= 202002L
    fair::rng g5(std::span<const std::uint8_t, 32>(key_of(1)));
    array32 a = numbers(42);
    fair::shuffle(std::span<std::uint32_t>(a).subspan(2), g5);
    CHECK(a[2] == order[0] + 2 && a[0] == 0 && a[1] == 1);
#endif
}

void compare_together()
{
    for (std::uint32_t n : sizes) {
        fair_rng c_rng;
        fair_rng_init_key(&c_rng, test_key(n));
        array32 order = numbers(n);
        fair_shuffle(&c_rng, order.data(), n, 4);

        auto a = filled<std::vector<std::unique_ptr<std::uint32_t>>>(n);
        auto b = filled<std::deque<std::string>>(n);
        auto c = filled<std::vector<triple>>(n);
        fair::rng g(key_of(n));
        fair::shuffle_together(g, a, b, c);
        CHECK(has_order(a, order) && has_order(b, order) && has_order(c, order));
        CHECK(same_place(g, c_rng));

        auto d = filled<std::vector<triple>>(n);
        array32 e = numbers(n);
        fair::rng g2(key_of(n));
        std::error_code ec;
        fair::shuffle_together(g2, ec, d, e);
        CHECK(!ec && has_order(d, order) && e == order);

        fair::shuffle_together(g2, ec, d, filled<std::vector<int>>(n + 1));
        CHECK(ec == fair::errc::invalid_argument && has_order(d, order));
        fair::shuffle_together(g2, ec, d, filled<std::deque<int>>(n + 1));
        CHECK(ec == std::errc::invalid_argument && has_order(d, order));
        if (n > 1) {
            fair::shuffle_together(g2, ec, e, e);
            CHECK(ec == fair::errc::invalid_argument && e == order);
        }
    }
}

#if FAIR_CPP_RANGES
void compare_proxies()
{
    array32 order = numbers(100);
    fair_rng c_rng;
    fair_rng_init_key(&c_rng, test_key(4));
    fair_shuffle(&c_rng, order.data(), order.size(), 4);
    const auto expected = order;
    fair_shuffle_head(&c_rng, order.data(), order.size(), 4, 10);

    auto a = filled<std::vector<int>>(100);
    auto b = filled<std::vector<long>>(100);
    const pair_iterator first = {a.data(), b.data()};
    fair::rng g(key_of(4));
    fair::shuffle(first, first + 100, g);
    CHECK(has_order(a, expected) && has_order(b, expected));
    fair::shuffle_head(fair::range(first, first + 100), 10, g);
    CHECK(std::equal(a.begin(), a.begin() + 10, order.begin()) &&
          std::equal(b.begin(), b.begin() + 10, order.begin()) && same_place(g, c_rng));
}
#endif

void compare_parallel()
{
    const std::uint32_t n = 100000;
    const fair::key k = key_of(3);
    array32 order = numbers(n), a = order, b = order, c = order;
    CHECK(fair_shuffle_parallel(k.data(), order.data(), n, 4, nullptr) == FAIR_OK);
    fair::options two = {};
    two.threads = 2;
    fair::shuffle_parallel(a, k);
    std::error_code ec;
    fair::shuffle_parallel(fair::range(b.begin(), b.end()), k, two, ec);
    CHECK(!ec && a == order && b == order);
    fair::shuffle_parallel_head(c, 1000, k, two);
    CHECK(std::equal(c.begin(), c.begin() + 1000, order.begin()));
    two.memory = 1;
    fair::shuffle_parallel(a, k, two, ec);
    CHECK(ec == fair::errc::no_memory && ec == std::errc::not_enough_memory &&
          a == order);
    bool caught = false;
    try {
        fair::shuffle_parallel_head(a, 1000, k, two);
    } catch (const std::bad_alloc &) {
        caught = true;
    }
    CHECK(caught && a == order);
}

void check_permutations()
{
    fair_rng c_rng;
    fair_rng_init_key(&c_rng, test_key(7));
    array32 order(256);
    fair_permutation32(&c_rng, order.data(), 256);

    std::vector<std::uint8_t> bytes(256);
    std::deque<long> longs(256);
    fair::rng g(key_of(7)), g2(key_of(7));
    fair::permutation(bytes, g);
    fair::permutation(longs, g2);
    CHECK(std::equal(order.begin(), order.end(), bytes.begin()));
    CHECK(std::equal(order.begin(), order.end(), longs.begin()));
    std::error_code ec;
    std::vector<std::uint8_t> more(257, 5);
    fair::permutation(more, g, ec);
    CHECK(ec == fair::errc::too_large && more == std::vector<std::uint8_t>(257, 5));
    CHECK(same_place(g, c_rng));

    array32 back(256), expected(256);
    CHECK(fair_inverse32(expected.data(), order.data(), 256, nullptr) == FAIR_OK);
    fair::inverse(back, order);
    CHECK(back == expected);
    std::vector<std::uint64_t> wide(order.begin(), order.end()), wide_back(256);
    fair::inverse(wide_back, wide, ec);
    CHECK(!ec && std::equal(back.begin(), back.end(), wide_back.begin()));
    fair::inverse(back, array32(255), ec);
    CHECK(ec == fair::errc::invalid_argument && back == expected);

    // What is no permutation changes nothing.
    const int wrong[][3] = {{0, 1, 1}, {0, 1, 3}, {0, 1, -1}};
    for (const auto &p : wrong) {
        auto words = filled<std::vector<std::string>>(3);
        array32 values = numbers(3);
        fair::permute(words, p, ec);
        CHECK(ec == fair::errc::invalid_argument && has_order(words, numbers(3)));
        fair::permute_inverse(values, p, ec);
        CHECK(ec == fair::errc::invalid_argument && values == numbers(3));
    }
    auto words = filled<std::vector<std::string>>(3);
    array32 values = numbers(3);
    fair::permute(words, numbers(4), ec); // the first three would be a permutation
    CHECK(ec == fair::errc::invalid_argument);
    fair::permute_inverse(values, numbers(4), ec);
    CHECK(ec == fair::errc::invalid_argument);
}

// Without a generator: the elements are the same, and 60 of them are in another order.
void check_fresh()
{
    auto words = filled<std::deque<std::string>>(60);
    array32 a = numbers(60), b = a;
    std::error_code ec;
    fair::shuffle(words);
    fair::shuffle(a);
    fair::shuffle(b.begin(), b.end(), ec);
    CHECK(!ec && a != b && a != numbers(60) && !has_order(words, numbers(60)));
    std::sort(a.begin(), a.end());
    CHECK(a == numbers(60));
    fair::shuffle(words.begin(), words.end());
    fair::shuffle(words, ec);
    auto sorted = filled<std::vector<std::string>>(60);
    std::sort(words.begin(), words.end());
    std::sort(sorted.begin(), sorted.end());
    CHECK(!ec && std::equal(words.begin(), words.end(), sorted.begin()));
    CHECK(fair::random_key() != fair::random_key());
}

} // namespace

int main()
{
    TEST("a vector of numbers")
    {
        compare<array32>();
    }
    TEST("a vector of structs")
    {
        compare<std::vector<triple>>();
    }
    TEST("a deque of numbers")
    {
        compare<std::deque<std::uint32_t>>();
    }
    TEST("strings")
    {
        compare<std::vector<std::string>>();
        compare<std::deque<std::string>>();
    }
    TEST("the bytes of a string")
    {
        for (std::uint32_t n : sizes)
            if (n < 128)
                compare_on<std::string>(n, shuffle_all());
    }
    TEST("elements that can only be moved")
    {
        compare<std::vector<std::unique_ptr<std::uint32_t>>>();
    }
    TEST("a vector of bits")
    {
        compare<std::vector<bool>>();
    }
    TEST("reversed iterators")
    {
        compare_reversed();
    }
    TEST("arrays, pointers, spans")
    {
        compare_arrays();
    }
#if FAIR_CPP_RANGES
    TEST("references that are objects")
    {
        compare_proxies();
    }
#endif
    TEST("several ranges in lockstep")
    {
        compare_together();
    }
    TEST("several threads")
    {
        compare_parallel();
    }
    TEST("permutations")
    {
        check_permutations();
    }
    TEST("fresh bits for each call")
    {
        check_fresh();
    }
    return test_done();
}

// SPDX-License-Identifier: MIT
//
// test_every.cc - calls every function of fairshuf.hpp: the forms with a std::error_code,
// and the throwing ones if there are exceptions. It runs without exceptions and RTTI;
// check_compile.sh compiles it with every C++ standard and compiler.
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cpp/cpp_test.h"

#if defined(__cpp_lib_span)
#include <span>
#endif
// clang 14 cannot compile all of libstdc++'s <ranges>.
#if defined(__cpp_lib_ranges) && !defined(__clang__)
#include <ranges>
#define HAVE_VIEWS
#endif

namespace
{

void check_shuffles(fair::rng &g)
{
    std::error_code ec;
    auto a = numbers(50);
    auto b = filled<std::deque<std::string>>(50);
    auto c = filled<std::vector<std::unique_ptr<std::uint32_t>>>(50);
    auto d = filled<std::vector<bool>>(50);
    fair::shuffle(a, g, ec);
    CHECK(!ec);
    fair::shuffle(a.begin(), a.end(), ec);
    CHECK(!ec);
    fair::shuffle(b.begin(), b.end(), g, ec);
    CHECK(!ec);
    fair::shuffle(c, ec);
    CHECK(!ec);
    fair::shuffle(d, g, ec);
    CHECK(!ec);
    fair::shuffle_head(a, 5, g, ec);
    fair::shuffle_head(c, 5, g, ec);
    CHECK(!ec);
    fair::cycle(a, g, ec);
    fair::cycle(b, g, ec);
    CHECK(!ec);
    fair::derange(a, g, ec);
    fair::derange(c, g, ec);
    CHECK(!ec);
    fair::shuffle_together(g, ec, a, b, c, d);
    CHECK(!ec);
    fair::options o = {};
    fair::shuffle_parallel(a, fair::random_key(ec), o, ec);
    CHECK(!ec);
    fair::shuffle_parallel_head(a, 5, fair::key_derive(key_of(1), 1), o, ec);
    CHECK(!ec);
    std::vector<std::uint32_t> p(50), q(50);
    fair::permutation(p, g, ec);
    fair::inverse(q, p, ec);
    fair::permute(b, p, ec);
    fair::permute_inverse(b, p, ec);
    fair::permute(a, std::deque<short>(p.begin(), p.end()), ec);
    fair::permute_inverse(fair::range(a.begin(), a.end()), p, ec);
    CHECK(!ec);
    fair::permute(a, std::vector<int>(50, 1), ec);
    CHECK(ec == fair::errc::invalid_argument);
#if defined(__cpp_lib_span)
    fair::shuffle(std::span<std::uint32_t>(a), g, ec);
    CHECK(!ec);
#endif
}

void check_samples(fair::rng &g)
{
    std::error_code ec;
    const auto a = numbers(50);
    const std::list<std::uint32_t> list(a.begin(), a.end());
    const std::forward_list<std::uint32_t> forward(a.begin(), a.end());
    std::istringstream in("1 2 3 4 5 6");
    using input = std::istream_iterator<std::uint32_t>;
    std::vector<std::uint32_t> out;
    auto to = std::back_inserter(out);
    fair::sample(a, to, 4, g, ec);
    fair::sample(forward, to, 4, g, ec);
    fair::sample(list.begin(), list.end(), to, 4, g, ec);
    std::ostringstream printed;
    fair::sample(input(in), input(), std::ostream_iterator<std::uint32_t>(printed), 4, g,
                 ec);
    CHECK(!ec && printed.str().size() == 4);
    fair::sample_sorted(a, to, 4, g, ec);
    fair::sample_sorted(list.begin(), list.end(), to, 4, g, ec);
    fair::sample_weighted(list, a, to, 4, g, ec);
    CHECK(!ec && out.size() == 24);
    std::vector<std::uint64_t> below(4);
    fair::sample_below(100, below.begin(), 4, g, ec);
    CHECK(!ec && below[3] < 100);
    std::vector<int> dice(100);
    std::deque<char> more(100);
    fair::dice(out, 6, g, ec);
    fair::dice(dice, 6, g, ec);
    fair::dice(more, 6, g, ec);
    CHECK(!ec);
    fair::dice_weighted(dice, a, g, ec);
    CHECK(!ec);
    fair::reservoir<std::string> r(3);
    fair::weighted_reservoir<std::string> w(3);
    for (int i = 0; i < 100; i++) {
        r.offer("word", g, ec);
        w.offer("word", 5, g, ec);
    }
    r.pass(r.gap(g, ec), g, ec);
    CHECK(!ec && r.items().size() == 3 && w.size() == 3 && w[2] == "word");
}

void check_rng(fair::rng &g)
{
    std::error_code ec;
    char buffer[5];
    CHECK(g.below(6, ec) < 6 && !ec);
    CHECK(g.between(3, 4, ec) >= 3 && !ec);
    g.bytes(buffer, sizeof buffer, ec);
    std::uniform_int_distribution<int> die(1, 6);
    CHECK(!ec && die(g) > 0);
    fair::rng twin = g.clone(ec), moved(std::move(twin));
    CHECK(!ec && moved() == g() && twin.error() == fair::errc::bad_state);

    auto words = filled<std::vector<std::string>>(500);
    fair::rng failing(few_words(2), ec);
    CHECK(!ec);
    fair::shuffle(words, failing, ec);
    CHECK(ec == fair::errc::source_failed && words.size() == 500);
}

#if defined(HAVE_VIEWS)
void check_views(fair::rng &g)
{
    std::error_code ec;
    auto a = numbers(50);
    fair::shuffle(a | std::views::drop(10), g, ec);
    CHECK(!ec && a[9] == 9 && a != numbers(50));
    fair::shuffle(std::ranges::subrange(a.begin(), a.begin() + 5) | std::views::reverse,
                  g, ec);
    CHECK(!ec);
    std::ranges::shuffle(a, g);
    const auto even = [](std::uint32_t i) { return i % 2 == 0; };
    std::vector<std::uint32_t> out;
    fair::sample(std::views::iota(0u, 1000u), std::back_inserter(out), 3, g, ec);
    fair::sample(a | std::views::filter(even), std::back_inserter(out), 3, g, ec);
    fair::sample_sorted(std::views::iota(0u) | std::views::take(9),
                        std::back_inserter(out), 3, g, ec);
    CHECK(!ec && out.size() == 9 && out[3] % 2 == 0 && out[7] < out[8]);
    std::istringstream in("1 2 3 4 5 6 7 8 9");
    fair::sample(std::ranges::istream_view<std::uint32_t>(in), std::back_inserter(out), 3,
                 g, ec);
    CHECK(!ec && out.size() == 12);
}
#endif

#if FAIR_CPP_EXCEPTIONS
void check_throwing(fair::rng &g)
{
    auto a = numbers(50), out = a;
    auto b = filled<std::deque<std::string>>(50);
    std::vector<std::uint32_t> p(50), q(50);
    std::istringstream in("1 2 3 4 5 6");
    using input = std::istream_iterator<std::uint32_t>;
    fair::shuffle(a);
    fair::shuffle(b);
    fair::shuffle(a, g);
    fair::shuffle(b.begin(), b.end());
    fair::shuffle(b.begin(), b.end(), g);
    fair::shuffle_head(b, 5, g);
    fair::cycle(b, g);
    fair::derange(b, g);
    fair::shuffle_together(g, a, b);
    fair::shuffle_parallel(a, fair::random_key());
    fair::shuffle_parallel_head(a, 5, fair::random_key());
    fair::permutation(p, g);
    fair::inverse(q, p);
    fair::permute(b, p);
    fair::permute_inverse(b, p);
    fair::sample(b, b.begin(), 0, g);
    fair::sample(input(in), input(), out.begin(), 4, g);
    fair::sample_sorted(a, out.begin(), 4, g);
    fair::sample_sorted(a.begin(), a.end(), out.begin(), 4, g);
    std::vector<std::uint64_t> below(4);
    fair::sample_below(9, below.begin(), 4, g);
    fair::sample_weighted(a, p, out.begin(), 4, g);
    fair::dice(out, 6, g);
    fair::dice_weighted(out, p, g);
    fair::reservoir<int> r(3);
    fair::weighted_reservoir<int> w(3);
    r.offer(1, g);
    r.pass(r.gap(g), g);
    w.offer(1, 5, g);
    fair::rng fresh, sourced(few_words(2)), twin = g.clone();
    CHECK(g.below(6) < 6 && g.between(1, 2) > 0 && twin() != fresh());
    g.bytes(out.data(), 4);
    g.check();
}
#endif

} // namespace

int main()
{
    std::error_code ec;
    fair::rng system(ec), keyed(key_of(1));
    TEST("shuffles")
    {
        CHECK(!ec);
        check_shuffles(system);
        check_shuffles(keyed);
    }
    TEST("samples")
    {
        check_samples(system);
        check_samples(keyed);
    }
    TEST("generators")
    {
        check_rng(system);
        check_rng(keyed);
    }
#if defined(HAVE_VIEWS)
    TEST("views")
    {
        check_views(keyed);
    }
#endif
#if FAIR_CPP_EXCEPTIONS
    TEST("forms that throw")
    {
        check_throwing(keyed);
    }
#endif
    return test_done();
}

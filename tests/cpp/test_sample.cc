// SPDX-License-Identifier: MIT
//
// test_sample.cc - samples, dice and reservoirs of fairshuf.hpp: the results of the C
// functions, for every kind of iterator and integer.
#include <algorithm>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <sstream>
#if __cplusplus >= 202002L
#include <span>
#endif

#include "tests/cpp/cpp_test.h"

namespace
{

using array32 = std::vector<std::uint32_t>;
using array64 = std::vector<std::uint64_t>;

struct pair_of_sizes {
    std::uint32_t n, k;
};
const pair_of_sizes cases[] = {{0, 0},   {0, 3},   {1, 0},     {1, 1},     {1, 2},
                               {5, 5},   {5, 9},   {20, 3},    {52, 13},   {52, 52},
                               {52, 99}, {300, 7}, {300, 299}, {2000, 50}, {2000, 1500}};

// The C function's sample of min(n, k), and the word that the generator yields next.
struct expected {
    array64 indices;
    std::uint64_t next;

    template <class Draw>
    expected(pair_of_sizes c, Draw draw) : indices(std::min(c.n, c.k))
    {
        fair_rng g;
        fair_rng_init_key(&g, test_key(c.n + c.k));
        CHECK(draw(&g, c.n, indices.data(), indices.size()) == FAIR_OK);
        next = fair_rng_u64(&g);
    }
};

int draw_sample(fair_rng *g, std::uint64_t n, std::uint64_t *out, std::size_t k)
{
    return fair_sample(g, n, out, k, nullptr);
}

std::vector<std::string> strings_of(const array64 &indices)
{
    std::vector<std::string> result;
    for (std::uint64_t i : indices)
        result.push_back(make<std::string>::of(static_cast<std::uint32_t>(i)));
    return result;
}

template <class C> void compare(const C &c, pair_of_sizes s)
{
    const expected e(s, draw_sample), sorted(s, fair_sample_sorted);
    std::vector<std::string> one, two, three;
    std::error_code ec = fair::errc::bad_state;
    fair::rng g(key_of(s.n + s.k)), g2(key_of(s.n + s.k)), g3(key_of(s.n + s.k));
    fair::sample(c.begin(), c.end(), std::back_inserter(one), s.k, g);
    fair::sample(c, std::back_inserter(two), s.k, g2, ec);
    CHECKF(!ec && one == strings_of(e.indices) && two == one, "%u of %u", s.k, s.n);
    CHECK(g() == e.next && g2() == e.next);
    fair::sample_sorted(c, std::back_inserter(three), s.k, g3);
    CHECK(three == strings_of(sorted.indices) && g3() == sorted.next);
    fair::rng g4(key_of(s.n + s.k));
    three.assign(std::min(s.n, s.k), "");
    const auto end = fair::sample_sorted(c.begin(), c.end(), three.begin(), s.k, g4, ec);
    CHECK(end == three.end() && three == strings_of(sorted.indices));
}

// Input iterators: a reservoir, and then a shuffle.
void compare_input(pair_of_sizes s)
{
    std::ostringstream text;
    for (std::uint32_t i = 0; i < s.n; i++)
        text << i << ' ';
    fair_rng c_rng;
    fair_rng_init_key(&c_rng, test_key(s.n));
    fair_reservoir r;
    fair_reservoir_init(&r, s.k);
    array32 wanted(std::min(s.n, s.k));
    for (std::uint32_t i = 0; i < s.n; i++) {
        const std::size_t slot = fair_reservoir_offer(&r, &c_rng);
        if (slot < s.k)
            wanted[slot] = i;
    }
    fair_shuffle(&c_rng, wanted.data(), wanted.size(), 4);

    using input = std::istream_iterator<std::uint32_t>;
    array32 result;
    fair::rng g(key_of(s.n));
    std::istringstream in(text.str());
    fair::sample(input(in), input(), std::back_inserter(result), s.k, g);
    CHECK(result == wanted && same_place(g, c_rng));
}

void check_weighted()
{
    const array64 weights = {3, 0, 1, 1000, 7, 0, 2};
    for (std::size_t k = 0; k < 9; k++) {
        array64 wanted(std::min<std::size_t>(k, 5));
        fair_rng c_rng;
        fair_rng_init_key(&c_rng, test_key(5));
        CHECK(fair_sample_weighted(&c_rng, weights.data(), 7, wanted.data(),
                                   wanted.size(), nullptr) == FAIR_OK);
        const auto words = filled<std::list<std::string>>(7);
        std::vector<std::string> one, two;
        fair::rng g(key_of(5)), g2(key_of(5));
        fair::sample_weighted(words, weights, std::back_inserter(one), k, g);
        std::error_code ec;
        const std::deque<short> shorts(weights.begin(), weights.end());
        fair::sample_weighted(filled<std::deque<std::string>>(7), shorts,
                              std::back_inserter(two), k, g2, ec);
        CHECK(!ec && one == strings_of(wanted) && two == one && same_place(g, c_rng));
    }
    fair::rng g(key_of(5));
    std::error_code ec;
    array32 out;
    const auto from = numbers(3);
    fair::sample_weighted(from, std::vector<int>{1, -1, 1}, std::back_inserter(out), 1, g,
                          ec);
    CHECK(ec == fair::errc::invalid_argument && out.empty());
    fair::sample_weighted(from, array64{1, 1}, std::back_inserter(out), 1, g, ec);
    CHECK(ec == fair::errc::invalid_argument && out.empty());
    fair::sample_weighted(from, array64{UINT64_MAX, 1, 1}, std::back_inserter(out), 1, g,
                          ec);
    CHECK(ec == fair::errc::too_large && out.empty());
    // Smaller integers than std::uint64_t cannot wrap around.
    fair::sample_weighted(from, std::vector<signed char>{127, 127, 127},
                          std::back_inserter(out), 3, g, ec);
    CHECK(!ec && out.size() == 3);
}

template <class T> void compare_dice(std::uint64_t n, std::size_t count)
{
    fair_rng c_rng;
    fair_rng_init_key(&c_rng, test_key(1));
    array64 wanted(count);
    fair_dice(&c_rng, wanted.data(), count, n);
    const std::uint64_t next = fair_rng_u64(&c_rng);

    std::vector<T> one(count, 1);
    std::deque<T> two(count, 1);
    fair::rng g(key_of(1)), g2(key_of(1));
    std::error_code ec;
    fair::dice(one, n, g, ec);
    if (n > 1 && n - 1 > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) {
        CHECK(ec == fair::errc::too_large && one == std::vector<T>(count, 1));
        return;
    }
    fair::dice(two, n, g2);
    const auto equal = [](std::uint64_t a, T b) { return a == std::uint64_t(b); };
    CHECK(!ec && std::equal(wanted.begin(), wanted.end(), one.begin(), equal));
    CHECK(std::equal(wanted.begin(), wanted.end(), two.begin(), equal));
    CHECKF(g() == next && g2() == next, "%" PRIu64 " sides, %zu dice", n, count);
}

void check_dice()
{
    const std::uint64_t sides[] = {0,   1,   2,    3,          6,          128,
                                   129, 256, 1000, 1000000000, 1ull << 57, 1ull << 58};
    for (std::uint64_t n : sides)
        for (std::size_t count : {0, 1, 10, 455, 456, 457, 2000}) {
            compare_dice<std::uint64_t>(n, count);
            compare_dice<std::uint32_t>(n, count);
            compare_dice<std::uint8_t>(n, count);
            compare_dice<long long>(n, count);
            compare_dice<int>(n, count);
            compare_dice<signed char>(n, count);
        }
}

void check_weighted_dice()
{
    const array64 weights = {5, 0, 1, 90};
    array64 wanted(300);
    fair_rng c_rng;
    fair_rng_init_key(&c_rng, test_key(1));
    CHECK(fair_dice_weighted(&c_rng, weights.data(), 4, wanted.data(), 300, nullptr) ==
          0);
    std::vector<int> out(300);
    fair::rng g(key_of(1));
    fair::dice_weighted(out, weights, g);
    CHECK(std::equal(wanted.begin(), wanted.end(), out.begin(),
                     [](std::uint64_t a, int b) { return a == std::uint64_t(b); }));
    CHECK(same_place(g, c_rng));
    std::error_code ec;
    fair::dice_weighted(out, std::vector<int>{0, 0}, g, ec);
    CHECK(ec == fair::errc::invalid_argument);
    std::vector<std::int8_t> small(3, 9);
    fair::dice_weighted(small, std::vector<int>(129, 1), g, ec);
    CHECK(ec == fair::errc::too_large && small == std::vector<std::int8_t>(3, 9));
}

void check_numbers()
{
    array64 wanted(20), got;
    fair_rng c_rng;
    fair_rng_init_key(&c_rng, test_key(1));
    CHECK(fair_sample(&c_rng, UINT64_MAX, wanted.data(), 20, nullptr) == FAIR_OK);
    fair::rng g(key_of(1));
    fair::sample_below(UINT64_MAX, std::back_inserter(got), 20, g);
    CHECK(got == wanted && same_place(g, c_rng));
    std::error_code ec;
    got.clear();
    for (std::size_t k : {std::size_t(11), SIZE_MAX}) {
        fair::sample_below(10, std::back_inserter(got), k, g, ec);
        CHECK(ec == fair::errc::invalid_argument && got.empty());
    }
}

// Move-only elements, and samples that overwrite an array.
void check_outputs()
{
    auto from = filled<std::vector<std::unique_ptr<std::uint32_t>>>(30);
    std::vector<std::unique_ptr<std::uint32_t>> to;
    fair::rng g(key_of(33));
    fair::sample(std::make_move_iterator(from.begin()),
                 std::make_move_iterator(from.end()), std::back_inserter(to), 3, g);
    const expected e({30, 3}, draw_sample);
    CHECK(to.size() == 3);
    for (std::size_t i = 0; i < 3; i++)
        CHECK(to[i] && *to[i] == e.indices[i] && !from[std::size_t(e.indices[i])]);
    std::uint32_t out[4] = {99, 99, 99, 99};
    const array32 a = numbers(30);
    fair::rng g2(key_of(33));
    CHECK(fair::sample(a, out, 3, g2) == out + 3 && out[2] == e.indices[2] &&
          out[3] == 99);
#if __cplusplus >= 202002L
    fair::rng g3(key_of(33));
    fair::sample(std::span<const std::uint32_t>(a), out + 1, 3, g3);
    CHECK(out[3] == e.indices[2]);
#endif
}

void check_failure()
{
    const array32 a = numbers(5000);
    const std::list<std::uint32_t> l(a.begin(), a.end());
    std::istringstream in("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18");
    using input = std::istream_iterator<std::uint32_t>;
    array32 out;
    std::error_code ec;
    fair::rng g((few_words(1)));
    fair::sample(a, std::back_inserter(out), 1000, g, ec);
    CHECK(ec == fair::errc::source_failed && out.empty());
    fair::rng g2((few_words(1)));
    fair::sample_sorted(l, std::back_inserter(out), 1000, g2, ec);
    CHECK(ec == fair::errc::source_failed && out.empty());
    fair::rng g3((few_words(1)));
    fair::sample(input(in), input(), std::back_inserter(out), 4, g3, ec);
    CHECK(ec == fair::errc::source_failed && out.empty());
    fair::rng g4((few_words(1)));
    bool caught = false;
    try {
        fair::sample(l, std::back_inserter(out), 1000, g4);
    } catch (const fair::error &e) {
        caught = e.code() == fair::errc::source_failed;
    }
    CHECK(caught && out.empty());
    std::vector<int> dice(5000);
    fair::rng g5((few_words(1)));
    fair::dice(dice, 6, g5, ec);
    CHECK(ec == fair::errc::source_failed);
}

// An item that counts copies, and throws when it is told to.
struct item {
    static int copies, countdown;
    std::uint32_t value;
    explicit item(std::uint32_t v) : value(v)
    {
    }
    item(const item &other) : value(other.value)
    {
        if (--countdown == 0)
            throw 17;
        copies++;
    }
    item(item &&) = default;
    item &operator=(item &&) = default;
};
int item::copies, item::countdown;

void check_reservoir()
{
    for (std::size_t k : {0, 1, 5, 40}) {
        fair_rng c_rng;
        fair_rng_init_key(&c_rng, test_key(2));
        fair_reservoir r;
        fair_reservoir_init(&r, k);
        fair::reservoir<item> ours(k);
        fair::rng g(key_of(2));
        array32 wanted(std::min<std::size_t>(k, 30));
        item::copies = 0;
        int taken = 0, thrown = 0;
        for (std::uint32_t i = 0; i < 30; i++) {
            const std::size_t slot = fair_reservoir_offer(&r, &c_rng);
            if (slot < k)
                wanted[slot] = i;
            const item next(i);
            // A copy that throws: the item was not offered, and can be offered again.
            item::countdown = 1;
            try {
                if (!ours.offer(next, g))
                    continue;
            } catch (int) {
                thrown++;
                taken += ours.offer(next, g);
            }
        }
        CHECK(ours.seen() == 30 && fair_reservoir_seen(&r) == 30);
        CHECK(item::copies == taken && taken == thrown &&
              ours.items().size() == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); i++)
            CHECK(ours.items()[i].value == wanted[i]);
        CHECK(same_place(g, c_rng));
        CHECK(ours.take().size() == wanted.size() && ours.items().empty() &&
              ours.seen() == 0);
    }
    // A gap can be passed at once.
    fair::reservoir<std::unique_ptr<int>> r(1), s(1);
    fair::rng g(key_of(3)), g2(key_of(3));
    r.offer(std::unique_ptr<int>(new int(0)), g);
    std::error_code ec;
    const std::uint64_t gap = r.gap(g, ec);
    CHECK(!ec && r.pass(UINT64_MAX, g) == gap && r.seen() == gap + 1 && r.gap(g) == 0);
    for (std::uint64_t i = 0; i <= gap + 1; i++)
        CHECK(s.offer(std::unique_ptr<int>(new int(1)), g2, ec) == (i == 0 || i > gap));
    // A generator that fails at any of its words: the item is not offered.
    for (unsigned words = 0; words < 30; words++) {
        fair::reservoir<int> broken(2);
        fair::rng failing((few_words(words)));
        std::uint64_t offered = 0;
        do {
            offered++;
            broken.offer(1, failing, ec);
        } while (!ec);
        CHECK(ec == fair::errc::source_failed && broken.seen() == offered - 1);
    }
}

void check_weighted_reservoir()
{
    const std::size_t k = 4;
    fair_weighted_slot slots[k];
    fair_weighted_reservoir r;
    fair_weighted_reservoir_init(&r, slots, k);
    fair_rng c_rng;
    fair_rng_init_key(&c_rng, test_key(2));
    std::string wanted[k];
    fair::weighted_reservoir<std::string> ours(k);
    fair::rng g(key_of(2));
    for (std::uint32_t i = 0; i < 100; i++) {
        std::size_t slot;
        CHECK(fair_weighted_reservoir_offer(&r, &c_rng, i % 7, &slot) == FAIR_OK);
        const std::string word = make<std::string>::of(i);
        if (slot < k)
            wanted[slot] = word;
        CHECK(ours.offer(word, i % 7, g) == (slot < k));
        CHECK(ours.size() == fair_weighted_reservoir_count(&r));
        for (std::size_t j = 0; j < ours.size(); j++)
            CHECK(ours[j] == wanted[fair_weighted_reservoir_slot(&r, j)]);
    }
    std::error_code ec;
    CHECK(!ours.offer("", UINT64_MAX, g, ec) && ec == fair::errc::too_large);
    CHECK(!ours.offer("", -1, g, ec) && ec == fair::errc::invalid_argument);
    CHECK(!ours.offer("", INT64_MIN, g, ec) && ec == fair::errc::invalid_argument);
    CHECK(same_place(g, c_rng));
}

} // namespace

int main()
{
    TEST("samples of ranges")
    {
        for (const pair_of_sizes &c : cases) {
            compare(filled<std::vector<std::string>>(c.n), c);
            compare(filled<std::deque<std::string>>(c.n), c);
            compare(filled<std::list<std::string>>(c.n), c);
            const auto list = filled<std::list<std::string>>(c.n);
            compare(std::forward_list<std::string>(list.begin(), list.end()), c);
        }
    }
    TEST("samples of input iterators")
    {
        for (const pair_of_sizes &c : cases)
            compare_input(c);
    }
    TEST("weighted samples")
    {
        check_weighted();
    }
    TEST("samples of numbers")
    {
        check_numbers();
    }
    TEST("moved elements, and outputs")
    {
        check_outputs();
    }
    TEST("dice")
    {
        check_dice();
    }
    TEST("weighted dice")
    {
        check_weighted_dice();
    }
    TEST("generators that fail")
    {
        check_failure();
    }
    TEST("reservoirs")
    {
        check_reservoir();
    }
    TEST("weighted reservoirs")
    {
        check_weighted_reservoir();
    }
    return test_done();
}

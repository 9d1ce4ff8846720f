// SPDX-License-Identifier: MIT
//
// test_rng.cc - fair::rng of fairshuf.hpp: streams, moving and cloning, <random>, sources
// that fail or throw, and swaps that throw. Exceptions must reach the caller without
// passing through C code, and no element may be lost.
#include <algorithm>
#include <functional>
#include <random>
#include <stdexcept>
#include <type_traits>

#include "tests/cpp/cpp_test.h"

namespace
{

static_assert(!std::is_copy_constructible<fair::rng>::value, "");
static_assert(!std::is_copy_assignable<fair::rng>::value, "");
static_assert(std::is_nothrow_move_constructible<fair::rng>::value, "");
static_assert(std::is_nothrow_move_assignable<fair::rng>::value, "");
static_assert(!std::is_convertible<fair::key, fair::rng>::value, "");
static_assert(fair::rng::min() == 0 && fair::rng::max() == UINT64_MAX, "");
#if __cplusplus >= 202002L
static_assert(std::uniform_random_bit_generator<fair::rng>);
#endif
#if __cplusplus >= 201703L // noexcept is part of the type, and of this test
static_assert(noexcept(fair::shuffle(std::declval<std::vector<int> &>(),
                                     std::declval<fair::rng &>(),
                                     std::declval<std::error_code &>())));
static_assert(!noexcept(fair::shuffle(std::declval<std::vector<std::string> &>(),
                                      std::declval<fair::rng &>(),
                                      std::declval<std::error_code &>())));
#endif

template <class E, class F> bool throws(F f)
{
    try {
        f();
    } catch (const E &) {
        return true;
    }
    return false;
}

template <class F> bool throws_code(fair::errc code, F f)
{
    try {
        f();
    } catch (const fair::error &e) {
        return e.code() == code && std::string(e.what()).size() > 5;
    }
    return false;
}

void check_stream()
{
    fair_rng c_rng;
    fair_rng_init_key(&c_rng, test_key(1));
    fair::rng g(key_of(1));
    const auto low = std::int64_t(-7);
    for (int i = 0; i < 1000; i++) {
        std::error_code ec = fair::errc::bad_state;
        CHECK(g() == fair_rng_u64(&c_rng));
        CHECK(g.below(1000) == fair_below(&c_rng, 1000));
        CHECK(g.below(6, ec) == fair_below(&c_rng, 6) && !ec);
        CHECK(g.between(low, 50) == fair_between(&c_rng, low, 50));
        CHECK(g.between(INT64_MIN, INT64_MAX, ec) ==
              fair_between(&c_rng, INT64_MIN, INT64_MAX));
        unsigned char a[5], b[5];
        g.bytes(a, 3);
        g.bytes(a + 3, 2, ec);
        fair_rng_bytes(&c_rng, b, 5);
        CHECK(!ec && std::memcmp(a, b, 5) == 0);
    }
    CHECK(!g.error());
    uint8_t plain[32], derived[32];
    std::memcpy(plain, test_key(1), 32);
    fair::rng same(plain), pointer = fair::rng::from_key(test_key(1)), first(key_of(1));
    const std::uint64_t word = first();
    CHECK(same() == word && pointer() == word);
    fair_key_derive(derived, plain, 5);
    CHECK(std::memcmp(fair::key_derive(key_of(1), 5).data(), derived, 32) == 0);
}

void check_moves()
{
    fair::rng a(key_of(1)), twin(key_of(1));
    CHECK(a() == twin());
    fair::rng b(std::move(a));
    CHECK(b() == twin());
    CHECK(a.error() == fair::errc::bad_state);
    CHECK(throws_code(fair::errc::bad_state, [&] { a(); }));
    CHECK(throws_code(fair::errc::bad_state, [&] { a.below(6); }));
    fair::rng unused(key_of(1)), empty(std::move(unused));
    std::error_code ec;
    unused.below(6, ec);
    CHECK(ec == fair::errc::bad_state);
    std::vector<int> v(10);
    fair::rng c(key_of(2)), d(std::move(c));
    CHECK(throws_code(fair::errc::bad_state, [&] { fair::shuffle(v, c); }));
    a = std::move(b);
    fair::rng &alias = a;
    a = std::move(alias); // does nothing
    CHECK(a() == twin() && !a.error());

    // With a source: it moves with the generator, and dies with it.
    auto counter = std::make_shared<int>(0);
    {
        fair::rng s([counter](void *buffer, std::size_t length) -> std::size_t {
            ++*counter;
            std::memset(buffer, 0x55, length);
            return length;
        });
        fair::rng t(std::move(s));
        CHECK(t() == 0x5555555555555555 && *counter == 1 && counter.use_count() == 2);
        CHECK(throws_code(fair::errc::invalid_argument, [&] { t.clone(); }));
        fair::rng no = t.clone(ec);
        CHECK(ec == fair::errc::invalid_argument && no.error() == fair::errc::bad_state);
        t = fair::rng(key_of(1));
        CHECK(counter.use_count() == 1);
    }
    // std::ref() shares the source.
    few_words words(2);
    fair::rng shared(std::ref(words));
    shared();
    CHECK(words.words == 1);
    fair::rng with_code(std::ref(words), ec);
    with_code();
    CHECK(!ec && words.words == 0 &&
          throws_code(fair::errc::source_failed, [&] { shared(); }));
}

void check_clones()
{
    fair::rng a(key_of(4));
    a.below(10);
    std::error_code ec;
    fair::rng b = a.clone(), c = a.clone(ec);
    for (int i = 0; i < 300; i++) {
        const std::uint64_t word = a();
        CHECK(b() == word && c() == word);
    }
    CHECK(!ec);
}

void check_system()
{
    std::error_code ec = fair::errc::bad_state;
    fair::rng a, b(ec);
    CHECK(!ec && a() != b() && a() != a());
    CHECK(fair::random_key(ec) != fair::random_key(ec) && !ec);
}

// The wiped bytes of a generator that was destroyed.
void check_wiping()
{
    alignas(fair::rng) static unsigned char room[sizeof(fair::rng)];
    fair::rng *g = new (room) fair::rng(key_of(1));
    (*g)();
    const unsigned char *native = reinterpret_cast<unsigned char *>(g->native());
    const auto zeros = [native] {
        return std::count(native, native + sizeof(fair_rng), 0);
    };
    CHECK(zeros() < 200);
    g->~rng();
    CHECK(zeros() == sizeof(fair_rng));
}

void check_standard()
{
    fair::rng g(key_of(1));
    auto v = numbers(100);
    std::shuffle(v.begin(), v.end(), g);
    CHECK(v != numbers(100));
    std::sort(v.begin(), v.end());
    CHECK(v == numbers(100));
    std::uniform_int_distribution<int> die(1, 6);
    std::normal_distribution<double> normal;
    std::bernoulli_distribution coin;
    double sum = 0;
    int eyes = 0, heads = 0;
    for (int i = 0; i < 6000; i++) {
        sum += normal(g);
        eyes += die(g);
        heads += coin(g);
    }
    CHECK(sum > -400 && sum < 400); // 5 standard deviations
    CHECK(eyes > 21000 - 700 && eyes < 21000 + 700);
    CHECK(heads > 3000 - 200 && heads < 3000 + 200);
#if __cplusplus >= 201703L
    std::vector<std::uint32_t> some;
    std::sample(v.begin(), v.end(), std::back_inserter(some), 5, g);
    CHECK(some.size() == 5);
#endif
#if defined(__cpp_lib_ranges)
    std::ranges::shuffle(v, g);
    CHECK(v != numbers(100));
#endif
}

void check_errors()
{
    CHECK(fair::category().name() == std::string("fairshuf"));
    const std::error_code ec = fair::errc::source_failed;
    CHECK(ec.value() == FAIR_ESOURCE && ec.message() == fair_strerror(FAIR_ESOURCE));
    CHECK(make_error_code(fair::errc::canceled) == std::errc::operation_canceled);
    CHECK(make_error_code(fair::errc::too_large) == std::errc::value_too_large);
    CHECK(throws<std::system_error>([] {
        std::vector<int> one(1);
        fair::rng g(key_of(1));
        fair::derange(one, g);
    }));
}

struct broken : std::runtime_error {
    broken() : std::runtime_error("the source is broken")
    {
    }
};

// A source that throws at once or later. Its exception reaches the caller.
void check_throwing_source()
{
    for (int words : {0, 1, 3}) {
        int left = words;
        const auto source = [left](void *buffer, std::size_t) mutable -> std::size_t {
            if (left-- == 0)
                throw broken();
            std::memset(buffer, 0x37, 8);
            return 8;
        };
        auto names = filled<std::vector<std::string>>(1000);
        auto values = numbers(1000);
        fair::rng a(source), b(source), c(source), d(source);
        CHECK(throws<broken>([&] { fair::shuffle(names, a); }));
        CHECK(throws<broken>([&] { a(); }) && throws<broken>([&] { a.check(); }));
        CHECK(throws<broken>([&] { fair::shuffle(values, b); }));
        std::sort(values.begin(), values.end());
        CHECK(values == numbers(1000));
        std::error_code ec;
        fair::shuffle(names, c, ec);
        CHECK(ec == fair::errc::source_failed);
        CHECK(throws<broken>([&] {
            for (;;)
                std::shuffle(values.begin(), values.end(), d);
        }));
        std::sort(names.begin(), names.end());
        auto wanted = filled<std::vector<std::string>>(1000);
        std::sort(wanted.begin(), wanted.end());
        CHECK(names == wanted);
    }
    // A source that claims to have written too much.
    fair::rng liar([](void *, std::size_t length) { return length + 1; });
    CHECK(throws_code(fair::errc::source_failed, [&] { liar(); }));
}

// A swap that throws at a certain call, before it does anything.
struct fragile {
    static int countdown;
    std::uint32_t value;

    fragile() = default;
    fragile(const fragile &other) : value(other.value) // so not trivially copyable
    {
    }
    fragile &operator=(const fragile &) = default;
};
int fragile::countdown;

void swap(fragile &a, fragile &b)
{
    if (--fragile::countdown == 0)
        throw broken();
    std::swap(a.value, b.value);
}

template <class F> void check_swaps(F f)
{
    const std::uint32_t n = 25;
    int call = 1;
    for (bool thrown = true; thrown; call++) {
        std::vector<fragile> v(n);
        for (std::uint32_t i = 0; i < n; i++)
            v[i].value = i;
        fair::rng g(key_of(6));
        fragile::countdown = call;
        thrown = throws<broken>([&] { f(v, g); });
        std::vector<bool> seen(n);
        for (const auto &e : v)
            seen[e.value] = true;
        CHECK(std::count(seen.begin(), seen.end(), true) == n);
    }
    CHECK(call > 10); // it was tried at every call
}

void check_throwing_swap()
{
    using range = std::vector<fragile>;
    check_swaps([](range &v, fair::rng &g) { fair::shuffle(v, g); });
    check_swaps([](range &v, fair::rng &g) {
        std::error_code ec;
        fair::shuffle(v.begin(), v.end(), g, ec);
    });
    check_swaps([](range &v, fair::rng &g) { fair::shuffle_head(v, 15, g); });
    check_swaps([](range &v, fair::rng &g) { fair::cycle(v, g); });
    check_swaps([](range &v, fair::rng &g) { fair::derange(v, g); });
    check_swaps([](range &v, fair::rng &g) {
        std::vector<int> p(v.size());
        fair::permutation(p, g);
        fair::permute(v, p);
    });
    check_swaps([](range &v, fair::rng &g) {
        std::vector<std::uint64_t> p(v.size());
        fair::permutation(p, g);
        fair::permute_inverse(v, p);
    });
    check_swaps([](range &v, fair::rng &g) {
        auto others = numbers(25);
        fair::shuffle_together(g, others, v);
    });
    // The generator is where it would be without the exception.
    auto v = std::vector<fragile>(25);
    auto w = numbers(25);
    fair::rng g(key_of(6)), g2(key_of(6));
    fragile::countdown = 3;
    CHECK(throws<broken>([&] { fair::shuffle(v, g); }));
    fair::shuffle(w, g2);
    CHECK(g() == g2());
}

} // namespace

int main()
{
    TEST("the stream is that of the C functions")
    {
        check_stream();
    }
    TEST("generators move")
    {
        check_moves();
    }
    TEST("clones continue with the same numbers")
    {
        check_clones();
    }
    TEST("generators from the operating system")
    {
        check_system();
    }
    TEST("generators are wiped")
    {
        check_wiping();
    }
    TEST("the standard library accepts the generator")
    {
        check_standard();
    }
    TEST("errors")
    {
        check_errors();
    }
    TEST("sources that throw")
    {
        check_throwing_source();
    }
    TEST("swaps that throw")
    {
        check_throwing_swap();
    }
    return test_done();
}

// SPDX-License-Identifier: MIT
//
// cpp.cc - fairshuf.hpp against the C functions and against std::shuffle(). Prints CPU
// time in ns for each element, the median of several rounds. docs/cpp.md has the figures.
#include "bench/race.h"

#include <fairshuf.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace
{

fair::rng rng;
std::mt19937_64 mersenne;

void show(race &r)
{
    r.run();
    std::printf("%-12s %9zu", r.what.c_str(), r.n);
    for (const auto &c : r.field)
        std::printf("   %s %.2f", c.name.c_str(), c.cpu[c.cpu.size() / 2]);
    std::printf("\n");
    std::fflush(stdout);
}

template <class T> void compare(const std::string &what, std::vector<T> &v)
{
    race r{what, sizeof(T), v.size()};
    r.field = {
        once("fair::shuffle", [&] { fair::shuffle(v, rng); }),
        once("std::shuffle", [&] { std::shuffle(v.begin(), v.end(), rng); }),
        once("with mt19937_64", [&] { std::shuffle(v.begin(), v.end(), mersenne); }),
    };
    r.rounds = 15;
    show(r);
}

void compare_numbers(size_t n)
{
    std::vector<std::uint32_t> v(n);
    race r{"uint32_t", 4, n};
    r.field = {
        once("fair_shuffle", [&] { fair_shuffle(rng.native(), v.data(), n, 4); }),
        once("fair::shuffle", [&] { fair::shuffle(v, rng); }),
        once("fresh bits", [&] { fair::shuffle(v); }),
        once("std::shuffle", [&] { std::shuffle(v.begin(), v.end(), rng); }),
        once("with mt19937_64", [&] { std::shuffle(v.begin(), v.end(), mersenne); }),
    };
    r.rounds = 15;
    show(r);
}

} // namespace

int main()
{
    for (size_t n : {size_t(52), size_t(1000), size_t(1000000)}) {
        compare_numbers(n);
        std::vector<std::string> strings;
        std::vector<std::unique_ptr<size_t>> owners;
        for (size_t i = 0; i < n; i++) {
            strings.push_back(std::to_string(i));
            owners.emplace_back(new size_t(i));
        }
        compare("string", strings);
        compare("unique_ptr", owners);
    }
    race r{"one number", 8, 1};
    std::uint64_t sum = 0;
    r.field = {
        once("rng()", [&] { sum += rng(); }),
        once("rng.below(6)", [&] { sum += rng.below(6); }),
        once("fair_below", [&] { sum += fair_below(rng.native(), 6); }),
        once("mersenne()", [&] { sum += mersenne(); }),
    };
    show(r);
    return sum == 0;
}

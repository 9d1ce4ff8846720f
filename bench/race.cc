// SPDX-License-Identifier: MIT
//
// race.cc - see race.h.
#include "bench/race.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <sys/mman.h>

namespace
{

double nanoseconds(clockid_t clock)
{
    timespec t;
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

// From this many elements on, arrays are larger than any cache, and there is nothing to
// warm up.
constexpr size_t many = size_t(1) << 24;

// A turn handles about this many elements: enough to be measured.
constexpr size_t a_turn = size_t(1) << 20;

void take_turn(contestant &c, size_t elements)
{
    const size_t times = std::max<size_t>(1, a_turn / elements);
    if (c.allocates && times == 1)
        c.run(1);
    const moment begun = now();
    c.run(times);
    const moment ended = now();
    const double per = static_cast<double>(times * elements);
    c.cpu.push_back((ended.cpu - begun.cpu) / per);
    c.wall.push_back((ended.wall - begun.wall) / per);
}

void print_all(const char *key, const std::vector<contestant> &field,
               std::vector<double> contestant::*figures)
{
    std::printf(", \"%s\": {", key);
    const char *separator = "";
    for (const auto &c : field) {
        const auto &x = c.*figures;
        std::printf("%s\"%s\": [%.4f, %.4f, %.4f]", separator, c.name.c_str(),
                    x[x.size() / 2], x.front(), x.back());
        separator = ", ";
    }
    std::printf("}");
}

} // namespace

moment now()
{
    return {nanoseconds(CLOCK_PROCESS_CPUTIME_ID), nanoseconds(CLOCK_MONOTONIC)};
}

void race::run()
{
    if (rounds == 0)
        rounds = n < size_t(1) << 22 ? 9 : n < many ? 5 : 3;
    const auto elements_of = [&](const contestant &c) {
        return std::max<size_t>(1, c.elements != 0 ? c.elements : n);
    };
    for (auto &c : field)
        if (elements_of(c) < many)
            c.run(std::max<size_t>(1, a_turn / 4 / elements_of(c)));
    for (int r = 0; r < rounds; r++)
        for (size_t i = 0; i < field.size(); i++) {
            auto &c = field[(i + static_cast<size_t>(r)) % field.size()];
            if (!c.slow || r == 0 || elements_of(c) < many)
                take_turn(c, elements_of(c));
        }
    for (auto &c : field) {
        std::sort(c.cpu.begin(), c.cpu.end());
        std::sort(c.wall.begin(), c.wall.end());
    }
}

void race::print() const
{
    std::printf("{\"what\": \"%s\", \"bytes\": %zu, \"n\": %zu, \"rounds\": %d",
                what.c_str(), bytes, n, rounds);
    print_all("ns", field, &contestant::cpu);
    print_all("wall", field, &contestant::wall);
    std::printf(", \"failed\": {");
    const char *separator = "";
    for (const auto &f : failed) {
        std::printf("%s\"%s\": \"%s\"", separator, f.first.c_str(), f.second.c_str());
        separator = ", ";
    }
    std::printf("}}\n");
    std::fflush(stdout);
}

bool room::huge = false;

room::room(size_t bytes)
{
    const size_t page = size_t(2) << 20;
    bytes = (bytes + page) / page * page;
    memory = std::aligned_alloc(page, bytes);
    if (memory == nullptr) {
        std::fprintf(stderr, "bench: no memory for an array of %zu bytes\n", bytes);
        std::exit(1);
    }
    if (huge)
        madvise(memory, bytes, MADV_HUGEPAGE);
    std::memset(memory, 1, bytes);
}

room::~room()
{
    std::free(memory);
}

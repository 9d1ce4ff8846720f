// SPDX-License-Identifier: MIT
//
// race.cc - see race.h.
#include "bench/race.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>

namespace
{

double seconds()
{
    using clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

} // namespace

void race::run()
{
    // A turn shuffles about this many elements: enough to be measured.
    const size_t elements = size_t(1) << 20;
    const size_t times = std::max<size_t>(1, elements / std::max<size_t>(1, n));
    const int rounds = n < size_t(1) << 22 ? 9 : n < size_t(1) << 26 ? 5 : 3;
    if (n < size_t(1) << 26) // warms up the caches, which matter only for smaller arrays
        for (auto &c : field)
            c.run(n < elements ? times : 1);
    for (int r = 0; r < rounds; r++)
        for (auto &c : field) {
            if (c.slow && r > 0 && n >= size_t(1) << 26)
                continue;
            if (c.allocates && times == 1)
                c.run(1);
            const double begun = seconds();
            c.run(times);
            c.ns.push_back((seconds() - begun) * 1e9 / static_cast<double>(times * n));
        }
    for (auto &c : field)
        std::sort(c.ns.begin(), c.ns.end());
}

void race::print() const
{
    std::printf(
        "{\"what\": \"%s\", \"bytes\": %zu, \"n\": %zu, \"rounds\": %zu, \"ns\": {",
        what.c_str(), bytes, n, field.front().ns.size());
    const char *separator = "";
    for (const auto &c : field) {
        std::printf("%s\"%s\": [%.4f, %.4f, %.4f]", separator, c.name.c_str(),
                    c.ns[c.ns.size() / 2], c.ns.front(), c.ns.back());
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

// SPDX-License-Identifier: MIT
//
// cold.cc - the first call in a process, on memory that the system has just provided, and
// the second. Only a new process can measure this, so bench.py starts one each time.
#include "bench/races.h"

#include <cstdio>
#include <cstdlib>

void measure_cold(size_t n)
{
    auto *const p = static_cast<uint32_t *>(std::malloc(n * 4));
    if (p == nullptr) {
        std::fprintf(stderr, "bench: no memory for an array of %zu bytes\n", n * 4);
        std::exit(1);
    }
    const moment start = now();
    count_up(p, n);
    moment after[3] = {now(), {}, {}};
    fair_options alone = {};
    alone.threads = 1;
    for (int call = 1; call <= 2; call++) {
        must(fair_shuffle_parallel(next_key(), p, n, 4, &alone));
        after[call] = now();
    }
    const double per = static_cast<double>(n);
    std::printf(
        "{\"what\": \"cold\", \"n\": %zu, \"ns\": {\"fill\": %.4f, \"first\": %.4f,"
        " \"second\": %.4f}, \"wall\": {\"fill\": %.4f, \"first\": %.4f, "
        "\"second\": %.4f}}\n",
        n, (after[0].cpu - start.cpu) / per, (after[1].cpu - after[0].cpu) / per,
        (after[2].cpu - after[1].cpu) / per, (after[0].wall - start.wall) / per,
        (after[1].wall - after[0].wall) / per, (after[2].wall - after[1].wall) / per);
    std::free(p);
}

// SPDX-License-Identifier: MIT
//
// bench.cc - ns per element of the library's shuffles against std::shuffle of the
// installed compiler, in the same run: a table, and JSON.
//
// Each figure is the median of several rounds; the contestants take turns within a round,
// so that a machine that slows down slows all of them. Ratios are what counts.
#include <fairshuf.h>

#include <algorithm>
#include <chrono>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "peers.h"

namespace
{

constexpr int rounds = 9;

double seconds()
{
    using clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

// What `rand() % n` does in most programs; wrong, and here for comparison.
template <class T> void textbook(std::vector<T> &a)
{
    for (size_t i = a.size() - 1; i > 0; i--)
        std::swap(a[i], a[static_cast<size_t>(std::rand()) % (i + 1)]);
}

struct contestant {
    const char *name;
    std::function<void(size_t)> run; // so many times
    std::vector<double> times;
};

template <class F> std::function<void(size_t)> repeat(F once)
{
    return [once](size_t times) {
        while (times-- > 0)
            once();
    };
}

struct row {
    std::string what;
    size_t size, n;
    std::vector<std::pair<std::string, double>> ns; // per element
    double spread;                                  // of ours, (worst - best) / median
};

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

// Lets the contestants take turns; each turn is long enough to be measured.
row race(const std::string &what, size_t size, size_t n, std::vector<contestant> &field)
{
    const size_t elements = size_t(1) << 20;
    const size_t times = std::max<size_t>(1, elements / std::max<size_t>(1, n));
    for (auto &c : field)
        c.run(1); // warm up
    for (int r = 0; r < rounds; r++)
        for (auto &c : field) {
            const double begun = seconds();
            c.run(times);
            c.times.push_back((seconds() - begun) * 1e9 / static_cast<double>(times * n));
        }
    row result{what, size, n, {}, 0};
    for (auto &c : field)
        result.ns.emplace_back(c.name, median(c.times));
    const auto &ours = field.back().times;
    result.spread = (*std::max_element(ours.begin(), ours.end()) -
                     *std::min_element(ours.begin(), ours.end())) /
                    median(ours);
    return result;
}

template <class T> row race_arrays(size_t n)
{
    std::vector<T> a(n), b(n);
    for (size_t i = 0; i < n; i++)
        a[i] = static_cast<T>(i);
    fair_rng rng;
    if (fair_rng_init(&rng) != FAIR_OK)
        std::exit(1);
    std::vector<contestant> field = {
        {"memcpy", repeat([&] { std::memcpy(b.data(), a.data(), n * sizeof(T)); }), {}},
        {"rand() % n", repeat([&] { textbook(a); }), {}},
        {"std::shuffle", [&](size_t times) { plain::twister(a.data(), n, times); }, {}},
        {"xoshiro", [&](size_t times) { plain::xoshiro(a.data(), n, times); }, {}},
        {"native", [&](size_t times) { native::twister(a.data(), n, times); }, {}},
        {"native xoshiro",
         [&](size_t times) { native::xoshiro(a.data(), n, times); },
         {}},
        {"fair_shuffle_copy",
         repeat([&] { fair_shuffle_copy(&rng, b.data(), a.data(), n, sizeof(T)); }),
         {}},
        {"fair_shuffle", repeat([&] { fair_shuffle(&rng, a.data(), n, sizeof(T)); }), {}},
    };
    return race("array", sizeof(T), n, field);
}

row race_sizes(size_t size, size_t n)
{
    std::vector<unsigned char> a(n * size), b(n * size);
    fair_rng rng;
    if (fair_rng_init(&rng) != FAIR_OK)
        std::exit(1);
    std::vector<contestant> field = {
        {"memcpy", repeat([&] { std::memcpy(b.data(), a.data(), n * size); }), {}},
        {"fair_shuffle", repeat([&] { fair_shuffle(&rng, a.data(), n, size); }), {}},
    };
    return race("elements", size, n, field);
}

row race_samples(uint64_t range, size_t k)
{
    std::vector<uint64_t> out(k);
    fair_rng rng;
    if (fair_rng_init(&rng) != FAIR_OK)
        std::exit(1);
    const auto must = [](int error) {
        if (error != FAIR_OK)
            std::exit(1);
    };
    std::vector<contestant> field = {
        {"fair_dice", repeat([&] { fair_dice(&rng, out.data(), k, range); }), {}},
        {"fair_sample_sorted",
         repeat([&] { must(fair_sample_sorted(&rng, range, out.data(), k)); }),
         {}},
        {"fair_sample",
         repeat([&] { must(fair_sample(&rng, range, out.data(), k)); }),
         {}},
    };
    return race("sample of 10^" + std::to_string(std::to_string(range).size() - 1), 8, k,
                field);
}

int width(const std::string &name)
{
    return std::max<int>(8, static_cast<int>(name.size()));
}

void print_table(const std::vector<row> &rows)
{
    std::string header;
    for (const auto &r : rows) {
        std::string names;
        for (const auto &f : r.ns)
            names += f.first;
        if (names != header) {
            header = names;
            std::printf("\n%-15s %5s %8s", "ns per element", "bytes", "n");
            for (const auto &f : r.ns)
                std::printf(" %*s", width(f.first), f.first.c_str());
            if (r.what == "array")
                std::printf(" %6s %6s", "/std", "/best");
            std::printf(" %6s\n", "spread");
        }
        std::printf("%-15s %5zu %8zu", r.what.c_str(), r.size, r.n);
        double standard = 0, best = 1e9;
        for (const auto &f : r.ns) {
            std::printf(" %*.2f", width(f.first), f.second);
            if (f.first == "std::shuffle")
                standard = f.second;
            if (f.first.compare(0, 6, "native") == 0 || f.first == "xoshiro")
                best = std::min(best, f.second);
        }
        const double ours = r.ns.back().second;
        if (r.what == "array")
            std::printf(" %5.2fx %5.2fx", standard / ours, best / ours);
        std::printf(" %5.0f%%\n", 100 * r.spread);
    }
    std::printf("\nstd::shuffle: with mt19937_64, -O2; xoshiro: with xoshiro256++, -O2;\n"
                "native: the same two with -O3 -march=native.\n"
                "/std, /best: times of std::shuffle, and of the best peer, over "
                "fair_shuffle's\n");
}

bool write_json(const std::vector<row> &rows, const std::string &machine,
                const char *path)
{
    std::FILE *out = std::fopen(path, "w");
    if (out == nullptr)
        return false;
    std::fprintf(out,
                 "{\n  \"version\": \"%s\",\n  \"kernel\": \"%s\",\n  \"cpu\": \"%s\",\n"
                 "  \"compiler\": \"%s\",\n  \"rounds\": %d,\n  \"rows\": [",
                 fair_version(), fair_kernel(), machine.c_str(), __VERSION__, rounds);
    for (size_t i = 0; i < rows.size(); i++) {
        const row &r = rows[i];
        std::fprintf(
            out,
            "%s\n    {\"what\": \"%s\", \"bytes\": %zu, \"n\": %zu, \"spread\": %.3f, "
            "\"ns\": {",
            i > 0 ? "," : "", r.what.c_str(), r.size, r.n, r.spread);
        for (size_t j = 0; j < r.ns.size(); j++)
            std::fprintf(out, "%s\"%s\": %.4f", j > 0 ? ", " : "", r.ns[j].first.c_str(),
                         r.ns[j].second);
        std::fprintf(out, "}}");
    }
    std::fprintf(out, "\n  ]\n}\n");
    return std::fclose(out) == 0;
}

std::string cpu_name()
{
    char line[256];
    std::string name = "unknown";
    if (std::FILE *in = std::fopen("/proc/cpuinfo", "r")) {
        while (std::fgets(line, sizeof line, in) != nullptr)
            if (std::strncmp(line, "model name", 10) == 0) {
                name = std::strchr(line, ':') + 2;
                name.erase(name.find_last_not_of("\n") + 1);
                break;
            }
        std::fclose(in);
    }
    return name;
}

} // namespace

int main(int argc, char **argv)
{
    const char *json = nullptr;
    for (int i = 1; i < argc; i++)
        if (std::strncmp(argv[i], "--json=", 7) == 0) {
            json = argv[i] + 7;
        } else {
            std::fprintf(stderr, "bench: unknown option %s; usage: bench [--json=FILE]\n",
                         argv[i]);
            return 1;
        }
    if (const char *kernel = std::getenv("FAIRSHUF_KERNEL"))
        if (*kernel != '\0' && fair_kernel_use(kernel) != FAIR_OK) {
            std::fprintf(stderr,
                         "bench: FAIRSHUF_KERNEL=%s: no such kernel on this machine\n",
                         kernel);
            return 1;
        }

    const std::string cpu = cpu_name();
    std::printf("fairshuf %s, kernel %s, on %s; g++ %s; medians of %d rounds\n",
                fair_version(), fair_kernel(), cpu.c_str(), __VERSION__, rounds);
    std::vector<row> rows;
    for (int bits : {4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24}) {
        rows.push_back(race_arrays<uint32_t>(size_t(1) << bits));
        rows.push_back(race_arrays<uint64_t>(size_t(1) << bits));
    }
    for (size_t size : {1, 2, 3, 12, 16, 24, 64, 256, 1024})
        rows.push_back(race_sizes(size, 4096));
    rows.push_back(race_samples(1000000, 1000));
    rows.push_back(race_samples(1000000000000, 1000));
    rows.push_back(race_samples(1000000000000, 1000000));
    print_table(rows);
    if (json != nullptr && !write_json(rows, cpu, json)) {
        std::fprintf(stderr, "bench: %s: cannot write: %s\n", json, std::strerror(errno));
        return 1;
    }
    return 0;
}
